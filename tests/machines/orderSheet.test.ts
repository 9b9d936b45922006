import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type OrderSheetEvent, orderSheetMachine } from '../../src/machines/orderSheet.ts'
import { given as givenChart } from '../kit/given.ts'
import { fileTtl, orderSheetFacts, runTtl } from './orderSheet.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: OrderSheetEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...orderSheetFacts[type],
  ...more,
})

const given = (...events: Fact[]) => givenChart(orderSheetMachine, ...events)

const requested = [event('sheetRequested', { by: 'dewi', at: 5 })]
const running = [...requested, event('sheetBegun', { at: 10 })]
const ready = [...running, event('sheetFinished', { at: 20 })]

describe('a sheet of order numbers', () => {
  test('waits for its turn once it was handed in', () => {
    const { context, effects } = given()
      .when(event('sheetRequested', { by: 'dewi', at: 5 }), 'order.uploadSheet')
      .then('requested')
    expect(context).toMatchObject({ asker: 'dewi', rows: 4, requestedAt: 5, counts: null, file: null })
    expect(effects).toEqual(['beginSheet'])
  })

  test('is refused beyond the limit, and taken up to it', () => {
    const asked = (rows: number) => given().when(event('sheetRequested', { by: 'dewi', rows }), 'order.uploadSheet')
    asked(11).refused('withinLimit')
    expect(asked(10).then('requested').context.rows).toBe(10)
  })

  test('is looked up within so much time, or has failed', () => {
    const begun = given(...requested)
      .when(event('sheetBegun', { at: 10 }), 'SYS')
      .then('running')
    expect(begun.effects).toEqual(['runSheet'])
    expect(begun.deadlines).toEqual([{ event: 'sheetTimedOut', at: 10 + runTtl, version: 2 }])
    given(...running)
      .when(event('sheetTimedOut', { at: 9 + runTtl, armed: 2 }), 'SYS')
      .refused('deadlineAhead')
    const { context, effects } = given(...running)
      .when(event('sheetTimedOut', { at: 10 + runTtl, armed: 2 }), 'SYS')
      .then('failed')
    expect(context).toMatchObject({ reason: 'timedOut', endedAt: 10 + runTtl })
    expect(effects).toEqual(['dropSheet'])
  })

  test('fails with a reason when its owner may look at orders no more', () => {
    const { context, effects } = given(...running)
      .when(event('sheetFailed', { at: 12 }), 'SYS')
      .then('failed')
    expect(context).toMatchObject({ reason: 'notPermitted', endedAt: 12 })
    expect(effects).toEqual(['dropSheet'])
  })

  test('ends in a file and in counts, of which the file is deleted after a while', () => {
    const { context, deadlines } = given(...running)
      .when(event('sheetFinished', { at: 20 }), 'SYS')
      .then('ready')
    expect(context).toMatchObject({ counts: { known: 1, unknown: 1, duplicate: 1, invalid: 1 }, file: { file: 'f1' } })
    expect(deadlines).toEqual([{ event: 'sheetExpired', at: 20 + fileTtl, version: 3 }])
    const expired = given(...ready)
      .when(event('sheetExpired', { at: 20 + fileTtl, armed: 3 }), 'SYS')
      .then('expired')
    expect(expired.effects).toEqual(['dropSheet'])
    expect(expired.context.counts).toEqual(context.counts)
  })

  test.each([
    ['while it waits', requested],
    ['while it runs', running],
  ])('is cancelled %s by its owner alone', (_, events) => {
    expect(given(...events).offers('budi')).toEqual({ sheetCancelled: 'asker' })
    given(...events)
      .when(event('sheetCancelled', { by: 'budi' }), 'order.uploadSheet')
      .refused('asker')
    const { context, effects } = given(...events)
      .when(event('sheetCancelled', { by: 'dewi', at: 15 }), 'order.uploadSheet')
      .then('cancelled')
    expect(context.endedAt).toBe(15)
    expect(effects).toEqual(['dropSheet'])
  })
})
