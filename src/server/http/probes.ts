import { timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { clientOf } from '../kit/clientAddress.ts'
import { sha256 } from '../kit/hash.ts'
import { areMade } from '../maintenance/derivedTables.ts'
import type { Storing } from './storing.ts'

// Long enough for a page of a large export on the embedded engine, which runs one query at a time.
const patienceMs = 5000

type Parts = {
  db: Database
  storing: Storing
  isStopping: () => boolean
  figures: () => Promise<string>
  contentType: string
  /** The bearer token that permits reading the metrics from another machine. */
  token: string | undefined
}

/** Liveness, readiness and metrics of this process. Probes read the HTTP status. */
export const createProbes = ({ db, storing, isStopping, figures, contentType, token }: Parts) => {
  const whyNotServed = async (): Promise<string | undefined> =>
    (await areMade(db)) ? storing.whyNot() : 'the lists lack events of the log'

  /** The reason why it cannot serve now; undefined when it can. */
  const whyNot = async (): Promise<string | undefined> => {
    if (isStopping()) return 'this process is stopping'
    const patience = new AbortController()
    const found = whyNotServed().catch(() => 'the database does not answer')
    const late = setTimeout(patienceMs, 'the database does not answer in time', { signal: patience.signal, ref: false })
    late.catch(() => {})
    const reason = await Promise.race([found, late])
    patience.abort()
    return reason
  }

  const mayRead = (c: Context): boolean => {
    const [, given] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
    if (given !== undefined) return token !== undefined && isSame(given, token)
    return isLocal(c)
  }

  return new Hono()
    .get('/healthz', (c) => c.body(null, 204))
    .get('/readyz', async (c) => {
      const reason = await whyNot()
      return reason === undefined ? c.text('ready\n') : c.text(`not ready: ${reason}\n`, 503)
    })
    .get('/metrics', async (c) => {
      if (!mayRead(c)) return c.text('only from this machine, or with METRICS_TOKEN\n', 403)
      return c.text(await figures(), 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
    })
}

// Hashes have equal length, so that the comparison takes the same time for every token.
const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)))

const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

// Behind a proxy on this machine every request would seem to be local.
const isLocal = (c: Context) =>
  /^(127\.|::1$)/.test(clientOf(c, 0).address) && forwarded.every((name) => c.req.header(name) === undefined)
