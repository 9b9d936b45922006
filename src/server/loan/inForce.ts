import { inForceAt } from '../../machines/contactRules.ts'
import { type LoanRules, usualLoanRules } from '../../machines/loanRules.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import type { Server } from '../server.ts'

/** The rules of loans at an instant; the usual ones while the lender has none. */
const loanRulesAt = async ({ db }: Pick<Server, 'db'>, at: number): Promise<Omit<LoanRules, 'from'>> => {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', 'loanRules')
    .where('code', '=', onlyCode)
    .executeTakeFirst()
  return inForceAt((row?.in_force ?? []) as LoanRules[], at) ?? usualLoanRules
}

/** The limits and rates in force, per event: rupiah, counts, days, basis points. */
export const limitsAt = async (server: Pick<Server, 'db'>, at: number) => {
  const rules = await loanRulesAt(server, at)
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
