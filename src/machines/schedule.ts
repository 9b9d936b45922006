import { addDays } from './calendar.ts'
import { basisPoints } from './money.ts'

/**
 * What a loan was paid out on. Amounts are rupiah; `from` is the day of the payout, `every` the days from one due day to the next, and
 * rates are basis points a day, except `cap`: all charges together as basis points of the principal.
 */
export type LoanTerms = {
  principal: number
  serviceFee: number
  handlingFee: number
  from: string
  instalments: number
  every: number
  interest: number
  /** Of overdue principal: until the day before `lateFrom`, and from then until `feeDays` have passed. */
  earlyFee: number
  lateFee: number
  lateFrom: number
  feeDays: number
  cap: number
}

export type Instalment = { term: number; due: string; interest: number; principal: number }

/** The instalments, equal but for the last, which takes the remainder. The interest is rounded once, over all of the loan. */
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
