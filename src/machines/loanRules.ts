/** The limits and prices of agreements with a borrower, from the day `from` on, in rupiah, basis points and days. */
export type LoanRules = {
  from: string
  /** The most that a collector may request as a reduction. */
  mostReduced: number
  /** The most that a collection lead may approve; above it finance does. */
  mostReducedByLead: number
  /** The most rollovers of a loan. */
  mostRollovers: number
  /** The service fee, in basis points of the remaining principal. */
  rolloverServiceFee: number
  /** The interest of one day, in basis points of the remaining principal. */
  rolloverInterest: number
  /** The days that a loan must be overdue before it can be written off. */
  writeOffBeyond: number
}

/** The values of a new proposal, and of a lender that has none. */
export const usualLoanRules: Omit<LoanRules, 'from'> = {
  mostReduced: 1_000_000,
  mostReducedByLead: 300_000,
  mostRollovers: 2,
  rolloverServiceFee: 300,
  rolloverInterest: 20,
  writeOffBeyond: 90,
}
