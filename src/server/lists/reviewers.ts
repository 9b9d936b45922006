import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Staff who ever decided on an order. */
export const reviewersOf = async (db: Pick<Database, 'sql'>): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select 'staff/' || id as id, name from profile
    where exists (select 1 from approval where first_reviewer = 'staff/' || profile.id)
      or exists (select 1 from approval where final_reviewer = 'staff/' || profile.id)
    order by name`.execute(db.sql)
  return rows
}
