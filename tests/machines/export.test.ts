import { describe, expect, test } from 'vitest'
import { type ExportEvent, exportMachine } from '../../src/machines/export.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { exportFacts, fileTtl, runTtl } from './export.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: ExportEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...exportFacts[type],
  ...more,
})

const given = (...events: Fact[]) => givenChart(exportMachine, ...events)

const requested = [event('exportRequested', { by: 'ayu', at: 5 })]
const running = [...requested, event('exportBegun', { at: 10 })]
const ready = [...running, event('exportFinished', { at: 20 })]

describe('an export that is asked for', () => {
  test('waits for its turn', () => {
    const { context, effects, deadlines } = given()
      .when(event('exportRequested', { by: 'ayu', at: 5 }), 'export.request')
      .then('requested')
    expect(context).toMatchObject({ asker: 'ayu', requestedAt: 5, rows: 2, wanted: { columns: ['orderNo', 'amount'] } })
    expect(effects).toEqual(['beginExport'])
    expect(deadlines).toEqual([])
  })

  test('is refused beyond the limit, and taken up to it', () => {
    given()
      .when(event('exportRequested', { by: 'ayu', rows: 11 }), 'export.request')
      .refused('withinLimit')
    given()
      .when(event('exportRequested', { by: 'ayu', rows: 10 }), 'export.request')
      .then('requested')
  })

  test('is planned by the system for its reader, who alone may give it up', () => {
    const { context, effects } = given()
      .when(event('exportPlanned', { at: 5 }), 'SYS')
      .then('requested')
    expect(context).toMatchObject({ asker: 'staff/3', plan: 'plan-1', requestedAt: 5, rows: 1 })
    expect(effects).toEqual(['beginExport'])
    given()
      .when(event('exportPlanned', { rows: 11 }), 'SYS')
      .refused('withinLimit')
    const planned = [event('exportPlanned', { at: 5 })]
    given(...planned)
      .when(event('exportCancelled', { by: 'ayu' }), 'export.cancel')
      .refused('asker')
    given(...planned)
      .when(event('exportCancelled', { by: 'staff/3' }), 'export.cancel')
      .then('cancelled')
  })

  test('begins by the system, with so much time', () => {
    given(...requested)
      .when(event('exportBegun', { by: 'ayu' }), 'export.request')
      .refused('notOffered')
    const { effects, deadlines } = given(...requested)
      .when(event('exportBegun', { at: 10 }), 'SYS')
      .then('running')
    expect(effects).toEqual(['runExport'])
    expect(deadlines).toEqual([{ event: 'exportTimedOut', at: 10 + runTtl, version: 2 }])
  })
})

describe('an export that runs', () => {
  test('ends in a file that is kept for a while', () => {
    const { context, effects, deadlines } = given(...running)
      .when(event('exportFinished', { at: 20 }), 'SYS')
      .then('ready')
    expect(context).toMatchObject({ rows: 3, file: { file: 'f1', name: 'Antrean.xlsx', bytes: 900 }, endedAt: 20 })
    expect(effects).toEqual([])
    expect(deadlines).toEqual([{ event: 'exportExpired', at: 20 + fileTtl, version: 3 }])
  })

  test('fails with a reason, and what it had written is dropped', () => {
    const { context, effects } = given(...running)
      .when(event('exportFailed'), 'SYS')
      .then('failed')
    expect(context.reason).toBe('notPermitted')
    expect(effects).toEqual(['dropExport'])
  })

  test('fails when its time is up, not before', () => {
    given(...running)
      .when(event('exportTimedOut', { at: 9 + runTtl, armed: 2 }), 'SYS')
      .refused('deadlineAhead')
    const { context, effects } = given(...running)
      .when(event('exportTimedOut', { at: 10 + runTtl, armed: 2 }), 'SYS')
      .then('failed')
    expect(context.reason).toBe('timedOut')
    expect(effects).toEqual(['dropExport'])
  })
})

describe('an export is cancelled', () => {
  test.each([
    ['while it waits', requested],
    ['while it runs', running],
  ])('by its asker %s, and nobody else', (_, events) => {
    expect(given(...events).offers('budi')).toEqual({ exportCancelled: 'asker' })
    given(...events)
      .when(event('exportCancelled', { by: 'budi' }), 'export.cancel')
      .refused('asker')
    const { context, effects } = given(...events)
      .when(event('exportCancelled', { by: 'ayu', at: 15 }), 'export.cancel')
      .then('cancelled')
    expect(context.endedAt).toBe(15)
    expect(effects).toEqual(['dropExport'])
  })

  test('no more once its file is there', () => {
    given(...ready)
      .when(event('exportCancelled', { by: 'ayu' }), 'export.cancel')
      .refused('notOffered')
  })
})

test('a file is dropped when it was kept long enough', () => {
  given(...ready)
    .when(event('exportExpired', { at: 19 + fileTtl, armed: 3 }), 'SYS')
    .refused('deadlineAhead')
  const { effects } = given(...ready)
    .when(event('exportExpired', { at: 20 + fileTtl, armed: 3 }), 'SYS')
    .then('expired')
  expect(effects).toEqual(['dropExport'])
})
