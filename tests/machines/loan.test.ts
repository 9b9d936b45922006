import { describe, expect, test } from 'vitest'
import { leftOfLine } from '../../src/machines/allocation.ts'
import { dayStart } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { allocationOf, ledgerOn, leftOn } from '../../src/machines/ledger.ts'
import { bookOf, type Loan, type LoanEvent } from '../../src/machines/loan.facts.ts'
import { loanMachine } from '../../src/machines/loan.ts'
import { schedule } from '../../src/machines/schedule.ts'
import { given as givenChart } from '../kit/given.ts'
import { loanFacts, loanTerms } from './loan.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const noon = (day: string) => dayStart(day) + 12 * 3_600_000
const event = (type: LoanEvent['type'], day: string, more: More = {}): Fact => ({
  by: 'SYS',
  ...loanFacts[type],
  ...('day' in loanFacts[type] && { day }),
  type,
  at: noon(day),
  ...more,
})

const given = (...events: Fact[]) => givenChart(loanMachine, ...events)
const place = (settlement: string, { reduction = 'none', rollover = 'none', proposal = 'none' } = {}) =>
  `open.settlement.${settlement}|reduction.${reduction}|rollover.${rollover}|proposal.${proposal}`

const opened = event('loanOpened', '2026-03-02')
const due = [opened, event('fellDue', '2026-03-22', { armed: 1 })]
const early = [...due, event('fellOverdue', '2026-03-23', { armed: 2 })]
const late = [...early, event('turnedLate', '2026-03-30', { armed: 3 })]
const paidOff = [opened, event('repaid', '2026-03-10', { by: 'dewi', amount: 1_297_000 })]
const settled = [...paidOff, event('settled', '2026-03-10', { armed: 2 })]
const on = (events: Fact[], day: string) => ledgerOn(bookOf(given(...events).state.context as Loan), day)

describe('the schedule', () => {
  test('divides the loan and its interest equally, and the last instalment takes the remainder', () => {
    expect(schedule({ ...loanTerms, principal: 1_000_001, instalments: 3, every: 10, interest: 33 })).toEqual([
      { term: 1, due: '2026-03-12', interest: 33_000, principal: 333_333 },
      { term: 2, due: '2026-03-22', interest: 33_000, principal: 333_333 },
      { term: 3, due: '2026-04-01', interest: 33_000, principal: 333_335 },
    ])
  })
})

describe('what is owed', () => {
  const fees = (day: string) => on([opened], day).lines.map(({ fee }) => fee.due)

  test('grows by one rate for a week overdue, by another from the eighth day, and no longer from day 91', () => {
    expect(fees('2026-03-22')).toEqual([0, 0])
    expect(fees('2026-03-23')).toEqual([1200, 0])
    expect(fees('2026-03-29')).toEqual([8400, 0])
    expect(fees('2026-03-30')).toEqual([10_800, 0])
    const [first] = fees('2026-06-20')
    expect(first).toBe(7 * 1200 + 83 * 2400)
    expect(fees('2026-06-21')[0]).toBe(first)
  })

  test('stops at the cap, which all charges share', () => {
    const capped = { ...loanTerms, cap: 1500 }
    const { lines } = ledgerOn({ terms: capped, entries: [] }, '2026-06-30')
    // 15 % of Rp1,200,000, less the service fee, the handling fee and the interest.
    expect(lines[0]!.fee.due + lines[1]!.fee.due).toBe(180_000 - 72_000 - 96_000)
  })

  test('is paid with interest, principal and fee of the oldest instalment before the next, and what is left is a credit', () => {
    const book = bookOf(given(...late).state.context as Loan)
    expect(allocationOf(book, '2026-03-30', 40_000).lines[0]).toEqual({
      term: 1,
      interest: 40_000,
      principal: 0,
      fee: 0,
    })
    expect(allocationOf(book, '2026-03-30', 700_000)).toEqual({
      lines: [
        { term: 1, interest: 48_000, principal: 600_000, fee: 10_800 },
        { term: 2, interest: 41_200, principal: 0, fee: 0 },
      ],
      credit: 0,
    })
    expect(allocationOf(book, '2026-03-30', 1_306_801).credit).toBe(1)
  })

  test('is told anew when a payment is dated back', () => {
    const { context } = given(...late)
      .when(event('repaid', '2026-03-30', { by: 'dewi', day: '2026-03-20', amount: 648_000 }), 'repay.record')
      .then(place('overdue.late'))
    expect(ledgerOn(bookOf(context as Loan), '2026-03-30').lines.map(leftOfLine)).toEqual([0, 648_000])
    expect(context).toMatchObject({ oldestDue: '2026-04-11' })
  })
})

describe('the settlement', () => {
  test('follows the calendar at midnights in Jakarta', () => {
    expect(given(opened).deadlines).toEqual([
      { event: 'fellDue', at: Date.parse('2026-03-22T00:00+07:00'), version: 1 },
    ])
    expect(given(...due).deadlines).toEqual([
      { event: 'fellOverdue', at: Date.parse('2026-03-23T00:00+07:00'), version: 2 },
    ])
    expect(given(...early).deadlines).toEqual([
      { event: 'turnedLate', at: Date.parse('2026-03-30T00:00+07:00'), version: 3 },
    ])
    expect(given(...late).deadlines).toEqual([])
    given(opened)
      .when(event('fellDue', '2026-03-21', { armed: 1 }), 'SYS')
      .refused('deadlineAhead')
  })

  test('is over as soon as nothing is left, whichever way that came', () => {
    expect(given(...paidOff).deadlines).toEqual([{ event: 'settled', at: noon('2026-03-10'), version: 2 }])
    given(...paidOff)
      .when(event('settled', '2026-03-10', { armed: 2 }), 'SYS')
      .then(place('settled'))
  })

  test('goes back and walks on from there when another day is the oldest unpaid one', () => {
    const paid = [...late, event('repaid', '2026-03-31', { by: 'dewi', amount: 661_200 })]
    expect(given(...paid).deadlines).toEqual([{ event: 'dueDayChanged', at: noon('2026-03-31'), version: 5 }])
    const { deadlines } = given(...paid)
      .when(event('dueDayChanged', '2026-03-31', { armed: 5 }), 'SYS')
      .then(place('current'))
    expect(deadlines).toEqual([{ event: 'fellDue', at: dayStart('2026-04-11'), version: 6 }])
  })

  test('stays as it is when an instalment is paid in part', () => {
    expect(given(...late, event('repaid', '2026-03-31', { amount: 1000 })).deadlines).toEqual([])
  })

  test.each([0, -1, 0.5, Number.NaN, 1e12 + 1])('takes no payment of %d', (amount) => {
    given(opened)
      .when(event('repaid', '2026-03-10', { amount }), 'repay.record')
      .refused('amountInRange')
  })

  test('takes no payment of tomorrow, of before the payout, or of a number that was used', () => {
    const paying = (more: More) =>
      given(...paidOff).when(event('repaid', '2026-03-11', { txid: 'va-2', ...more }), 'repay.record')
    paying({ day: '2026-03-12' }).refused('notInFuture')
    paying({ day: '2026-03-01' }).refused('notBeforePayout')
    paying({ txid: 'va-1' }).refused('newTransaction')
    expect(paying({}).then(place('current')).context).toMatchObject({ entries: [{ txid: 'va-1' }, { txid: 'va-2' }] })
  })

  test('refunds a credit and no rupiah more', () => {
    const refunding = (amount: number) =>
      given(...settled).when(event('creditRefunded', '2026-03-11', { by: 'dewi', amount }), 'repay.refund')
    refunding(1001).refused('ofCredit')
    const { context } = refunding(1000).then(place('settled'))
    expect(ledgerOn(bookOf(context as Loan), '2026-03-11')).toMatchObject({ credit: 0, paid: 1_296_000 })
  })

  test('ends a loan whose payout came back, unless something was repaid', () => {
    given(...late)
      .when(event('loanVoided', '2026-03-31'), 'SYS')
      .then('voided')
    given(...late, event('repaid', '2026-03-30', { amount: 1 }))
      .when(event('loanVoided', '2026-03-31'), 'SYS')
      .refused('nothingRepaid')
  })
})

test('a payout that bounced and was sent again is another loan, of which nothing of the first is left', () => {
  const again = { ...loanTerms, from: '2026-04-01' }
  const order = { person: 'p', app: 'DK', channel: 'c', product: 'KILAT', payout: 'pay-2', virtualAccount: '8808' }
  const { context } = given(...late, event('loanVoided', '2026-03-31'))
    .when(event('loanOpened', '2026-04-01', { terms: again, order }), 'SYS')
    .then(place('current'))
  expect(context).toMatchObject({ terms: again, order, entries: [], oldestDue: '2026-04-21', reachedBy: null })
})

test('a transaction number that was reversed before its payout bounced stays used', () => {
  const again = given(
    ...late,
    event('repaid', '2026-03-30', { txid: 'va-1' }),
    event('reversalProposed', '2026-03-30', { txid: 'va-1' }),
    event('repaymentReversed', '2026-03-30', { by: 'dewi' }),
    event('loanVoided', '2026-03-31'),
    event('loanOpened', '2026-04-01', { terms: { ...loanTerms, from: '2026-04-01' } }),
  )
  const paying = (txid: string) => again.when(event('repaid', '2026-04-02', { txid }), 'repay.record')
  paying('va-1').refused('newTransaction')
  const { context } = paying('va-2').then(place('current'))
  expect(context).toMatchObject({ entries: [{ txid: 'va-1', reversed: true }, { txid: 'va-2' }] })
})

describe('a reduction', () => {
  const asked = event('reductionRequested', '2026-03-30', { by: 'rina' })
  const approved = [...late, asked, event('reductionApproved', '2026-03-30', { by: 'lead' })]

  test('is requested within a limit, of fees and principal, until a day to come, for a reason', () => {
    const asking = (more: More) => given(...late).when({ ...asked, ...more }, 'repay.requestReduction')
    asking({ amount: 100_001 }).refused('withinLimit')
    asking({ amount: 1_210_801, limit: 2_000_000 }).refused('feeAndPrincipalOnly')
    asking({ until: '2026-03-29' }).refused('endsAhead')
    asking({ reason: '' }).refused('reasonGiven')
    const { context } = asking({ amount: 1_210_800, limit: 2_000_000 }).then(
      place('overdue.late', { reduction: 'requested' }),
    )
    expect(context).toMatchObject({ reduction: { amount: 1_210_800, by: 'rina' } })
  })

  test('is approved by somebody else, above a limit by finance', () => {
    const waiting = given(...late, asked)
    expect(waiting.offers('rina')).toMatchObject({
      reductionApproved: 'notRequester',
      largeReductionApproved: 'notRequester',
      reductionRefused: 'notRequester',
    })
    const large = event('reductionApproved', '2026-03-30', { by: 'lead', limit: 49_999 })
    waiting.when(large, 'repay.approveReduction').refused('withinApproval')
    waiting
      .when(event('largeReductionApproved', '2026-03-30', { by: 'checker' }), 'repay.approveLargeReduction')
      .then(place('overdue.late', { reduction: 'approved' }))
  })

  test('settles the loan when the reduced amount is paid in time, fees being taken off before principal', () => {
    const reduced = leftOn(on(late, '2026-03-30')) - 50_000
    const paying = (amount: number, day: string) => on([...approved, event('repaid', day, { amount })], day)
    expect(leftOn(paying(reduced - 1, '2026-03-31'))).toBeGreaterThan(0)
    const inTime = paying(reduced, '2026-04-10')
    expect(leftOn(inTime)).toBe(0)
    // The reduction covers Rp50,000 and the overdue fees since the promise.
    expect(inTime.lines[0]!.fee).toEqual({ due: 37_200, paid: 0, reduced: 37_200 })
    expect(inTime.lines[0]!.principal.reduced).toBe(50_000 - 10_800)
    expect(leftOn(paying(reduced, '2026-04-11'))).toBeGreaterThan(0)
  })

  test('is over after its last day', () => {
    expect(given(...approved).deadlines).toEqual([
      { event: 'reductionExpired', at: dayStart('2026-04-11'), version: 5 },
    ])
    const { context } = given(...approved)
      .when(event('reductionExpired', '2026-04-11', { armed: 5 }), 'SYS')
      .then(place('overdue.late'))
    expect(context).toMatchObject({ reduction: null })
  })

  test('and a rollover are not open at the same time', () => {
    expect(given(...approved).offers('dewi')).toMatchObject({ rolloverOffered: 'noReductionOpen' })
    const rolling = [...late, event('rolloverOffered', '2026-03-30', { by: 'dewi', until: '2026-04-02' })]
    expect(given(...rolling).offers('dewi')).toMatchObject({ reductionRequested: 'noRolloverOpen' })
  })
})

describe('a rollover', () => {
  const offer = event('rolloverOffered', '2026-03-20', { by: 'dewi' })
  const offered = [opened, offer]

  test('names its price, the interest that is owed, and the due day before and after', () => {
    expect((given(...offered).state.context as Loan).rollover).toEqual({
      txid: 'rollover-1',
      days: 14,
      serviceFeeRate: 300,
      interestRate: 20,
      until: '2026-03-25',
      day: '2026-03-20',
      serviceFee: 36_000,
      interest: 33_600,
      currentInterest: 48_000,
      originalDue: '2026-03-22',
      newDue: '2026-04-05',
    })
  })

  test('moves every open instalment once its price is paid in full, and not before', () => {
    const paying = (amount: number) =>
      given(...offered).when(event('rolloverPaid', '2026-03-21', { by: 'dewi', amount }), 'repay.recordRollover')
    paying(69_599).refused('inFull')
    const { context, deadlines } = paying(69_600).then(place('current'))
    const { lines, rolloverCharges, paid } = ledgerOn(bookOf(context as Loan), '2026-03-21')
    expect(lines.map((line) => [line.originalDue, line.due])).toEqual([
      ['2026-03-22', '2026-04-05'],
      ['2026-04-11', '2026-04-25'],
    ])
    expect([rolloverCharges, paid]).toEqual([69_600, 69_600])
    expect(deadlines).toEqual([{ event: 'fellDue', at: dayStart('2026-04-05'), version: 3 }])
  })

  test('is offered so many times at most, and only while all charges stay within the cap', () => {
    const offering = (more: More) => given(opened).when({ ...offer, ...more }, 'repay.offerRollover')
    offering({ most: 0 }).refused('fewerThanMost')
    offering({ serviceFeeRate: 9000 }).refused('withinCap')
    const { context } = offering({}).then(place('current', { rollover: 'awaitingFee' }))
    expect(context).toMatchObject({ entries: [] })
  })

  test('is not taken for a loan that was settled or written off meanwhile', () => {
    const paid = { by: 'dewi', amount: 69_600 }
    given(...offered, event('repaid', '2026-03-21', { by: 'dewi', amount: 1_297_000 }))
      .when(event('rolloverPaid', '2026-03-21', paid), 'repay.recordRollover')
      .refused('somethingOwed')
    const overdue = event('rolloverOffered', '2026-04-22', { by: 'dewi', until: '2026-05-01' })
    const proposed = event('writeOffProposed', '2026-04-22', { by: 'dewi', reason: 'gone', beyond: 30 })
    given(opened, overdue, proposed, event('writeOffConfirmed', '2026-04-22', { by: 'checker' }))
      .when(event('rolloverPaid', '2026-04-23', paid), 'repay.recordRollover')
      .refused('onTheBooks')
  })

  test('lapses after its last day', () => {
    given(...offered)
      .when(event('rolloverExpired', '2026-03-26', { armed: 2 }), 'SYS')
      .then(place('current'))
  })

  test('is paid on its last day, and no later while the lapse is still to follow', () => {
    const paid = (day: string) => event('rolloverPaid', '2026-03-26', { by: 'dewi', day, amount: 69_600 })
    given(...offered)
      .when(paid('2026-03-26'), 'repay.recordRollover')
      .refused('notAfterOffer')
    given(...offered)
      .when(paid('2026-03-25'), 'repay.recordRollover')
      .then(place('current'))
  })
})

describe('what needs two people', () => {
  const proposed = [...settled, event('reversalProposed', '2026-03-12', { by: 'dewi' })]

  test('a payment is reversed by another than who proposed it, and the loan opens again', () => {
    expect(given(...proposed).offers('dewi')).toMatchObject({
      repaymentReversed: 'notProposer',
      reversalRefused: 'notProposer',
    })
    const { context, deadlines } = given(...proposed)
      .when(event('repaymentReversed', '2026-03-12', { by: 'checker' }), 'repay.confirmReversal')
      .then(place('settled'))
    expect(leftOn(ledgerOn(bookOf(context as Loan), '2026-03-12'))).toBe(1_296_000)
    expect(deadlines).toEqual([{ event: 'reopened', at: noon('2026-03-12'), version: 5 }])
  })

  test('no payment is reversed twice, without a reason, or once its credit was refunded', () => {
    const proposing = (events: Fact[], more: More = {}) =>
      given(...events).when(event('reversalProposed', '2026-03-12', { by: 'dewi', ...more }), 'repay.proposeReversal')
    proposing(settled, { reason: '' }).refused('reasonGiven')
    proposing(settled, { txid: 'other' }).refused('paymentStands')
    const reversed = [...proposed, event('repaymentReversed', '2026-03-12', { by: 'checker' })]
    proposing(reversed).refused('somethingRepaid')
    expect(given(...reversed).offers('dewi')).toMatchObject({ reversalProposed: 'somethingRepaid' })
    const refunded = [...settled, event('creditRefunded', '2026-03-11', { by: 'dewi' })]
    given(...refunded, event('reversalProposed', '2026-03-12', { by: 'dewi' }))
      .when(event('repaymentReversed', '2026-03-12', { by: 'checker' }), 'repay.confirmReversal')
      .refused('refundsCovered')
  })

  test('a loan is written off only when it is overdue for long enough, and charges no more fees from then on', () => {
    const proposing = (day: string) =>
      given(...late).when(event('writeOffProposed', day, { by: 'dewi' }), 'repay.proposeWriteOff')
    proposing('2026-04-21').refused('overdueBeyond')
    proposing('2026-04-22').then(place('overdue.late', { proposal: 'writeOff' }))
    const offered = (day: string) => given(...late).offers('dewi', noon(day), { writeOffProposed: { beyond: 30 } })
    expect(offered('2026-04-21')).toMatchObject({ writeOffProposed: 'overdueBeyond' })
    expect(offered('2026-04-22')).toMatchObject({ writeOffProposed: undefined })
    const given60 = [...late, event('writeOffProposed', '2026-04-22', { by: 'dewi' })]
    expect(given(...given60).offers('dewi')).toMatchObject({ writeOffConfirmed: 'notProposer' })
    const confirmed = [...given60, event('writeOffConfirmed', '2026-04-22', { by: 'checker' })]
    expect(leftOn(on(confirmed, '2026-06-22'))).toBe(leftOn(on(confirmed, '2026-04-22')))
    given(...confirmed)
      .when(event('writtenOff', '2026-04-22', { armed: 6 }), 'SYS')
      .then(place('writtenOff'))
  })

  test('nothing is written off of a loan that is settled, or was while it was looked at', () => {
    expect(given(...settled).offers('dewi')).toMatchObject({
      writeOffProposed: 'somethingOwed',
      reductionRequested: 'somethingOwed',
      rolloverOffered: 'somethingOwed',
    })
    const paidMeanwhile = [
      ...late,
      event('writeOffProposed', '2026-04-22', { by: 'dewi' }),
      event('repaid', '2026-04-22', { by: 'dewi', amount: 2_000_000 }),
    ]
    expect(given(...paidMeanwhile).offers('checker')).toMatchObject({ writeOffConfirmed: 'somethingOwed' })
    given(...paidMeanwhile)
      .when(event('writeOffRefused', '2026-04-22', { by: 'checker' }), 'repay.refuseWriteOff')
      .then(place('overdue.late'))
  })

  test('what comes in after a write-off counts', () => {
    const events = [
      ...late,
      event('writeOffProposed', '2026-04-22', { by: 'dewi' }),
      event('writeOffConfirmed', '2026-04-22', { by: 'checker' }),
      event('writtenOff', '2026-04-22', { armed: 6 }),
    ]
    const { context } = given(...events)
      .when(event('repaid', '2026-05-02', { by: 'dewi', amount: 48_000 }), 'repay.record')
      .then(place('writtenOff'))
    expect(ledgerOn(bookOf(context as Loan), '2026-05-02').lines[0]!.interest.paid).toBe(48_000)
  })
})
