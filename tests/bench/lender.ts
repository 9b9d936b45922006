import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from '../../src/server/db/database.ts'
import { lenderOfToday } from '../kit/lender.ts'
import { copiedDatabase } from '../kit/templates.ts'
import { isSmall } from './sized.ts'

/** A new database on this server, which may be one that is kept: no two have the same name. */
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

/** The address of a new database with a simulated lender of so many orders, at rest: a copy of the run's under `--small`. */
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

/** What autovacuum and checkpoints do for a lender in the course of its day, and would do in the midst of the measuring. */
export const settle = async (url: string) => {
  const db = await openPostgres(url)
  await sql`vacuum analyze`.execute(db.sql)
  await sql`checkpoint`.execute(db.sql)
  await db.close()
}

export const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`
