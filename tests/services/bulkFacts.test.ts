import { expect, test } from 'vitest'
import { bulkFacts, decidedRow } from '../../src/services/bulkFacts.ts'
import { decidedLines } from '../../src/services/statement.columns.ts'
import type { Line } from '../../src/services/statement.ts'

const line = { txid: 'A1', account: 'BCA-IN', day: '2026-11-19', direction: 'credit', amount: 0.1 } as Line
const factsOf = (...lines: Partial<Line>[]) =>
  bulkFacts(
    decidedLines,
    lines.map((one) => decidedRow(decidedLines, { ...line, ...one }, (key) => key)),
  )

test('amounts are summed to the sen, credits and debits apart', () => {
  expect(factsOf({}, { amount: 0.2 }, { direction: 'debit', amount: 7 }).amounts).toEqual({ credits: 0.3, debits: 7 })
  expect(factsOf({}).amounts).toEqual({ credits: 0.1 })
})

test('what all rows share is told, and of anything else how many different ones there are', () => {
  const { shared } = factsOf({}, { day: '2026-11-20' })
  expect(shared).toEqual({ account: { different: 1, one: 'BCA-IN' }, day: { different: 2, one: null } })
})

test('the rows themselves are told as long as they are few', () => {
  const lines = Array.from({ length: 6 }, (_, nth) => ({ txid: `A${nth}` }))
  expect(factsOf(...lines.slice(1)).few.map(({ txid }) => txid)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
  expect(factsOf(...lines).few).toEqual([])
})
