import { globSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import type { Command } from '../../src/server/store/command.ts'
import { testApp, type TestApp } from '../kit/app.ts'
import { oneEngine } from '../kit/engines.ts'
import { handlers } from '../kit/handlers.ts'
import { collectedFrom, runGroup } from '../setup/collected.ts'
import { charted } from './charts.ts'
import { cover } from './cover.ts'
import { grantAll } from './grantAll.ts'
import { idsOf } from './idsOf.ts'
import { type IdOf, itself, standingsOn } from './model.ts'
import { explainedFacts } from './mutants.explained.ts'
import { type FactMutant, factMutantsOf } from './mutants.facts.ts'
import { officeSystem } from './office.http.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { walkOverHttp } from './scenarios.http.ts'
import { actors, scenarios } from './scenarios.ts'
import { walk } from './walk.ts'

/** The folders whose tests are about a chart, where they are not called like it. */
const folders: Record<string, string> = {
  approval: '{approval,order}',
  account: 'access',
  role: 'access',
  export: 'exports',
  customerEdit: 'order',
  orderSheet: 'order',
  ruleSet: 'risk',
  reviewer: 'reviewers',
  reviewGroup: 'reviewers',
  bankStatement: 'statement',
  statementLine: 'statement',
  statementDay: 'statement',
  collectionGroup: 'collector',
  apiKey: 'approval',
}
// Of thousands of orders, of processes that die, and of programs beside this one.
const slow = /plans|kill|crowd|libreoffice|sendRate|replay|week/

const mostWays = 3

const groupOf = (test: string) => test.slice(0, test.lastIndexOf(' > '))

const { databaseUrl } = oneEngine().at(-1)!

const load = (file: string) => collectedFrom(() => import(/* @vite-ignore */ `../../${file}?collected`))
// A file gives its tests once, and says once what they send, also where several charts share its folder.
const groups = new Map<string, ReturnType<typeof load>>()
const groupIn = (file: string) => {
  if (!groups.has(file)) groups.set(file, load(file))
  return groups.get(file)!
}
const senders = new Map<string, Promise<Senders>>()

/** The tests of a file by the event that they send (`payout payoutApproved`), and those in which it was refused. */
type Senders = { sending: Map<string, Set<string>>; refused: Map<string, Set<string>> }

const keyOf = ({ stream, event }: Pick<Command, 'stream' | 'event'>) => `${stream.split('/')[0]} ${event.type}`

const untouched = (command: Command) => command
const untold = () => {}

/** Runs all tests of a file, which must pass, and notes what each of them sends. */
const sendersIn = async (file: string): Promise<Senders> => {
  const noted: Senders = { sending: new Map(), refused: new Map() }
  let now = ''
  const note = (kind: keyof Senders, command: Command) => {
    if (now) noted[kind].set(keyOf(command), (noted[kind].get(keyOf(command)) ?? new Set()).add(now))
  }
  handlers.change = (command) => {
    note('sending', command)
    return command
  }
  handlers.refused = (commands) => {
    for (const command of commands) note('refused', command)
  }
  const begins = (name: string) => {
    now = name
  }
  try {
    await runGroup(await groupIn(file), () => true, begins)
  } finally {
    Object.assign(handlers, { change: untouched, refused: untold })
  }
  return noted
}

describe.runIf(inject('mutants')).each([...charted.keys()])('%s', (chart) => {
  const { model, http, process } = charted.get(chart)!
  const all = pathsOf(model, atlasOf(model, usual))
  const paths = cover(model, all).toSorted((one, other) => one.length - other.length)
  const stories = scenarios().filter((one) => one.chart === chart && one.level !== 'chart')
  const files = globSync(`tests/server/${folders[chart] ?? chart}/*.test.ts`)
    .filter((file) => !slow.test(file))
    .toSorted()
  const noticed = new Map<string, number>()

  afterEach(() => {
    handlers.change = untouched
  })
  afterAll(async () => {
    await lean?.close()
    await told?.app.close()
    const counts = [...noticed].map(([by, count]) => `${count} by its ${by}`).join(', ')
    console.log(`${chart}: facts noticed ${counts || 'nothing'}`)
  })

  const changing = ({ event, change }: FactMutant) => {
    handlers.change = (command) =>
      keyOf(command) === `${chart} ${event}`
        ? { ...command, event: change(command.event) as Command['event'] }
        : command
  }

  /** The paths up to one step beyond an event that the mutant changes, shortest first. */
  const waysTo = ({ event, change }: FactMutant) => {
    const ways = all.flatMap((path) => {
      const standings = standingsOn(model, path)
      const isChanged = (index: number) => {
        const fact = model.factOf(path[index]!, standings[index]!, standings[index + 1]!.at, itself)
        return !isDeepStrictEqual(change(fact), fact)
      }
      const at = path.findIndex(({ type }, index) => type === event && isChanged(index))
      return at === -1 ? [] : [path.slice(0, at + 2)]
    })
    const shortest = ways.toSorted((one, other) => one.length - other.length)
    return [...new Map(shortest.map((way) => [JSON.stringify(way), way])).values()].slice(0, mostWays)
  }

  const attempt = async (run: () => Promise<boolean>) => run().catch(() => true)

  // A walk that fails may leave its server in the middle of something, so that the next begins with another.
  let lean: Awaited<ReturnType<typeof http>> | undefined
  const walksNotice = async (mutant: FactMutant | undefined, isLean: boolean) => {
    const taken = mutant ? waysTo(mutant) : paths
    if (taken.length === 0) return false
    lean ??= await officeSystem(await process(), { databaseUrl, isLean: true })
    const system = isLean ? lean : await http({ databaseUrl, seed: 1 })
    const closed = async () => {
      if (isLean) lean = undefined
      await system.close()
    }
    for (const path of taken) {
      const isNoticed = await attempt(async () => (await walk(system, path)) !== undefined)
      if (!isNoticed) continue
      await closed()
      return true
    }
    if (!isLean) await closed()
    return false
  }

  let told: { app: TestApp; ids: IdOf } | undefined
  const scenariosNotice = async (event: string | undefined) => {
    const wanted = stories
      .filter(({ steps }) => event === undefined || steps.some((step) => step.event === event))
      .toSorted((one, other) => one.steps.length - other.steps.length)
    if (wanted.length === 0) return false
    if (!told) {
      const app = await testApp({ databaseUrl })
      await grantAll(app, actors)
      told = { app, ids: await idsOf(app, actors) }
    }
    const { app, ids } = told
    for (const story of wanted) {
      const wrong = await walkOverHttp(app, ids, story).catch((error: unknown) => [String(error)])
      if (wrong.length === 0) continue
      told = undefined
      await app.close()
      return true
    }
    return false
  }

  const passes = async (file: string, isWanted: (name: string) => boolean) =>
    runGroup(await groupIn(file), isWanted).then(
      () => true,
      () => false,
    )

  const chosen = new Map<string, Promise<(name: string) => boolean>>()
  /** These tests of a file for an event, with those beside them or with all where they need these before them. */
  const testsFor = (kind: keyof Senders, file: string, event: string) => {
    const key = `${kind} ${file} ${event}`
    const choose = async () => {
      if (!senders.has(file)) senders.set(file, sendersIn(file))
      const its = (await senders.get(file)!)[kind].get(`${chart} ${event}`) ?? new Set()
      if (its.size === 0) return () => false
      const groupsOf = new Set([...its].map(groupOf))
      for (const isWanted of [(name: string) => its.has(name), (name: string) => groupsOf.has(groupOf(name))])
        if (await passes(file, isWanted)) return isWanted
      return () => true
    }
    if (!chosen.has(key)) chosen.set(key, choose())
    return chosen.get(key)!
  }

  /** The first check that notices a fact that is taken out; undefined when none does. */
  const noticedBy = async (mutant: FactMutant): Promise<string | undefined> => {
    changing(mutant)
    const { event, isLax } = mutant
    const inWalks = (isLean: boolean) => async () => (await walksNotice(mutant, isLean)) && 'walks'
    const inScenarios = async () => (await scenariosNotice(event)) && 'scenarios'
    const inTests = (kind: keyof Senders) => async () => {
      for (const file of files) {
        handlers.change = untouched
        const isWanted = await testsFor(kind, file, event)
        changing(mutant)
        if (!(await passes(file, isWanted))) return 'server tests'
      }
      return false
    }
    const order = isLax
      ? [inWalks(true), inScenarios, inTests('refused'), inTests('sending')]
      : [inWalks(true), inScenarios, inTests('sending'), inWalks(false)]
    for (const notices of order) {
      const by = await notices()
      if (by) return by
    }
    return undefined
  }

  test('no fact is missed while none is taken out', async () => {
    expect(await walksNotice(undefined, true)).toBe(false)
    expect(await scenariosNotice(undefined)).toBe(false)
  })

  test.each(factMutantsOf(model).map((one) => [one.without, one] as const))('%s', async (without, mutant) => {
    const by = await noticedBy(mutant)
    const isExplained = explainedFacts.has(`${chart}: ${without}`)
    expect(by === undefined, `whether nothing notices it; noticed by ${by}`).toBe(isExplained)
    noticed.set(by ?? 'explanation', (noticed.get(by ?? 'explanation') ?? 0) + 1)
  })
})
