/** How the lender's sellers work; `from` is the first day on which it applies. */
export type LeadRules = {
  from: string
  /** The most leads that a seller holds who claims another. */
  held: number
  /** The days without activity after which a lead goes back to the pool. A notice comes the day before. */
  idle: number
  /** The most days ahead for a call-back. */
  horizon: number
  /** The days for which a registration or an application counts for the last seller who reached the customer. */
  credit: number
}

/** The values of a new proposal. No Indonesian source gives them. */
export const usualLeadRules: Omit<LeadRules, 'from'> = { held: 50, idle: 7, horizon: 30, credit: 30 }
