import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './database.ts'
import { Refused } from './refused.ts'

/** Counts attempts in the database, so that every process sees them; `use` throws 429 with the seconds to wait. */
export const createThrottle = (db: Database, name: string, limit: { points: number; duration: number }) => {
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      db.sql.executeQuery(CompiledQuery.raw(text, values)),
  }
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'throttle',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  })
  return {
    use: async (key: string): Promise<void> => {
      try {
        await limiter.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new Refused(429, 'errors:tooMany', { retryAfter: Math.ceil(error.msBeforeNext / 1000) })
      }
    },
    forget: (key: string) => limiter.delete(key),
  }
}
