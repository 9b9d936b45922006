import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { FieldIssue } from '../kit/inputIssues.ts'

/** Names apps of a group that the lender does not have, or that are named twice. */
export const flawsOfApps = async ({ sql: db }: Database, apps: readonly string[]): Promise<FieldIssue[]> => {
  const known = new Set((await db.selectFrom('lending_app').select('code').execute()).map(({ code }) => code))
  return [
    ...(apps.some((app) => !known.has(app)) ? [{ field: 'apps', reason: 'app' }] : []),
    ...(isTwice(apps) ? [{ field: 'apps', reason: 'twice' }] : []),
  ]
}

export const isTwice = (values: readonly string[]) => new Set(values).size < values.length

/** Whether another group of the table has this name, in any case. */
export const isTaken = async (
  { sql: db }: Database,
  table: 'review_group' | 'collection_group',
  name: string,
  id: string | number | undefined,
): Promise<boolean> => {
  const { rows } = await sql<{ id: string | number }>`
    select id from ${sql.table(table)} where lower(name) = lower(${name})`.execute(db)
  return rows.some((same) => same.id !== id)
}
