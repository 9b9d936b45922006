import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Database, openEmbedded } from '../../src/server/db/database.ts'
import { type Child, startServer } from './child.ts'
import { addressOf } from './engines.ts'
import { lenderOfToday } from './lender.ts'
import { ownDatabase, ownDirectory } from './templates.ts'

/** A database for server processes. `open` reads it from this process; an embedded one must not be in use meanwhile. */
export type Home = {
  env: Record<string, string>
  open: <Found>(look: (db: Database) => Promise<Found>) => Promise<Found>
  remove: () => Promise<void>
}

/** An empty database; an embedded one is created by the first process. */
export const emptyHome = async (databaseUrl: string | undefined): Promise<Home> =>
  databaseUrl
    ? sharedHome(await ownDatabase(databaseUrl), databaseUrl)
    : embeddedHome(mkdtempSync(join(tmpdir(), 'loket-')))

/** A database with the simulated lender and some orders. */
export const homeFor = async (databaseUrl: string | undefined, { orders }: { orders: number }): Promise<Home> => {
  const lender = lenderOfToday(orders)
  return databaseUrl
    ? sharedHome(await ownDatabase(databaseUrl, lender), databaseUrl)
    : embeddedHome(await ownDirectory(lender))
}

const sharedHome = async (db: Database, databaseUrl: string): Promise<Home> => ({
  env: { DATABASE_URL: await addressOf(db, databaseUrl) },
  open: (look) => look(db),
  remove: db.close,
})

const embeddedHome = (directory: string): Home => ({
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
})

/**
 * The simulated lender's database for a block of tests, and the one server that runs on it: it is started, killed and
 * started again. `open` reads the database while no server runs.
 */
export const withHome = (databaseUrl: string | undefined) => {
  const home = {} as Home
  let child: Child | undefined
  beforeAll(async () => void Object.assign(home, await homeFor(databaseUrl, { orders: 0 })))
  afterEach(async () => void (await child?.kill()))
  afterAll(() => home.remove())

  const start = async (more: Record<string, string> = {}): Promise<Child> => {
    child = await startServer({ ...home.env, ...more })
    return child
  }
  const kill = async () => expect((await child!.kill()).signal).toBe('SIGKILL')
  return { home, start, kill, url: () => child!.url }
}
