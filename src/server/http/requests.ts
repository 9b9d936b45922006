import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** The facts of a request for the log and the metrics; none is text that the caller wrote. */
export type Request = {
  id: string
  /** The endpoint's id; 'none' for an unknown path. */
  endpoint: string
  by: string
  /** The envelope's code; undefined for an answer without one, where the HTTP status stands in. */
  code?: number
  /** A call that screens repeat by themselves. It is logged at `debug`. */
  unattended: boolean
  /** A provider's call that is not recorded yet. */
  unheard: boolean
}
export type Seen = { Variables: { request: Request } }

export const requestOf = (c: Context<Seen>): Request => c.get('request')

type Parts = { ids: () => string; log: Logger; metrics: Metrics }

/** Gives each request an id, returned as `X-Request-Id`, and writes its outcome to the log and the metrics. */
export const watchRequests =
  ({ ids, log, metrics }: Parts): MiddlewareHandler<Seen> =>
  async (c, next) => {
    const request: Request = { id: ids(), endpoint: 'none', by: 'anyone', unattended: false, unheard: false }
    c.set('request', request)
    c.header('X-Request-Id', request.id)
    const began = performance.now()
    await next()
    const ms = performance.now() - began
    const { id, endpoint, by, code = c.res.status } = request
    metrics.answered(endpoint, code, ms)
    log[request.unattended ? 'debug' : 'info']({ id, endpoint, code, ms: Math.round(ms), by }, 'answered')
  }
