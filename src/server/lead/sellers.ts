import { sql } from 'kysely'
import { contact } from '../../services/lead.ts'
import type { Database } from '../db/database.ts'

/** Who may sell, with the number of leads that each has; the fewest first. */
export const sellersOf = async (db: Database) => {
  const { rows } = await sql<{ id: string; name: string; holds: number }>`
    select 'staff/' || a.id as id, p.name, (select count(*) from lead l where l.seller = 'staff/' || a.id) as holds
    from account a join profile p on p.id = a.id
    where a.state = 'active' and exists (
      select from role r where a.roles @> to_jsonb(r.id) and r.interfaces ? ${contact.interface})
    order by holds, p.name`.execute(db.sql)
  return rows
}
