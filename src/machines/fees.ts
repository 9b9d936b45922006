import { type Line, leftOf, sum } from './allocation.ts'
import { basisPoints } from './money.ts'
import type { LoanTerms } from './schedule.ts'

/**
 * The overdue fee of one instalment to a ten-thousandth of a rupiah: it is rounded as a whole, never day by day. `age` is how many days
 * it is overdue, negative before its due day.
 */
export type Accrual = { age: number; whole: number; rest: number }

const rateOn = ({ earlyFee, lateFee, lateFrom, feeDays }: LoanTerms, daysOverdue: number) => {
  if (daysOverdue < 1 || daysOverdue > feeDays) return 0
  return daysOverdue < lateFrom ? earlyFee : lateFee
}

/** How much may still be charged before all charges together come to the cap. */
export const roomFor = (terms: LoanTerms, lines: readonly Line[], rolloverCharges: number) => {
  const charged =
    terms.serviceFee +
    terms.handlingFee +
    rolloverCharges +
    sum(lines.map(({ interest, fee }) => interest.due + fee.due))
  return Math.max(0, basisPoints(terms.principal, terms.cap) - charged)
}

/** Charges each line the overdue fee of one more day, the oldest first while the cap has room. */
export const chargeFees = (
  terms: LoanTerms,
  lines: readonly Line[],
  accruals: readonly Accrual[],
  rolloverCharges: number,
) => {
  for (const [index, { principal, fee }] of lines.entries()) {
    const accrual = accruals[index]!
    const fresh = leftOf(principal) * rateOn(terms, accrual.age)
    if (fresh === 0) continue
    accrual.whole += Math.floor((accrual.rest + fresh) / 10_000)
    accrual.rest = (accrual.rest + fresh) % 10_000
    const rounded = accrual.whole + (accrual.rest >= 5000 ? 1 : 0)
    fee.due += Math.min(Math.max(0, rounded - fee.due), roomFor(terms, lines, rolloverCharges))
  }
}
