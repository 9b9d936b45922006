import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openPostgres } from '../../src/server/database.ts'
import { startSandboxes } from '../../src/server/sandboxes.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as order from '../../src/services/order.ts'
import { listen } from '../kit/http.ts'
import { lenderOf } from './lender.ts'
import { loggedIn } from './loggedIn.ts'

const orders = 200_000
const progressMs = 250

// What a manager takes home of an order: words, numbers, instants and what is sealed.
const columns = [
  'orderNo',
  'state',
  'customer',
  'phone',
  'nik',
  'city',
  'customerType',
  'app',
  'channel',
  'product',
  'amount',
  'term',
  'serviceFee',
  'arrivalAmount',
  'bank',
  'account',
  'score',
  'firstReviewer',
  'appliedAt',
  'finalAt',
]

const inWords = (count: number) => Math.round(count).toLocaleString('en')
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

/** All orders of a lender as a workbook of twenty columns. */
export const exporting = async (server: string): Promise<void> => measureExport(await lenderOf(server, orders))

export const measureExport = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  const { channels, stop } = await startSandboxes()
  const parts = await createApp({ db, clock: systemClock, ids: randomUUID, channels, log: pino({ level: 'silent' }) })
  await parts.start()
  const http = await listen(parts.app)
  const manager = await loggedIn(http.url, 'support')
  const before = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const { stream } = await manager(jobs.requestExport, { list: order.list.id, filter: {}, columns, format: 'xlsx' })
  let rss = before
  let read: number | undefined
  for (;;) {
    rss = Math.max(rss, process.memoryUsage().rss)
    const found = (await manager(jobs.exportsOf, {})).exports.find(({ id }) => stream === `export/${id}`)!
    if (found.done === found.rows) read ??= Date.now()
    if (found.state === 'ready') break
    if (found.state !== 'requested' && found.state !== 'running') throw new Error(`${found.state}: ${found.reason}`)
    await setTimeout(progressMs)
  }
  loop.disable()
  const { user, system } = process.cpuUsage(cpu)
  const [, begun, finished] = (await parts.server.store.history(stream)).map(({ at, data }) => ({ at, data }))
  const { rows, bytes } = JSON.parse(finished!.data) as { rows: number; bytes: number }
  const seconds = (finished!.at - begun!.at) / 1000
  console.log(
    `export: ${inWords(rows)} rows of ${columns.length} columns, ${megabytes(bytes)} MB of xlsx in ${seconds.toFixed(1)} s, ` +
      `${inWords(rows / seconds)} a second (aim: at least 25,000)`,
  )
  console.log(
    `  read in ${((read! - begun!.at) / 1000).toFixed(1)} s; ${((user + system) / rows).toFixed(0)} µs of this process for each`,
  )
  console.log(`  memory: ${megabytes(rss)} MB at most (aim: 250), ${megabytes(rss - before)} MB of them for this`)
  console.log(
    `  event loop: p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, ${(loop.max / 1e6).toFixed(1)} ms at most (aim: 60)`,
  )
  await http.close()
  await parts.stop()
  await stop()
  await db.close()
}
