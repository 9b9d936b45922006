import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openPostgres } from '../../src/server/database.ts'
import { rebuild } from '../../src/server/rebuild.ts'
import { startSandboxes } from '../../src/server/sandboxes.ts'
import * as flow from '../../src/services/flow.ts'
import * as user from '../../src/services/user.ts'
import { password } from '../kit/app.ts'
import { listen } from '../kit/http.ts'
import { benchLists } from './lists.ts'

/** A new database on this server. */
export const newDatabase = async (server: string, name: string): Promise<string> => {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${admin.escapeIdentifier(name)}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const sizes = [100_000, 1_000_000]
const inWords = (count: number) => count.toLocaleString('en')

/** What lenders of two sizes cost: to make, to read a page of, to see the flow of, and to make anew from their events. */
export const bySize = async (server: string): Promise<void> => {
  const lenders: { orders: number; url: string }[] = []
  for (const orders of sizes) lenders.push({ orders, url: await lenderOf(server, orders) })
  const costs: number[] = []
  for (const { url } of lenders) costs.push(await benchLists(url))
  const [small, large] = sizes.map(inWords)
  console.log(
    `a page at ${large} orders costs ${(costs[1]! / costs[0]!).toFixed(2)} times one at ${small} (aim: at most 1.3)`,
  )
  for (const { orders, url } of lenders) {
    console.log(`${inWords(orders)} orders`)
    await flowPage(url)
    await rebuilding(url)
  }
}

const lenderOf = async (server: string, orders: number): Promise<string> => {
  const url = await newDatabase(server, `loket_bench_${orders}`)
  const began = performance.now()
  const args = ['run', '--silent', 'demo', '--', '--orders', String(orders)]
  const { stdout } = await promisify(execFile)('npm', args, { env: { ...process.env, DATABASE_URL: url } })
  console.log(`${stdout.trim().split('\n').at(-1)} It took ${minutes(performance.now() - began)}.`)
  await settle(url)
  return url
}

const rebuilding = async (url: string) => {
  const db = await openPostgres(url)
  const started = performance.now()
  const { events } = await rebuild(db)
  const took = performance.now() - started
  await db.close()
  const rate = inWords(Math.round((events / took) * 1000))
  console.log(`  rebuild: ${rate} events a second (aim: at least 15,000), ${minutes(took)} in all`)
}

/** What autovacuum and checkpoints do for a lender in the course of its day, and would do in the midst of the measuring. */
const settle = async (url: string) => {
  const db = await openPostgres(url)
  await sql`vacuum analyze`.execute(db.sql)
  await sql`checkpoint`.execute(db.sql)
  await db.close()
}

const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`

/** The figures of the flow page over HTTP, ten times. */
const flowPage = async (url: string) => {
  const db = await openPostgres(url)
  const { channels, stop } = await startSandboxes()
  const log = pino({ level: 'silent' })
  const server = await listen((await createApp({ db, clock: systemClock, ids: randomUUID, channels, log })).app)
  const login = await fetch(`${server.url}/api${user.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'analyst@demo.example', password }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const headers = { 'x-token': data.token, cookie: login.headers.getSetCookie()[0]!.split(';')[0]! }
  const times: number[] = []
  for (let count = 0; count < 10; count += 1) {
    const began = performance.now()
    await (await fetch(`${server.url}/api${flow.summary.path}?chart=approval`, { headers })).json()
    times.push(performance.now() - began)
  }
  console.log(`  flow page: slowest of ten ${Math.max(...times).toFixed(0)} ms (aim: under 1,000)`)
  await server.close()
  await stop()
  await db.close()
}
