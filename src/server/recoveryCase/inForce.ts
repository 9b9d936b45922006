import type { CollectionRules } from '../../machines/collectionStages.ts'
import { inForceAt } from '../../machines/contactRules.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import type { Server } from '../server.ts'

/** The rules of collection at an instant; undefined when the lender has none yet. */
export const collectionRulesAt = async (
  { db }: Pick<Server, 'db'>,
  at: number,
): Promise<CollectionRules | undefined> => {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', 'collectionRules')
    .where('code', '=', onlyCode)
    .executeTakeFirst()
  return row && inForceAt(row.in_force as CollectionRules[], at)
}
