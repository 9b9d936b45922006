import { globSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Command } from '../../src/server/store/command.ts'
import { testApp } from '../kit/app.ts'
import { oneEngine } from '../kit/engines.ts'
import { handlers } from '../kit/handlers.ts'
import { collectedFrom, runGroup } from '../setup/collected.ts'
import { charted } from './charts.ts'
import { cover } from './cover.ts'
import { grantAll } from './grantAll.ts'
import { idsOf } from './idsOf.ts'
import { explainedFacts } from './mutants.explained.ts'
import { type FactMutant, factMutantsOf } from './mutants.facts.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { walkOverHttp } from './scenarios.http.ts'
import { actors, scenarios } from './scenarios.ts'
import { walk } from './walk.ts'

/** The folders whose tests are about a chart, where they are not called like it. */
const folders: Record<string, string> = {
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
const slow = /plans|kill|crowd|libreoffice|sendRate|replay/

const mostWays = 3

const groupOf = (test: string) => test.slice(0, test.lastIndexOf(' > '))

const { databaseUrl } = oneEngine().at(-1)!

const load = (file: string) => collectedFrom(() => import(/* @vite-ignore */ `../../${file}?collected`))
// A file gives its tests once, also where several charts share its folder.
const groups = new Map<string, Awaited<ReturnType<typeof load>>>()

describe.runIf(inject('mutants')).each([...charted.keys()])('%s', (chart) => {
  const { model, http } = charted.get(chart)!
  const paths = cover(model, pathsOf(model, atlasOf(model, usual))).toSorted((one, other) => one.length - other.length)
  const stories = scenarios().filter((one) => one.chart === chart && one.level !== 'chart')
  const files = globSync(`tests/server/${folders[chart] ?? chart}/*.test.ts`)
    .filter((file) => !slow.test(file))
    .toSorted()
  const noticed = new Map<string, number>()
  /** The tests of each file by the events that they send. */
  const senders = new Map<string, Map<string, Set<string>>>()

  afterEach(() => {
    handlers.change = (command) => command
  })
  afterAll(() => {
    const counts = [...noticed].map(([by, count]) => `${count} by its ${by}`).join(', ')
    console.log(`${chart}: facts noticed ${counts || 'nothing'}`)
  })

  const isOfChart = ({ stream }: Command) => stream.startsWith(`${chart}/`)
  const changing = ({ event, change }: FactMutant) => {
    handlers.change = (command) =>
      isOfChart(command) && command.event.type === event
        ? { ...command, event: change(command.event) as Command['event'] }
        : command
  }

  /** The paths up to one step beyond an event, shortest first. */
  const waysTo = (event: string) =>
    paths
      .flatMap((path) => path.flatMap(({ type }, index) => (type === event ? [path.slice(0, index + 2)] : [])))
      .toSorted((one, other) => one.length - other.length)
      .slice(0, mostWays)

  const walksNotice = async (event: string | undefined) => {
    const taken = event === undefined ? paths : waysTo(event)
    if (taken.length === 0) return false
    const system = await http({ databaseUrl, seed: 1 })
    try {
      for (const path of taken) if (await walk(system, path)) return true
      return false
    } finally {
      await system.close()
    }
  }

  const scenariosNotice = async (event: string | undefined) => {
    const told = stories.filter(({ steps }) => event === undefined || steps.some((step) => step.event === event))
    if (told.length === 0) return false
    const app = await testApp({ databaseUrl })
    try {
      await grantAll(app, actors)
      const ids = await idsOf(app, actors)
      for (const story of told) if ((await walkOverHttp(app, ids, story)).length > 0) return true
      return false
    } finally {
      await app.close()
    }
  }

  beforeAll(async () => {
    for (const file of files) groups.set(file, groups.get(file) ?? (await load(file)))
  })

  const passes = async (file: string, isWanted: (name: string) => boolean) =>
    runGroup(groups.get(file)!, isWanted).then(
      () => true,
      () => false,
    )

  const chosen = new Map<string, Promise<(name: string) => boolean>>()
  /** The tests of a file that send an event, with those beside them or with all where they need these before them. */
  const sendersOf = (file: string, event: string) => {
    const key = `${file} ${event}`
    const choose = async () => {
      const its = senders.get(file)!.get(event) ?? new Set()
      const groupsOf = new Set([...its].map(groupOf))
      for (const isWanted of [(name: string) => its.has(name), (name: string) => groupsOf.has(groupOf(name))])
        if (await passes(file, isWanted)) return isWanted
      return () => true
    }
    if (!chosen.has(key)) chosen.set(key, choose())
    return chosen.get(key)!
  }

  const attempt = async (run: () => Promise<boolean>) => run().catch(() => true)

  /** The first check that notices a fact that is taken out; undefined when none does. */
  const noticedBy = async (mutant: FactMutant): Promise<string | undefined> => {
    changing(mutant)
    const { event, isLax } = mutant
    const inWalks = async () => (await attempt(() => walksNotice(event))) && 'walks'
    const inScenarios = async () => (await attempt(() => scenariosNotice(event))) && 'scenarios'
    const inTests = async () => {
      for (const file of files) {
        handlers.change = (command) => command
        const isWanted = await sendersOf(file, event)
        changing(mutant)
        if (!(await passes(file, isWanted))) return 'server tests'
      }
      return false
    }
    // Walks refuse nothing that a lax fact would accept, so what refuses comes first.
    for (const notices of isLax ? [inScenarios, inTests, inWalks] : [inWalks, inScenarios, inTests]) {
      const by = await notices()
      if (by) return by
    }
    return undefined
  }

  test('no fact is missed while none is taken out', async () => {
    expect(await walksNotice(undefined)).toBe(false)
    expect(await scenariosNotice(undefined)).toBe(false)
    for (const file of files) {
      let now = ''
      const sent = new Map<string, Set<string>>()
      senders.set(file, sent)
      handlers.change = (command) => {
        if (isOfChart(command) && now)
          sent.set(command.event.type, (sent.get(command.event.type) ?? new Set()).add(now))
        return command
      }
      await runGroup(
        groups.get(file)!,
        () => true,
        (name) => {
          now = name
        },
      )
    }
  })

  test.each(factMutantsOf(model).map((one) => [one.without, one] as const))('%s', async (without, mutant) => {
    const by = await noticedBy(mutant)
    const isExplained = explainedFacts.has(`${chart}: ${without}`)
    expect(by === undefined, `whether nothing notices it; noticed by ${by}`).toBe(isExplained)
    noticed.set(by ?? 'explanation', (noticed.get(by ?? 'explanation') ?? 0) + 1)
  })
})
