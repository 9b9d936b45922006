import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import type { WithdrawalEvent } from '../../src/machines/withdrawal.facts.ts'
import { withdrawalMachine } from '../../src/machines/withdrawal.ts'
import { given as givenChart } from '../kit/given.ts'
import { noon, withdrawalFacts } from './withdrawal.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: WithdrawalEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: noon,
  ...withdrawalFacts[type],
  ...more,
})
const given = (...events: Fact[]) => givenChart(withdrawalMachine, ...events)

const requested = [event('withdrawalRequested', { by: 'maker' })]
const sending = [...requested, event('withdrawalApproved', { by: 'checker' })]
const processing = [...sending, event('withdrawalAccepted', { at: noon + 1000 })]
const succeeded = [...processing, event('withdrawalSucceeded')]
const failed = [...processing, event('withdrawalFailed')]
const unknown = [...processing, event('noAnswer', { armed: 3, at: noon + 1_801_000 })]

describe('two people behind every withdrawal', () => {
  test('it is asked for by one and approved by another, and then sent', () => {
    given()
      .when(event('withdrawalRequested', { by: 'maker' }), 'withdrawal.request')
      .then('requested')
    given(...requested)
      .when(event('withdrawalApproved', { by: 'maker' }), 'withdrawal.approve')
      .refused('anotherPerson')
    const { context, effects, deadlines } = given(...requested)
      .when(event('withdrawalApproved', { by: 'checker' }), 'withdrawal.approve')
      .then('sending')
    expect(context).toMatchObject({ requester: 'maker', checker: 'checker', status: 'sent', sentAt: noon })
    expect(effects).toEqual(['sendWithdrawal'])
    expect(deadlines).toEqual([{ event: 'noAnswer', at: noon + 1_800_000, version: 2 }])
  })

  test('the second person refuses it with a reason, and is not who asked', () => {
    const { context } = given(...requested)
      .when(event('withdrawalRefused', { by: 'checker' }), 'withdrawal.refuse')
      .then('refused')
    expect(context).toMatchObject({ checker: 'checker', refusal: 'paid already' })
    given(...requested)
      .when(event('withdrawalRefused', { by: 'checker', reason: '' }), 'withdrawal.refuse')
      .refused('reasonGiven')
    given(...requested)
      .when(event('withdrawalRefused', { by: 'maker' }), 'withdrawal.refuse')
      .refused('anotherPerson')
  })

  test('who asked for it gives it up, nobody else, and only before it is sent', () => {
    given(...requested)
      .when(event('withdrawalCancelled', { by: 'maker' }), 'withdrawal.cancel')
      .then('cancelled')
    given(...requested)
      .when(event('withdrawalCancelled', { by: 'checker' }), 'withdrawal.cancel')
      .refused('whoAsked')
    given(...sending)
      .when(event('withdrawalCancelled', { by: 'maker' }), 'withdrawal.cancel')
      .refused('notOffered')
  })

  test.each([
    ['it is of nothing', { amount: 0 }, 'someAmount'],
    ['the channel is shut', { most: null }, 'channelOpen'],
    ['the channel takes less', { most: 24_999_999 }, 'withinChannel'],
    ['the account is somebody else’s', { matches: false }, 'holderMatches'],
  ])('it is not asked for when %s', (_, more, reason) => {
    given()
      .when(event('withdrawalRequested', { by: 'maker', ...more }), 'withdrawal.request')
      .refused(reason)
  })

  test('it is not approved when the channel is shut or takes less by then', () => {
    given(...requested)
      .when(event('withdrawalApproved', { by: 'checker', most: null }), 'withdrawal.approve')
      .refused('channelOpen')
    given(...requested)
      .when(event('withdrawalApproved', { by: 'checker', most: 24_999_999 }), 'withdrawal.approve')
      .refused('withinChannel')
  })
})

describe('what a provider says', () => {
  test('it pays, or it does not', () => {
    expect(
      given(...processing)
        .when(event('withdrawalSucceeded'), 'SYS')
        .then('succeeded').context,
    ).toMatchObject({ status: 'succeeded', paidAt: noon })
    expect(
      given(...sending)
        .when(event('withdrawalFailed'), 'SYS')
        .then('failed').context,
    ).toMatchObject({ status: 'failed', code: 'ACCOUNT_CLOSED' })
  })

  test('no answer is unknown and no failure; its word counts whenever it comes', () => {
    const { effects } = given(...processing)
      .when(event('noAnswer', { armed: 3, at: noon + 1_801_000 }), 'SYS')
      .then('unknown')
    expect(effects).toEqual(['askProvider'])
    given(...unknown)
      .when(event('withdrawalSucceeded', { at: noon + 9_000_000 }), 'SYS')
      .then('succeeded')
    given(...unknown)
      .when(event('withdrawalFailed', { at: noon + 9_000_000 }), 'SYS')
      .then('failed')
  })

  test.each([
    ['another amount', { amount: 24_999_999 }, 'wholeAmount'],
    ['a time before the sending', { paidAt: noon - 1 }, 'paidSinceSent'],
    ['a time to come', { paidAt: noon + 1 }, 'paidSinceSent'],
  ])('%s is not its arrival', (_, more, reason) => {
    given(...processing)
      .when(event('withdrawalSucceeded', more), 'SYS')
      .refused(reason)
  })

  test('a second final word that differs changes nothing, and is kept', () => {
    const { context } = given(...succeeded)
      .when(event('withdrawalContradicted'), 'SYS')
      .then('succeeded')
    expect(context).toMatchObject({ status: 'succeeded', contradiction: { word: 'failed', code: 'ACCOUNT_CLOSED' } })
    given(...failed)
      .when(event('withdrawalContradicted'), 'SYS')
      .refused('differs')
  })

  test('nobody spoke of it: one says what the bank shows, and another agrees or does not', () => {
    const found = event('paidProposed', { by: 'maker', at: noon + 9_000_000 })
    expect(
      given(...unknown)
        .when(found, 'withdrawal.provePaid')
        .then('provingPaid').context,
    ).toMatchObject({ proof: { day: '2026-03-10', by: 'maker', confirmedBy: null } })
    given(...unknown, found)
      .when(event('withdrawalResolved', { by: 'maker' }), 'withdrawal.confirmProof')
      .refused('notProver')
    expect(
      given(...unknown, found)
        .when(event('withdrawalResolved', { by: 'checker', at: noon + 9_100_000 }), 'withdrawal.confirmProof')
        .then('succeeded').context,
    ).toMatchObject({ status: 'succeeded', paidAt: noon + 9_100_000, proof: { confirmedBy: 'checker' } })
    expect(
      given(...unknown, found)
        .when(event('proofRefused', { by: 'checker' }), 'withdrawal.refuseProof')
        .then('unknown').context,
    ).toMatchObject({ proof: null, refusal: 'That is another withdrawal', status: 'accepted' })
    expect(
      given(...unknown, event('unpaidProposed', { by: 'maker' }))
        .when(event('withdrawalResolved', { by: 'checker' }), 'withdrawal.confirmProof')
        .then('failed').context,
    ).toMatchObject({ status: 'failed', paidAt: null, proof: { day: null, confirmedBy: 'checker' } })
  })

  test.each([
    ['without what it rests on', { evidence: '' }, 'evidenceGiven'],
    ['of a day to come', { day: '2026-03-11' }, 'notInFuture'],
    ['of a day before the sending', { day: '2026-03-09' }, 'notBeforeSending'],
  ])('a finding %s is none', (_, more, reason) => {
    given(...unknown)
      .when(event('paidProposed', { by: 'maker', ...more }), 'withdrawal.provePaid')
      .refused(reason)
  })

  test('the provider’s word counts while people find out, and later contradicts what they found', () => {
    const found = event('unpaidProposed', { by: 'maker', at: noon + 9_000_000 })
    expect(
      given(...unknown, found)
        .when(event('withdrawalSucceeded', { at: noon + 9_000_001 }), 'SYS')
        .then('succeeded').context,
    ).toMatchObject({ proof: null, status: 'succeeded' })
    given(...unknown, found, event('withdrawalResolved', { by: 'checker', at: noon + 9_100_000 }))
      .when(event('withdrawalContradicted', { word: 'succeeded', at: noon + 9_200_000 }), 'SYS')
      .then('failed')
  })

  test('what came back failed after all', () => {
    const { context } = given(...succeeded)
      .when(event('withdrawalBounced'), 'SYS')
      .then('failed')
    expect(context).toMatchObject({ status: 'bounced', code: 'RETURNED', paidAt: noon })
  })
})
