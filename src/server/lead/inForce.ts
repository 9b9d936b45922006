import { inForceAt } from '../../machines/contactRules.ts'
import { type LeadRules, usualLeadRules } from '../../machines/leadRules.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import type { Server } from '../server.ts'

/** The rules of telemarketing at an instant; the usual ones while the lender has none. */
export const leadRulesAt = async ({ db }: Pick<Server, 'db'>, at: number): Promise<LeadRules> => {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', 'leadRules')
    .where('code', '=', onlyCode)
    .executeTakeFirst()
  return inForceAt((row?.in_force ?? []) as LeadRules[], at) ?? { from: '2020-01-01', ...usualLeadRules }
}
