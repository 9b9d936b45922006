import { describe, expect, test } from 'vitest'
import { type BankStatementEvent, bankStatementMachine } from '../../src/machines/bankStatement.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { bankStatementFacts, previewTtl, runTtl } from './bankStatement.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: BankStatementEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...bankStatementFacts[type],
  ...more,
})
const given = (...events: Fact[]) => givenChart(bankStatementMachine, ...events)

const uploaded = [event('statementUploaded', { by: 'dewi', at: 5 })]
const reading = [...uploaded, event('statementBegun', { at: 10 })]
const staged = [...reading, event('statementStaged', { at: 20 })]
const confirm = 'bankStatement.confirm'
const confirmed = (more: More = {}) => event('statementConfirmed', { by: 'dewi', at: 30, ...more })

describe('a bank’s file', () => {
  test('is read when its turn comes, within so much time', () => {
    const { effects, deadlines } = given(...uploaded)
      .when(event('statementBegun', { at: 10 }), 'SYS')
      .then('reading')
    expect(effects).toEqual(['readStatement'])
    expect(deadlines).toEqual([{ event: 'statementTimedOut', at: 10 + runTtl, version: 2 }])
  })

  test('is refused with a reason and nothing more happens', () => {
    const { context, effects } = given(...reading)
      .when(event('statementRefused', { at: 12 }), 'SYS')
      .then('refused')
    expect(context).toMatchObject({ reason: 'lines', errors: 3, endedAt: 12 })
    expect(effects).toEqual([])
  })

  test('of an unknown layout waits for a while, and is read again by whoever uploaded it', () => {
    const unknown = [...reading, event('layoutUnknown', { at: 20 })]
    const { context, deadlines } = given(...reading)
      .when(event('layoutUnknown', { at: 20 }), 'SYS')
      .then('unknown')
    expect(context.reason).toBe('noColumn')
    expect(deadlines).toEqual([{ event: 'statementLapsed', at: 20 + previewTtl, version: 3 }])
    given(...unknown)
      .when(event('statementReread', { by: 'budi' }), 'bankStatement.reread')
      .refused('uploader')
    const again = given(...unknown)
      .when(event('statementReread', { by: 'dewi' }), 'bankStatement.reread')
      .then('uploaded')
    expect([again.context.reason, again.effects]).toEqual([null, ['beginStatement']])
    given(...unknown)
      .when(event('statementLapsed', { at: 20 + previewTtl, armed: 3 }), 'SYS')
      .then('cancelled')
  })

  test('waits for somebody while a movement that was left out of it is missing', () => {
    const ready = [...staged, confirmed(), event('statementAppended', { at: 40 })]
    const missing = [...ready, event('pendingMissed', { at: 50 })]
    given(...ready)
      .when(event('pendingMissed', { at: 50 }), 'SYS')
      .then('missing')
    given(...missing)
      .when(event('pendingCame', { at: 60 }), 'SYS')
      .then('ready')
    const { context } = given(...missing)
      .when(event('pendingSettled', { by: 'dewi', at: 60 }), 'bankStatement.settlePending')
      .then('ready')
    expect(context.note).toBe('dibatalkan bank')
  })

  test('waits to be looked at for a while only', () => {
    const { context, deadlines } = given(...reading)
      .when(event('statementStaged', { at: 20 }), 'SYS')
      .then('staged')
    expect(context.totals).toEqual({
      lines: 2,
      from: '2026-11-19',
      to: '2026-11-20',
      start: 1000,
      end: 1300,
      credits: 500,
      debits: 200,
    })
    expect(deadlines).toEqual([{ event: 'statementLapsed', at: 20 + previewTtl, version: 3 }])
  })

  test('that is a later day of an uploaded file waits for the same person', () => {
    const { context, deadlines } = given()
      .when(event('partStaged', { uploader: 'dewi', at: 20 }), 'SYS')
      .then('staged')
    expect(context).toMatchObject({ of: 'file-1', uploader: 'dewi', uploadedAt: 500, format: 'mt940' })
    expect(deadlines).toEqual([{ event: 'statementLapsed', at: 20 + previewTtl, version: 1 }])
    const part = [event('partStaged', { uploader: 'dewi', at: 20 })]
    given(...part)
      .when(confirmed({ by: 'budi' }), confirm)
      .refused('uploader')
    given(...part)
      .when(confirmed(), confirm)
      .then('appending')
  })

  test('goes into the books when whoever uploaded it says so', () => {
    given(...staged)
      .when(confirmed({ by: 'budi' }), confirm)
      .refused('uploader')
    const { context, effects } = given(...staged)
      .when(confirmed({ lastLine: 41 }), confirm)
      .then('appending')
    expect(context).toMatchObject({ follows: '', lastLine: 41 })
    expect(effects).toEqual(['appendLines'])
  })

  test.each([
    ['another goes into the account', { appending: 1 }, 'noneAppending'],
    ['it begins elsewhere than the last one ended', { lastEnd: 1001, lastDay: '2026-11-18' }, 'followsLast'],
    ['it begins before the last one ended', { lastEnd: 1000, lastDay: '2026-11-20' }, 'followsLast'],
    ['a transaction of it is known', { known: 1 }, 'newTransactions'],
    ['a day of it is closed', { shutDays: 1 }, 'daysOpen'],
    ['an earlier day of the uploaded file is to be checked', { earlier: 1 }, 'daysInOrder'],
  ])('does not when %s', (_, more, reason) => {
    given(...staged)
      .when(confirmed(more), confirm)
      .refused(reason)
  })

  test('follows the last one of its account', () => {
    given(...staged)
      .when(confirmed({ follows: 's0', lastEnd: 1000, lastDay: '2026-11-19' }), confirm)
      .then('appending')
  })

  test('cannot be given up any more once its lines go into the books', () => {
    given(...staged, confirmed())
      .when(event('statementCancelled', { by: 'dewi', at: 40 }), 'bankStatement.cancel')
      .refused('notOffered')
    const { effects } = given(...staged, confirmed())
      .when(event('statementAppended', { at: 50 }), 'SYS')
      .then('ready')
    expect(effects).toEqual(['matchLines', 'seekPending'])
  })

  test.each([
    ['while it waits', uploaded],
    ['while it is read', reading],
    ['once it was read', staged],
  ])('is given up %s by whoever uploaded it alone', (_, events) => {
    given(...events)
      .when(event('statementCancelled', { by: 'budi' }), 'bankStatement.cancel')
      .refused('uploader')
    const { effects } = given(...events)
      .when(event('statementCancelled', { by: 'dewi', at: 25 }), 'bankStatement.cancel')
      .then('cancelled')
    expect(effects).toEqual(['dropStatement'])
  })
})
