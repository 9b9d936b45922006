import { expect, test } from 'vitest'
import type { Layout } from '../../../src/services/savedViews.ts'
import { arranged, layoutOf, moved } from '../../../src/views/list/layout.ts'

const columns = ['no', 'name', 'amount', 'at'].map((name) => ({ name }))
const names = (layout: Layout | null) =>
  arranged(columns, layout).map(({ column, hidden }) => (hidden ? `(${column.name})` : column.name))

test('without a layout all columns are shown as the list has them', () => {
  expect(names(null)).toEqual(['no', 'name', 'amount', 'at'])
})

test('a layout orders and hides; what it does not know of comes last, and what the list lost is left out', () => {
  expect(names({ columns: [{ name: 'at' }, { name: 'lost' }, { name: 'name', hidden: true }] })).toEqual([
    'no',
    'at',
    '(name)',
    'amount',
  ])
})

test('an extra column is there once a layout shows it', () => {
  const extra = arranged([{ name: 'no' }, { name: 'who', extra: true as const }], null)
  expect(extra.map(({ hidden }) => hidden)).toEqual([false, true])
  const asked = arranged([{ name: 'no' }, { name: 'who', extra: true as const }], { columns: [{ name: 'who' }] })
  expect(asked.map(({ hidden }) => hidden)).toEqual([false, false])
})

test('the first column says which row it is: nothing moves or hides it', () => {
  expect(names({ columns: [{ name: 'at' }, { name: 'no', hidden: true }] })).toEqual(['no', 'at', 'name', 'amount'])
})

test.each([
  [2, -1, ['no', 'amount', 'name', 'at']],
  [2, 1, ['no', 'name', 'at', 'amount']],
  [1, -1, ['no', 'name', 'amount', 'at']],
  [3, 1, ['no', 'name', 'amount', 'at']],
])('the column at %i moves by %i and not past the ends', (from, by, expected) => {
  const placed = moved(arranged(columns, null), from, by)
  expect(names(layoutOf(placed, null))).toEqual(expected)
})

test('a layout keeps widths, what is frozen, and what is hidden', () => {
  const layout: Layout = {
    columns: [
      { name: 'amount', width: 90 },
      { name: 'at', hidden: true },
    ],
    frozen: 2,
    plain: true,
  }
  expect(layoutOf(arranged(columns, layout), layout)).toEqual({
    columns: [{ name: 'no' }, { name: 'amount', width: 90 }, { name: 'at', hidden: true }, { name: 'name' }],
    frozen: 2,
    plain: true,
  })
})
