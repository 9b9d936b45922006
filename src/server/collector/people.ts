import { type RawBuilder, sql } from 'kysely'
import { contact } from '../../services/recoveryCase.ts'
import type { Database } from '../db/database.ts'

/** Whether the roles of the account in row `a` let it collect. */
export const mayCollect: RawBuilder<boolean> = sql`exists (
  select from role r where a.roles @> to_jsonb(r.id) and r.interfaces ? ${contact.interface})`

/** How many open cases the account of row `a` holds. */
export const heldBy: RawBuilder<number> = sql`(
  select count(*) from recovery_case o where o.phase = 'open' and o.holder = 'staff/' || a.id)`

type Member = { account: number; version: number; accountVersion: number; group: { id: string; version: number } }

/** The streams on which the choice of a collector depends: one who signs out, is disabled or moves meanwhile gets no case. */
export const readsOf = ({ account, version, accountVersion, group }: Member) => [
  { stream: `collector/${account}`, version },
  { stream: `account/${account}`, version: accountVersion },
  { stream: `collectionGroup/${group.id}`, version: group.version },
]

/**
 * The active members of open groups whose certificate is valid on a day, with the number of open cases that each holds;
 * the fewest first.
 */
export const collectorsOf = async (db: Database, today: string) => {
  const { rows } = await sql<Member & { id: string; name: string; company: string; holds: number }>`
    select 'staff/' || a.id as id, a.id as account, p.name, g.company, ${heldBy} as holds, w.version,
      a.version as "accountVersion", jsonb_build_object('id', g.id, 'version', g.version) as group
    from account a join profile p on p.id = a.id
    join collector w on w.id = a.id and w.certified_until >= ${today}
    join collection_group g on g.id = w.group_id and g.state = 'open'
    where a.state = 'active' and ${mayCollect} order by holds, p.name`.execute(db.sql)
  return rows
}
