import { sql } from 'kysely'
import { pass } from '../../services/quality.ts'
import type { Database } from '../db/database.ts'

/** Who may check visits. */
export const checkersOf = async (db: Database) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select 'staff/' || a.id as id, p.name
    from account a join profile p on p.id = a.id
    where a.state = 'active' and exists (
      select from role r where a.roles @> to_jsonb(r.id) and r.interfaces ? ${pass.interface})
    order by p.name`.execute(db.sql)
  return rows
}
