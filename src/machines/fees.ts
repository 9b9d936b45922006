import { type Line, leftOf, sum } from './allocation.ts'
import { basisPoints } from './money.ts'
import type { LoanTerms } from './schedule.ts'

/**
 * The overdue fee of one instalment to a ten-thousandth of a rupiah: it is rounded as a whole, never day by day. `age` is how many days
 * it is overdue, negative before its due day.
 */
export type Accrual = { age: number; whole: number; rest: number }

/** Basis points of its overdue principal that an instalment is charged on a day that it is overdue. */
export const rateOn = ({ earlyFee, lateFee, lateFrom, feeDays }: LoanTerms, daysOverdue: number) => {
  if (daysOverdue < 1 || daysOverdue > feeDays) return 0
  return daysOverdue < lateFrom ? earlyFee : lateFee
}

/** On how many days at the early rate, and then at the late one, an instalment that is so many days overdue was charged. */
export const feeDaysAt = (age: number, { lateFrom, feeDays }: LoanTerms) => {
  const all = Math.max(0, Math.min(age, feeDays))
  const early = Math.min(all, lateFrom - 1)
  return { early, late: all - early }
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
    accrue(accrual, fresh)
    fee.due += Math.min(Math.max(0, rounded(accrual) - fee.due), roomFor(terms, lines, rolloverCharges))
  }
}

const accrue = (accrual: Accrual, fresh: number) => {
  accrual.whole += Math.floor((accrual.rest + fresh) / 10_000)
  accrual.rest = (accrual.rest + fresh) % 10_000
}

const rounded = ({ whole, rest }: Accrual) => whole + (rest >= 5000 ? 1 : 0)

/**
 * What the fee of each line comes to in the end when nothing more happens to the loan. Until then it is what was accrued and what
 * the days since add, rounded: the cap only ever stops it. `accruals` are of the morning after.
 */
export const mostFees = (
  terms: LoanTerms,
  lines: readonly Line[],
  accruals: readonly Accrual[],
  rolloverCharges: number,
): number[] => {
  const room = roomFor(terms, lines, rolloverCharges)
  const more = lines.map(({ principal, fee }, index) => {
    const { age, whole, rest } = accruals[index]!
    const left = leftOf(principal)
    if (left === 0) return 0
    const charged = feeDaysAt(age - 1, terms)
    const inAll = feeDaysAt(terms.feeDays, terms)
    const accrual = { age, whole, rest }
    accrue(
      accrual,
      left * (terms.earlyFee * (inAll.early - charged.early) + terms.lateFee * (inAll.late - charged.late)),
    )
    return Math.max(0, rounded(accrual) - fee.due)
  })
  if (sum(more) <= room) return lines.map(({ fee }, index) => fee.due + more[index]!)
  return whenCapped(terms, structuredClone(lines), structuredClone(accruals), rolloverCharges)
}

const whenCapped = (
  terms: LoanTerms,
  lines: readonly Line[],
  accruals: readonly Accrual[],
  rolloverCharges: number,
) => {
  while (roomFor(terms, lines, rolloverCharges) > 0 && accruals.some(({ age }) => age <= terms.feeDays)) {
    chargeFees(terms, lines, accruals, rolloverCharges)
    for (const accrual of accruals) accrual.age += 1
  }
  return lines.map(({ fee }) => fee.due)
}
