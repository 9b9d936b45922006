import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'

const kept = [
  'es_event',
  'es_command',
  'es_stream',
  'es_effect',
  'es_deadline',
  'approval',
  'person',
  'person_key',
  'person_lookup',
  'document',
]

/** The number of rows in each table that a call may write. */
export const countRows = async (db: Database): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const table of kept) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db.sql)
    found[table] = rows[0]!.n
  }
  return found
}

/** All rows of these tables as text, a line each. */
export const textOf = async (db: Database, ...tables: string[]): Promise<string> => {
  const lines: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(table)} t`.execute(db.sql)
    lines.push(...rows.map(({ line }) => line))
  }
  return lines.join('\n')
}
