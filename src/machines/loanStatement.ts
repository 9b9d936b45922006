import { leftOf, leftOfLine, sum } from './allocation.ts'
import { addDays, daysBetween } from './calendar.ts'
import { rateOn } from './fees.ts'
import { type Book, type Entry, ledgerOn } from './ledger.ts'

const parts = ['interest', 'principal', 'fee'] as const

/** A day's addition to the fee of one instalment: `rate` is basis points of the principal overdue that day. */
export type DailyFee = {
  day: string
  term: number
  daysOverdue: number
  rate: number
  principal: number
  fee: number
}

/** Every overdue fee charged up to a day, one entry a day and instalment. */
export const feesUpTo = (book: Book, day: string): DailyFee[] => {
  const { lines } = ledgerOn(book, day)
  const first = addDays(lines[0]!.originalDue, 1)
  const stops = addDays(lines.at(-1)!.due, book.terms.feeDays)
  const last = stops < day ? stops : day
  let before = ledgerOn(book, addDays(first, -1))
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index)).flatMap(
    (when) => {
      const after = ledgerOn(book, when)
      const charged = before.lines.flatMap(({ term, due, principal, fee }, index) => {
        const daysOverdue = daysBetween(due, when)
        const more = after.lines[index]!.fee.due - fee.due
        if (more === 0) return []
        return [
          {
            day: when,
            term,
            daysOverdue,
            rate: rateOn(book.terms, daysOverdue),
            principal: leftOf(principal),
            fee: more,
          },
        ]
      })
      before = after
      return charged
    },
  )
}

/** The amount that must be paid by a reduction's last day for the rest to be waived, and the amount paid so far. */
export const promiseOf = (book: Book, { day, amount, until }: Extract<Entry, { kind: 'reduced' }>, today: string) => {
  // The debt before the day's payments, which count towards the promise.
  const earlier = book.entries.filter((entry) => entry.day < day || (entry.day === day && entry.kind === 'rolledOver'))
  const owed = sum(ledgerOn({ ...book, entries: earlier }, day).lines.map(leftOfLine))
  const last = today < until ? today : until
  const paid = sum(
    book.entries.map((entry) =>
      entry.kind === 'repaid' && !entry.reversed && entry.day >= day && entry.day <= last ? entry.amount : 0,
    ),
  )
  return { payable: Math.max(0, owed - amount), paid }
}

const reducedOn = (book: Book, day: string) =>
  sum(ledgerOn(book, day).lines.flatMap((line) => parts.map((part) => line[part].reduced)))

/** The debt that a planned payment would waive, because it fulfils a reduction. */
export const forgivenBy = (book: Book, day: string, amount: number) => {
  const payment: Entry = { kind: 'repaid', txid: '', day, amount, reversed: false }
  return reducedOn({ ...book, entries: [...book.entries, payment] }, day) - reducedOn(book, day)
}
