import { rulesAt } from '../inForce.ts'
import type { Server } from '../server.ts'

/** The limits and rates in force, per event: rupiah, counts, days, basis points. */
export const limitsAt = async (server: Pick<Server, 'db'>, at: number) => {
  const rules = await rulesAt(server, 'loanRules', at)
  return {
    reductionRequested: { limit: rules.mostReduced },
    reductionApproved: { limit: rules.mostReducedByLead },
    rolloverOffered: {
      most: rules.mostRollovers,
      serviceFeeRate: rules.rolloverServiceFee,
      interestRate: rules.rolloverInterest,
    },
    writeOffProposed: { beyond: rules.writeOffBeyond },
    writeOffConfirmed: { beyond: rules.writeOffBeyond },
  }
}
