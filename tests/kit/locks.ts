import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'

/** Locks a table, against reads too, until it is released. */
export const holdTable = async (db: Database, table: string) => {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const over = db.sql.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)}`.execute(tx)
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, over])
  return () => {
    released.resolve()
    return over
  }
}

/** How many connections to this database wait for a lock. */
export const waitingForLocks = async (db: Database): Promise<number> => {
  const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db.sql)).rows.length
}
