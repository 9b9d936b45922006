import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** What is known of a request by the time it is answered; nothing of it is what the caller wrote. */
export type Request = {
  id: string
  /** An endpoint's id; 'none' for a path that nothing answers at. */
  endpoint: string
  by: string
  /** The envelope's, or HTTP's of an answer without one. */
  code?: number
  /** Screens call by themselves, all the time. */
  unattended: boolean
  /** A provider's, of which nothing is written down yet. */
  unheard: boolean
}
export type Seen = { Variables: { request: Request } }

export const requestOf = (c: Context<Seen>): Request => c.get('request')

type Parts = { ids: () => string; log: Logger; metrics: Metrics }

/** Gives each request an id, which is answered as a header, and says in one line and in the figures what became of it. */
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
