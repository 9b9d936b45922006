import { describe, expect, test } from 'vitest'
import { type BacktestEvent, backtestMachine } from '../../src/machines/backtest.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { backtestFacts, result } from './backtest.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: BacktestEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...backtestFacts[type],
  ...more,
})

const given = (...events: Fact[]) => givenChart(backtestMachine, ...events)

const requested = [event('backtestRequested', { by: 'ayu', at: 5 })]
const running = [...requested, event('backtestBegun', { at: 10 })]

test('a backtest first waits for its turn', () => {
  const { context, effects } = given()
    .when(event('backtestRequested', { by: 'ayu', at: 5 }), 'backtest.request')
    .then('requested')
  expect(context).toMatchObject({
    asker: 'ayu',
    applications: 10,
    wanted: { ruleSet: '3', edition: 2, against: null, from: 0, to: 100, most: 50 },
    requestedAt: 5,
  })
  expect(effects).toEqual(['beginBacktest'])
})

test('over no application it is refused', () => {
  given()
    .when(event('backtestRequested', { by: 'ayu', applications: 0 }), 'backtest.request')
    .refused('someApplications')
})

test('then it goes over them, and ends with what it found, which the draft is told', () => {
  const { effects } = given(...requested)
    .when(event('backtestBegun', { at: 10 }), 'SYS')
    .then('running')
  expect(effects).toEqual(['runBacktest'])
  const { context, effects: after } = given(...running)
    .when(event('backtestFinished', { at: 20 }), 'SYS')
    .then('done')
  expect(context).toMatchObject({ result, endedAt: 20 })
  expect(after).toEqual(['noteBacktest'])
})

test('it fails when its asker may no more', () => {
  const { context, effects } = given(...running)
    .when(event('backtestFailed', { at: 20 }), 'SYS')
    .then('failed')
  expect(context).toMatchObject({ reason: 'notPermitted', result: null, endedAt: 20 })
  expect(effects).toEqual(['dropBacktest'])
})

test('it fails when it takes too long, and not a moment before', () => {
  given(...running)
    .when(event('backtestTimedOut', { at: 1009 }), 'SYS')
    .refused('deadlineAhead')
  const { context } = given(...running)
    .when(event('backtestTimedOut', { at: 1010 }), 'SYS')
    .then('failed')
  expect(context).toMatchObject({ reason: 'timedOut', endedAt: 1010 })
})

describe('it is cancelled', () => {
  test.each([
    ['while it waits', requested],
    ['while it runs', running],
  ])('by its asker %s, and nobody else', (_, events) => {
    expect(given(...events).offers('budi')).toEqual({ backtestCancelled: 'asker' })
    given(...events)
      .when(event('backtestCancelled', { by: 'budi' }), 'backtest.cancel')
      .refused('asker')
    const { context, effects } = given(...events)
      .when(event('backtestCancelled', { by: 'ayu', at: 15 }), 'backtest.cancel')
      .then('cancelled')
    expect(context.endedAt).toBe(15)
    expect(effects).toEqual(['dropBacktest'])
  })
})
