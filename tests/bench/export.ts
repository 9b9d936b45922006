import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { isBehind } from '../../src/server/store/checkpoint.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as order from '../../src/services/order.ts'
import { fetchFile } from '../kit/exports.ts'
import { same } from './happened.ts'
import { lenderOf } from './lender.ts'
import { loggedIn } from './loggedIn.ts'
import { metricsOf } from './metrics.ts'
import { sized } from './sized.ts'
import { startServer } from './startServer.ts'
import { until } from './until.ts'

const orders = sized(200_000, 100)
const progressMs = sized(250, 50)

// A manager's usual columns: texts, numbers, instants and encrypted personal data.
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

/** Exports all orders as a workbook of twenty columns, by a server process with the image's settings. */
export const exporting = async (postgres: string): Promise<void> => measureExport(await lenderOf(postgres, orders))

export const measureExport = async (url: string): Promise<void> => {
  const memoryOfImage = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
  const server = await startServer('src/server/main.ts', { DATABASE_URL: url, ...memoryOfImage })
  const db = await openPostgres(url)
  const manager = await loggedIn(server.url, 'support')
  await until(progressMs, () => isAtRest(db))
  const before = await metricsOf(server.url)
  const { stream } = await manager(jobs.requestExport, { list: order.list.id, filter: {}, columns, format: 'xlsx' })
  let { memory } = before
  let lag = 0
  await until(progressMs, async () => {
    const now = await metricsOf(server.url)
    memory = Math.max(memory, now.memory)
    lag = Math.max(lag, now.lag)
    const found = (await manager(jobs.exportsOf, {})).exports.find(({ id }) => stream === `export/${id}`)!
    if (!['requested', 'running', 'ready'].includes(found.state)) throw new Error(`${found.state}: ${found.reason}`)
    return found.state === 'ready'
  })
  const { cpu } = await metricsOf(server.url)
  const events = await db.sql
    .selectFrom('es_event')
    .select(['at', 'data'])
    .where('stream', '=', stream)
    .orderBy('version')
    .execute()
  const [, begun, finished] = events
  const { rows, bytes } = JSON.parse(finished!.data) as { rows: number; bytes: number }
  const made = db.sql.selectFrom('approval').select(({ fn }) => fn.countAll<number>().as('orders'))
  same('rows of the file, and orders', rows, (await made.executeTakeFirstOrThrow()).orders)
  const file = await fetchFile({ data: manager }, stream.slice('export/'.length))
  same('bytes of the file, and bytes that were written', file.length, bytes)
  const seconds = (finished!.at - begun!.at) / 1000
  console.log(
    `export: ${inWords(rows)} rows of ${columns.length} columns, ${megabytes(bytes)} MB of xlsx in ${seconds.toFixed(1)} s, ` +
      `${inWords(rows / seconds)} a second (aim: at least 25,000)`,
  )
  console.log(`  ${(((cpu - before.cpu) * 1e6) / rows).toFixed(0)} µs of the server for each`)
  console.log(
    `  memory: ${megabytes(memory)} MB at most (aim: 250), ${megabytes(memory - before.memory)} MB of them for this`,
  )
  console.log(`  event loop: ${(lag * 1000).toFixed(0)} ms at most (aim: 60)`)
  await db.close()
  await server.stop()
}

/** Whether the server has fired the deadlines since the lender was made, and counted their events. */
const isAtRest = async (db: Database): Promise<boolean> => {
  const due = db.sql.selectFrom('es_deadline').select('at').where('at', '<=', Date.now())
  return !(await due.executeTakeFirst()) && !(await isBehind(db, 'flow'))
}
