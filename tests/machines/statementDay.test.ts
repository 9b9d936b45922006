import { describe, expect, test } from 'vitest'
import { dayStart } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { type StatementDayEvent, statementDayMachine } from '../../src/machines/statementDay.ts'
import { given as givenChart } from '../kit/given.ts'
import { statementDayFacts } from './statementDay.events.ts'

const day = '2026-11-20'
type More = Partial<Fact> & Record<string, unknown>
const event = (type: StatementDayEvent['type'], by: string, more: More = {}): Fact => ({
  type,
  by,
  at: dayStart('2026-11-21'),
  ...statementDayFacts[type],
  ...(type === 'dayCloseProposed' && { day }),
  ...more,
})
const given = (...events: Fact[]) => givenChart(statementDayMachine, ...events)
const propose = 'bankStatement.proposeClose'
const confirm = 'bankStatement.confirmClose'

describe('a day of a bank account', () => {
  test('is closed by one and confirmed by another', () => {
    const { context } = given().when(event('dayCloseProposed', 'dewi'), propose).then('closing')
    expect(context).toMatchObject({ account: 'BCA-IN', day, proposer: 'dewi' })
    given(event('dayCloseProposed', 'dewi')).when(event('dayClosed', 'dewi'), confirm).refused('anotherPerson')
    const closed = given(event('dayCloseProposed', 'dewi')).when(event('dayClosed', 'budi'), confirm).then('closed')
    expect(closed.context).toMatchObject({ checker: 'budi', closedAt: dayStart('2026-11-21') })
  })

  test.each([
    ['it is not over', { at: dayStart('2026-11-21') - 1 }, 'dayOver'],
    ['it has no lines', { lines: 0 }, 'someLines'],
    ['a line is not settled', { unsettled: 1 }, 'allSettled'],
    ['a file goes into the account', { appending: 1 }, 'noneAppending'],
    ['a movement that was left out is missing', { missing: 1 }, 'noneMissing'],
    ['its balances do not tie', { end: 1301 }, 'ties'],
  ])('is not closed when %s', (_, more, reason) => {
    given()
      .when(event('dayCloseProposed', 'dewi', more), propose)
      .refused(reason)
  })

  test.each([
    ['a line came', { lines: 3, credits: 501, end: 1301 }, 'asProposed'],
    ['a line is open again', { unsettled: 1 }, 'allSettled'],
    ['a file goes into the account', { appending: 1 }, 'noneAppending'],
    ['a movement that was left out is missing', { missing: 1 }, 'noneMissing'],
  ])('is not confirmed when %s since', (_, more, reason) => {
    given(event('dayCloseProposed', 'dewi'))
      .when(event('dayClosed', 'budi', more), confirm)
      .refused(reason)
  })

  test('is open again when the second person does not agree', () => {
    const { context } = given(event('dayCloseProposed', 'dewi'))
      .when(event('dayCloseRefused', 'budi'), 'bankStatement.refuseClose')
      .then('open')
    expect(context).toMatchObject({ totals: null, proposer: null })
  })
})
