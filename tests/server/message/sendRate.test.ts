import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { nextTurns, noteUnusable, noteUsable } from '../../../src/server/message/sendRate.ts'
import { oneEngine } from '../../kit/engines.ts'
import { ownDatabase } from '../../kit/templates.ts'

const second = 1000
const now = 1_000_000_000

let db: Database
beforeAll(async () => void (db = await ownDatabase(oneEngine()[0]!.databaseUrl)))
afterAll(() => db.close())

const failuresOf = async (provider: string) => {
  const { failures } = await db.sql
    .selectFrom('provider_rate')
    .select('failures')
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return failures
}

test('calls that break off together are one outage, and a later one is another', async () => {
  await nextTurns(db, 'broken', 100, 20, now)
  for (let n = 0; n < 20; n += 1) await noteUnusable(db, 'broken', now, now + 3 * second + n)
  expect(await failuresOf('broken')).toBe(1)
  const [turn] = await nextTurns(db, 'broken', 100, 20, now + 10 * second)
  expect(turn).toEqual({ at: now + 10 * second })
  await noteUnusable(db, 'broken', now + 10 * second, now + 13 * second)
  expect(await failuresOf('broken')).toBe(2)
  await noteUsable(db, 'broken', now + 14 * second)
  expect(await failuresOf('broken')).toBe(0)
})

test('a number that nobody answers pauses nothing while the provider answers others', async () => {
  await nextTurns(db, 'well', 100, 20, now)
  await noteUsable(db, 'well', now + second)
  await noteUnusable(db, 'well', now, now + 3 * second)
  expect(await failuresOf('well')).toBe(0)
  expect(await nextTurns(db, 'well', 100, 1, now + 3 * second)).toEqual([{ at: now + 3 * second }])
})

test('the senders of all servers at once have one rate: no two turns are closer than it allows', async () => {
  const given = await Promise.all(Array.from({ length: 8 }, () => nextTurns(db, 'shared', 100, 20, now)))
  const turns = given.flat().flatMap((turn) => ('at' in turn ? [turn.at] : []))
  expect(turns.toSorted((one, other) => one - other)).toEqual(turns.map((_, nth) => now + 10 * nth))
  // Nobody has a turn that is more than a second ahead, apart from those that were asked for with it.
  expect(turns.length).toBe(120)
  expect(given.flat().filter((turn) => 'again' in turn)).toEqual(Array.from({ length: 40 }, () => ({ again: 1200 })))
})
