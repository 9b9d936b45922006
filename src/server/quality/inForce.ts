import { inForceAt } from '../../machines/contactRules.ts'
import { type Scorecard, usualScorecard } from '../../machines/scorecard.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import type { Server } from '../server.ts'

/** The scorecard at an instant; the usual one while the lender has none. */
export const scorecardAt = async ({ db }: Pick<Server, 'db'>, at: number): Promise<Scorecard> => {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', 'scorecard')
    .where('code', '=', onlyCode)
    .executeTakeFirst()
  return inForceAt((row?.in_force ?? []) as Scorecard[], at) ?? { from: '2020-01-01', ...usualScorecard }
}
