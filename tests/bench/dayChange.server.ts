import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { until } from './until.ts'

// A whole server with its clock at a given instant. Runs until all past deadlines have fired; prints count and costs.
const now = Number(process.argv[2])
const db = await openPostgres(process.env.DATABASE_URL!)
const sandboxes = await startSandboxes()
const { start, stop } = await createApp({
  db,
  clock: { now: () => now },
  ids: randomUUID,
  channels: sandboxes.channels,
  log: pino({ level: 'silent' }),
})
const due = db.sql.selectFrom('es_deadline').where('at', '<=', now)
const { fired } = await due.select(({ fn }) => fn.countAll<number>().as('fired')).executeTakeFirstOrThrow()
const isOver = async () => !(await due.select('at').limit(1).executeTakeFirst())
const lag = monitorEventLoopDelay({ resolution: 5 })
lag.enable()
const began = performance.now()
await start()
await until(Number(process.argv[3]), isOver)
const ms = performance.now() - began
await stop()
await sandboxes.stop()
await db.close()
const rss = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(JSON.stringify({ fired, ms, rss, lag: Math.round(lag.max / 1e6) }))
