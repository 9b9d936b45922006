import { expect, test } from 'vitest'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { heard, processes, projections } from '../../src/server/processes.ts'

const kinds = lifecycles.map(({ name }) => name).toSorted()

test('every lifecycle says who hears of it', () => {
  expect(Object.keys(heard).toSorted()).toEqual(kinds)
})

test('every lifecycle has a table', () => {
  const made = new Set(projections.tables.map(({ kind }) => kind))
  expect(kinds.filter((kind) => !made.has(kind))).toEqual([])
})

test('no two processes say anything of one kind', () => {
  const said = processes.flatMap((process) => Object.keys(process.heard ?? {}))
  expect(said.toSorted()).toEqual([...new Set(said)].toSorted())
})
