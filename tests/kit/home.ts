import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openEmbedded } from '../../src/server/database.ts'
import { testDatabase } from './app.ts'
import { addressOf } from './engines.ts'
import { prepareLender } from './lender.ts'

/** A database that processes are started on. `open` looks into it from here; embedded, nobody else may be there meanwhile. */
export type Home = {
  env: Record<string, string>
  open: <Found>(look: (db: Database) => Promise<Found>) => Promise<Found>
  remove: () => Promise<void>
}

/** An empty one. */
export const emptyHome = async (databaseUrl: string | undefined): Promise<Home> => {
  if (databaseUrl) {
    const db = await testDatabase(databaseUrl)
    return { env: { DATABASE_URL: await addressOf(db, databaseUrl) }, open: (look) => look(db), remove: db.close }
  }
  const directory = mkdtempSync(join(tmpdir(), 'loket-'))
  return {
    env: { DATA_DIR: directory },
    open: async (look) => {
      const db = await openEmbedded(directory)
      try {
        return await look(db)
      } finally {
        await db.close()
      }
    },
    remove: async () => rmSync(directory, { recursive: true }),
  }
}

/** One with the simulated lender and some of its orders. */
export const homeFor = async (databaseUrl: string | undefined, { orders }: { orders: number }): Promise<Home> => {
  const home = await emptyHome(databaseUrl)
  await home.open((db) => prepareLender(db, orders))
  return home
}
