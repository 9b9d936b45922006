import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import { Refused } from '../kit/refused.ts'

/** A 429 for too many attempts. `isFirst` marks the first one of a window: only that is worth an audit entry. */
export class AttemptsUsedUp extends Refused {
  readonly isFirst: boolean
  constructor({ msBeforeNext, consumedPoints }: RateLimiterRes, points: number) {
    super(429, 'errors:tooMany', { retryAfter: Math.ceil(msBeforeNext / 1000) })
    this.isFirst = consumedPoints === points + 1
  }
}

// Another server's clock may be behind this one's.
const skewMs = 60 * 60_000

/** Deletes counts, of any name, whose window ended more than an hour ago. */
export const forgetOver = async (db: Database): Promise<void> =>
  void (await db.sql
    .deleteFrom('throttle')
    .where('expire', '<', Date.now() - skewMs)
    .execute())

/** Counts attempts in the database, so that every process sees them; `use` throws 429 with the seconds to wait. */
export const createAttemptLimit = (db: Database, name: string, limit: { points: number; duration: number }) => {
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
        throw new AttemptsUsedUp(error, limit.points)
      }
    },
    /** Deletes the counts of every key with this prefix. */
    forgetAll: async (prefix: string): Promise<void> =>
      void (await db.sql
        .deleteFrom('throttle')
        .where(sql<boolean>`starts_with(key, ${`${name}:${prefix}`})`)
        .execute()),
    forget: async (key: string): Promise<void> => void (await limiter.delete(key)),
    /** Takes back one counted attempt. */
    giveBack: async (key: string): Promise<void> => void (await limiter.reward(key)),
  }
}
