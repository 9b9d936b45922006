import { charted } from './charts.ts'
import { cover } from './cover.ts'
import { coverageOf, notCovered, type Stopped, tableOf } from './coverage.ts'
import { keep, type Kept } from './kept.ts'
import type { Move } from './model.ts'
import { open } from './open.ts'
import type { Options } from './options.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { told } from './report.ts'
import { lastOf, shrink } from './shrink.ts'
import { type System, walk } from './walk.ts'

/** Walks every path of the chosen set and prints the progress; answers whether all passed and nothing is uncovered. */
export const walkAll = async (options: Options): Promise<boolean> => {
  const { chart, level, seed } = options
  const { model } = charted.get(chart)!
  const atlas = atlasOf(model, { ...usual, seed })
  const all = pathsOf(model, atlas)
  const paths = options.paths === 'all' ? all : cover(model, all)
  const started = performance.now()
  console.log(`${chart}, ${level}: ${paths.length} paths. A dot is a step.`)

  const taken: Move[][] = []
  const failed = new Set<string>()
  const stopped: Stopped[] = []
  await using(options, async (system) => {
    for (const [index, path] of paths.entries()) {
      const steps: Move[] = []
      taken.push(steps)
      process.stdout.write(`${index + 1}/${paths.length}, ${path.length} steps to ${path.at(-1)!.type} `)
      const failure = await walk(system, path, (move) => {
        steps.push(move)
        process.stdout.write('.')
      })
      console.log(failure ? ' ✗' : ' ✓')
      const place = failure && lastOf(model, failure.steps)
      if (place) stopped.push({ path, at: place })
      if (!place || failed.has(place)) continue
      failed.add(place)
      console.log(`${place} fails here. Looking for the shortest path that fails there …`)
      const least = await shrink(system, model, atlas, failure)
      const file = keep(options, least)
      console.log(`${told(least)}\nKept. To walk it again: npm run test:model -- ${chart} --replay ${file}`)
    }
  })

  const coverage = coverageOf(model, taken)
  const missing = notCovered(model, coverage, stopped)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`\n${tableOf(model, coverage)}\n`)
  console.log(`${paths.length} paths, ${taken.flat().length} steps, ${seconds} seconds; seed ${seed}`)
  for (const one of missing) console.log(`Not covered: ${one}`)
  if (failed.size > 0) console.log(`Failed: ${[...failed].join(', ')}`)
  return missing.length === 0 && failed.size === 0
}

/** Repeats a kept failure's steps; answers whether they pass. */
export const walkAgain = (failure: Kept): Promise<boolean> =>
  using(failure, async (system) => {
    const found = await walk(system, failure.steps)
    console.log(found ? `It fails:\n${told(found)}` : `It passes: ${failure.steps.length} steps show what they should.`)
    return !found
  })

const using = async <Answer>(where: Parameters<typeof open>[0], work: (system: System) => Promise<Answer>) => {
  const system = await open(where)
  try {
    return await work(system)
  } finally {
    await system.close()
  }
}
