import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { merged, processes } from '../../src/server/processes.ts'
import type { Server } from '../../src/server/server.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import { reports } from '../../src/services/report.ts'
import { effectsOf } from '../kit/chartWords.ts'
import { effectsDone, exportedByServices } from '../kit/declared.ts'

test('no two processes say anything of one kind', () => {
  const kinds = processes.flatMap((process) => Object.keys(process.kinds ?? {}))
  expect(kinds.toSorted()).toEqual([...new Set(kinds)].toSorted())
})

// Rows of a job, a sheet, a file or a batch, which its own screen shows as a part of it.
const partsOfRecords = ['backtest.orders', 'bulk.rows', 'order.sheetRows', 'bankStatement.preview', 'smsBatch.people']
// Tables that are read at once, and exported too.
const readAtOnce = ['report.rollMatrix']

test('every list that is read by pages has an export, which its screen offers', async () => {
  const values = [...(await exportedByServices()), ...Object.values(reports)]
  // A list and its count can be one value.
  const declared = values.flatMap((value) => [value, (value as { list?: unknown } | null)?.list])
  const lists = [...new Set(declared.flatMap((value) => (isList(value) ? [value.id] : [])))]
  // Only the lists' names are read.
  const exported = merged((process) => process.exports?.({} as Server))
  expect(Object.keys(exported).length).toBeGreaterThan(10)
  expect([...Object.keys(exported), ...partsOfRecords].toSorted()).toEqual([...lists, ...readAtOnce].toSorted())
})

const isList = (value: unknown): value is Endpoint => {
  const { data } = (value ?? {}) as Partial<Endpoint>
  const { rows, next } = ((data ?? {}) as { shape?: Record<string, unknown> }).shape ?? {}
  return rows !== undefined && next !== undefined
}

test('every effect of a process is named by a chart, and done by one process', () => {
  const named = lifecycles.flatMap(({ machine }) => effectsOf(machine))
  const done = effectsDone()
  expect(done.filter((name) => !named.includes(name))).toEqual([])
  expect(done).toEqual([...new Set(done)])
})

test('each effect stands in a file of its own, which has its name', () => {
  const named = /(?:^|[ {,(])\w+: (\w+)\(server\b/g
  for (const file of globSync('src/server/*/process.ts')) {
    const text = readFileSync(file, 'utf8')
    const effects = [...text.slice(text.indexOf('effects: {')).matchAll(named)].map(([, name]) => name!)
    const lacking = effects.filter((name) => !text.includes(`import { ${name} } from './${name}.ts'`))
    expect({ file, lacking }).toEqual({ file, lacking: [] })
  }
  expect(effectsDone().length).toBeGreaterThan(20)
})
