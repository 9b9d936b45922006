import { describe, expect, test } from 'vitest'
import { type BulkEvent, bulkMachine } from '../../src/machines/bulk.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { bulkFacts } from './bulk.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: BulkEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...bulkFacts[type],
  ...more,
})

const given = (...events: Fact[]) => givenChart(bulkMachine, ...events)

const requested = [event('bulkRequested', { by: 'ayu', at: 5 })]
const running = [...requested, event('bulkBegun', { at: 10 })]

test('a bulk action first writes down which rows are meant', () => {
  const { context, effects } = given()
    .when(event('bulkRequested', { by: 'ayu', at: 5 }), 'bulk.request')
    .then('requested')
  expect(context).toMatchObject({
    asker: 'ayu',
    rows: 2,
    wanted: { command: 'firstAssigned', said: { to: 'staff/4' } },
  })
  expect(effects).toEqual(['collectRows'])
})

test.each([
  [0, 'someRows'],
  [11, 'withinLimit'],
])('of %d rows it is refused', (rows, reason) => {
  given()
    .when(event('bulkRequested', { by: 'ayu', rows }), 'bulk.request')
    .refused(reason)
})

test.each([1, 10])('of %d rows it is taken', (rows) => {
  given()
    .when(event('bulkRequested', { by: 'ayu', rows }), 'bulk.request')
    .then('requested')
})

test('then it does them, and ends with how many were done and refused', () => {
  const { context: begun, effects } = given(...requested)
    .when(event('bulkBegun'), 'SYS')
    .then('running')
  expect(begun.rows).toBe(3)
  expect(effects).toEqual(['runBulk'])
  const { context } = given(...running)
    .when(event('bulkFinished', { at: 20 }), 'SYS')
    .then('done')
  expect(context).toMatchObject({ result: { done: 2, refused: 1 }, endedAt: 20 })
})

describe('it is cancelled', () => {
  test.each([
    ['while its rows are collected', requested],
    ['while it runs', running],
  ])('by its asker %s, and nobody else', (_, events) => {
    expect(given(...events).offers('budi')).toEqual({ bulkCancelled: 'asker' })
    given(...events)
      .when(event('bulkCancelled', { by: 'budi' }), 'bulk.cancel')
      .refused('asker')
    const { context } = given(...events)
      .when(event('bulkCancelled', { by: 'ayu', at: 15 }), 'bulk.cancel')
      .then('cancelled')
    expect(context.endedAt).toBe(15)
  })
})
