import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { createApp } from './app.ts'
import { startSandboxes } from './channels/sandboxes.ts'
import { openEmbedded, openPostgres, serving } from './db/database.ts'
import { defaultOrders, isEmpty, makeLenderWithStatistics, refuseUnfinished } from './demo/lender.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { withConsole } from './http/console.ts'
import { serverFor } from './http/listen.ts'
import { rateLimited } from './http/rateLimit.ts'
import { forwardedBy } from './kit/clientAddress.ts'
import { systemClock } from './kit/clock.ts'
import { gracefulShutdown } from './kit/gracefulShutdown.ts'
import { limits } from './kit/limits.ts'
import { createLog } from './kit/log.ts'
import { areMade } from './maintenance/derivedTables.ts'

// The interval at which the sandbox providers send their due callbacks.
const ringMs = 500

// Longer than the 5 s that an admin server waits for its database before it answers that it is not ready.
const readyMs = 7000

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** The console in front of another admin server: proxies `/api`, so that the browser sees one origin. */
const overOther = (adminApi: string, proxies: number) => {
  const api = new Hono().all('/api/*', (c) => {
    const { pathname, search } = new URL(c.req.url)
    return proxy(`${adminApi}${pathname.slice('/api'.length)}${search}`, {
      raw: c.req.raw,
      headers: { ...c.req.header(), ...forwardedBy(c, proxies) },
    })
  })
  // Any other path answers 200 with the console's page, which a load balancer would take for healthy.
  api.get('/healthz', (c) => c.body(null, 204))
  api.get('/readyz', async (c) => {
    try {
      return await proxy(`${adminApi}/readyz`, { signal: AbortSignal.timeout(readyMs) })
    } catch {
      return c.text('not ready: the admin server does not answer\n', 503)
    }
  })
  api.get('/metrics', (c) => c.notFound())
  const never = new Promise<never>(() => {})
  return { app: api, stop: async () => {}, close: async () => {}, opened: () => {}, outdated: never }
}

const overOwn = async (environment: Environment) => {
  const log = createLog(environment.logLevel)
  const db = environment.databaseUrl
    ? await openPostgres(environment.databaseUrl, serving, environment.migrateUrl)
    : await openEmbedded(environment.dataDir, fail)
  let own: string | undefined
  const sandboxes = await startSandboxes({
    ...(environment.sandboxSecret && { secret: environment.sandboxSecret }),
    callTo: () => own,
  })
  log.info({ url: sandboxes.url }, 'sandbox providers listen')
  const { channels } = sandboxes
  const { metricsToken, proxies } = environment
  const outdated = Promise.withResolvers<string>()
  const share = { ...limits.share, most: environment.secondsPerMinute * 1000 }
  const app = await createApp({
    db,
    clock: systemClock,
    ids: randomUUID,
    channels,
    log,
    metricsToken,
    limits: { ...limits, share },
    proxies,
    outdated: outdated.resolve,
  })
  await refuseUnfinished(db)
  if (db.embedded && (await isEmpty(db))) {
    console.log(`Making the simulated lender (${defaultOrders} orders) …`)
    await makeLenderWithStatistics(app.server, { password: environment.demoPassword, orders: defaultOrders })
  }
  if (!(await areMade(db))) throw new Error('The lists lack events of the log: run `npm run rebuild` first')
  await app.start()
  const ringing = setInterval(() => void sandboxes.deliver(), ringMs)
  const opened = (port: number) => {
    own = `http://127.0.0.1:${port}/api`
  }
  const close = async () => {
    clearInterval(ringing)
    await sandboxes.stop()
    await db.close()
  }
  return { app: app.app, stop: app.stop, close, opened, outdated: outdated.promise }
}

/** Starts Loket with the environment's settings once `ready` (the console is built); exits when it cannot. */
export const run = async (ready: Promise<void>): Promise<void> => {
  try {
    await open(ready)
  } catch (error) {
    fail(error)
  }
}

const open = async (ready: Promise<void>) => {
  const environment = readEnvironment(process.env)
  const { app, stop, close, opened, outdated } = environment.adminApi
    ? overOther(environment.adminApi, environment.proxies)
    : await overOwn(environment)
  await ready
  const { port, proxies, callsPerMinute } = environment
  const calls = { ...limits.calls, ofSession: callsPerMinute }
  const server = serverFor(withConsole(rateLimited(app, calls, proxies), dist, proxies), limits.connection)
  server.listen(port, () => {
    const { port: taken } = server.address() as AddressInfo
    opened(taken)
    console.log(`Loket is open on http://localhost:${taken}`)
  })
  server.on('error', fail)

  const finish = gracefulShutdown(server)
  let closing: Promise<void> | undefined
  const end = (ended: () => void) => {
    // Both at once: otherwise jobs would still begin while the last calls are answered, and delay the end.
    closing ??= Promise.all([finish(), stop()]).then(close).then(ended, fail)
  }
  const asAsked = () => end(() => process.exit(0))
  process.on('SIGTERM', asAsked)
  process.on('SIGINT', asAsked)
  void outdated.then((why) => end(() => fail(new Error(why))))
}

const fail = (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (import.meta.main) await run(Promise.resolve())
