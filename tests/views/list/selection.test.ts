import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { between, changed, everything, isSelected, nothing } from '../../../src/views/list/selection.ts'
import { useSelection } from '../../../src/views/list/useSelection.ts'

const page = ['a', 'b', 'c', 'd']
const keys = (selection: typeof nothing) => [...selection.keys]

test('rows are added and taken out, on whichever page they are', () => {
  const two = changed(changed(nothing, ['b'], true, page), ['x'], true, ['x', 'y'])
  expect(keys(two)).toEqual(['b', 'x'])
  expect(keys(changed(two, ['b'], false, page))).toEqual(['x'])
})

test('a range goes either way, and is one row when the other end is on another page', () => {
  expect(between(page, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(page, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(page, 'x', 'c')).toEqual(['c'])
})

test('everything is every row, and one taken out of it leaves the others of the page', () => {
  expect(isSelected(everything, 'never seen')).toBe(true)
  expect(changed(everything, ['b'], true, page)).toBe(everything)
  const left = changed(everything, ['b'], false, page)
  expect(left.all).toBe(false)
  expect(keys(left)).toEqual(['a', 'c', 'd'])
})

test('a row stays as it was ticked while the list goes on, until it is ticked anew', () => {
  type Row = { key: string; version: number }
  const filter = {}
  const first: Row[] = [
    { key: 'a', version: 1 },
    { key: 'b', version: 1 },
  ]
  const { result, rerender } = renderHook((rows: Row[]) => useSelection(rows, ({ key }) => key, filter), {
    initialProps: first,
  })
  act(() => result.current.toggle('a'))
  const later: Row[] = [
    { key: 'a', version: 2 },
    { key: 'b', version: 2 },
  ]
  rerender(later)
  act(() => result.current.toggle('b'))
  expect(result.current.rows).toEqual(later)
  const ticked = () => Object.fromEntries(result.current.ticked.map(({ key, version }) => [key, version]))
  expect(ticked()).toEqual({ a: 1, b: 2 })
  act(() => result.current.toggle('a'))
  act(() => result.current.toggle('a'))
  expect(ticked()).toEqual({ a: 2, b: 2 })
})
