import { allocate, leftOf, leftOfLine, type Line, oldestOpen, type Part, reduce, sum } from './allocation.ts'
import { addDays, daysBetween } from './calendar.ts'
import { type Accrual, chargeFees } from './fees.ts'
import type { PaidBy } from './paymentMethods.ts'
import { type Instalment, type LoanTerms, schedule } from './schedule.ts'

/** A movement on a loan, with its day. `until` is the last day on which a reduced amount can be paid. */
export type Entry =
  | ({ kind: 'repaid'; txid: string; day: string; amount: number; reversed: boolean } & PaidBy)
  | ({ kind: 'rolledOver'; txid: string; day: string; amount: number; days: number; reversed: boolean } & PaidBy)
  | { kind: 'reduced'; day: string; amount: number; until: string }
  | { kind: 'refunded'; txid: string; day: string; amount: number }
  | { kind: 'writtenOff'; day: string }

export type Book = { terms: LoanTerms; entries: readonly Entry[] }

/** The debt at the end of a day, by line. `paid` is allocated to lines or is part of the credit. */
export type Ledger = { day: string; lines: Line[]; rolloverCharges: number; paid: number; credit: number }

type Kind<Name extends Entry['kind']> = Extract<Entry, { kind: Name }>

/** The part of one payment that one instalment received, in rupiah. */
export type Allotment = { term: number; interest: number; principal: number; fee: number }

/** A payment that is not reversed, its allotments, and the rest that became a credit. */
export type Allotted = { payment: Kind<'repaid'>; allotments: Allotment[]; credit: number }

/** The distribution of one movement of money: over the debt, a rollover charge, or a credit. */
export type Share = { interest: number; principal: number; fee: number; charge: number; credit: number }

/**
 * A ledger and its derivation: each line's fee to a ten-thousandth of a rupiah, and each payment's allocation. Payments
 * are in order of day, and within a day in the order of recording.
 */
export type Told = {
  ledger: Ledger
  accruals: Accrual[]
  allotted: Allotted[]
  shares: Map<Entry, Share>
  isWrittenOff: boolean
}

type Promised = { until: string; payable: number; paid: number }

const entriesOf = <Name extends Entry['kind']>(entries: readonly Entry[], kind: Name) =>
  entries.filter((entry): entry is Kind<Name> => entry.kind === kind)

const total = (moved: readonly { amount: number }[]) => sum(moved.map(({ amount }) => amount))

const owed = (amount: number): Part => ({ due: amount, paid: 0, reduced: 0 })

const lineOf = ({ term, due, interest, principal }: Instalment): Line => ({
  term,
  originalDue: due,
  due,
  interest: owed(interest),
  principal: owed(principal),
  fee: owed(0),
})

export const leftOn = ({ lines }: Ledger) => sum(lines.map(leftOfLine))

const parts = ['interest', 'principal', 'fee'] as const
const paidOf = ({ term, interest, principal, fee }: Line): Allotment => ({
  term,
  interest: interest.paid,
  principal: principal.paid,
  fee: fee.paid,
})
const paidSince = (before: readonly Allotment[], lines: readonly Line[]) =>
  lines.map((line, index) => {
    const paid = paidOf(line)
    for (const part of parts) paid[part] -= before[index]![part]
    return paid
  })

/** Splits a day's allocation over its payments in order. The rest of a payment is a credit. */
const shareOut = (payments: readonly Kind<'repaid'>[], paid: readonly Allotment[]) =>
  payments.map((payment): Allotted => {
    let credit = payment.amount
    const allotments = paid.map((of) => {
      const allotment = { term: of.term, interest: 0, principal: 0, fee: 0 }
      for (const part of parts) {
        allotment[part] = Math.min(credit, of[part])
        of[part] -= allotment[part]
        credit -= allotment[part]
      }
      return allotment
    })
    return { payment, allotments: allotments.filter((one) => parts.some((part) => one[part] > 0)), credit }
  })

const shareOf = ({ allotments, credit }: Allotted): Share => ({
  interest: sum(allotments.map(({ interest }) => interest)),
  principal: sum(allotments.map(({ principal }) => principal)),
  fee: sum(allotments.map(({ fee }) => fee)),
  charge: 0,
  credit,
})

/** The most that a reduction may take: fees and principal, never interest. */
export const reducibleOn = ({ lines }: Ledger) =>
  sum(lines.map(({ fee, principal }) => leftOf(fee) + leftOf(principal)))

const rollOver = (ledger: Ledger, accruals: readonly Accrual[], { amount, days }: Kind<'rolledOver'>) => {
  ledger.rolloverCharges += amount
  ledger.paid += amount
  const oldest = ledger.lines.findIndex((line) => leftOfLine(line) > 0)
  if (oldest < 0) return
  const moved = Math.max(0, accruals[oldest]!.age) + days
  for (const [index, line] of ledger.lines.entries()) {
    if (leftOfLine(line) === 0) continue
    line.due = addDays(line.due, moved)
    accruals[index]!.age -= moved
  }
}

/** Waives the rest of the debt once the payments since the reduction reach the reduced amount. */
const forgive = (ledger: Ledger, promised: Promised, money: number) => {
  const missing = promised.payable - promised.paid
  promised.paid += money
  if (missing > money) return false
  reduce(ledger.lines, Math.max(0, leftOn(ledger) - missing))
  return true
}

/**
 * Computes the loan on a day from the payout on, so that a backdated or reversed payment changes all that follows. Each
 * day applies fees, rollovers, reductions, all payments together, then refunds. `moved` sees the lines at the close of
 * each day with a movement.
 */
export const tell = (
  { terms, entries }: Book,
  day: string,
  moved?: (day: string, lines: readonly Line[]) => void,
): Told => {
  const lines = schedule(terms).map(lineOf)
  const ledger: Ledger = { day, lines, rolloverCharges: 0, paid: 0, credit: 0 }
  const allotted: Allotted[] = []
  const shares: Told['shares'] = new Map()
  // Counts days from the payout: parsing and formatting days as text thousands of times would dominate the run time.
  const accruals = lines.map(({ term }): Accrual => ({ age: -terms.every * term, whole: 0, rest: 0 }))
  const standing = entries.filter((entry) => !('reversed' in entry && entry.reversed))
  const byDay = Map.groupBy(standing, (entry) => daysBetween(terms.from, entry.day))
  let isWrittenOff = false
  let promised: Promised[] = []
  const last = daysBetween(terms.from, day)
  for (let passed = 0; passed <= last; passed += 1) {
    if (!isWrittenOff) chargeFees(terms, lines, accruals, ledger.rolloverCharges)
    const today = byDay.get(passed)
    if (today) {
      for (const entry of entriesOf(today, 'rolledOver')) {
        rollOver(ledger, accruals, entry)
        shares.set(entry, { interest: 0, principal: 0, fee: 0, charge: entry.amount, credit: 0 })
      }
      for (const { amount, until } of entriesOf(today, 'reduced'))
        promised.push({ until, payable: Math.max(0, leftOn(ledger) - amount), paid: 0 })
      const payments = entriesOf(today, 'repaid')
      const money = total(payments)
      promised = promised.filter(({ until }) => until >= today[0]!.day).filter((one) => !forgive(ledger, one, money))
      const refunded = total(entriesOf(today, 'refunded'))
      const before = lines.map(paidOf)
      ledger.credit += allocate(lines, money) - refunded
      for (const one of shareOut(payments, paidSince(before, lines))) {
        allotted.push(one)
        shares.set(one.payment, shareOf(one))
      }
      ledger.paid += money - refunded
      isWrittenOff ||= entriesOf(today, 'writtenOff').length > 0
      moved?.(today[0]!.day, lines)
    }
    for (const accrual of accruals) accrual.age += 1
  }
  return { ledger, accruals, allotted, shares, isWrittenOff }
}

/** The debt on a day, computed by `tell`. */
export const ledgerOn = (book: Book, day: string): Ledger => tell(book, day).ledger

/** Every payment up to a day that is not reversed, as `tell` allocated it. */
export const paymentsUpTo = (book: Book, day: string): Allotted[] => tell(book, day).allotted

/** The due day of the oldest open instalment on a day; null when nothing is owed. */
export const oldestDueOn = (book: Book, day: string) => oldestOpen(ledgerOn(book, day).lines)?.due ?? null

/** Whether a credit covers every refund, with the loan as it is computed now. */
export const coversRefunds = (book: Book) =>
  book.entries.every(({ kind, day }) => kind !== 'refunded' || ledgerOn(book, day).credit >= 0)

/** The rupiah that each line and the credit would receive from a payment of `amount` on a day. */
export const allocationOf = (book: Book, day: string, amount: number) => {
  const before = ledgerOn(book, day)
  const after = ledgerOn(
    { ...book, entries: [...book.entries, { kind: 'repaid', txid: '', day, amount, reversed: false }] },
    day,
  )
  return { lines: paidSince(before.lines.map(paidOf), after.lines), credit: after.credit - before.credit }
}
