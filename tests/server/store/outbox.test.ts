import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { usualApprovalTimes } from '../../../src/machines/approvalRules.ts'
import { addDays, dayStart } from '../../../src/machines/calendar.ts'
import { createApp } from '../../../src/server/app.ts'
import { policy } from '../../../src/server/policy.ts'
import { createOutbox, type Job } from '../../../src/server/store/outbox.ts'
import { type Written, writeStreams } from '../../bench/streams.ts'
import type { TestApp } from '../../kit/app.ts'
import { customer, freshNik } from '../../kit/application.ts'
import { deciding, freshOrder, refusalOf, submitting } from '../../kit/commands.ts'
import { engines, secondPool } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { openBureau } from '../../kit/provider.ts'
import { withApp } from '../../kit/withApp.ts'
import * as approval from '../../machines/approval.events.ts'
import { loanTerms } from '../../machines/loan.events.ts'

const second = 1000
const minute = 60 * second

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })

  const jobOf = (orderNo: string) =>
    app.db.sql
      .selectFrom('es_effect')
      .select(['name', 'at', 'attempts', 'error'])
      .where('stream', '=', `approval/${orderNo}`)
      .executeTakeFirst()
  const deadlineOf = (orderNo: string) =>
    app.db.sql
      .selectFrom('es_deadline')
      .select(['name', 'at', 'version'])
      .where('stream', '=', `approval/${orderNo}`)
      .executeTakeFirst()
  const typesOf = async (orderNo: string) =>
    (await app.server.store.history(`approval/${orderNo}`)).map(({ type }) => type)
  const stateOf = async (orderNo: string) =>
    (await app.db.sql
      .selectFrom('approval')
      .select(['state', 'refer', 'holder'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst())!

  describe('a provider that is down', () => {
    test('is asked again, each time later, until the deadline leaves the decision to a person', async () => {
      const who = customer({ nik: freshNik('99') })
      const orderNo = await app.apply({ customer: who })
      const begin = app.clock.now()
      const error = 'the credit bureau is unavailable: status 503'

      // Exponential backoff: 2 seconds after the first failure, then 4, 8 … and at most a minute.
      let due = begin
      for (const [index, pause] of [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 60].entries()) {
        await app.settle()
        due += pause * second
        expect(await jobOf(orderNo)).toEqual({ name: 'runMachineReview', attempts: index + 1, error, at: due })
        app.clock.advance(due - app.clock.now() - 1)
        await app.settle()
        expect(await jobOf(orderNo)).toMatchObject({ attempts: index + 1 })
        app.clock.advance(1)
      }
      expect(await typesOf(orderNo)).toEqual(['submitted'])

      app.clock.advance(begin + policy.machineTtl - app.clock.now() - 1)
      await app.settle()
      expect(await typesOf(orderNo)).toEqual(['submitted'])
      app.clock.advance(1)
      await app.settle()
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machineTimedOut'])
      expect(await stateOf(orderNo)).toEqual({ state: 'firstReview.wait', refer: true, holder: null })

      app.clock.advance(minute)
      await app.settle()
      expect(await jobOf(orderNo)).toBeUndefined()
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machineTimedOut'])
    })

    test('leaves nothing of the customer in the job', async () => {
      const who = customer({ nik: freshNik('99') })
      const orderNo = await app.apply({ customer: who })
      await app.settle()
      const rows = JSON.stringify(await app.db.sql.selectFrom('es_effect').selectAll().execute())
      expect(rows).toContain(orderNo)
      for (const secret of [who.nik, who.name, who.bank.account]) expect(rows).not.toContain(secret)
    })

    test('holds up no other application', async () => {
      const bad = await app.apply({ customer: customer({ nik: freshNik('99') }) })
      const good = await app.apply({ customer: passingCustomer() })
      const broken = await app.apply({
        customer: passingCustomer({ bank: { name: 'BCA', account: '12345699', holder: 'Sri Wahyuni' } }),
      })
      await app.settle()
      expect([await typesOf(bad), await typesOf(good), await typesOf(broken)]).toEqual([
        ['submitted'],
        ['submitted', 'machinePassed'],
        ['submitted'],
      ])
      expect(await jobOf(broken)).toMatchObject({ attempts: 1, error: 'the account inquiry is unavailable' })
    })
  })

  describe('an answer that comes after the chart moved on', () => {
    const passesDeadline = async (orderNo: string) => {
      app.clock.advance(policy.machineTtl)
      await app.work.runDue()
      return typesOf(orderNo)
    }
    const withdraws = async (orderNo: string) => {
      const withdrawn = approval.withdrawn({ by: 'app/demo', at: app.clock.now() })
      await app.server.store.send(deciding(`approval/${orderNo}`, withdrawn, 'intake.withdraw'))
      return typesOf(orderNo)
    }
    test.each([
      ['the deadline passed', passesDeadline, 'machineTimedOut'],
      ['the customer withdrew', withdraws, 'withdrawn'],
    ])('because %s changes nothing', async (_, overtake, type) => {
      const slow = await openBureau({ held: true })
      const usual = app.server.channels.bureau
      app.server.channels.bureau = slow.bureau
      const orderNo = await app.apply(passing())
      const asking = app.settle()
      await expect.poll(() => slow.asked).toHaveLength(1)
      expect(await overtake(orderNo)).toEqual(['submitted', type])
      const before = await stateOf(orderNo)
      slow.answer()
      await asking
      app.server.channels.bureau = usual
      await app.settle()
      expect(await typesOf(orderNo)).toEqual(['submitted', type])
      expect(await stateOf(orderNo)).toEqual(before)
      expect(await jobOf(orderNo)).toBeUndefined()
      await slow.close()
    })

    test('because the customer mended it meanwhile leaves the new round to its own answer', async () => {
      const slow = await openBureau({ held: true })
      const usual = app.server.channels.bureau
      app.server.channels.bureau = slow.bureau
      const orderNo = await app.apply(passing())
      const stream = `approval/${orderNo}` as const
      const asking = app.work.runDue()
      await expect.poll(() => slow.asked).toHaveLength(1)
      const at = app.clock.now()
      const deadline = (await app.server.store.state(stream)).armed.machineTimedOut!
      for (const command of [
        deciding(stream, approval.machineTimedOut({ at: deadline.at, armed: 1 }), 'SYS'),
        deciding(stream, approval.firstClaimed({ at }), 'approve.firstClaim'),
        deciding(stream, approval.returned({ at }), 'approve.firstReturn'),
        deciding(stream, approval.resubmitted({ at, personVersion: 1 }), 'intake.resubmit'),
      ])
        await app.server.store.send(command)
      slow.answer()
      await asking
      expect(await typesOf(orderNo)).toHaveLength(5)
      expect(await jobOf(orderNo)).toMatchObject({ name: 'askCustomer' })
      await app.settle()
      app.server.channels.bureau = usual
      expect((await typesOf(orderNo)).slice(5)).toEqual(['machinePassed'])
      expect((await app.server.store.state(stream)).context).toMatchObject({ round: 2, refer: false })
      expect(new Set(slow.asked).size).toBe(2)
      await slow.close()
    })
  })

  describe('a job', () => {
    /** An outbox of its own, so that a test defines the effect. */
    const workOf = (
      run: (job: Job) => Promise<undefined>,
      { jobsAtOnce = 50, roundMs }: { jobsAtOnce?: number; roundMs?: number } = {},
    ) =>
      createOutbox({
        jobsAtOnce,
        ...(roundMs !== undefined && { roundMs }),
        db: app.db,
        store: app.server.store,
        clock: app.clock,
        log: app.server.log,
        effects: { askCustomer: run },
      })
    const returnedOrder = async () => {
      const stream = freshOrder()
      const at = app.clock.now()
      for (const command of [
        submitting(stream),
        deciding(stream, approval.machinePassed({ at }), 'SYS'),
        deciding(stream, approval.firstClaimed({ at }), 'approve.firstClaim'),
        deciding(stream, approval.returned({ at }), 'approve.firstReturn'),
      ])
        await app.server.store.send(command)
      return stream
    }

    test('of a worker that died is taken over after its lease, with the same event as key', async () => {
      await app.db.sql.deleteFrom('es_effect').execute()
      const stream = await returnedOrder()
      const died: Job[] = []
      const done: Job[] = []
      const dying = workOf((job) => (died.push(job), new Promise(() => {})))
      const living = workOf(async (job) => void done.push(job))
      void dying.runDue()
      await expect.poll(() => died).toHaveLength(1)

      app.clock.advance(15 * second - 1)
      await living.runDue()
      expect(done).toEqual([])
      app.clock.advance(1)
      await living.runDue()
      expect(done).toEqual([{ ...died[0], stream, name: 'askCustomer', attempts: 2 }])
      expect(await jobOf(stream.slice('approval/'.length))).toMatchObject({ name: 'runMachineReview' })
    })

    test('that takes long, such as a call that nobody answers, holds up none behind it', async () => {
      await app.db.sql.deleteFrom('es_effect').execute()
      const silent = await returnedOrder()
      const others = [await returnedOrder(), await returnedOrder(), await returnedOrder()]
      await app.db.sql.updateTable('es_effect').set({ at: 0 }).where('stream', '=', silent).execute()
      const answer = Promise.withResolvers<undefined>()
      const done: string[] = []
      const work = workOf(async ({ stream }) => (stream === silent ? answer.promise : void done.push(stream)), {
        jobsAtOnce: 2,
        roundMs: 10,
      })
      await work.start()
      await expect.poll(() => done.toSorted()).toEqual(others.toSorted())
      const stopped = work.stop()
      answer.resolve(undefined)
      await stopped
      expect(await jobOf(silent.slice('approval/'.length))).toMatchObject({ name: 'runMachineReview' })
    })

    test('that takes longer than its lease stays with the worker that is at it', async () => {
      await app.db.sql.deleteFrom('es_effect').execute()
      const stream = await returnedOrder()
      const leasedUntil = async () => {
        const asked = app.db.sql.selectFrom('es_effect').select('at').where('name', '=', 'askCustomer')
        return (await asked.where('stream', '=', stream).executeTakeFirstOrThrow()).at
      }
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        const begun = Promise.withResolvers<void>()
        const taken = Promise.withResolvers<undefined>()
        const working = workOf(() => (begun.resolve(), taken.promise)).runDue()
        await begun.promise
        expect(await leasedUntil()).toBe(app.clock.now() + 15 * second)
        app.clock.advance(14 * second)
        vi.advanceTimersByTime(4 * second)
        while ((await leasedUntil()) < app.clock.now() + 15 * second);
        app.clock.advance(2 * second)
        const others: Job[] = []
        await workOf(async (job) => void others.push(job)).runDue()
        expect(others).toEqual([])
        taken.resolve(undefined)
        await working
        expect(await jobOf(stream.slice('approval/'.length))).toMatchObject({ name: 'runMachineReview' })
      } finally {
        vi.useRealTimers()
      }
    })

    test('of a server that died is taken back at once by the next one where there can be no other', async () => {
      await app.db.sql.deleteFrom('es_effect').execute()
      await returnedOrder()
      const died: Job[] = []
      void workOf((job) => (died.push(job), new Promise(() => {}))).runDue()
      await expect.poll(() => died).toHaveLength(1)

      const done: Job[] = []
      const next = workOf(async (job) => void done.push(job))
      await next.start()
      await next.runDue()
      await next.stop()
      expect(done).toHaveLength(app.db.embedded ? 1 : 0)
    })

    test('of a newer server, that this one cannot do, waits and is not touched', async () => {
      const stream = freshOrder()
      const waiting = { name: 'unheardOf', at: app.clock.now(), attempts: 0, error: null }
      const job = { stream, event: 'event-1', version: 1, ...waiting }
      await app.db.sql.insertInto('es_effect').values(job).execute()
      await app.settle()
      expect(await jobOf(stream.slice('approval/'.length))).toEqual(waiting)
      await app.db.sql.deleteFrom('es_effect').where('stream', '=', stream).execute()
    })
  })

  describe('a deadline', () => {
    test('of an earlier claim does not free the next holder', async () => {
      const orderNo = await waitingOrder(app)
      const stream = `approval/${orderNo}` as const
      const begin = app.clock.now()
      const reviewers = [await app.login('reviewer1'), await app.login('reviewer1.2')] as const
      const [one, other] = reviewers.map(({ id: by }) => ({ by, claimTtl: usualApprovalTimes.claimTtl }))
      await app.server.store.send(deciding(stream, approval.firstClaimed({ ...one!, at: begin }), 'approve.firstClaim'))
      const old = (await deadlineOf(orderNo))!
      expect(old).toEqual({ name: 'firstClaimExpired', at: begin + usualApprovalTimes.claimTtl, version: 3 })

      app.clock.advance(10 * minute)
      await app.server.store.send(
        deciding(stream, approval.firstReleased({ ...one!, at: app.clock.now() }), 'approve.firstRelease'),
      )
      expect(await deadlineOf(orderNo)).toBeUndefined()
      await app.server.store.send(
        deciding(stream, approval.firstClaimed({ ...other!, at: app.clock.now() }), 'approve.firstClaim'),
      )

      app.clock.advance(20 * minute)
      await app.settle()
      expect(await stateOf(orderNo)).toMatchObject({ state: 'firstReview.claimed', holder: other!.by })
      // A worker that read the first claim's deadline before it was dropped, and is late.
      const late = deciding(stream, approval.firstClaimExpired({ at: app.clock.now(), armed: old.version }), 'SYS')
      expect(await refusalOf(app.server.store.send(late))).toMatchObject({
        code: 422,
        data: { reason: 'approval:guard.deadlineGone' },
      })
      const hasty = deciding(stream, approval.firstClaimExpired({ at: app.clock.now(), armed: 5 }), 'SYS')
      expect(await refusalOf(app.server.store.send(hasty))).toMatchObject({
        code: 422,
        data: { reason: 'approval:guard.deadlineAhead' },
      })
      expect(await stateOf(orderNo)).toMatchObject({ holder: other!.by })

      app.clock.advance(10 * minute)
      await app.settle()
      expect(await stateOf(orderNo)).toMatchObject({ state: 'firstReview.wait', holder: null })
      expect((await typesOf(orderNo)).slice(2)).toEqual([
        'firstClaimed',
        'firstReleased',
        'firstClaimed',
        'firstClaimExpired',
      ])
    })

    test('that many fall due at once is done for all of them', async () => {
      const streams = Array.from({ length: 120 }, freshOrder)
      await app.server.store.append(streams.map(submitting))
      await app.db.sql.deleteFrom('es_effect').execute()
      await app.settle()
      const fired = await app.db.sql
        .selectFrom('es_event')
        .select('stream')
        .where('stream', 'in', streams)
        .where('type', '=', 'machineTimedOut')
        .execute()
      expect(fired.map(({ stream }) => stream).toSorted()).toEqual(streams.toSorted())
      expect(await app.db.sql.selectFrom('es_deadline').selectAll().where('stream', 'in', streams).execute()).toEqual(
        [],
      )
    })
  })

  describe('two workers on one database', () => {
    test('do each job once and fire each deadline once', async () => {
      const pool = await secondPool(app.db, databaseUrl)
      const provider = await openBureau()
      const usual = app.server.channels.bureau
      app.server.channels.bureau = provider.bureau
      const { clock, server } = app
      const other = await createApp({
        db: pool,
        clock,
        ids: randomUUID,
        channels: server.channels,
        log: pino({ level: 'silent' }),
      })
      const orders: string[] = []
      for (let count = 0; count < 30; count += 1) orders.push(await app.apply(passing()))
      const expiring = await waitingOrder(app)
      const claim = approval.firstClaimed({
        by: 'staff/3',
        at: clock.now() - usualApprovalTimes.claimTtl,
        claimTtl: usualApprovalTimes.claimTtl,
      })
      await server.store.send(deciding(`approval/${expiring}`, claim, 'approve.firstClaim'))

      const settle = async (work: TestApp['work']) => {
        while ((await work.runDue()) > 0);
      }
      await Promise.all([settle(app.work), settle(other.work), settle(app.work), settle(other.work)])
      app.server.channels.bureau = usual
      for (const orderNo of orders) expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed'])
      expect(await typesOf(expiring)).toEqual(['submitted', 'machinePassed', 'firstClaimed', 'firstClaimExpired'])
      expect(provider.asked).toHaveLength(30)
      expect(new Set(provider.asked).size).toBe(30)
      await provider.close()
      await pool.close()
    })
  })

  describe('a thousand deadlines at once', () => {
    test('let a command of somebody go between them', async () => {
      const { clock, db, server, work } = app
      const claimed = await waitingOrder(app)
      const opened = { type: 'loanOpened', by: 'SYS', at: dayStart(loanTerms.from), terms: loanTerms } as const
      await writeStreams(db, 1000, (nth) => {
        const orderNo = `LK2603020${String(nth).padStart(7, '0')}`
        return [{ stream: `loan/${orderNo}`, events: [{ ...opened, orderNo } as Written['events'][number]] }]
      })
      const due = dayStart(addDays(loanTerms.from, loanTerms.every))
      clock.advance(Math.max(0, due - clock.now()))
      const fired = db.sql.selectFrom('es_event').where('type', '=', 'fellDue').orderBy('pos', 'desc').select('pos')

      let isOver = false
      const running = work.runDue().finally(() => (isOver = true))
      // The embedded database answers without a turn of the event loop, which the writer needs.
      while (!isOver && !(await fired.limit(1).executeTakeFirst())) await setImmediate()
      const claim = approval.firstClaimed({ by: 'staff/3', at: clock.now(), claimTtl: usualApprovalTimes.claimTtl })
      const { pos } = await server.store.send(deciding(`approval/${claimed}`, claim, 'approve.firstClaim'))
      await running
      const all = await fired.execute()
      expect(all).toHaveLength(1000)
      expect(pos).toBeLessThan(all[0]!.pos)
    })
  })
})
