import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const tables = [
  'es_head',
  'es_command',
  'es_stream',
  'es_event',
  'es_effect',
  'es_deadline',
  'approval',
  'secret',
  'person_key',
  'person',
  'person_lookup',
  'document',
  'rule_set',
  'review_input',
]

/**
 * Runs work on empty temporary tables that hide the real ones from its connection alone.
 * They are gone when the work ends or the process is killed.
 */
export const onScratch = <Made>(db: Database, work: (scratch: Database) => Promise<Made>): Promise<Made> =>
  db.sql.connection().execute(async (connection) => {
    for (const table of tables)
      await sql`create temp table ${sql.table(table)} (like ${sql.table(`public.${table}`)} including all)`.execute(
        connection,
      )
    await connection.insertInto('es_head').values({ pos: 0, hash: '' }).execute()
    try {
      return await work({ ...db, sql: connection })
    } finally {
      // The connection goes back to the pool, for others to use.
      for (const table of tables) await sql`drop table ${sql.table(`pg_temp.${table}`)}`.execute(connection)
    }
  })
