import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import { rebuild } from '../../src/server/maintenance/rebuild.ts'
import type { DataOf } from '../../src/services/endpoint.ts'
import * as flow from '../../src/services/flow.ts'
import { listen } from '../kit/http.ts'
import { happened, same } from './happened.ts'
import { lenderOf, minutes } from './lender.ts'
import { benchLists } from './lists.ts'
import { session } from './session.ts'
import { sized } from './sized.ts'

const sizes = [sized(100_000, 100), sized(1_000_000, 150)]
const inWords = (count: number) => count.toLocaleString('en')

/** Compares lenders of two sizes: generation, list pages, the flow page, and the rebuild from events. */
export const bySize = async (server: string): Promise<void> => {
  const lenders: { orders: number; url: string }[] = []
  for (const orders of sizes) lenders.push({ orders, url: await lenderOf(server, orders) })
  const costs: number[] = []
  for (const { orders, url } of lenders) costs.push(await benchLists(url, orders))
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

const rebuilding = async (url: string) => {
  const db = await openPostgres(url)
  const before = await ordersIn(db)
  const started = performance.now()
  const { events } = await rebuild(db)
  const took = performance.now() - started
  const { pos } = await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  same('events that were replayed, and those in the log', events, pos)
  same('orders in the lists before and after', before, await ordersIn(db))
  await db.close()
  const rate = inWords(Math.round((events / took) * 1000))
  console.log(`  rebuild: ${rate} events a second (aim: at least 15,000), ${minutes(took)} in all`)
}

const ordersIn = async ({ sql }: Database) => {
  const counted = sql.selectFrom('approval').select(['state', ({ fn }) => fn.countAll<number>().as('orders')])
  return counted.groupBy('state').orderBy('state').execute()
}

/** Measures ten calls of the flow page's figures over HTTP. */
const flowPage = async (url: string) => {
  const db = await openPostgres(url)
  const { channels, stop } = await startSandboxes()
  const log = pino({ level: 'silent' })
  const server = await listen((await createApp({ db, clock: systemClock, ids: randomUUID, channels, log })).app)
  const headers = await session(server.url, 'analyst')
  const times: number[] = []
  for (let count = 0; count < 10; count += 1) {
    const began = performance.now()
    const answer = await fetch(`${server.url}/api${flow.summary.path}`, {
      method: flow.summary.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ chart: 'approval' }),
    })
    const { code, data } = (await answer.json()) as { code: number; data: DataOf<typeof flow.summary> }
    times.push(performance.now() - began)
    happened('the flow page has no figures', code === 0 && data.states.length > 0)
  }
  console.log(`  flow page: slowest of ten ${Math.max(...times).toFixed(0)} ms (aim: under 1,000)`)
  await server.close()
  await stop()
  await db.close()
}
