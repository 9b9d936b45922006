import { type Line, leftOf, sum } from './allocation.ts'
import { basisPoints } from './money.ts'
import type { LoanTerms } from './schedule.ts'

/**
 * The overdue fee of one instalment, to a ten-thousandth of a rupiah, because only the total is rounded, not each day.
 * `age` is its days overdue, negative before its due day.
 */
export type Accrual = { age: number; whole: number; rest: number }

/** The daily fee rate of an overdue instalment, in basis points of its overdue principal. */
export const rateOn = ({ earlyFee, lateFee, lateFrom, feeDays }: LoanTerms, daysOverdue: number) => {
  if (daysOverdue < 1 || daysOverdue > feeDays) return 0
  return daysOverdue < lateFrom ? earlyFee : lateFee
}

/** The days at the early rate and at the late rate that an instalment was charged for after `age` days overdue. */
export const feeDaysAt = (age: number, { lateFrom, feeDays }: LoanTerms) => {
  const all = Math.max(0, Math.min(age, feeDays))
  const early = Math.min(all, lateFrom - 1)
  return { early, late: all - early }
}

/** The rupiah that may still be charged before all charges together reach the cap. */
export const roomFor = (terms: LoanTerms, lines: readonly Line[], rolloverCharges: number) => {
  const charged =
    terms.serviceFee +
    terms.handlingFee +
    rolloverCharges +
    sum(lines.map(({ interest, fee }) => interest.due + fee.due))
  return Math.max(0, basisPoints(terms.principal, terms.cap) - charged)
}

/** Charges each line one more day of overdue fee, the oldest first, up to the cap. */
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
 * The final fee of each line if nothing more happens to the loan: the accrued fee and the remaining days, rounded,
 * limited by the cap. `accruals` are those of the next morning.
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
