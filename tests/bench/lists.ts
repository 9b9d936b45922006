import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Hono } from 'hono'
import { sql } from 'kysely'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { namesIn, withPeople } from '../../src/server/approval/row.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import * as approval from '../../src/services/approval.ts'
import { listen } from '../kit/http.ts'
import type { Asking } from './askPages.ts'
import { happened, same } from './happened.ts'
import { session } from './session.ts'
import { sized } from './sized.ts'

const depths = { first: 0, middle: 0.5, deep: 0.95 }
const pageSize = 50
const samples = sized(300, 5)
const clients = sized(16, 2)
const seconds = sized(4, 0.5)
const warmUpSeconds = sized(1, 0.2)
const rounds = sized(3, 1)

type Cursor = { sortedAt: number; orderNo: string }

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!
const ms = (value: number) => `${value.toFixed(2)} ms`

/**
 * Prints the costs of a page of the first-review queue: in PostgreSQL at several depths, and over HTTP beside a bare
 * handler of the same query. Answers PostgreSQL's median ms.
 */
export const benchLists = async (url: string, made: number): Promise<number> => {
  const db = await openPostgres(url)
  const orders = await sql<{ count: number }>`select count(*) as count from approval`.execute(db.sql)
  same('orders in the lists, and orders made', orders.rows[0]!.count, made)
  console.log(`lists, ${orders.rows[0]!.count.toLocaleString('en')} orders`)
  const all: number[] = []
  for (const [name, depth] of Object.entries(depths)) {
    const cursors = await cursorsAt(db, depth)
    happened(`no ${name} page`, cursors.length > 0)
    for (const cursor of cursors) await firstWait(db, cursor).execute()
    const inDatabase: number[] = []
    const throughDriver: number[] = []
    for (const cursor of cursors) {
      inDatabase.push(await databaseTime(db, cursor))
      const began = performance.now()
      const rows = await firstWait(db, cursor).execute()
      throughDriver.push(performance.now() - began)
      happened(`a ${name} page has no rows`, rows.length > 0)
    }
    all.push(...inDatabase)
    console.log(
      `  SQL of a ${name} page: p50 ${ms(percentile(inDatabase, 0.5))}, p95 ${ms(percentile(inDatabase, 0.95))} (aim: at most 3 ms); ` +
        `as rows in this process p50 ${ms(percentile(throughDriver, 0.5))}, p95 ${ms(percentile(throughDriver, 0.95))}`,
    )
  }
  await overHttp(db)
  await db.close()
  return percentile(all, 0.5)
}

/** PostgreSQL's planning and execution time of a page's query, in ms. */
const databaseTime = async (db: Database, cursor: Cursor): Promise<number> => {
  type Explained = { 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }
  const [row] = await firstWait(db, cursor).explain<Explained>('json', sql`analyze, timing off`)
  const [plan] = row!['QUERY PLAN']
  return plan['Planning Time'] + plan['Execution Time']
}

/** A copy of the endpoint's page query. */
const firstWait = (db: Database, { sortedAt, orderNo }: Cursor) =>
  withPeople(
    db,
    db.sql
      .selectFrom('approval')
      .where('stage', '=', 'firstReview')
      .where(sql<boolean>`(since, order_no) > (${sortedAt}, ${orderNo})`)
      .orderBy('since')
      .orderBy('order_no')
      .select('order_no')
      .limit(pageSize + 1),
  )
    .orderBy('one.since')
    .orderBy('one.order_no')

/** Consecutive cursors, from this share (0 to 1) of the queue on. */
const cursorsAt = async (db: Database, depth: number): Promise<Cursor[]> => {
  const { rows } = await sql<Cursor>`
    select since - 1 as "sortedAt", order_no as "orderNo" from approval where stage = 'firstReview' order by since, order_no
    offset (select floor(count(*) * ${depth}::float8) from approval where stage = 'firstReview') limit ${samples}`.execute(
    db.sql,
  )
  return rows
}

const overHttp = async (db: Database) => {
  const sandboxes = await startSandboxes()
  const { channels } = sandboxes
  const log = pino({ level: 'silent' })
  const ours = await listen((await createApp({ db, clock: systemClock, ids: randomUUID, channels, log })).app)
  const bare = await listen(
    new Hono().post('/', async (c) => {
      const { after } = await c.req.json<{ after: Cursor }>()
      const rows = await firstWait(db, after).execute()
      const names = Object.fromEntries(await namesIn(db, rows))
      return c.json({ names, rows: rows.map(({ brief: _, key: __, ...row }) => row) })
    }),
  )
  const bodies = (await cursorsAt(db, depths.middle)).map((after) => JSON.stringify({ list: 'firstWait', after }))
  const headers = await session(ours.url, 'reviewer1')
  const oursAt = { url: `${ours.url}/api${approval.list.path}`, headers, bodies, clients, seconds }
  const bareAt = { ...oursAt, url: bare.url, headers: {} }

  const page = await pageOf(oursAt)
  happened('a page over HTTP has no rows', page.length > 0)
  same('a page, and that of the bare handler', page, (await pageOf(bareAt)).slice(0, pageSize))

  const rates = { ours: [] as number[], bare: [] as number[] }
  await answersASecond({ ...oursAt, seconds: warmUpSeconds })
  await answersASecond({ ...bareAt, seconds: warmUpSeconds })
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await answersASecond(oursAt))
    rates.bare.push(await answersASecond(bareAt))
  }
  const [one, other] = [percentile(rates.ours, 0.5), percentile(rates.bare, 0.5)]
  console.log(`  pages a second over HTTP: ${one.toFixed(0)}, a bare handler of the same query ${other.toFixed(0)}`)
  console.log(`  ratio: ${(one / other).toFixed(2)} (aim: at least 0.6)`)
  await ours.close()
  await bare.close()
  await sandboxes.stop()
}

/** The order numbers of the page for the first body. */
const pageOf = async ({ url, headers, bodies }: Asking): Promise<string[]> => {
  const sent = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url, { method: 'POST', headers: sent, body: bodies[0]! })
  type Page = { rows: { orderNo?: string; order_no?: string }[] }
  const answer = (await response.json()) as Page | { data: Page }
  return ('data' in answer ? answer.data : answer).rows.map(({ orderNo, order_no }) => orderNo ?? order_no ?? '')
}

const answersASecond = async (asking: Asking): Promise<number> => {
  const worker = new Worker(new URL('./askPages.ts', import.meta.url), { workerData: asking })
  const [rate] = (await once(worker, 'message')) as [number]
  return rate
}
