import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openPostgres } from '../../src/server/db/database.ts'

/** For what depends on the engine: all that are here, for `describe.each`; the setup says in a line when PostgreSQL is left out. */
export const engines = (): { engine: string; databaseUrl: string | undefined }[] => {
  const databaseUrl = inject('databaseUrl')
  return [{ engine: 'PGlite', databaseUrl: undefined }, ...(databaseUrl ? [{ engine: 'PostgreSQL', databaseUrl }] : [])]
}

/** For what does not depend on the engine: PostgreSQL where there is one. `npm run test:deep` runs it on both. */
export const oneEngine = () => (inject('deep') ? engines() : engines().slice(-1))

/** Whether what runs on one engine runs on this one. */
export const isChosen = (databaseUrl: string | undefined) =>
  oneEngine().some((chosen) => chosen.databaseUrl === databaseUrl)

/** Where a test's own database on the PostgreSQL server at `databaseUrl` is, for another process to open. */
export const addressOf = async (db: Database, databaseUrl: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.sql)
  return databaseAt(databaseUrl, rows[0]!.name)
}

/** The same database through a pool of its own, as another process has it; embedded there is only the one. */
export const secondPool = async (db: Database, databaseUrl: string | undefined): Promise<Database> =>
  databaseUrl ? openPostgres(await addressOf(db, databaseUrl)) : { ...db, close: async () => {} }

/** The address of a database on the PostgreSQL server at `databaseUrl`. */
export const databaseAt = (databaseUrl: string, name: string): string => {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The address of a new database on the PostgreSQL server at `databaseUrl`, without a table or like a template. */
export const newDatabase = async (databaseUrl: string, template?: string): Promise<string> => {
  const name = `loket_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query(`create database ${name} ${template ? `template ${template}` : ''}`)
  await admin.end()
  return databaseAt(databaseUrl, name)
}
