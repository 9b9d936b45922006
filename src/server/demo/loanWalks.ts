import { leftOfLine, sum } from '../../machines/allocation.ts'
import { businessDay, daysBetween } from '../../machines/calendar.ts'
import { blank, follow, idOf, never, type State } from '../../machines/kernel.ts'
import { ledgerOn } from '../../machines/ledger.ts'
import { bookOf, type Loan } from '../../machines/loan.facts.ts'
import { loanMachine } from '../../machines/loan.ts'
import type { EventRow } from '../db/tables.ts'
import type { Server } from '../server.ts'
import { recordOf } from '../store/events.ts'

/** A loan that is replayed beside the stories about it. */
export type LoanWalk = {
  orderNo: string
  state: () => State<Loan>
  /** The instant of its next event. */
  nextAt: () => number
  /** Replays its events up to an instant. */
  advance: (at: number) => void
  /** The days overdue on the day of an instant; null when nothing is. */
  overdueOn: (at: number) => number | null
  /** The payment that comes next, if one comes by a day. It is known, as all of this is the past. */
  nextPayment: (until: string) => { day: string; amount: number } | undefined
  /** All days on which an instalment was ever due. */
  dueDays: readonly string[]
}

/** Reads all loans, each before its first event, by order. */
export const loanWalks = async ({ db }: Pick<Server, 'db'>): Promise<Map<string, LoanWalk>> => {
  const rows = await db.sql
    .selectFrom('es_event')
    .selectAll()
    .where('stream', 'like', 'loan/%')
    .orderBy('stream')
    .orderBy('version')
    .execute()
  const streams = Map.groupBy(rows, ({ stream }) => idOf(stream))
  return new Map([...streams].map(([orderNo, events]) => [orderNo, walkOf(orderNo, events)]))
}

const walkOf = (orderNo: string, rows: readonly EventRow[]): LoanWalk => {
  let state: State<Loan> = blank(loanMachine)
  let index = 0
  const records = rows.map(recordOf)
  const whole: State<Loan> = records.reduce((before, one) => follow(loanMachine, before, one), state)
  const { lines } = ledgerOn(bookOf(whole.context), businessDay(rows.at(-1)!.at))
  const payments = whole.context.entries.flatMap((entry) =>
    entry.kind === 'repaid' ? [{ day: entry.day, amount: entry.amount }] : [],
  )
  return {
    orderNo,
    state: () => state,
    nextAt: () => rows[index]?.at ?? never,
    advance: (at) => {
      for (; index < rows.length && rows[index]!.at <= at; index += 1)
        state = follow(loanMachine, state, records[index]!)
    },
    overdueOn: (at) => {
      const { oldestDue } = state.context
      const days = oldestDue === null ? 0 : daysBetween(oldestDue, businessDay(at))
      return days > 0 ? days : null
    },
    nextPayment: (until) => {
      const past = state.context.entries.filter(({ kind }) => kind === 'repaid').length
      const next = payments[past]
      return next && next.day <= until ? next : undefined
    },
    dueDays: [...new Set(lines.flatMap(({ due, originalDue }) => [due, originalDue]))],
  }
}

/** The rupiah due by a day of a loan as it is: what is overdue, or else the next instalment. */
export const dueBy = ({ context }: State<Loan>, day: string): number => {
  const until = context.oldestDue !== null && context.oldestDue > day ? context.oldestDue : day
  const { lines } = ledgerOn(bookOf(context), day)
  return sum(lines.filter(({ due }) => due <= until).map(leftOfLine))
}
