import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openPostgres } from '../../src/server/db/database.ts'

/**
 * All available engines, for `describe.each`, for tests that depend on the engine. The setup prints a line when
 * PostgreSQL is missing.
 */
export const engines = (): { engine: string; databaseUrl: string | undefined }[] => {
  const databaseUrl = inject('databaseUrl')
  return [{ engine: 'PGlite', databaseUrl: undefined }, ...(databaseUrl ? [{ engine: 'PostgreSQL', databaseUrl }] : [])]
}

/** The engine for tests that do not depend on it: PostgreSQL where available. `npm run test:deep` runs them on both. */
export const oneEngine = () => (inject('deep') ? engines() : engines().slice(-1))

/** PostgreSQL where available, for tests of query plans and of several servers on one database. */
export const onlyPostgres = () => engines().filter(({ databaseUrl }) => databaseUrl)

/** Whether tests of one engine run on this one. */
export const isChosen = (databaseUrl: string | undefined) =>
  oneEngine().some((chosen) => chosen.databaseUrl === databaseUrl)

/** The URL of a test's own database on the PostgreSQL server at `databaseUrl`, for another process. */
export const addressOf = async (db: Database, databaseUrl: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.sql)
  return databaseAt(databaseUrl, rows[0]!.name)
}

/** The same database through a second pool, as another process has it; the embedded engine has only one. */
export const secondPool = async (db: Database, databaseUrl: string | undefined): Promise<Database> =>
  databaseUrl ? openPostgres(await addressOf(db, databaseUrl)) : { ...db, close: async () => {} }

/** The URL of a database on the PostgreSQL server at `databaseUrl`. */
export const databaseAt = (databaseUrl: string, name: string): string => {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database on the PostgreSQL server at `databaseUrl`, empty or from a template; answers its URL. */
export const newDatabase = async (databaseUrl: string, template?: string): Promise<string> => {
  const name = `loket_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query(`create database ${name} ${template ? `template ${template}` : ''}`)
  await admin.end()
  return databaseAt(databaseUrl, name)
}
