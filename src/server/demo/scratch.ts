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

/** Runs work that stores orders on empty tables that hide the real ones, from it alone, and are gone when it ends or is killed. */
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
      // The pool gives the connection to others.
      for (const table of tables) await sql`drop table ${sql.table(`pg_temp.${table}`)}`.execute(connection)
    }
  })
