import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** The channels in a table, by a loose index scan: one index lookup per channel, not per row. */
export const channelsOf = async (db: Database, name: 'approval' | 'visitor'): Promise<string[]> => {
  const table = sql.table(name)
  const { rows } = await sql<{ channel: string }>`
    with recursive found as (
      (select channel from ${table} order by channel limit 1)
      union all
      select (select channel from ${table} where channel > found.channel order by channel limit 1)
      from found where found.channel is not null)
    select channel from found where channel is not null`.execute(db.sql)
  return rows.map(({ channel }) => channel)
}
