import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalEvent } from '../../../src/machines/approval.facts.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { flowCounter } from '../../../src/server/flow/projection.ts'
import { projections } from '../../../src/server/processes.ts'
import { forgetCounts } from '../../../src/server/store/counter.ts'
import { createStore } from '../../../src/server/store/store.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import * as flow from '../../../src/services/flow.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { deciding, freshOrder, freshRole, saving, submitting } from '../../kit/commands.ts'
import { engines, onlyPostgres, oneEngine, secondPool } from '../../kit/engines.ts'
import { ownDatabase } from '../../kit/templates.ts'
import { withApp } from '../../kit/withApp.ts'
import * as approval from '../../machines/approval.events.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

type Moment = [at: number, event: ApprovalEvent, via: string]

const counted = (db: Database) =>
  db.sql
    .selectFrom('flow')
    .selectAll()
    .orderBy('kind')
    .orderBy('from_state')
    .orderBy('event')
    .orderBy('to_state')
    .orderBy('bucket')
    .orderBy('again')
    .execute()
const howMany = async (db: Database) => (await counted(db)).reduce((sum, { count }) => sum + count, 0)
const checkpoint = async (db: Database) =>
  (await db.sql.selectFrom('es_checkpoint').select('pos').where('name', '=', 'flow').executeTakeFirstOrThrow()).pos
const forget = (db: Database) => db.sql.transaction().execute((tx) => forgetCounts(tx, [flowCounter]))
const head = async (db: Database) => (await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos

/** The states with records, each with their number. */
const inhabited = ({ states }: DataOf<typeof flow.summary>) =>
  Object.fromEntries(states.flatMap(({ state, now }) => (now ? [[state, now]] : [])))

/** The transitions that were taken: count, and median and 90th percentile of the stays before them in milliseconds. */
const taken = ({ transitions }: DataOf<typeof flow.summary>) =>
  Object.fromEntries(
    transitions
      .filter(({ count }) => count > 0)
      .map(({ from, event, to, count, medianMs, p90Ms }) => [`${from} ${event} ${to}`, [count, medianMs, p90Ms]]),
  )

describe.each(oneEngine())('a lender with a few applications on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const analyst = as('analyst')

  const happen = async (stream: string, ...moments: Moment[]) => {
    await app.server.store.send(submitting(stream))
    for (const [at, event, via] of moments) await app.server.store.send(deciding(stream, { ...event, at }, via))
    await catchUp(app.db)
  }
  const summary = (chart = 'approval') => analyst.data(flow.summary, { chart })

  test('without any, no state holds one and every transition waits for its first', async () => {
    await catchUp(app.db)
    const nothing = await summary()
    expect(nothing.asOf).toMatchObject({ pos: await head(app.db), head: await head(app.db) })
    expect(nothing.states.filter(({ now, entered }) => now !== 0 || entered !== 0)).toEqual([])
    expect(nothing.transitions.filter(({ count }) => count !== 0)).toEqual([])
    expect(nothing.states.map(({ state }) => state)).toEqual([
      'machineReview',
      'firstReview.wait',
      'firstReview.claimed',
      'returned',
      'finalReview.wait',
      'finalReview.claimed',
      'passed',
      'machineRejected',
      'firstRejected',
      'finalRejected',
      'closed',
    ])
    expect(nothing.transitions).toHaveLength(50)
  })

  test('a stay lasts from the entry to the exit, whatever happened in between', async () => {
    await happen(
      freshOrder(),
      [2 * second, approval.machinePassed(), 'SYS'],
      [1 * hour, approval.firstClaimed(), 'approve.firstClaim'],
      [1 * hour + 10 * minute, approval.firstReassigned({ to: 'citra' }), 'approve.firstReassign'],
      [1 * hour + 20 * minute, approval.firstReassigned({ to: 'ayu' }), 'approve.firstReassign'],
      // Thirty minutes after the claim, but ten after the last event.
      [1 * hour + 30 * minute, approval.firstReleased(), 'approve.firstRelease'],
      [2 * hour, approval.firstClaimed(), 'approve.firstClaim'],
      [2 * hour + 5 * minute, approval.returned(), 'approve.firstReturn'],
      [3 * hour + 5 * minute, approval.resubmitted(), 'intake.resubmit'],
      [3 * hour + 5 * minute + 2 * second, approval.machinePassed({ round: 2 }), 'SYS'],
      [4 * hour, approval.withdrawn(), 'intake.withdraw'],
    )
    const figures = await summary()
    expect(inhabited(figures)).toEqual({ closed: 1 })
    expect(taken(figures)).toEqual({
      'new submitted machineReview': [1, null, null],
      'machineReview machinePassed firstReview.wait': [2, 2_004, 2_004],
      // An hour less two seconds, and half an hour.
      'firstReview.wait firstClaimed firstReview.claimed': [2, 1_798_144, 3_596_288],
      'firstReview.claimed firstReassigned firstReview.claimed': [2, null, null],
      'firstReview.claimed firstReleased firstReview.wait': [1, 1_798_144, 1_798_144],
      'firstReview.claimed returned returned': [1, 300_032, 300_032],
      'returned resubmitted machineReview': [1, 3_596_288, 3_596_288],
      // The transition belongs to the review's parent state.
      'firstReview withdrawn closed': [1, 3_301_376, 3_301_376],
    })
    expect(figures.states.find(({ state }) => state === 'firstReview.claimed')).toEqual({
      state: 'firstReview.claimed',
      now: 0,
      entered: 2,
      again: 1,
      work: true,
      medianMs: 300_032,
      p90Ms: 1_798_144,
    })
  })

  test('with a clock that went back a stay lasts no time', async () => {
    await happen(freshOrder(), [-5 * minute, approval.machineRejected(), 'SYS'])
    expect(taken(await summary())['machineReview machineRejected machineRejected']).toEqual([1, 0, 0])
  })

  test('half of the stays are within the median, nine tenths within the p90', async () => {
    for (let nth = 1; nth <= 10; nth += 1) await happen(freshOrder(), [nth * second, approval.machineReferred(), 'SYS'])
    const [count, median, p90] = taken(await summary())['machineReview machineReferred firstReview.wait']!
    expect(count).toBe(10)
    expect(Math.abs(median! / (5 * second) - 1)).toBeLessThan(0.032)
    expect(Math.abs(p90! / (9 * second) - 1)).toBeLessThan(0.032)
  })

  test('every chart has its own figures', async () => {
    expect(inhabited(await summary('account'))).toEqual({ active: 42 })
    expect(taken(await summary('account'))).toEqual({ 'new accountOpened active': [42, null, null] })
  })

  test('what is not counted yet is said', async () => {
    await app.server.store.send(submitting(freshOrder()))
    const behind = await summary()
    expect(behind.asOf.head - behind.asOf.pos).toBe(1)
    await catchUp(app.db)
    expect((await summary()).asOf).toMatchObject({ pos: behind.asOf.head, head: behind.asOf.head })
  })

  test('a chart that there is not is refused in words', async () => {
    const query = { chart: 'payroll' }
    const { code, data } = await analyst.call(flow.summary, query, { language: 'en' })
    expect(code).toBe(400)
    expect(data).toEqual({ issues: [{ field: 'chart', reason: 'choice', message: 'No such choice' }] })
  })

  test('whoever was not granted it is refused', async () => {
    const support = await app.login('support')
    expect(await support.call(flow.summary, { chart: 'approval' })).toMatchObject({ code: 4030 })
    for (const name of ['analyst', 'risk', 'reviewLead', 'admin']) {
      const caller = await app.login(name)
      expect(await caller.call(flow.summary, { chart: 'approval' }), name).toMatchObject({ code: 0 })
    }
  })

  test('a running server counts by itself what is stored', async () => {
    await app.start()
    await app.server.store.send(submitting(freshOrder()))
    await expect.poll(async () => (await head(app.db)) - (await checkpoint(app.db))).toBe(0)
  })
})

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  describe("the simulated lender's months", () => {
    const { app } = withApp({ databaseUrl, orders: 60 })
    beforeAll(async () => {
      await catchUp(app.db)
    })

    test('as many orders are in each state as the list of orders says', async () => {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*) as count from approval group by state`.execute(app.db.sql)
      const analyst = await app.login('analyst')
      expect(inhabited(await analyst.data(flow.summary, { chart: 'approval' }))).toEqual(
        Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      )
      expect(rows.length).toBeGreaterThan(5)
    })

    test('each event is counted once', async () => {
      expect(await howMany(app.db)).toBe(await head(app.db))
      await catchUp(app.db)
      expect(await howMany(app.db)).toBe(await head(app.db))
    })

    test('counted anew, even without a checkpoint, the figures are the same', async () => {
      const before = await counted(app.db)
      await forget(app.db)
      await app.db.sql.deleteFrom('es_checkpoint').execute()
      await catchUp(app.db)
      expect(await counted(app.db)).toEqual(before)
    })

    test('two servers at once count each event once', async () => {
      const before = await counted(app.db)
      const other = await secondPool(app.db, databaseUrl)
      await forget(app.db)
      await Promise.all([app.db, other, app.db, other].map((db) => catchUp(db)))
      await other.close()
      await catchUp(app.db)
      expect(await counted(app.db)).toEqual(before)
    })
  })

  describe('a log of 12,000 events', () => {
    let db: Database
    beforeAll(async () => {
      db = await ownDatabase(databaseUrl)
      await sql`
        insert into es_event (pos, stream, version, id, type, schema, state, actor, command, at, data, prev, hash)
        select n + 1, 'role/' || n % 3000, 1 + n / 3000, n, 'roleSaved', 1, 'active', 'SYS', n, n, '{}', '', ''
        from generate_series(0, 11999) n`.execute(db.sql)
      await db.sql.updateTable('es_head').set({ pos: 12_000 }).execute()
    })
    afterAll(() => db.close())

    const saved = async () => Object.fromEntries((await counted(db)).map((row) => [row.from_state, row.count]))

    test('is left alone by a server that stops', async () => {
      await catchUp(db, AbortSignal.abort())
      expect(await counted(db)).toEqual([])
    })

    test('is counted once by whoever comes after one that died on the way', async () => {
      await sql`
        create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`.execute(
        db.sql,
      )
      await sql`
        create trigger dies before update on es_checkpoint for each row when (new.pos > 10000) execute function die()`.execute(
        db.sql,
      )
      await expect(catchUp(db)).rejects.toThrow('died')
      expect(await checkpoint(db)).toBe(10_000)
      expect(await saved()).toEqual({ new: 3000, active: 7000 })

      await sql`drop trigger dies on es_checkpoint`.execute(db.sql)
      await catchUp(db)
      expect(await checkpoint(db)).toBe(12_000)
      expect(await saved()).toEqual({ new: 3000, active: 9000 })
    })
  })
})

// The embedded engine has one connection, so only one server.
describe.each(onlyPostgres())('two servers on $engine', ({ databaseUrl }) => {
  test('do not wait for each other: while one counts, the other leaves it to that one', async () => {
    const db = await ownDatabase(databaseUrl)
    const other = await secondPool(db, databaseUrl)
    const store = createStore({ db, projections, ids: randomUUID })
    await store.send(saving(freshRole()))
    await catchUp(db)
    await store.send(saving(freshRole()))
    await db.sql.transaction().execute(async (tx) => {
      await tx.selectFrom('es_checkpoint').selectAll().forUpdate().execute()
      await catchUp(other)
    })
    expect(await howMany(db)).toBe(1)
    await catchUp(other)
    expect(await howMany(db)).toBe(2)
    await other.close()
    await db.close()
  })
})
