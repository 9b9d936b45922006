import type { Hono } from 'hono'
import type { Database } from '../../src/server/db/database.ts'
import { startServer } from './child.ts'
import { addressOf } from './engines.ts'
import { lenderOfToday } from './lender.ts'
import { rawCalls } from './raw.ts'
import { ownDatabase } from './templates.ts'

/** Raw calls to a server process. */
export const callsTo = (url: string) =>
  rawCalls({ request: ((path: string, init: RequestInit) => fetch(url + path, init)) as Hono['request'] })

/**
 * Two server processes on one new PostgreSQL database with the simulated lender's staff, and access to that database.
 */
export const startPair = async (databaseUrl: string) => {
  const db: Database = await ownDatabase(databaseUrl, lenderOfToday())
  const env = { DATABASE_URL: await addressOf(db, databaseUrl) }
  const [one, other] = await Promise.all([startServer(env), startServer(env)])
  const pair = {
    db,
    env,
    one,
    other,
    close: async () => {
      await Promise.all([pair.one.kill(), pair.other.kill()])
      await db.close()
    },
  }
  return pair
}

/** Ends the leases of a dead server, as if they had expired. */
export const endLeases = async ({ sql }: Database): Promise<void> => {
  const jobs = await sql.selectFrom('es_effect').select(['stream', 'name']).execute()
  // One by one: locking several at once can deadlock with a server that locks them in another order.
  for (const { stream, name } of jobs)
    await sql.updateTable('es_effect').set({ at: 0 }).where('stream', '=', stream).where('name', '=', name).execute()
}
