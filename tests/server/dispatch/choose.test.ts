import { describe, expect, test } from 'vitest'
import { choose, type Ready, type Waiting } from '../../../src/server/dispatch/choose.ts'

const desk = (id: string, more: Partial<Ready> = {}): Ready => ({
  id,
  weight: 1,
  holds: 0,
  turn: 0,
  pos: 0,
  groups: [{ apps: [], capacity: 1000 }],
  ...more,
})
const order = (orderNo: string, more: Partial<Waiting> = {}): Waiting => ({
  orderNo,
  app: 'DK',
  barred: null,
  had: [],
  ...more,
})
const orders = (count: number) => Array.from({ length: count }, (_, index) => order(`LK${index}`))
const given = (ready: readonly Ready[], several: readonly Waiting[]) => choose(ready, several).map(({ to }) => to)
const weighted = [desk('ayu'), desk('budi', { weight: 2 }), desk('citra', { weight: 3 })]
const among = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length

describe('shares follow the weights', () => {
  /** The largest deviation of any desk from its weighted share, after any number of these orders. */
  const furthest = (ids: readonly string[]) =>
    Math.max(
      ...ids.flatMap((_, index) =>
        weighted.map(({ id, weight }) => Math.abs(among(ids.slice(0, index + 1), id) - ((index + 1) * weight) / 6)),
      ),
    )

  test('while nobody decides anything: 100, 200 and 300 of 600, and never more than one off on the way', () => {
    const ids = given(weighted, orders(600))
    expect(weighted.map(({ id }) => among(ids, id))).toEqual([100, 200, 300])
    expect(furthest(ids)).toBeLessThanOrEqual(1)
  })

  test('while everybody decides at once and holds nothing: the same', () => {
    const ready = weighted.map((one) => ({ ...one }))
    const ids = orders(600).map((one, index) => {
      const { to, turn } = choose(ready, [one])[0]!
      Object.assign(
        ready.find(({ id }) => id === to)!,
        { turn, pos: index + 1 },
      )
      return to
    })
    expect(weighted.map(({ id }) => among(ids, id))).toEqual([100, 200, 300])
    expect(furthest(ids)).toBeLessThanOrEqual(1)
  })
})

test('the least laden by weight comes first, whoever has waited longer', () => {
  expect(given([desk('ayu', { holds: 1 }), desk('budi', { holds: 1, weight: 2, turn: 9999 })], orders(1))).toEqual([
    'budi',
  ])
})

test('of two with the same load and turn, whoever was given one longest ago', () => {
  expect(given([desk('ayu', { pos: 8 }), desk('budi', { pos: 5 })], orders(1))).toEqual(['budi'])
})

test('somebody who was away does not get everything until they have caught up', () => {
  const back = desk('ayu', { turn: 0 })
  const ids: string[] = []
  const ready = [back, desk('budi', { turn: 2520 * 50 })].map((one) => ({ ...one }))
  for (const one of orders(10)) {
    const { to, turn } = choose(ready, [one])[0]!
    Object.assign(
      ready.find(({ id }) => id === to)!,
      { turn, pos: ids.length },
    )
    ids.push(to)
  }
  expect(among(ids, 'ayu')).toBeLessThanOrEqual(6)
})

test('nobody is given more than the group that takes the order has room for', () => {
  const groups = [
    { apps: ['DK'], capacity: 2 },
    { apps: ['PW'], capacity: 4 },
  ]
  const several = [...orders(3), ...Array.from({ length: 5 }, (_, index) => order(`PW${index}`, { app: 'PW' }))]
  expect(choose([desk('ayu', { groups })], several).map((choice) => choice.order.orderNo)).toEqual([
    'LK0',
    'LK1',
    'PW0',
    'PW1',
  ])
})

test('an app is given to those whose groups take it', () => {
  const groups = [{ apps: ['PW'], capacity: 9 }]
  expect(given([desk('ayu', { groups }), desk('budi', { holds: 8 })], orders(1))).toEqual(['budi'])
  expect(given([desk('ayu', { groups })], orders(1))).toEqual([])
})

test('the first reviewer is never given the final review', () => {
  expect(given([desk('ayu')], [order('LK1', { barred: 'ayu' })])).toEqual([])
})

test('whoever gave an order back has it again only when nobody else can take it', () => {
  const back = [order('LK1', { had: ['ayu'] })]
  expect(given([desk('ayu'), desk('budi', { holds: 7 })], back)).toEqual(['budi'])
  expect(given([desk('ayu'), desk('budi', { holds: 1000 })], back)).toEqual(['ayu'])
})
