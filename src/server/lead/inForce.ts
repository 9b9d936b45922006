import { type LeadRules, usualLeadRules } from '../../machines/leadRules.ts'
import { inForce } from '../inForce.ts'
import type { Server } from '../server.ts'

/** The rules of telemarketing at an instant; the usual ones while the lender has none. */
export const leadRulesAt = async (server: Pick<Server, 'db'>, at: number): Promise<LeadRules> =>
  (await inForce(server, 'leadRules', at)) ?? { from: '2020-01-01', ...usualLeadRules }
