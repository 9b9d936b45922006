import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { approvalModel, type Move } from './approval.moves.ts'
import { chartSystem } from './chart.ts'
import { charted } from './charts.ts'
import { coverageOf, notCovered, tableOf, uncovered } from './coverage.ts'
import { keep, kept } from './kept.ts'
import { placeOf, standingsOn, transitionOf } from './model.ts'
import { optionsOf } from './options.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { told } from './report.ts'
import { lastOf, shrink } from './shrink.ts'
import { type Failure, type System, walk } from './walk.ts'

const those = [...charted.keys()].join(', ')
const atlas = atlasOf(approvalModel, usual)
const paths = pathsOf(approvalModel, atlas)

/** The approval on its chart, except that the moves named by `forgets` change nothing. */
const forgetful = (forgets: (path: readonly Move[]) => boolean): System<Move> => {
  const right = chartSystem(approvalModel)
  return {
    ...right,
    begin: async (path) => {
      const visit = await right.begin(path)
      const made: Move[] = []
      return {
        step: async (move) => {
          const shown = await visit.step(move)
          made.push(move)
          const before = placeOf(standingsOn(approvalModel, made).at(-2)!)
          return forgets(made) ? { ...shown, seen: { ...(shown.seen as object), place: before } } : shown
        },
      }
    },
  }
}

const takes = (transition: string) => (path: readonly Move[]) => lastOf(approvalModel, path) === transition

const failures = async (system: System<Move>): Promise<Failure<Move>[]> => {
  const walked: (Failure<Move> | undefined)[] = []
  for (const path of paths) walked.push(await walk(system, path))
  return walked.filter((failure) => failure !== undefined)
}

const shrunk = async (system: System<Move>) => {
  const found = await failures(system)
  const least = await Promise.all(found.map((failure) => shrink(system, approvalModel, atlas, failure)))
  return { longest: Math.max(...found.map(({ steps }) => steps.length)), least }
}

describe('a system that forgets a transition', () => {
  const system = forgetful(takes('finalReview.claimed sentBack'))

  test('fails on every path that takes it, at that step', async () => {
    const found = await failures(system)
    const { transitions } = coverageOf(approvalModel, paths)
    expect(found).toHaveLength(transitions.get('finalReview.claimed sentBack')!)
    expect(new Set(found.map(({ steps }) => lastOf(approvalModel, steps)))).toEqual(
      new Set(['finalReview.claimed sentBack']),
    )
    expect(found[0]).toMatchObject({
      expected: { place: 'firstReview.wait' },
      seen: { place: 'finalReview.claimed' },
    })
  })

  test('is shown by the shortest path there is, whichever was the first to fail', async () => {
    const { longest, least } = await shrunk(system)
    expect(longest).toBeGreaterThan(6)
    // Applied, passed by the machine, claimed, passed, claimed, and sent back.
    expect(new Set(least.map(({ steps }) => steps.length))).toEqual(new Set([6]))
  })

  test('is shrunk to the same path each time', async () => {
    const [found] = await failures(system)
    const once = await shrink(system, approvalModel, atlas, found!)
    expect(await shrink(system, approvalModel, atlas, found!)).toEqual(once)
  })

  test('leaves what comes after it uncovered, and the table marks that', async () => {
    const neverAgain = forgetful(takes('new submitted'))
    const taken: Move[][] = []
    for (const path of paths) {
      const steps: Move[] = []
      await walk(neverAgain, path, (move) => steps.push(move))
      taken.push(steps)
    }
    const coverage = coverageOf(approvalModel, taken)
    expect(uncovered(coverage)).toContain('machineReview machinePassed')
    expect(uncovered(coverage)).not.toContain('new')
    expect(tableOf(approvalModel, coverage).split('\n')).toContain('    ✗  passed  — not covered')
    const stopped = paths.map((path) => ({ path, at: 'new submitted' }))
    expect(notCovered(approvalModel, coverage, stopped)).toEqual(
      expect.arrayContaining(['new submitted, which failed', 'passed, because new submitted failed before it']),
    )
    expect(notCovered(approvalModel, coverage, [])).toContain('passed, because no path goes there')
  })
})

test('a failure that needs a certain person keeps that person', async () => {
  const both = forgetful((path) => takes('finalReview.claimed finalPassed')(path) && path.at(-1)!.by === 'approve')
  const { least } = await shrunk(both)
  expect(least.map(({ steps }) => steps.at(-1)!.by)).toEqual(least.map(() => 'approve'))
  expect(new Set(least.map(({ steps }) => steps.length))).toEqual(new Set([6]))
})

test('a failure that needs a history which no standing tells loses its loops and nothing else', async () => {
  const path: Move[] = [
    { type: 'submitted', by: 'app', outlook: 'passes' },
    { type: 'machinePassed', by: 'SYS' },
    { type: 'firstClaimed', by: 'reviewer1' },
    { type: 'firstReleased', by: 'reviewer1' },
    { type: 'firstClaimed', by: 'reviewer1' },
    { type: 'firstRecalled', by: 'reviewLead' },
    { type: 'firstClaimed', by: 'reviewer1.2' },
    { type: 'firstRejected', by: 'reviewer1.2' },
  ]
  const system = forgetful(
    (made) => takes('firstReview.claimed firstRejected')(made) && made.some(({ type }) => type === 'firstRecalled'),
  )
  const found = (await walk(system, path))!
  expect(found.steps).toEqual(path)
  const { steps } = await shrink(system, approvalModel, atlas, found)
  expect(steps.map(({ type }) => type)).toEqual([
    'submitted',
    'machinePassed',
    'firstClaimed',
    'firstRecalled',
    'firstClaimed',
    'firstRejected',
  ])
})

describe('a kept failure', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loket-model-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const where = { chart: 'approval', level: 'chart', engine: 'pglite', seed: 1 } as const
  const wrong = forgetful(takes('firstReview.claimed returned'))

  test('is walked again from its file: it fails as it did, and passes where nothing is wrong', async () => {
    const [found] = await failures(wrong)
    const least = await shrink(wrong, approvalModel, atlas, found!)
    const file = kept(keep(where, least, folder))
    expect(file).toMatchObject({ ...where, expected: least.expected, seen: least.seen })

    const steps = file.steps as Move[]
    expect(await walk(wrong, steps)).toEqual(least)
    expect(await walk(chartSystem(approvalModel), steps)).toBeUndefined()
  })

  test('is told by its steps and by no more of what was seen than is wrong', async () => {
    const [found] = await failures(wrong)
    const least = await shrink(wrong, approvalModel, atlas, found!)
    expect(told(least).split('\n').slice(-2)).toEqual([
      expect.stringMatching(/^ {2}✗ 4\. returned by /),
      '      place: expected "returned", but saw "firstReview.claimed"',
    ])
  })

  const good = { ...where, steps: [{ type: 'submitted', by: 'app' }], expected: 1, seen: 2 }
  test.each([
    ['content', null],
    ['steps', { ...good, steps: [] }],
    ['steps', { ...good, steps: 'abc' }],
    ['steps.0.by', { ...good, steps: [{ type: 'submitted' }] }],
    ['level', { ...good, level: undefined }],
    ['engine', { ...good, engine: 'oracle' }],
  ])('whose %s is wrong is not walked', (place, content) => {
    const file = join(folder, 'wrong.json')
    writeFileSync(file, JSON.stringify(content))
    expect(() => kept(file)).toThrow(new Error(`${file} is no kept failure: its ${place} is wrong.`))
  })

  test('that is no JSON, or is not there, is not walked', () => {
    const file = join(folder, 'wrong.json')
    expect(() => kept(file)).toThrow(`${file} cannot be read: ENOENT`)
    writeFileSync(file, '{')
    expect(() => kept(file)).toThrow(`${file} cannot be read: `)
  })

  test('has one file however often it is kept, with its pictures beside it', () => {
    const failure = {
      steps: paths[0]!,
      expected: 1,
      seen: 2,
      pictures: [{ of: 'reviewer1', png: Buffer.from('png'), trace: Buffer.from('zip') }],
    }
    keep(where, failure, folder)
    const file = keep(where, failure, folder)
    expect(readdirSync(folder).sort()).toEqual([
      file.slice(folder.length + 1).replace('.json', '-reviewer1.png'),
      file.slice(folder.length + 1).replace('.json', '-reviewer1.trace.zip'),
      file.slice(folder.length + 1),
    ])
    expect(readFileSync(file.replace('.json', '-reviewer1.png'), 'utf8')).toBe('png')
  })
})

describe('a seed', () => {
  const { edges } = atlasOf(approvalModel, { ...usual, seed: 7 })

  test('is the same walk each time', () => {
    expect(pathsOf(approvalModel, atlasOf(approvalModel, usual))).toEqual(paths)
  })

  test('changes who goes which way, and nothing of what is covered', () => {
    const covered = (taken: typeof edges) =>
      new Set(taken.flatMap((edge) => [transitionOf(edge.from, edge.move), ...approvalModel.goalsOf(edge)]))
    const ways = (taken: typeof edges) => taken.map(({ from, move }) => [...from.path, move])
    expect(covered(edges)).toEqual(covered(atlas.edges))
    expect(ways(edges)).not.toEqual(ways(atlas.edges))
  })
})

describe('the command line', () => {
  test.each([
    [[], `Nothing is no chart with a model: ${those}.`],
    [['nowhere'], `nowhere is no chart with a model: ${those}.`],
    [['approval', 'role'], 'One chart at a time, not also role.'],
    [['approval', '--level', 'paper'], 'paper is no level: chart, http, browser.'],
    [['approval', '--paths', 'some'], 'some is no set of paths: all, cover.'],
    [['approval', '--engine', 'oracle'], 'oracle is no engine: pglite, postgres.'],
    [['approval', '--seed', 'x'], 'x is no seed: a whole number up to nine digits.'],
    [['approval', '--replay', 'x.json', '--seed', '2'], '--replay goes alone: the file says all the rest.'],
  ])('%j: %s', (args, message) => {
    expect(() => optionsOf(args)).toThrow(new Error(message))
  })

  const run = (...args: string[]) => promisify(execFile)(process.execPath, ['tests/model/run.ts', ...args])

  test('walks a chart and prints what was covered', async () => {
    const { stdout } = await run('role')
    expect(stdout).toContain('    1  active menusGranted → active')
    expect(stdout).toContain('1 paths, 4 steps')
  })

  test('ends with an error and the charts there are when it is given none', async () => {
    await expect(run()).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Nothing is no chart with a model: ${those}.`),
    })
  })
})
