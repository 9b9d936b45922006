import { type Context, Hono } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { clientOf, lineOf } from '../kit/clientAddress.ts'
import { sha256 } from '../kit/hash.ts'
import { languageOf, sayRefusal } from '../kit/i18n.ts'
import type { Limits } from '../kit/limits.ts'
import { Refused } from '../kit/refused.ts'

/**
 * Rate limits for each session and each address, before authentication. Callbacks of providers have a count of their
 * own. Refuses with 429 and the seconds until a retry.
 */
export const rateLimited = (
  api: Hono,
  { window, ofSession, timesOfAddress }: Limits['calls'],
  proxies: number,
): Hono => {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: window / 1000 })
  const addresses = limiter(ofSession * timesOfAddress)
  const providers = limiter(ofSession * timesOfAddress)
  const sessions = limiter(ofSession)

  const app = new Hono()
  app.use('/api/*', async (c, next) => {
    const token = c.req.header('x-token')
    const callsBack = c.req.path.startsWith('/api/channels/')
    try {
      await (callsBack ? providers : addresses).consume(lineOf(clientOf(c as Context, proxies).address))
      // Hashed, because the key stays in memory as long as its count.
      if (token) await sessions.consume(sha256(token))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const refused = new Refused(429, 'errors:tooFast', { retryAfter: Math.ceil(error.msBeforeNext / 1000) })
      const msg = sayRefusal(languageOf(c.req.header('accept-language')), refused)
      // A provider takes HTTP 200 for delivered and would not retry.
      return c.json({ code: refused.code, msg, data: refused.data }, callsBack ? 429 : 200)
    }
    return next()
  })
  return app.route('/', api)
}
