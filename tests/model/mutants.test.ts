import { globSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { collected } from '../setup/collected.ts'
import { chartSystem } from './chart.ts'
import { charted } from './charts.ts'
import { cover } from './cover.ts'
import { invariants } from './invariants.all.ts'
import { formsOf } from './invariants.ts'
import { interfacesOf } from './model.ts'
import { mutantsOf } from './mutants.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { walk } from './walk.ts'

const present = vi.hoisted(() => ({ machine: undefined as unknown }))

afterEach(() => {
  present.machine = undefined
})

describe.each(invariants)('$chart', (its) => {
  const name = its.chart
  test('nothing can be taken out of its chart unnoticed', async () => {
    const { machine } = lifecycles.find((one) => one.name === name)!
    const file = globSync(`src/machines/{${name},${name.toLowerCase()}}.ts`)[0]!
    vi.doMock(`../../${file}`, async (original) => {
      const real = await original<Record<string, unknown>>()
      const chart = Object.keys(real).find((one) => one.endsWith('Machine'))!
      return Object.defineProperty({ ...real }, chart, { get: () => present.machine ?? machine, enumerable: true })
    })
    const files = globSync(`tests/machines/${file.slice('src/machines/'.length, -3)}*.test.ts`)
    const units = await collected(() =>
      Promise.all(files.map((one) => import(/* @vite-ignore */ `../../${one}?collected`))),
    )
    const { model } = charted.get(name)!
    const paths = cover(model, pathsOf(model, atlasOf(model, usual)))

    /** The first check that notices a chart; undefined when none does. */
    const noticedBy = async (mutant: AnyStateMachine): Promise<string | undefined> => {
      present.machine = mutant
      for (const unit of units)
        try {
          await unit.run()
        } catch {
          return 'unit'
        }
      if (!isDeepStrictEqual(formsOf(mutant), its.forms)) return 'forms'
      const system = chartSystem({ ...model, machine: mutant, interfaces: interfacesOf(mutant) })
      for (const path of paths) if (await walk(system, path)) return 'model'
      if (its.search(mutant, 1).violations.length > 0) return 'invariants'
      return undefined
    }

    expect(await noticedBy(machine), 'the whole chart').toBeUndefined()
    const noticed = new Map<string, number>()
    const survivors: string[] = []
    const mutants = mutantsOf(machine)
    for (const mutant of mutants) {
      const by = await noticedBy(mutant.machine)
      if (by) noticed.set(by, (noticed.get(by) ?? 0) + 1)
      else survivors.push(mutant.without)
    }
    const counts = [...noticed].map(([by, count]) => `${count} by ${by}`).join(', ')
    console.log(`${name}: ${mutants.length} mutants, ${counts}, ${survivors.length} survived`)
    for (const one of survivors) console.log(`  survived: ${one}`)
    expect(survivors).toEqual([])
  })
})
