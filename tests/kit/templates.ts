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

/** Where a run keeps what its tests copy; without a run, as in a benchmark, every database is made anew. */
export const templatesVariable = 'LOKET_TEST_TEMPLATES'
const run = process.env[templatesVariable]

/** What the database is called from which databases with this lender, or without any, are copied. */
const nameOf = (folder: string, lender: Lender | undefined) =>
  [basename(folder), ...(lender ? [lender.orders, lender.charted, lender.at] : ['empty'])].join('_')

/** A database of a test's own, migrated, with a lender in it if asked for: embedded in memory, or on the server at `databaseUrl`. */
export const ownDatabase = async (databaseUrl: string | undefined, lender?: Lender): Promise<Database> =>
  databaseUrl ? ownPostgres(databaseUrl, lender) : fromPGlite(await PGlite.create(await dumpOf(lender)))

/** A database of a test's own that `dump` makes as an earlier version left it, and that is migrated then. */
export const olderDatabase = async (databaseUrl: string | undefined, dump: string): Promise<Database> => {
  if (databaseUrl) return newPostgres(databaseUrl, undefined, (client) => client.query(dump))
  const pglite = await openEmpty()
  await pglite.exec(dump)
  // A dump sets what it needs for the rest of its connection.
  await pglite.exec('reset all')
  return fromPGlite(pglite)
}

/** A data directory of a test's own with a lender in it, for the embedded engine of another process. */
export const ownDirectory = async (lender: Lender): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), 'loket-'))
  const pglite = await PGlite.create({ ...(await dumpOf(lender)), dataDir: join(directory, 'db') })
  await pglite.close()
  return directory
}

/** The address of a database with a lender in it, for whoever opens it themselves. It stays until the server is ended. */
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

/** A new database on a server, which is dropped when it is closed; `fill` comes before it is migrated. */
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

/** Whoever asks first makes it; it has its name only when it is whole. */
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

/** What the embedded engine begins with. Of two who ask first at once, the later one's is kept. */
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

/** Drops a run's templates from a server that outlives it. */
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
