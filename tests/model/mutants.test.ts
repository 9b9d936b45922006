import { globSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { type Collected, collected } from '../setup/collected.ts'
import { chartSystem } from './chart.ts'
import { charted } from './charts.ts'
import { cover } from './cover.ts'
import { invariants } from './invariants.all.ts'
import { formsOf } from './invariants.ts'
import { interfacesOf } from './model.ts'
import { explained } from './mutants.explained.ts'
import { mutantsOf } from './mutants.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { walk } from './walk.ts'

const present = vi.hoisted(() => ({ machine: undefined as unknown }))

describe.each(invariants)('$chart', (its) => {
  const name = its.chart
  const { machine } = lifecycles.find((one) => one.name === name)!
  const { model } = charted.get(name)!
  const paths = cover(model, pathsOf(model, atlasOf(model, usual)))
  const noticed = new Map<string, number>()
  let units: Collected[]

  // The chart's unit tests read from its module which chart there is at present.
  beforeAll(async () => {
    const file = globSync(`src/machines/{${name},${name.toLowerCase()}}.ts`)[0]!
    vi.doMock(`../../${file}`, async (original) => {
      const real = await original<Record<string, unknown>>()
      const chart = Object.keys(real).find((one) => one.endsWith('Machine'))!
      return Object.defineProperty({ ...real }, chart, { get: () => present.machine ?? machine, enumerable: true })
    })
    const files = globSync(`tests/machines/${file.slice('src/machines/'.length, -3)}*.test.ts`)
    units = await collected(() => Promise.all(files.map((one) => import(/* @vite-ignore */ `../../${one}?collected`))))
  })
  afterEach(() => {
    present.machine = undefined
  })
  afterAll(() => {
    const counts = [...noticed].map(([by, count]) => `${count} by its ${by}`).join(', ')
    console.log(`${name}: noticed ${counts || 'nothing'}`)
  })

  /** The first check that notices a chart; undefined when none does. */
  const noticedBy = async (mutant: AnyStateMachine): Promise<string | undefined> => {
    present.machine = mutant
    for (const unit of units)
      try {
        await unit.run()
      } catch {
        return 'unit tests'
      }
    if (!isDeepStrictEqual(formsOf(mutant), its.forms)) return 'forms'
    const system = chartSystem({ ...model, machine: mutant, interfaces: interfacesOf(mutant) })
    for (const path of paths) if (await walk(system, path)) return 'walks'
    try {
      return its.search(mutant, 1).violations.length > 0 ? 'invariants' : undefined
    } catch {
      // What stands behind a rule may fail without it.
      return 'invariants'
    }
  }

  test('nothing is noticed while nothing is taken out', async () => {
    expect(await noticedBy(machine)).toBeUndefined()
  })

  test.each(mutantsOf(machine).map((one) => [one.without, one.machine] as const))('%s', async (without, mutant) => {
    const by = await noticedBy(mutant)
    const isExplained = explained.has(`${name}: ${without}`)
    expect(by === undefined, `whether nothing notices it; noticed by ${by}`).toBe(isExplained)
    noticed.set(by ?? 'explanation', (noticed.get(by ?? 'explanation') ?? 0) + 1)
  })
})
