import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

type Db = Pick<Database, 'sql'>

// A turn is given at most so long before it comes, so that a provider's own wait reaches those who have none yet.
const aheadMs = 1000
const firstPauseMs = 5_000
const longestPauseMs = 5 * 60_000
// Longer than the timeout of a call; a server that stopped during its trial lets the next one try after it.
const trialMs = 60_000
// A usable answer is noted at most so often.
const notedMs = 1000

export type Turn = { at: number } | { again: number }

/**
 * Gives the next turns to call a provider, of all servers together: `at` is the instant of one. `again`, in milliseconds,
 * where the next turn is too far ahead. After an unusable answer one message at a time tries whether the provider is back.
 */
export const nextTurns = async (
  { sql: db }: Db,
  provider: string,
  perSecond: number,
  wanted: number,
  now: number,
): Promise<Turn[]> => {
  const step = 1000 / perSecond
  const most = Math.min(wanted, Math.max(1, Math.floor(aheadMs / step)))
  const { rows } = await sql<{ at: number; given: number }>`
    insert into provider_rate as rate (provider, next_at, failures) values (${provider}, ${now + most * step}, 0)
    on conflict (provider) do update set next_at =
      case when rate.failures > 0 then ${now + trialMs}
        else greatest(rate.next_at, ${now}::float8) + ${most * step}::float8 end
    where rate.next_at <= case when rate.failures > 0 then ${now}::float8 else ${now + aheadMs}::float8 end
    returning case when failures > 0 then ${now}::float8 else next_at - ${most * step}::float8 end as at,
      case when failures > 0 then 1 else ${most}::int end as given`.execute(db)
  const [first] = rows
  const turns = Array.from({ length: first?.given ?? 0 }, (_, nth): Turn => ({ at: first!.at + nth * step }))
  if (turns.length === wanted) return turns
  const rate = await db
    .selectFrom('provider_rate')
    .select('next_at')
    .where('provider', '=', provider)
    .executeTakeFirst()
  const again = Math.max(1, Math.ceil((rate?.next_at ?? now) - now))
  return [...turns, ...Array.from({ length: wanted - turns.length }, (): Turn => ({ again }))]
}

/** Lets nobody call a provider before `until`, as it asked. */
export const holdBack = async ({ sql: db }: Db, provider: string, until: number): Promise<void> => {
  await sql`update provider_rate set next_at = greatest(next_at, ${until}::float8) where provider = ${provider}`.execute(
    db,
  )
}

/** Notes that a provider answered as it should: whoever waits for it may go on. */
export const noteUsable = async ({ sql: db }: Db, provider: string, now: number): Promise<void> => {
  await sql`
    update provider_rate set usable_at = ${now}::float8, failures = 0,
      next_at = case when failures > 0 then ${now}::float8 else next_at end
    where provider = ${provider} and (failures > 0 or usable_at <= ${now - notedMs}::float8)`.execute(db)
}

/**
 * Notes that a call, begun at `began`, had no usable answer. Nobody calls the provider for a while then, each time twice
 * as long: an outage of an hour leaves few messages in doubt, and not all that wait. Where the provider has answered
 * another call meanwhile, or a pause for this outage began meanwhile, it says nothing new.
 */
export const noteUnusable = async ({ sql: db }: Db, provider: string, began: number, now: number): Promise<void> => {
  await sql`
    update provider_rate set failures = least(failures + 1, 20), failed_at = ${now}::float8,
      next_at = greatest(next_at, ${now}::float8 + least(${longestPauseMs}::float8, ${firstPauseMs}::float8 * 2 ^ failures))
    where provider = ${provider} and greatest(usable_at, failed_at) <= ${began}::float8`.execute(db)
}
