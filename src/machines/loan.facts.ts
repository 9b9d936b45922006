import { leftOf, oldestOpen, sum } from './allocation.ts'
import { addDays, businessDay, dayStart, daysBetween } from './calendar.ts'
import { roomFor } from './fees.ts'
import { byAnother, type DeadlineFact, type Fact, never, onLimit, onPayload, type Payload } from './kernel.ts'
import { type Book, coversRefunds, type Entry, ledgerOn, oldestDueOn, reducibleOn } from './ledger.ts'
import { basisPoints } from './money.ts'
import { type PaidBy, paidBy } from './paymentMethods.ts'
import type { LoanTerms } from './schedule.ts'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
/** Money moved on a day, under the transaction id of its source. */
export type Moved = { txid: string; day: string; amount: number }
/** Money that came in. */
type Received = Moved & PaidBy
/** The terms of an offered rollover. Rates are basis points (interest per day); `until` is the last day to pay it. */
export type RolloverTerms = { txid: string; days: number; serviceFeeRate: number; interestRate: number; until: string }

/**
 * The order's attributes that lists filter by. `payout` is the transaction id of the sending that opened the loan, and
 * money sent to the virtual account belongs to the loan.
 */
export type LoanOrder = {
  person: string
  app: string
  channel: string
  product: string
  payout: string
  virtualAccount: string
}

export type LoanEvent =
  | Did<'loanOpened', { orderNo: string; terms: LoanTerms; order?: LoanOrder }>
  | Did<'repaid', Received>
  | Did<'creditRefunded', Moved>
  | Did<'loanVoided'>
  | DeadlineFact<'fellDue' | 'fellOverdue' | 'turnedLate' | 'dueDayChanged' | 'settled' | 'reopened' | 'writtenOff'>
  | Did<'reductionRequested', { amount: number; until: string; limit: number; reason: string }>
  | Did<'reductionApproved', { limit: number }>
  | Did<'largeReductionApproved' | 'reductionRefused'>
  | Did<'rolloverOffered', RolloverTerms & { most: number }>
  | Did<'rolloverPaid', Received>
  | DeadlineFact<'reductionExpired' | 'rolloverExpired'>
  | Did<'reversalProposed', { txid: string; reason: string }>
  | Did<'writeOffProposed', { beyond: number; reason: string }>
  | Did<'writeOffConfirmed', { beyond: number }>
  | Did<'repaymentReversed' | 'reversalRefused' | 'writeOffRefused'>

type Reduction = { amount: number; until: string; reason: string; by: string }
type Rollover = RolloverTerms & {
  day: string
  serviceFee: number
  interest: number
  /** The moved instalment's interest still owed, its due day before, and its due day after if it is paid today. */
  currentInterest: number
  originalDue: string
  newDue: string
}

export type Loan = {
  orderNo: string
  order: LoanOrder | null
  terms: LoanTerms | null
  entries: Entry[]
  /** The due day of the oldest instalment that is not fully paid; null when nothing is owed. */
  oldestDue: string | null
  /** The due day that led to the present state. */
  reachedBy: string | null
  /** The instant of the last movement of money, in epoch ms. */
  changedAt: number
  reduction: Reduction | null
  rollover: Rollover | null
  /** The proposal that waits for a second person: a payment's reversal, or a write-off when `txid` is null. */
  proposal: { txid: string | null; reason: string; by: string } | null
}

type About = { context: Loan; event: Payload<LoanEvent> }

/** Throws before the payout. */
export const bookOf = ({ terms, entries }: Pick<Loan, 'terms' | 'entries'>): Book => {
  if (!terms) throw new Error('there is no loan yet')
  return { terms, entries }
}

const today = ({ at }: Fact) => businessDay(at)
const ledgerNow = ({ context, event }: About) => ledgerOn(bookOf(context), today(event))
const withoutPayment = (entries: readonly Entry[], txid: string | null | undefined) =>
  entries.map((entry) => ('reversed' in entry && entry.txid === txid ? { ...entry, reversed: true } : entry))
/** The payments that are not reversed. */
export const standing = (entries: readonly Entry[]) => entries.filter((entry) => 'reversed' in entry && !entry.reversed)
const mostRupiah = 1e12

/** The cost of a rollover on the day of its offer, and its effect. Throws when nothing is owed. */
export const rolloverOn = (book: Book, day: string, terms: RolloverTerms): Rollover => {
  const { lines } = ledgerOn(book, day)
  const { due, interest } = oldestOpen(lines)!
  const principal = sum(lines.map((line) => leftOf(line.principal)))
  return {
    txid: terms.txid,
    days: terms.days,
    serviceFeeRate: terms.serviceFeeRate,
    interestRate: terms.interestRate,
    until: terms.until,
    day,
    serviceFee: basisPoints(principal, terms.serviceFeeRate),
    interest: basisPoints(principal, terms.interestRate * terms.days),
    currentInterest: leftOf(interest),
    originalDue: due,
    newDue: addDays(due < day ? day : due, terms.days),
  }
}
const costOf = ({ serviceFee, interest }: Pick<Rollover, 'serviceFee' | 'interest'>) => serviceFee + interest

export const rules = {
  somethingOwed: ({ context }: About) => context.oldestDue !== null,
  nothingRepaid: ({ context }: About) => standing(context.entries).length === 0,
  somethingRepaid: ({ context }: About) => standing(context.entries).length > 0,
  onTheBooks: ({ context }: About) => context.entries.every(({ kind }) => kind !== 'writtenOff'),
  noReductionOpen: ({ context }: About) => context.reduction === null,
  noRolloverOpen: ({ context }: About) => context.rollover === null,
  notRequester: byAnother(({ reduction }: Loan) => [reduction?.by]),
  notProposer: byAnother(({ proposal }: Loan) => [proposal?.by]),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  amountInRange: onPayload(
    ({ event: { amount } }: About) => Number.isSafeInteger(amount) && amount! > 0 && amount! <= mostRupiah,
  ),
  newTransaction: onPayload(({ context, event }: About) =>
    context.entries.every((entry) => !('txid' in entry) || entry.txid !== event.txid),
  ),
  notInFuture: onPayload(({ event }: About) => event.day! <= today(event)),
  notBeforePayout: onPayload(({ context, event }: About) => event.day! >= context.terms!.from),
  notBeforeOffer: onPayload(({ context, event }: About) => event.day! >= context.rollover!.day),
  notAfterOffer: onPayload(({ context, event }: About) => event.day! <= context.rollover!.until),
  endsAhead: onPayload(({ event }: About) => event.until! >= today(event)),
  ofCredit: onPayload(({ context, event: { txid, day, amount } }: About) =>
    coversRefunds({
      ...bookOf(context),
      entries: [...context.entries, { kind: 'refunded', txid: txid!, day: day!, amount: amount! }],
    }),
  ),
  withinLimit: onPayload(({ event }: About) => event.amount! <= event.limit!),
  withinApproval: onLimit('limit', ({ context, event }: About) => context.reduction!.amount <= event.limit!),
  feeAndPrincipalOnly: onPayload(
    ({ context, event }: About) => event.amount! <= reducibleOn(ledgerNow({ context, event })),
  ),
  fewerThanMost: onLimit(
    'most',
    ({ context, event }: About) =>
      standing(context.entries).filter(({ kind }) => kind === 'rolledOver').length < event.most!,
  ),
  withinCap: onPayload(({ context, event }: About) => {
    const { lines, rolloverCharges } = ledgerNow({ context, event })
    const offered = rolloverOn(bookOf(context), today(event), event as unknown as RolloverTerms)
    return costOf(offered) <= roomFor(context.terms!, lines, rolloverCharges)
  }),
  inFull: onPayload(({ context, event }: About) => event.amount === costOf(context.rollover!)),
  paymentStands: onPayload(({ context, event }: About) =>
    standing(context.entries).some((entry) => 'txid' in entry && entry.txid === event.txid),
  ),
  refundsCovered: ({ context }: About) =>
    coversRefunds({ ...bookOf(context), entries: withoutPayment(context.entries, context.proposal?.txid) }),
  overdueBeyond: onLimit(
    'beyond',
    ({ context, event }: About) =>
      context.oldestDue !== null && daysBetween(context.oldestDue, today(event)) > event.beyond!,
  ),
}

type At<More = unknown> = { context: Loan; event: Fact & More }

/** The loan with other entries; its debt is computed again from the payout on. */
const told = ({ context, event }: At, entries: Entry[]) => ({
  entries,
  oldestDue: oldestDueOn({ ...bookOf(context), entries }, today(event)),
  changedAt: event.at,
})

// A bounced payout can be sent again; it then opens another loan under the same number.
const nothingOpen = { reduction: null, rollover: null, proposal: null }
type Opening = Fact & { orderNo: string; terms: LoanTerms; order?: LoanOrder }

export const opened = ({ context, event: { orderNo, terms, order, at } }: { context: Loan; event: Opening }) => ({
  orderNo,
  order: order ?? null,
  terms,
  // Drops every entry in force. Reversed payments keep their transaction ids.
  entries: context.entries.filter((entry) => 'reversed' in entry),
  reachedBy: null,
  ...nothingOpen,
  oldestDue: oldestDueOn({ terms, entries: [] }, today({ type: '', by: '', at })),
  changedAt: at,
})

type Known = Pick<Loan, 'entries' | 'reduction' | 'rollover' | 'proposal'>

/** The movements of a loan after an event that adds or reverses one. */
export const entriesAfter = {
  repaid: ({ entries }: Known, { txid, day, amount, ...how }: Received): Entry[] => [
    ...entries,
    { kind: 'repaid', txid, day, amount, reversed: false, ...paidBy(how) },
  ],
  creditRefunded: ({ entries }: Known, { txid, day, amount }: Moved): Entry[] => [
    ...entries,
    { kind: 'refunded', txid, day, amount },
  ],
  reductionApproved: ({ entries, reduction }: Known, event: Fact): Entry[] => {
    const { amount, until } = reduction!
    return [...entries, { kind: 'reduced', day: today(event), amount, until }]
  },
  rolloverPaid: ({ entries, rollover }: Known, { txid, day, amount, ...how }: Received): Entry[] => [
    ...entries,
    { kind: 'rolledOver', txid, day, amount, days: rollover!.days, reversed: false, ...paidBy(how) },
  ],
  repaymentReversed: ({ entries, proposal }: Known): Entry[] => withoutPayment(entries, proposal!.txid),
  writeOffConfirmed: ({ entries }: Known, event: Fact): Entry[] => [
    ...entries,
    { kind: 'writtenOff', day: today(event) },
  ],
}

export const withPayment = ({ context, event }: At<Received>) =>
  told({ context, event }, entriesAfter.repaid(context, event))

export const withRefund = ({ context, event }: At<Moved>) =>
  told({ context, event }, entriesAfter.creditRefunded(context, event))

export const withReduction = ({ context, event }: At) =>
  told({ context, event }, entriesAfter.reductionApproved(context, event))

export const withRollover = ({ context, event }: At<Received>) => ({
  ...told({ context, event }, entriesAfter.rolloverPaid(context, event)),
  rollover: null,
})

export const withReversal = ({ context, event }: At) => ({
  ...told({ context, event }, entriesAfter.repaymentReversed(context)),
  proposal: null,
})

export const withWriteOff = ({ context, event }: At) => ({
  ...told({ context, event }, entriesAfter.writeOffConfirmed(context, event)),
  proposal: null,
})

export const offered = ({ context, event }: At<RolloverTerms>) => ({
  rollover: rolloverOn(bookOf(context), today(event), event),
})

/** The instants at which the state follows the debt and the calendar; `never` when there is no debt. */
export const instants = {
  dueAt: ({ oldestDue }: Loan) => (oldestDue === null ? never : dayStart(oldestDue)),
  overdueAt: ({ oldestDue }: Loan) => (oldestDue === null ? never : dayStart(addDays(oldestDue, 1))),
  lateAt: ({ oldestDue, terms }: Loan) => (oldestDue === null ? never : dayStart(addDays(oldestDue, terms!.lateFrom))),
  changeAt: ({ oldestDue, reachedBy, changedAt }: Loan) =>
    oldestDue === null || oldestDue === reachedBy ? never : changedAt,
  settledAt: ({ oldestDue, changedAt }: Loan) => (oldestDue === null ? changedAt : never),
  reopenedAt: ({ oldestDue, changedAt }: Loan) => (oldestDue === null ? never : changedAt),
  writtenOffAt: ({ entries, changedAt }: Loan) =>
    entries.some(({ kind }) => kind === 'writtenOff') ? changedAt : never,
  reductionEnds: ({ reduction }: Loan) => dayStart(addDays(reduction!.until, 1)),
  rolloverEnds: ({ rollover }: Loan) => dayStart(addDays(rollover!.until, 1)),
}
