import { addDays } from './calendar.ts'
import { basisPoints } from './money.ts'

/**
 * The terms of a payout. Amounts are rupiah; `from` is the day of the payout, `every` the days between due days. Rates
 * are basis points a day, except `cap`: all charges together as basis points of the principal.
 */
export type LoanTerms = {
  principal: number
  serviceFee: number
  handlingFee: number
  from: string
  instalments: number
  every: number
  interest: number
  /** Rates on overdue principal: `earlyFee` before day `lateFrom`, then `lateFee` until `feeDays` have passed. */
  earlyFee: number
  lateFee: number
  lateFrom: number
  feeDays: number
  cap: number
}

export type Instalment = { term: number; due: string; interest: number; principal: number }

/** Equal instalments; the last one takes the remainder. The interest is rounded once, over the whole loan. */
export const schedule = (terms: LoanTerms): Instalment[] => {
  const { principal, from, instalments, every } = terms
  const interest = basisPoints(principal, terms.interest * every * instalments)
  const share = (whole: number, term: number) => {
    const equal = Math.floor(whole / instalments)
    return term < instalments ? equal : whole - equal * (instalments - 1)
  }
  return Array.from({ length: instalments }, (_, index) => index + 1).map((term) => ({
    term,
    due: addDays(from, every * term),
    interest: share(interest, term),
    principal: share(principal, term),
  }))
}
