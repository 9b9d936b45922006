import { existsSync, mkdtempSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type Database, fromPGlite, openPostgres } from '../../src/server/db/database.ts'
import { extensions } from '../../src/server/db/durable.ts'
import { databaseAt, newDatabase } from './engines.ts'
import { type Lender, prepareLender } from './lender.ts'
import { openEmpty } from './pglite.ts'

/** The folder of a run's templates; without it, as in a benchmark, every database is created anew. */
export const templatesVariable = 'LOKET_TEST_TEMPLATES'
const run = process.env[templatesVariable]

/** The name of the template database with this lender, or of the empty one. */
const nameOf = (folder: string, lender: Lender | undefined) =>
  [basename(folder), ...(lender ? [lender.orders, lender.charted, lender.at] : ['empty'])].join('_')

/**
 * A migrated database of the test's own, with a lender if given: embedded in memory, or on the server at `databaseUrl`.
 */
export const ownDatabase = async (databaseUrl: string | undefined, lender?: Lender): Promise<Database> =>
  databaseUrl ? ownPostgres(databaseUrl, lender) : fromPGlite(await PGlite.create(await dumpOf(lender)))

/** A database of the test's own, created from an earlier version's `dump` and then migrated. */
export const olderDatabase = async (databaseUrl: string | undefined, dump: string): Promise<Database> => {
  if (databaseUrl) return newPostgres(databaseUrl, undefined, (client) => client.query(dump))
  const pglite = await openEmpty()
  await pglite.exec(dump)
  // A dump changes settings for the rest of its connection.
  await pglite.exec('reset all')
  return fromPGlite(pglite)
}

/** A data directory of the test's own with a lender, for another process's embedded engine. */
export const ownDirectory = async (lender: Lender): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), 'loket-'))
  const pglite = await PGlite.create({ ...(await dumpOf(lender)), dataDir: join(directory, 'db') })
  await pglite.close()
  return directory
}

/** The URL of a new database with a lender. Nothing drops it: it lasts as long as the server. */
export const copiedDatabase = async (databaseUrl: string, lender: Lender): Promise<string> => {
  const template = run && nameOf(run, lender)
  if (template) await makeTemplate(databaseUrl, template, lender)
  const url = await newDatabase(databaseUrl, template || undefined)
  if (!template) {
    const db = await openPostgres(url)
    await prepareLender(db, lender)
    await db.close()
  }
  return url
}

const ownPostgres = async (databaseUrl: string, lender: Lender | undefined): Promise<Database> => {
  const template = run && nameOf(run, lender)
  if (template) await makeTemplate(databaseUrl, template, lender)
  const db = await newPostgres(databaseUrl, template || undefined)
  if (!template && lender) await prepareLender(db, lender)
  return db
}

/** A new database on a server, dropped when it is closed; `fill` runs before the migration. */
const newPostgres = async (
  databaseUrl: string,
  template: string | undefined,
  fill?: (client: pg.Client) => Promise<unknown>,
): Promise<Database> => {
  const url = await newDatabase(databaseUrl, template)
  if (fill) {
    const filling = new pg.Client({ connectionString: url })
    await filling.connect()
    await fill(filling)
    await filling.end()
  }
  const db = await openPostgres(url)
  const close = async () => {
    await db.close()
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    await admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
    await admin.end()
  }
  return { ...db, close }
}

/** The first caller creates the template, which gets its name only when it is complete. */
const makeTemplate = async (databaseUrl: string, name: string, lender: Lender | undefined) => {
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query('select pg_advisory_lock(hashtext($1))', [name])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const making = `${name}_making`
    await admin.query(`drop database if exists ${making} with (force)`)
    await admin.query(`create database ${making}`)
    const db = await openPostgres(databaseAt(databaseUrl, making))
    if (lender) await prepareLender(db, lender)
    await db.close()
    await admin.query(`alter database ${making} rename to ${name}`)
  } finally {
    await admin.end()
  }
}

/** The embedded engine's initial data. Of two concurrent first callers, the later one's file stays. */
const dumpOf = async (lender: Lender | undefined) => {
  const kept = run && join(run, nameOf(run, lender))
  if (kept && existsSync(kept)) return { extensions, loadDataDir: await openAsBlob(kept) }
  const pglite = await openEmpty()
  const db = await fromPGlite(pglite)
  if (lender) await prepareLender(db, lender)
  const loadDataDir = await pglite.dumpDataDir('none')
  await db.close()
  if (kept) {
    const mine = `${kept}.${process.pid}`
    writeFileSync(mine, new Uint8Array(await loadDataDir.arrayBuffer()))
    renameSync(mine, kept)
  }
  return { extensions, loadDataDir }
}

/** Drops a run's templates from a server that outlives the run. */
export const dropTemplates = async (databaseUrl: string, folder: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [basename(folder)],
  )
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
  await admin.end()
}
