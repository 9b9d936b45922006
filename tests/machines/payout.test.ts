import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import type { PayoutEvent } from '../../src/machines/payout.facts.ts'
import { isSent, payoutMachine } from '../../src/machines/payout.ts'
import { given as givenChart, givenLog } from '../kit/given.ts'
import { noon, payoutFacts, payoutTerms } from './payout.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: PayoutEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: noon,
  ...payoutFacts[type],
  ...more,
})
const given = (...events: Fact[]) => givenChart(payoutMachine, ...events)

const by = { by: 'maker' }
const waiting = [event('payoutOpened')]
const checking = [...waiting, event('payoutSubmitted', by)]
const sending = [...checking, event('payoutApproved', { by: 'checker' })]
const processing = [...sending, event('payoutAccepted', { at: noon + 1000 })]
const succeeded = [...processing, event('payoutSucceeded')]
const failed = [...processing, event('payoutFailed')]
const unknown = [...processing, event('noAnswer', { armed: 4, at: noon + 1_801_000 })]
const txid = 'LK260310000001-P1'
const second = 'LK260310000001-P2'

describe('two people behind every sending', () => {
  test('what was approved is submitted as it was approved, and checked by another', () => {
    given(...waiting)
      .when(event('payoutSubmitted', by), 'loan.submit')
      .then('checking')
    given(...waiting)
      .when(event('payoutSubmitted', { ...by, amount: payoutTerms.amount + 1 }), 'loan.submit')
      .refused('arrivalAmount')
    given(...checking)
      .when(event('payoutApproved', by), 'loan.approve')
      .refused('anotherPerson')
    given(...checking)
      .when(event('payoutRefused', by), 'loan.refuse')
      .refused('anotherPerson')
  })

  test('whoever decided the amount is not the second person', () => {
    given(...checking)
      .when(event('payoutApproved', { by: 'reviewer2' }), 'loan.approve')
      .refused('notLastChanger')
  })

  test('the second person has it sent, under a transaction id of its own', () => {
    const { context, effects, deadlines } = given(...checking)
      .when(event('payoutApproved', { by: 'checker' }), 'loan.approve')
      .then('sending')
    expect(effects).toEqual(['sendPayout'])
    expect(context.attempts).toMatchObject([
      { txid, channel: 'samudra', accountVersion: 1, amount: 1_885_000, maker: 'maker', checker: 'checker' },
    ])
    expect(deadlines).toEqual([{ event: 'noAnswer', at: noon + 1_800_000, version: 3 }])
  })

  test('whoever puts a sending forward hears at once that its channel is shut or too small', () => {
    for (const [before, type, via] of [
      [waiting, 'payoutSubmitted', 'loan.submit'],
      [waiting, 'channelChanged', 'loan.changeChannel'],
      [waiting, 'accountChanged', 'loan.changeAccount'],
      [failed, 'payoutRetried', 'loan.retry'],
      [failed, 'channelChanged', 'loan.changeChannel'],
      [failed, 'accountChanged', 'loan.changeAccount'],
    ] as const) {
      given(...before)
        .when(event(type, { ...by, most: null }), via)
        .refused('channelOpen')
      given(...before)
        .when(event(type, { ...by, most: 1_000_000 }), via)
        .refused('withinChannel')
    }
  })

  test('what was refused waits, and says why', () => {
    const { context } = given(...checking)
      .when(event('payoutRefused', { by: 'checker' }), 'loan.refuse')
      .then('waiting')
    expect(context).toMatchObject({ proposal: null, refusal: 'the account is being checked' })
  })

  test('whoever changed the channel or the account last is not the second person of any later sending', () => {
    const changed = [
      ...failed,
      event('channelChanged', { by: 'changer' }),
      event('payoutApproved', { by: 'checker', txid: second }),
      event('payoutFailed', { txid: second }),
    ]
    given(...changed, event('payoutRetried', by))
      .when(event('payoutApproved', { by: 'changer', txid: 'LK260310000001-P3' }), 'loan.approve')
      .refused('notLastChanger')
  })

  test('nothing is sent while the approval behind it does not stand, or through a channel that is shut or too small', () => {
    given(...checking)
      .when(event('payoutApproved', { by: 'checker', orderStands: false }), 'loan.approve')
      .refused('orderStands')
    given(...checking)
      .when(event('payoutApproved', { by: 'checker', most: null }), 'loan.approve')
      .refused('channelOpen')
    given(...checking)
      .when(event('payoutApproved', { by: 'checker', most: 1_000_000 }), 'loan.approve')
      .refused('withinChannel')
  })
})

describe('what the provider says', () => {
  test('it opens the loan once the money arrived, on the day that the provider says', () => {
    const { context, effects } = given(...processing)
      .when(event('payoutSucceeded', { at: noon + 86_400_000 }), 'SYS')
      .then('succeeded')
    expect(effects).toEqual(['openLoan'])
    expect(context.paid).toEqual({ txid, amount: 1_885_000, at: noon, day: '2026-03-10' })
  })

  test('a final word may come before the order was taken', () => {
    given(...sending)
      .when(event('payoutSucceeded'), 'SYS')
      .then('succeeded')
    given(...sending)
      .when(event('payoutFailed'), 'SYS')
      .then('failed')
  })

  test('an arrival of another amount, of another sending, in the future or before the sending is none', () => {
    for (const [more, reason] of [
      [{ amount: 1 }, 'wholeAmount'],
      [{ txid: second }, 'thisAttempt'],
      [{ paidAt: noon + 1 }, 'paidSinceSent'],
      [{ paidAt: noon - 1 }, 'paidSinceSent'],
    ] as const)
      given(...processing)
        .when(event('payoutSucceeded', more), 'SYS')
        .refused(reason)
  })

  test('no answer is not a failure: it is unknown, the provider is asked, and its word still counts', () => {
    const { effects } = given(...processing)
      .when(event('noAnswer', { armed: 4, at: noon + 1_801_000 }), 'SYS')
      .then('unknown.open')
    expect(effects).toEqual(['askProvider'])
    given(...processing)
      .when(event('noAnswer', { armed: 3, at: noon + 1_801_000 }), 'SYS')
      .refused('deadlineGone')
    given(...unknown)
      .when(event('payoutSucceeded', { at: noon + 2_000_000 }), 'SYS')
      .then('succeeded')
    given(...unknown)
      .when(event('payoutFailed'), 'SYS')
      .then('failed')
    expect(given(...unknown).offers('maker')).not.toHaveProperty('payoutRetried')
  })

  test('money that came back voids the loan, unless something of it was repaid', () => {
    const { context, effects } = given(...succeeded)
      .when(event('payoutBounced'), 'SYS')
      .then('failed')
    expect(effects).toEqual(['voidLoan'])
    expect(context.paid).toBeNull()
    expect(context.attempts[0]).toMatchObject({ status: 'bounced', arrived: { day: '2026-03-10', at: noon } })
    given(...succeeded)
      .when(event('payoutBounced', { repaid: true }), 'SYS')
      .refused('nothingRepaid')
  })

  test('money comes back of the sending that arrived, which need not be the last', () => {
    const firstPaid = [
      ...failed,
      event('payoutRetried', by),
      event('payoutApproved', { by: 'checker', txid: second }),
      event('payoutFailed', { txid: second }),
      event('payoutContradicted', { word: 'succeeded' }),
      event('paidProposed', by),
      event('payoutResolved', { by: 'checker' }),
    ]
    given(...firstPaid)
      .when(event('payoutBounced', { txid: second }), 'SYS')
      .refused('ofArrival')
    const { context, effects } = given(...firstPaid)
      .when(event('payoutBounced'), 'SYS')
      .then('failed')
    expect(effects).toEqual(['voidLoan'])
    expect(context.attempts).toMatchObject([{ status: 'bounced' }, { status: 'failed' }])
  })

  test('a second final word that differs changes nothing but is remembered', () => {
    const { context, effects } = given(...succeeded)
      .when(event('payoutContradicted'), 'SYS')
      .then('succeeded')
    expect(effects).toEqual([])
    expect(context.attempts[0]).toMatchObject({
      status: 'succeeded',
      contradiction: { word: 'failed', code: 'ACCOUNT_CLOSED', at: noon },
    })
    given(...failed)
      .when(event('payoutContradicted', { word: 'succeeded' }), 'SYS')
      .then('failed')
    given(...failed)
      .when(event('payoutContradicted', { word: 'failed' }), 'SYS')
      .refused('differs')
    given(...processing)
      .when(event('payoutContradicted'), 'SYS')
      .refused('differs')
  })
})

describe('after a failure', () => {
  const again = { by: 'checker', txid: second }

  test('each way to another sending has two people and a new transaction id', () => {
    for (const [type, via] of [
      ['payoutRetried', 'loan.retry'],
      ['channelChanged', 'loan.changeChannel'],
      ['accountChanged', 'loan.changeAccount'],
    ] as const) {
      given(...failed)
        .when(event(type, by), via)
        .then('checking')
      const proposed = [...failed, event(type, by)]
      given(...proposed)
        .when(event('payoutApproved', { ...again, by: 'maker' }), 'loan.approve')
        .refused('anotherPerson')
      given(...proposed)
        .when(event('payoutApproved', { ...again, txid }), 'loan.approve')
        .refused('newTransaction')
      given(...proposed)
        .when(event('payoutApproved', again), 'loan.approve')
        .then('sending')
    }
  })

  test('a changed channel or account holds from the sending on, and not when it was refused', () => {
    const changing = [...failed, event('accountChanged', by)]
    const { context } = given(...changing)
      .when(event('payoutApproved', again), 'loan.approve')
      .then('sending')
    expect(context).toMatchObject({ accountVersion: 2, changedBy: { account: 'maker' } })
    expect(context.attempts[1]).toMatchObject({ accountVersion: 2 })
    const { context: refused } = given(...changing)
      .when(event('payoutRefused', { by: 'checker' }), 'loan.refuse')
      .then('waiting')
    expect(refused).toMatchObject({ accountVersion: 1, proposal: null })
  })

  test('a channel is changed for another, with evidence, and an account for one of the same holder', () => {
    given(...failed)
      .when(event('channelChanged', { ...by, channel: 'samudra' }), 'loan.changeChannel')
      .refused('anotherChannel')
    given(...failed)
      .when(event('channelChanged', { ...by, evidence: '' }), 'loan.changeChannel')
      .refused('evidenceGiven')
    given(...failed)
      .when(event('channelChanged', { ...by, most: null }), 'loan.changeChannel')
      .refused('channelOpen')
    given(...failed)
      .when(event('accountChanged', { ...by, matches: false }), 'loan.changeAccount')
      .refused('holderMatches')
  })

  test('money of which two things were said is not sent again before two people know which was true', () => {
    const inDoubt = [...failed, event('payoutContradicted', { word: 'succeeded' })]
    expect(given(...inDoubt).offers('maker')).toMatchObject({
      payoutRetried: 'nothingInDoubt',
      channelChanged: 'nothingInDoubt',
      paidProposed: undefined,
      unpaidProposed: undefined,
    })
    given(...inDoubt)
      .when(event('payoutCancelled'), 'SYS')
      .refused('nothingInDoubt')
    const { context, effects } = given(...inDoubt, event('paidProposed', by))
      .when(event('payoutResolved', { by: 'checker' }), 'loan.confirmProof')
      .then('succeeded')
    expect(effects).toEqual(['openLoan'])
    expect(context).toMatchObject({ paid: { txid, amount: 1_885_000, day: '2026-03-10' }, proof: null })
    expect(given(...failed).offers('maker')).toMatchObject({ paidProposed: 'inDoubt', unpaidProposed: 'inDoubt' })
  })

  test('a doubt that comes while a second person looks keeps the money here', () => {
    given(...failed, event('payoutRetried', by), event('payoutContradicted', { word: 'succeeded' }))
      .when(event('payoutApproved', again), 'loan.approve')
      .refused('nothingInDoubt')
  })
})

describe('a doubt about the first sending while the second has no answer', () => {
  const both = [
    ...failed,
    event('payoutRetried', by),
    event('payoutApproved', { by: 'checker', txid: second }),
    event('payoutContradicted', { word: 'succeeded' }),
    event('noAnswer', { armed: 9, at: noon + 1_800_000 }),
  ]

  test('people find out about the second one first, so that none is forgotten', () => {
    given(...both)
      .when(event('unpaidProposed', by), 'loan.proveUnpaid')
      .refused('ofSending')
    given(...both)
      .when(event('paidProposed', by), 'loan.provePaid')
      .refused('ofSending')
    const secondUnpaid = [...both, event('unpaidProposed', { ...by, txid: second })]
    given(...secondUnpaid)
      .when(event('payoutResolved', { by: 'checker' }), 'loan.confirmProof')
      .then('failed')
    const doubtLeft = [...secondUnpaid, event('payoutResolved', { by: 'checker' })]
    expect(given(...doubtLeft).offers('maker')).toMatchObject({ payoutRetried: 'nothingInDoubt' })
    given(...doubtLeft, event('unpaidProposed', by), event('payoutResolved', { by: 'checker' }))
      .when(event('payoutRetried', by), 'loan.retry')
      .then('checking')
  })

  test('the word of the provider on the second one still counts', () => {
    given(...both)
      .when(event('payoutSucceeded', { txid: second, at: noon + 2_000_000 }), 'SYS')
      .then('succeeded')
    given(...both)
      .when(event('payoutFailed', { txid: second }), 'SYS')
      .then('failed')
  })

  test('a final word is not said again while people find out about a doubt', () => {
    const doubted = [
      ...failed,
      event('payoutContradicted', { word: 'succeeded' }),
      event('unpaidProposed', by),
      event('proofRefused', { by: 'checker' }),
    ]
    for (const type of ['payoutSucceeded', 'payoutFailed'] as const)
      given(...doubted)
        .when(event(type), 'SYS')
        .refused('awaitsWord')
  })

  describe('in a log in which the first was settled before', () => {
    const proven = [...both, event('unpaidProposed', by)]
    const settled = [...proven, event('payoutResolved', { by: 'checker' })]

    test('no finding that leaves another sending open is confirmed any more', () => {
      for (const log of [proven, [...both, event('paidProposed', by)]])
        givenLog(payoutMachine, ...log)
          .when(event('payoutResolved', { by: 'checker' }), 'loan.confirmProof')
          .refused('othersFinal')
    })

    test('nothing is sent or called off until two people know what became of the second', () => {
      const left = givenLog(payoutMachine, ...settled)
      expect(isSent(left.state)).toBe(true)
      expect(left.offers('maker')).toMatchObject({
        payoutRetried: 'oldAttemptFinal',
        channelChanged: 'oldAttemptFinal',
        accountChanged: 'oldAttemptFinal',
        paidProposed: undefined,
        unpaidProposed: undefined,
      })
      left.when(event('payoutCancelled'), 'SYS').refused('oldAttemptFinal')
      left.when(event('unpaidProposed', { ...by, txid: second }), 'loan.proveUnpaid').then('unknown.provingUnpaid')
    })

    test('the same holds where the order was called off meanwhile and approved again', () => {
      const again = givenLog(payoutMachine, ...settled, event('payoutCancelled'), event('payoutReopened'))
      expect(again.offers('maker')).toMatchObject({
        payoutSubmitted: 'oldAttemptFinal',
        channelChanged: 'oldAttemptFinal',
        accountChanged: 'oldAttemptFinal',
        unpaidProposed: undefined,
      })
      again.when(event('payoutCancelled'), 'SYS').refused('oldAttemptFinal')
      again.when(event('paidProposed', { ...by, txid: second }), 'loan.provePaid').then('unknown.provingPaid')
    })
  })
})

describe('what nobody knows is found out by two people', () => {
  test('it was paid, on a day that is neither to come nor before the sending', () => {
    given(...unknown)
      .when(event('paidProposed', by), 'loan.provePaid')
      .then('unknown.provingPaid')
    for (const [more, reason] of [
      [{ day: '2026-03-11' }, 'notInFuture'],
      [{ day: '2026-03-09' }, 'notBeforeSending'],
      [{ evidence: '' }, 'evidenceGiven'],
    ] as const)
      given(...unknown)
        .when(event('paidProposed', { ...by, ...more }), 'loan.provePaid')
        .refused(reason)
    given(...unknown, event('paidProposed', by))
      .when(event('payoutResolved', by), 'loan.confirmProof')
      .refused('notProver')
  })

  test('it was not paid, and may be sent again', () => {
    const { effects } = given(...unknown, event('unpaidProposed', by))
      .when(event('payoutResolved', { by: 'checker' }), 'loan.confirmProof')
      .then('failed')
    expect(effects).toEqual([])
  })

  test('a finding that another does not share leaves it unknown', () => {
    const { context } = given(...unknown, event('unpaidProposed', by))
      .when(event('proofRefused', { by: 'checker' }), 'loan.refuseProof')
      .then('unknown.open')
    expect(context).toMatchObject({ proof: null, refusal: 'another amount' })
  })

  test('the provider’s word comes before theirs', () => {
    given(...unknown, event('unpaidProposed', by))
      .when(event('payoutSucceeded', { at: noon + 2_000_000 }), 'SYS')
      .then('succeeded')
  })
})

test('it is stopped before it is sent and after it failed, and opened again on new terms', () => {
  for (const stoppable of [waiting, checking, failed])
    given(...stoppable)
      .when(event('payoutCancelled'), 'SYS')
      .then('cancelled')
  for (const gone of [sending, processing, unknown, succeeded])
    given(...gone)
      .when(event('payoutCancelled'), 'SYS')
      .refused('notOffered')
  const { context } = given(...checking, event('payoutCancelled'))
    .when(event('payoutReopened'), 'SYS')
    .then('waiting')
  expect(context).toMatchObject({ terms: { amount: 985_000 }, proposal: null })
})

test('money counts as sent from the sending on, unless the provider said that it failed', () => {
  const sent = (events: Fact[]) => isSent(given(...events).state)
  expect([waiting, checking, failed].map(sent)).toEqual([false, false, false])
  expect([sending, processing, unknown, succeeded].map(sent)).toEqual([true, true, true, true])
  expect(sent([...failed, event('payoutContradicted', { word: 'succeeded' })])).toBe(true)
})
