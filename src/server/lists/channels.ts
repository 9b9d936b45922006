import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** The values of an indexed column, by a loose index scan: one index lookup per value, not per row. */
export const valuesIn = async (
  db: Database,
  name: 'approval' | 'visitor' | 'lead' | 'repayment',
  column: string,
): Promise<string[]> => {
  const table = sql.table(name)
  const value = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      (select ${value} as value from ${table} order by ${value} limit 1)
      union all
      select (select ${value} from ${table} where ${value} > found.value order by ${value} limit 1)
      from found where found.value is not null)
    select value from found where value is not null`.execute(db.sql)
  return rows.map((row) => row.value)
}

/** The channels in a table. */
export const channelsOf = (db: Database, name: 'approval' | 'visitor') => valuesIn(db, name, 'channel')

/** The versions of the rule set by which the machine has found something. */
export const ruleSetsOf = (db: Database) => valuesIn(db, 'approval', 'rule_set')

/** Finds the cost of an application from a channel on a day 'YYYY-MM-DD', in rupiah; null where none was set. */
export const channelCostOn = async (db: Database): Promise<(channel: string, day: string) => number | null> => {
  const costs = await db.sql.selectFrom('channel_cost').selectAll().orderBy('from_day', 'desc').execute()
  return (channel, day) =>
    costs.find(({ code, from_day: from }) => code === channel && from <= day)?.per_application ?? null
}

/** SQL: the costs of each channel with the days `[from_day, until_day)` on which each applies, read once for many days. */
export const channelCosts = sql`(
  select code, from_day, lead(from_day, 1, '9999-12-31') over (partition by code order by from_day) as until_day,
    per_application
  from channel_cost)`
