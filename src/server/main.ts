import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import pino from 'pino'
import { createApp, withConsole } from './app.ts'
import { systemClock } from './clock.ts'
import { openEmbedded, openPostgres, serving } from './database.ts'
import { defaultOrders, isEmpty, makeLender } from './demo/lender.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { startSandboxes } from './sandboxes.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** The console over another admin server: `/api` is passed on, so that the browser sees one origin. */
const overOther = (adminApi: string) => {
  const api = new Hono().all('/api/*', (c) => {
    const { pathname, search, host } = new URL(c.req.url)
    return proxy(`${adminApi}${pathname.slice('/api'.length)}${search}`, {
      raw: c.req.raw,
      headers: { ...c.req.header(), 'x-forwarded-host': host },
    })
  })
  return { app: api, stop: async () => {} }
}

const overOwn = async (environment: Environment) => {
  const log = pino({ level: environment.logLevel, base: null })
  const db = environment.databaseUrl
    ? await openPostgres(environment.databaseUrl, serving)
    : await openEmbedded(environment.dataDir, fail)
  const sandboxes = await startSandboxes()
  const app = await createApp({ db, clock: systemClock, ids: randomUUID, channels: sandboxes.channels, log })
  if (db.embedded && (await isEmpty(db))) {
    console.log(`Making the simulated lender (${defaultOrders} orders) …`)
    await makeLender(app.server, { password: environment.demoPassword, orders: defaultOrders })
  }
  await app.start()
  const stop = async () => {
    await app.stop()
    await sandboxes.stop()
    await db.close()
  }
  return { app: app.app, stop }
}

/** Opens Loket as the environment says, once `ready` (the console is built); ends the process when it cannot. */
export const run = async (ready: Promise<void>): Promise<void> => {
  try {
    await open(ready)
  } catch (error) {
    fail(error)
  }
}

const open = async (ready: Promise<void>) => {
  const environment = readEnvironment(process.env)
  const { app, stop } = environment.adminApi ? overOther(environment.adminApi) : await overOwn(environment)
  await ready
  const server = serve({ fetch: withConsole(app, dist).fetch, port: environment.port }, ({ port }) => {
    console.log(`Loket is open on http://localhost:${port}`)
  })
  server.on('error', fail)

  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    server.close()
    // Feeds never end by themselves; whatever else is in hand has two seconds.
    if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 2000).unref()
    void stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

const fail = (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (import.meta.main) await run(Promise.resolve())
