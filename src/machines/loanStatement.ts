import { leftOf, leftOfLine, sum } from './allocation.ts'
import { addDays, daysBetween } from './calendar.ts'
import { rateOn } from './fees.ts'
import { type Book, type Entry, ledgerOn } from './ledger.ts'

const parts = ['interest', 'principal', 'fee'] as const

/** What a day added to the fee of one instalment: `rate` in basis points of the principal that was overdue then. */
export type DailyFee = {
  day: string
  term: number
  daysOverdue: number
  rate: number
  principal: number
  fee: number
}

/** Every overdue fee that was charged up to a day, day by day. */
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

/** What has to come in by the last day of a reduction for the rest to be owed no more, and what has. */
export const promiseOf = (book: Book, { day, amount, until }: Extract<Entry, { kind: 'reduced' }>, today: string) => {
  // As it stood before the day's payments, which count towards it.
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

/** What a payment that is not made yet would make be owed no more, because it keeps what a reduction was given for. */
export const forgivenBy = (book: Book, day: string, amount: number) => {
  const payment: Entry = { kind: 'repaid', txid: '', day, amount, reversed: false }
  return reducedOn({ ...book, entries: [...book.entries, payment] }, day) - reducedOn(book, day)
}
