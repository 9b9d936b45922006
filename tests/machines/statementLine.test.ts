import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type StatementLineEvent, statementLineMachine } from '../../src/machines/statementLine.ts'
import { given as givenChart } from '../kit/given.ts'
import { bankLine, statementLineFacts } from './statementLine.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: StatementLineEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...statementLineFacts[type],
  ...more,
})
const given = (...events: Fact[]) => givenChart(statementLineMachine, ...events)

const unmatched = [event('lineImported')]
const proposed = [...unmatched, event('matchProposed', { by: 'dewi' })]
const matched = [...proposed, event('matchConfirmed', { by: 'budi' })]
const reconciled = [...matched, event('lineReconciled')]
const unmatching = [...reconciled, event('unmatchProposed', { by: 'dewi' })]

describe('a line of a bank statement', () => {
  test('is matched by the system alone where it can tell', () => {
    const { context, effects } = given(...unmatched)
      .when(event('lineMatched'), 'SYS')
      .then('matched')
    expect(context).toMatchObject({ line: bankLine, target: { orderNo: 'LK-1', recorded: null }, how: 'orderNo' })
    expect(effects).toEqual(['reconcileLine'])
  })

  test('of zero is information: nobody and nothing follows it up', () => {
    const { context, effects } = given().when(event('lineNoted'), 'SYS').then('information')
    expect(context.line).toMatchObject({ amount: 0, end: 1000 })
    expect(effects).toEqual([])
    given(event('lineNoted'))
      .when(event('matchProposed', { by: 'dewi' }), 'bankStatement.proposeMatch')
      .refused('notOffered')
  })

  test('is matched by two people where it cannot', () => {
    given(...proposed)
      .when(event('matchConfirmed', { by: 'dewi' }), 'bankStatement.confirmMatch')
      .refused('anotherPerson')
    const { context, effects } = given(...proposed)
      .when(event('matchConfirmed', { by: 'budi' }), 'bankStatement.confirmMatch')
      .then('matched')
    expect(context).toMatchObject({ proposer: 'dewi', checker: 'budi', how: 'byHand' })
    expect(effects).toEqual(['reconcileLine'])
  })

  test('is a payment that is recorded already only of the same amount', () => {
    const asked = (recordedAmount: number | null) =>
      given(...unmatched).when(
        event('matchProposed', { by: 'dewi', recorded: 'va-1', recordedAmount }),
        'bankStatement.proposeMatch',
      )
    asked(499).refused('sameAmount')
    asked(null).refused('sameAmount')
    expect(asked(500).then('proposed').context.target).toEqual({ orderNo: 'LK-1', recorded: 'va-1' })
  })

  test('that its order does not take is unmatched and says why', () => {
    const { context } = given(...matched)
      .when(event('postingRefused'), 'SYS')
      .then('unmatched')
    expect(context).toMatchObject({ target: null, proposer: null, refusal: 'loan:guard.notBeforePayout' })
  })

  test('counts how often it was posted', () => {
    const again = [
      ...unmatching,
      event('unmatchConfirmed', { by: 'budi' }),
      event('lineUnmatched'),
      event('matchProposed', { by: 'dewi' }),
      event('matchConfirmed', { by: 'budi' }),
    ]
    expect(given(...reconciled).state.context).toMatchObject({ posted: 'A1', postings: 1 })
    expect(given(...again, event('lineReconciled', { posted: 'A1/2' })).state.context.postings).toBe(2)
    expect(given(...again, event('lineReconciled', { posted: null })).state.context.postings).toBe(1)
  })

  test('is unmatched by two people, and what it posted is reversed', () => {
    given(...unmatching)
      .when(event('unmatchConfirmed', { by: 'dewi' }), 'bankStatement.confirmUnmatch')
      .refused('anotherPerson')
    const { effects, context } = given(...unmatching)
      .when(event('unmatchConfirmed', { by: 'budi' }), 'bankStatement.confirmUnmatch')
      .then('reversing')
    expect(effects).toEqual(['reverseLine'])
    expect(context).toMatchObject({ posted: 'A1', note: 'other customer' })
  })

  test('stays reconciled when the second person or its order does not agree', () => {
    given(...unmatching)
      .when(event('unmatchRefused', { by: 'budi' }), 'bankStatement.refuseUnmatch')
      .then('reconciled')
    const { context } = given(...unmatching, event('unmatchConfirmed', { by: 'budi' }))
      .when(event('unmatchFailed'), 'SYS')
      .then('reconciled')
    expect(context).toMatchObject({ posted: 'A1', refusal: 'loan:guard.refundsCovered' })
  })

  test('that is settled changes no more once its day is closed', () => {
    given(...reconciled)
      .when(event('unmatchProposed', { by: 'dewi', dayOpen: false }), 'bankStatement.proposeUnmatch')
      .refused('dayOpen')
    given(...unmatched, event('exceptionMade', { by: 'dewi' }))
      .when(event('exceptionLifted', { by: 'dewi', dayOpen: false }), 'bankStatement.liftException')
      .refused('dayOpen')
  })

  test('is an exception with a reason and somebody who sees to it, until that is lifted', () => {
    const made = event('exceptionMade', { by: 'dewi' })
    const { context } = given(...unmatched)
      .when(made, 'bankStatement.makeException')
      .then('exception')
    expect(context.exception).toEqual({ reason: 'unknownSender', owner: 'staff/9' })
    const lifted = given(...unmatched, made)
      .when(event('exceptionLifted', { by: 'budi' }), 'bankStatement.liftException')
      .then('unmatched')
    expect(lifted.context.exception).toBeNull()
  })
})
