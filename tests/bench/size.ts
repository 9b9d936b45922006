import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openPostgres } from '../../src/server/database.ts'
import { rebuild } from '../../src/server/rebuild.ts'
import { startSandboxes } from '../../src/server/sandboxes.ts'
import * as flow from '../../src/services/flow.ts'
import { listen } from '../kit/http.ts'
import { lenderOf, minutes } from './lender.ts'
import { benchLists } from './lists.ts'
import { session } from './session.ts'

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

const rebuilding = async (url: string) => {
  const db = await openPostgres(url)
  const started = performance.now()
  const { events } = await rebuild(db)
  const took = performance.now() - started
  await db.close()
  const rate = inWords(Math.round((events / took) * 1000))
  console.log(`  rebuild: ${rate} events a second (aim: at least 15,000), ${minutes(took)} in all`)
}

/** The figures of the flow page over HTTP, ten times. */
const flowPage = async (url: string) => {
  const db = await openPostgres(url)
  const { channels, stop } = await startSandboxes()
  const log = pino({ level: 'silent' })
  const server = await listen((await createApp({ db, clock: systemClock, ids: randomUUID, channels, log })).app)
  const headers = await session(server.url, 'analyst')
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
