import { allocate, leftOf, leftOfLine, type Line, oldestOpen, type Part, reduce, sum } from './allocation.ts'
import { addDays, daysBetween } from './calendar.ts'
import { type Accrual, chargeFees } from './fees.ts'
import { type Instalment, type LoanTerms, schedule } from './schedule.ts'

/** What happened to a loan's money, each on its day. `until` is the last day on which a reduced amount can be paid. */
export type Entry =
  | { kind: 'repaid'; txid: string; day: string; amount: number; reversed: boolean }
  | { kind: 'rolledOver'; txid: string; day: string; amount: number; days: number; reversed: boolean }
  | { kind: 'reduced'; day: string; amount: number; until: string }
  | { kind: 'refunded'; txid: string; day: string; amount: number }
  | { kind: 'writtenOff'; day: string }

export type Book = { terms: LoanTerms; entries: readonly Entry[] }

/** What is owed on a day, line by line, after all that happened on it. `paid` is allocated, or is the credit. */
export type Ledger = { day: string; lines: Line[]; rolloverCharges: number; paid: number; credit: number }

/** What one movement of money went to: what the customer owed, a rollover, or a credit. */
export type Share = { interest: number; principal: number; fee: number; charge: number; credit: number }

/** A ledger with how it came about: each line's fee to a ten-thousandth of a rupiah, and what each payment went to. */
export type Told = { ledger: Ledger; accruals: Accrual[]; shares: Map<Entry, Share>; isWrittenOff: boolean }

type Kind<Name extends Entry['kind']> = Extract<Entry, { kind: Name }>
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
const paidOf = (lines: readonly Line[]) => lines.flatMap((line) => parts.map((part) => line[part].paid))

/** Of what was paid in a day, in the order it was allocated in, each payment has its turn; what is left of one is a credit. */
const shareOut = (payments: readonly Kind<'repaid'>[], before: readonly number[], after: readonly number[]) => {
  const allocated = after.map((paid, index) => paid - before[index]!)
  return payments.map((payment): [Entry, Share] => {
    const share: Share = { interest: 0, principal: 0, fee: 0, charge: 0, credit: payment.amount }
    for (const [index, amount] of allocated.entries()) {
      const taken = Math.min(share.credit, amount)
      share[parts[index % parts.length]!] += taken
      share.credit -= taken
      allocated[index]! -= taken
    }
    return [payment, share]
  })
}

/** What a reduction may take: fees and principal, never interest. */
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

/** What is left once the reduced amount was paid, with all that was paid since the reduction, is owed no more. */
const forgive = (ledger: Ledger, promised: Promised, money: number) => {
  const missing = promised.payable - promised.paid
  promised.paid += money
  if (missing > money) return false
  reduce(ledger.lines, Math.max(0, leftOn(ledger) - missing))
  return true
}

/**
 * The loan on a day, told from the payout on: so a payment that is dated back, or reversed, changes everything after it. On each day come
 * the fees, then rollovers, reductions, all payments as one, and refunds.
 */
export const tell = ({ terms, entries }: Book, day: string): Told => {
  const lines = schedule(terms).map(lineOf)
  const ledger: Ledger = { day, lines, rolloverCharges: 0, paid: 0, credit: 0 }
  const shares: Told['shares'] = new Map()
  // Days are counted from the payout on: reading and writing a day as text thousands of times is what would take long.
  const accruals = lines.map(({ term }): Accrual => ({ age: -terms.every * term, whole: 0, rest: 0 }))
  const standing = entries.filter((entry) => !('reversed' in entry && entry.reversed))
  const byDay = Map.groupBy(standing, (entry) => daysBetween(terms.from, entry.day))
  let isWrittenOff = false
  let promised: Promised[] = []
  for (let passed = 0; passed <= daysBetween(terms.from, day); passed += 1) {
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
      const before = paidOf(lines)
      ledger.credit += allocate(lines, money) - refunded
      for (const [payment, share] of shareOut(payments, before, paidOf(lines))) shares.set(payment, share)
      ledger.paid += money - refunded
      isWrittenOff ||= entriesOf(today, 'writtenOff').length > 0
    }
    for (const accrual of accruals) accrual.age += 1
  }
  return { ledger, accruals, shares, isWrittenOff }
}

/** What is owed on a day, told as `tell` does. */
export const ledgerOn = (book: Book, day: string): Ledger => tell(book, day).ledger

/** The due day of the oldest open instalment on a day; null when nothing is owed. */
export const oldestDueOn = (book: Book, day: string) => oldestOpen(ledgerOn(book, day).lines)?.due ?? null

/** Whether every refund came out of a credit, however it is told now. */
export const coversRefunds = (book: Book) =>
  book.entries.every(({ kind, day }) => kind !== 'refunded' || ledgerOn(book, day).credit >= 0)

/** What would be paid of each line, and what would be a credit, if an amount came in on a day. */
export const allocationOf = (book: Book, day: string, amount: number) => {
  const before = ledgerOn(book, day)
  const after = ledgerOn(
    { ...book, entries: [...book.entries, { kind: 'repaid', txid: '', day, amount, reversed: false }] },
    day,
  )
  const lines = after.lines.map(({ term, interest, principal, fee }, index) => ({
    term,
    interest: interest.paid - before.lines[index]!.interest.paid,
    principal: principal.paid - before.lines[index]!.principal.paid,
    fee: fee.paid - before.lines[index]!.fee.paid,
  }))
  return { lines, credit: after.credit - before.credit }
}
