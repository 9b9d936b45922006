import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createAudit } from './audit/audit.ts'
import type { Channels } from './channels/channels.ts'
import { fillMasked } from './customers/fillMasked.ts'
import { createVault } from './customers/vault.ts'
import type { Database } from './db/database.ts'
import { createOutdated } from './db/outdated.ts'
import { createDispatch } from './dispatch/dispatch.ts'
import { createFeed } from './http/feed.ts'
import { createGauges } from './http/gauges.ts'
import { createMetrics } from './http/metrics.ts'
import { createMount } from './http/mount.ts'
import { openapi } from './http/openapi.ts'
import { createProbes } from './http/probes.ts'
import { createStoring } from './http/storing.ts'
import type { Clock } from './kit/clock.ts'
import { type Limits, limits as usual } from './kit/limits.ts'
import { forEverybody } from './kit/loopShare.ts'
import { Refused } from './kit/refused.ts'
import { createGaps } from './maintenance/gaps.ts'
import { counters, heard, merged, processes, projections } from './processes.ts'
import { noteUnheard } from './providerReports/noteReport.ts'
import type { Server } from './server.ts'
import { recordFound } from './setting/found.ts'
import { createSessions } from './staff/sessions.ts'
import { createCounting } from './store/counting.ts'
import { createLanes } from './store/lanes.ts'
import { sessionsEnded } from './store/notices.ts'
import { createStore } from './store/store.ts'

type Parts = {
  db: Database
  clock: Clock
  ids: () => string
  channels: Channels
  log: Logger
  /** The bearer token that permits reading the metrics from another machine. */
  metricsToken?: string | undefined
  limits?: Limits
  /** The number of reverse proxies in front that append to X-Forwarded-For. */
  proxies?: number
  /** Called with the reason once a newer server has made this one outdated. */
  outdated?: (why: string) => void
}

/** The admin server under `/api`. `start` begins the background work; `stop` waits for the work under way. */
export const createApp = async ({
  db,
  clock,
  ids,
  channels,
  log,
  metricsToken,
  limits = usual,
  proxies = 0,
  outdated = () => {},
}: Parts) => {
  const metrics = createMetrics()
  const allInterfaces: string[] = []
  const sessions = createSessions({ db, allInterfaces })
  const vault = await createVault({ db, ids })
  await fillMasked(db.sql)
  const audit = createAudit(db)
  const storing = createStoring(db)
  const { api, mounted, handle, perform, forStaff, refuse } = createMount({
    db,
    vault,
    audit,
    sessions,
    providers: {
      secrets: channels.secrets,
      unheard: (name, why) => noteUnheard(db, name, why, ids(), clock.now()),
    },
    clock,
    ids,
    log,
    metrics,
    storing,
    limits,
    proxies,
  })
  const store = createStore({ db, projections, ids, stored: metrics.stored })
  const server: Server = { db, store, vault, audit, sessions, clock, ids, channels, log, handle }

  const lists = merged((process) => process.exports?.(server))
  const whole = { mounted, allInterfaces, lists, perform }
  for (const { handlers } of processes) handlers?.(server, whole)
  allInterfaces.push(
    ...new Set(mounted.filter(({ permission }) => permission === 'granted').map((endpoint) => endpoint.interface)),
  )

  const feed = createFeed({ db, heard, most: limits.feeds, heartbeat: limits.heartbeat })
  forStaff('/feed', { unattended: true }, (c, staff, current) => feed.serve(c, staff, current))
  forStaff('/openapi.json', { unattended: false }, (c) => c.json(openapi(mounted)))
  let stopping = false
  const probes = createProbes({
    db,
    storing,
    isStopping: () => stopping,
    figures: createGauges({ db, clock, feed, metrics }),
    contentType: metrics.registry.contentType,
    token: metricsToken,
  })
  api.route('/', probes)
  api.all('*', (c) => refuse(c, new Refused(404, 'errors:noSuchPath')))

  const work = createLanes({ db, store, clock, log }, (lane) =>
    merged((process) => process.effects?.[lane]?.(server, whole)),
  )
  const counting = createCounting({ db, log, counters })
  const dispatch = createDispatch(
    server,
    processes.flatMap(({ queues }) => queues?.(server) ?? []),
  )
  const schema = createOutdated({ db, log, outdated })
  const gaps = createGaps({ db, log })
  const start = async () => {
    await recordFound(server)
    await feed.start()
    const wake = (payload: string) => {
      if (payload === sessionsEnded) return feed.doubt()
      for (const one of [feed, work, counting, dispatch]) one.wake()
    }
    // The embedded database notifies within the call that stored the event, whose caller must not pay for the wake-ups.
    await store.listen((payload) => forEverybody(() => wake(payload)))
    await work.start()
    for (const one of [counting, dispatch, schema, gaps]) one.start()
    metrics.watchProcess()
  }
  const stop = async () => {
    stopping = true
    for (const one of [work, counting, dispatch, gaps, schema, feed]) await one.stop()
  }

  const app = new Hono().route('/', probes).route('/api', api)
  return { app, server, mounted, work, dispatch, feed, start, stop }
}
