import { parseArgs } from 'node:util'
import { charted } from './charts.ts'
import { engines, kept, type Kept, levels, type Where } from './kept.ts'
import { usual } from './paths.ts'

const pathSets = ['all', 'cover'] as const

export type Options = Where & {
  paths: (typeof pathSets)[number]
  replay: Kept | undefined
  write: boolean
}

export const usage = `npm run test:model -- <chart> [options]

  <chart>            ${[...charted.keys()].join(', ')}
  --level LEVEL      ${levels.join(', ')}: what is walked (${levels[0]})
  --paths SET        ${pathSets.join(', ')}: every path, or a few that take every transition (${pathSets[0]})
  --engine ENGINE    ${engines.join(', ')}: the server's database (${engines[0]})
  --seed NUMBER      who of those who may do the same does it, and which refusals are tried (${usual.seed})
  --replay FILE      walks the steps of a kept failure again, where it was found
  --write            writes docs/statecharts/<chart>.coverage.md and walks nothing`

const usually = { level: levels[0], paths: pathSets[0], engine: engines[0], seed: String(usual.seed), write: false }

/** Parses the command line. Throws an error for its user when it is invalid. */
export const optionsOf = (args: string[]): Options => {
  const { values: given, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      level: { type: 'string' },
      paths: { type: 'string' },
      engine: { type: 'string' },
      seed: { type: 'string' },
      replay: { type: 'string' },
      write: { type: 'boolean' },
    },
  })
  const [name, ...more] = positionals
  if (more.length > 0) throw new Error(`One chart at a time, not also ${more.join(', ')}.`)
  const chart = oneOf('chart with a model', name, [...charted.keys()])
  if (given.replay !== undefined && Object.keys(given).length > 1)
    throw new Error('--replay goes alone: the file says all the rest.')
  const replay = given.replay === undefined ? undefined : keptOf(given.replay, chart)
  const values = { ...usually, ...given }
  const where: Where = replay ?? {
    chart,
    level: oneOf('level', values.level, levels),
    engine: oneOf('engine', values.engine, engines),
    seed: wholeOf(values.seed),
  }
  return { ...where, paths: oneOf('set of paths', values.paths, pathSets), replay, write: values.write }
}

const oneOf = <Name extends string>(what: string, given: string | undefined, names: readonly Name[]): Name => {
  const name = names.find((one) => one === given)
  if (name === undefined) throw new Error(`${given ?? 'Nothing'} is no ${what}: ${names.join(', ')}.`)
  return name
}

const wholeOf = (given: string): number => {
  if (!/^\d{1,9}$/.test(given)) throw new Error(`${given} is no seed: a whole number up to nine digits.`)
  return Number(given)
}

const keptOf = (file: string, chart: string): Kept => {
  const replay = kept(file)
  if (replay.chart !== chart) throw new Error(`${file} is a failure of ${replay.chart}, not of ${chart}.`)
  return replay
}
