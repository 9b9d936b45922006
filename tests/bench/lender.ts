import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from '../../src/server/db/database.ts'
import { lenderOfToday } from '../kit/lender.ts'
import { copiedDatabase } from '../kit/templates.ts'
import { isSmall } from './sized.ts'

/** Creates a database with a random name suffix, since the server may outlive this run; answers its URL. */
export const newDatabase = async (server: string, kind: string): Promise<string> => {
  const name = `${kind}_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${admin.escapeIdentifier(name)}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The URL of a new database with a simulated lender, settled; under `--small`, a copy of the run's template. */
export const lenderOf = async (server: string, orders: number): Promise<string> => {
  if (isSmall) return copiedDatabase(server, lenderOfToday(orders))
  const url = await newDatabase(server, `loket_bench_${orders}`)
  const began = performance.now()
  const args = ['run', '--silent', 'demo', '--', '--orders', String(orders)]
  const { stdout } = await promisify(execFile)('npm', args, { env: { ...process.env, DATABASE_URL: url } })
  console.log(`${stdout.trim().split('\n').at(-1)} It took ${minutes(performance.now() - began)}.`)
  await settle(url)
  return url
}

/** Vacuums and checkpoints, so that neither happens during the measurement. */
export const settle = async (url: string) => {
  const db = await openPostgres(url)
  await sql`vacuum analyze`.execute(db.sql)
  await sql`checkpoint`.execute(db.sql)
  await db.close()
}

export const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`
