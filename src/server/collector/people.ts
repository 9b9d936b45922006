import { type RawBuilder, sql } from 'kysely'
import { contact } from '../../services/recoveryCase.ts'
import type { Database } from '../db/database.ts'

/** Whether the roles of the account in row `a` let it collect. */
export const mayCollect: RawBuilder<boolean> = sql`exists (
  select from role r where a.roles @> to_jsonb(r.id) and r.interfaces ? ${contact.interface})`

/** How many open cases the account of row `a` holds. */
export const heldBy: RawBuilder<number> = sql`(
  select count(*) from recovery_case o where o.phase = 'open' and o.holder = 'staff/' || a.id)`

/**
 * The active members of open groups whose certificate is valid on a day, with the number of open cases that each holds;
 * the fewest first.
 */
export const collectorsOf = async (db: Database, today: string) => {
  const { rows } = await sql<{ id: string; name: string; company: string; holds: number }>`
    select 'staff/' || a.id as id, p.name, g.company, ${heldBy} as holds from account a join profile p on p.id = a.id
    join collector w on w.id = a.id and w.certified_until >= ${today}
    join collection_group g on g.id = w.group_id and g.state = 'open'
    where a.state = 'active' and ${mayCollect} order by holds, p.name`.execute(db.sql)
  return rows
}
