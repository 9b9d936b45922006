import { businessDay } from '../../machines/calendar.ts'
import { type Loan, standing } from '../../machines/loan.facts.ts'
import { type CasePromise, judgedPromise, openPromise, type RecoveryCase } from '../../machines/recoveryCase.facts.ts'

/** The money in rupiah that came with a value day of this period, without what was paid back. */
export const receivedIn = ({ entries }: Pick<Loan, 'entries'>, from: string, to: string): number => {
  const inPeriod = ({ day }: { day: string }) => from <= day && day <= to
  const came = standing(entries).filter(inPeriod)
  const left = entries.filter((entry) => entry.kind === 'refunded').filter(inPeriod)
  const sum = (all: readonly object[]) =>
    all.reduce((total, one) => total + ('amount' in one ? Number(one.amount) : 0), 0)
  return sum(came) - sum(left)
}

export const receivedToday = (loan: Loan, now: number): number => {
  const today = businessDay(now)
  return receivedIn(loan, today, today)
}

/** The rupiah paid towards a promise: received in its period, without what was received before the promise on its first day. */
const paidOf = (loan: Loan, { madeOn, lastDay, paidToday }: CasePromise) =>
  receivedIn(loan, madeOn, lastDay) - paidToday

/** The rupiah paid towards the open promise or, without one, the last judged promise; null when there is neither. */
export const paidOfPromise = (loan: Loan, context: RecoveryCase): number | null => {
  const promise = openPromise(context) ?? judgedPromise(context)
  return promise ? paidOf(loan, promise) : null
}
