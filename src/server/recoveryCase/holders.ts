import { sql } from 'kysely'
import { contact } from '../../services/recoveryCase.ts'
import type { Database } from '../db/database.ts'

/** The active staff who may collect, with the number of open cases that each holds; the fewest first. */
export const holdersOf = async (db: Database) => {
  const { rows } = await sql<{ id: string; name: string; holds: number }>`
    select 'staff/' || a.id as id, p.name, (
      select count(*) from recovery_case c where c.phase = 'open' and c.holder = 'staff/' || a.id) as holds
    from account a join profile p on p.id = a.id
    where a.state = 'active' and exists (
      select from role r where a.roles @> to_jsonb(r.id) and r.interfaces ? ${contact.interface})
    order by holds, p.name`.execute(db.sql)
  return rows
}
