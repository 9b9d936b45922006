import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { createDispatch } from '../../../src/server/dispatch/dispatch.ts'
import { caseQueues } from '../../../src/server/recoveryCase/queues.ts'
import { factOf } from '../../../src/server/store/events.ts'
import * as collectionGroup from '../../../src/services/collectionGroup.ts'
import * as collector from '../../../src/services/collector.ts'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import { editUser } from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan } from '../../kit/loans.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
/** A loan of this day is one day overdue. */
const overdue = { from: '2026-02-16' }
const minute = 60_000

const typedEntries = <Key extends string, Value>(of: Readonly<Record<Key, Value>>) =>
  Object.entries(of) as [Key, Value][]

describe.each(oneEngine())('dispatch of cases on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let lead: Caller
  let people: Caller[]
  let group: string

  beforeAll(async () => {
    lead = await app.login('collectionLead')
    const admin = await app.login('admin')
    const { id } = await app.db.sql
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'collector')
      .executeTakeFirstOrThrow()
    const hired = async (name: string) => {
      await admin.data(editUser, { name, email: `${name}@demo.example`, roles: [id], password })
      return app.login(name)
    }
    people = [await hired('ayu'), await hired('budi')]
    for (const { id: other, version } of (await lead.data(collectionGroup.list, {})).rows)
      await lead.data(collectionGroup.close, { id: other, version })
    const { stream } = await lead.data(collectionGroup.create, {
      version: 0,
      name: 'S1',
      company: '',
      stages: ['s1'],
      apps: ['DK'],
      capacity: 2,
      days: [],
      opens: '08:00',
      closes: '20:00',
      commission: 0,
      target: 0,
    })
    group = stream.slice('collectionGroup/'.length)
    for (const { id: one } of people) {
      await lead.data(collector.join, { id: one, version: 0, group })
      await lead.data(collector.certify, { id: one, version: 1, certificate: 'SPPI', until: addDays('2026-03-09', 30) })
    }
  })

  const versionOf = ({ id }: Caller) => app.server.store.version(`collector/${id.slice('staff/'.length)}`)
  const set = async (who: Caller, endpoint: typeof collector.sendHome) =>
    lead.data(endpoint, { id: who.id, version: await versionOf(who) })
  const give = async () => {
    while ((await app.dispatch.runDue()) > 0);
  }
  const waiting = async () => {
    const orderNo = await openLoan(app, overdue)
    await app.settle()
    return orderNo
  }
  const caseOf = async (orderNo: string) => (await app.server.store.existing(`recoveryCase/${orderNo}`)).context
  const last = async (orderNo: string) => factOf((await app.server.store.history(`recoveryCase/${orderNo}`)).at(-1)!)

  // Each test begins with nobody at work and no open case.
  beforeEach(async () => {
    lead = await app.login('collectionLead')
    for (const one of people)
      if ((await one.data(collector.mine, {})).since !== null) await set(one, collector.sendHome)
    await app.db.sql.deleteFrom('recovery_case').execute()
  })

  test('a case waits for somebody at work, and its event has every limit', async () => {
    const [ayu] = people as [Caller]
    const orderNo = await waiting()
    await give()
    expect((await caseOf(orderNo)).holder).toBeNull()

    await ayu.data(collector.signIn, {})
    await give()
    expect((await caseOf(orderNo)).holder).toBe(ayu.id)
    expect(await last(orderNo)).toMatchObject({
      type: 'allotted',
      by: 'SYS',
      holder: ayu.id,
      group,
      stages: ['s1'],
      apps: ['DK'],
      capacity: 2,
      holds: 0,
      dailyCap: 60,
      givenToday: 0,
      certifiedUntil: addDays('2026-03-09', 30),
      strategy: 'leastLoaded.1',
    })
  })

  test('the last holder gets a case again only when nobody else can', async () => {
    const [ayu, budi] = people as [Caller, Caller]
    const orderNo = await waiting()
    await ayu.data(collector.signIn, {})
    await give()
    await lead.data(recoveryCase.recall, {
      orderNo,
      version: await app.server.store.version(`recoveryCase/${orderNo}`),
    })
    await budi.data(collector.signIn, {})
    await give()
    expect((await caseOf(orderNo)).holder).toBe(budi.id)
    await lead.data(recoveryCase.recall, {
      orderNo,
      version: await app.server.store.version(`recoveryCase/${orderNo}`),
    })
    await set(ayu, collector.sendHome)
    await give()
    expect((await caseOf(orderNo)).holder).toBe(budi.id)
  })

  test('nobody gets more than the capacity of the group, nor than the daily cap', async () => {
    const [ayu] = people as [Caller]
    await ayu.data(collector.signIn, {})
    for (let nth = 0; nth < 3; nth += 1) await waiting()
    await give()
    const held = async () =>
      (await lead.data(recoveryCase.list, { holder: ayu.id, phase: 'open' })).rows.map(({ orderNo }) => orderNo)
    expect(await held()).toHaveLength(2)

    const given = await app.db.sql
      .selectFrom('case_turn')
      .select('given')
      .where('collector', '=', ayu.id)
      .executeTakeFirstOrThrow()
    await lead.data(collector.setDailyCap, { id: ayu.id, version: await versionOf(ayu), dailyCap: given.given })
    const [freed] = await held()
    await lead.data(recoveryCase.hold, {
      orderNo: freed!,
      version: await app.server.store.version(`recoveryCase/${freed}`),
      reason: 'dispute',
      from: businessDay(app.clock.now()),
      until: businessDay(app.clock.now()),
    })
    await app.db.sql.deleteFrom('recovery_case').where('order_no', '=', freed!).execute()
    await give()
    expect(await held()).toHaveLength(1)
    await lead.data(collector.setDailyCap, { id: ayu.id, version: await versionOf(ayu), dailyCap: 60 })
  })

  describe('a case that waits', () => {
    const waits = async (orderNo: string) => {
      const { rows } = await lead.data(recoveryCase.waiting, { orderNo })
      const { why, proposed } = rows[0]!
      return [why, proposed?.id ?? null]
    }
    /** Changes the group; answers how to change it back. */
    const changed = async (more: Partial<BodyOf<typeof collectionGroup.change>>) => {
      const { version, value: _value, context } = await app.server.store.existing(`collectionGroup/${group}`)
      const days = context.days.map(String) as BodyOf<typeof collectionGroup.change>['days']
      const now = { ...context, days }
      await lead.data(collectionGroup.change, { id: group, version, ...now, ...more })
      return () => changed(now)
    }

    test('says what is missing until somebody may have it, and proposes who would get it', async () => {
      const [ayu, budi] = people as [Caller, Caller]
      const orderNo = await waiting()
      expect((await waits(orderNo))[0]).toBe('nobodyAtWork')
      await ayu.data(collector.signIn, {})
      await budi.data(collector.signIn, {})
      expect((await waits(orderNo))[0]).toBe('soon')
      const lacking: [recoveryCase.WaitReason, Parameters<typeof changed>[0]][] = [
        ['noGroup', { stages: ['s2'] }],
        ['noGroup', { apps: ['PW'] }],
        ['offShift', { days: ['2'], opens: '08:00', closes: '09:00' }],
      ]
      for (const [reason, more] of lacking) {
        const back = await changed(more)
        expect((await waits(orderNo))[0], JSON.stringify(more)).toBe(reason)
        expect((await lead.data(recoveryCase.waiting, { why: reason })).rows).toHaveLength(1)
        expect(await lead.data(recoveryCase.waitingCount, { why: 'soon' })).toMatchObject({ count: 0 })
        await back()
      }
      const [held] = [await waiting()]
      const version = await app.server.store.version(`recoveryCase/${held}`)
      await lead.data(recoveryCase.dispatch, { orderNo: held, version, holder: ayu.id })
      expect(await waits(orderNo)).toEqual(['soon', budi.id])
      const back = await changed({ capacity: 1 })
      const other = await waiting()
      await lead.data(recoveryCase.dispatch, {
        orderNo: other,
        version: await app.server.store.version(`recoveryCase/${other}`),
        holder: budi.id,
      })
      expect((await waits(orderNo))[0]).toBe('full')
      await back()
      const today = businessDay(app.clock.now())
      await app.db.sql.updateTable('case_turn').set({ day: today, given: 60 }).execute()
      expect((await waits(orderNo))[0]).toBe('capReached')
      await app.db.sql.updateTable('case_turn').set({ given: 0 }).execute()
    })

    test('is given to whom the system proposes, and refused in words where there is nobody', async () => {
      const [ayu, budi] = people as [Caller, Caller]
      const [first, second] = [await waiting(), await waiting()]
      const give = async (orderNo: string) =>
        lead.call(recoveryCase.dispatch, {
          orderNo,
          version: await app.server.store.version(`recoveryCase/${orderNo}`),
          holder: recoveryCase.asProposed,
        })
      expect(await give(first)).toHaveCode(0)
      expect(await give(second)).toHaveCode(0)
      const holders = [(await caseOf(first)).holder, (await caseOf(second)).holder]
      expect(new Set(holders)).toEqual(new Set([ayu.id, budi.id]))
      const back = await changed({ stages: ['s2'] })
      expect(await give(await waiting())).toMatchObject({
        code: 422,
        msg: 'No open group for this stage and app',
        data: { reason: 'recoveryCase:why.noGroup' },
      })
      await back()
    })

    test('names everybody who held it, the last one first', async () => {
      const [ayu, budi] = people as [Caller, Caller]
      const orderNo = await waiting()
      const at = async () => ({ orderNo, version: await app.server.store.version(`recoveryCase/${orderNo}`) })
      const formers = async () => (await lead.data(recoveryCase.waiting, { orderNo })).rows[0]!.formers
      expect(await formers()).toEqual([])
      for (const { id: holder } of [ayu, budi, ayu]) {
        await lead.data(recoveryCase.dispatch, { ...(await at()), holder })
        await lead.data(recoveryCase.recall, await at())
      }
      expect(await formers()).toEqual(['ayu'])
      await catchUp(app.db)
      expect(await formers()).toEqual(['ayu', 'budi'])
    })

    test('is found by the group that may be given it, and before its due day by the days that are left', async () => {
      const late = await waiting()
      const near = await openLoan(app, { from: '2026-02-19' })
      await openLoan(app, overdue, [{ app: 'PW' }])
      await app.settle()
      const found = async (filter: BodyOf<typeof recoveryCase.waitingCount>) => {
        const { rows } = await lead.data(recoveryCase.waiting, filter)
        expect(await lead.data(recoveryCase.waitingCount, filter)).toMatchObject({ count: rows.length })
        return rows.map((row) => row.orderNo)
      }
      expect(await found({ group })).toEqual([late])
      const back = await changed({ stages: ['pre'] })
      expect(await found({ group })).toEqual([near])
      await back()
      expect(await found({ group: 'no such group' })).toEqual([])
      expect(await found({ kind: 'pre', days: 'in2' })).toEqual([near])
      expect(await found({ kind: 'pre', days: 'in1' })).toEqual([])
      expect((await lead.data(recoveryCase.waiting, { orderNo: near })).rows[0]).toMatchObject({ daysLeft: 2 })
    })

    test('is found by no own group at the last stage, and by no agency that it is not placed with', async () => {
      const [late, latest] = [await waiting(), await openLoan(app, { from: '2025-11-01' })]
      await app.settle()
      const found = async (of: string) =>
        (await lead.data(recoveryCase.waiting, { group: of })).rows.map((row) => row.orderNo)
      const shared = { apps: [], capacity: 2, days: [], opens: '08:00', closes: '20:00', target: 0 }
      const { stream } = await lead.data(collectionGroup.create, {
        ...shared,
        version: 0,
        name: 'Agency',
        company: 'Agency',
        stages: ['s1', 'm4'],
        commission: 2000,
      })
      const agency = stream.slice('collectionGroup/'.length)
      const back = await changed({ stages: ['s1', 'm4'] })
      expect((await caseOf(latest)).stage).toBe('m4')
      expect(await found(group)).toEqual([late])
      expect(await found(agency)).toEqual([])
      await back()
      await lead.data(collectionGroup.close, { id: agency, version: 1 })
    })

    test('is given with all others that a filter finds', async () => {
      const orders = [await waiting(), await waiting(), await waiting()]
      const { stream } = await lead.data(jobs.requestBulk, {
        list: recoveryCase.waiting.id,
        filter: { kind: 'post' },
        command: 'dispatched',
        said: { holder: recoveryCase.asProposed },
      })
      await app.settle()
      expect(await lead.data(jobs.bulkStatus, { id: stream.slice('bulk/'.length) })).toMatchObject({
        done: 3,
        refused: 0,
      })
      const held = await Promise.all(orders.map(async (one) => (await caseOf(one)).holder))
      expect(new Set(held).size).toBe(2)
    })

    test('is found by a band of what is owed and by one of days, alone and together', async () => {
      const ages = [2, 5, 10, 20, 45, 75, 120]
      const amounts = [300_000, 700_000, 1_500_000, 3_000_000, 7_000_000]
      for (const [nth, age] of ages.entries())
        await openLoan(app, { from: addDays('2026-03-09', -age - 20), principal: amounts[nth % amounts.length]! })
      await app.settle()
      const { rows } = await lead.data(recoveryCase.waiting, { kind: 'post', limit: 200 })
      const isIn = ([from, to]: readonly [number, number], value: number) => value >= from && value <= to
      const sorted = (found: readonly { orderNo: string }[]) => found.map(({ orderNo }) => orderNo).toSorted()
      const found: string[] = []
      for (const [amount, [least, below]] of typedEntries(recoveryCase.amountBands)) {
        const owing = rows.filter(({ owed }) => isIn([least, below - 1], owed))
        for (const [days, band] of [[undefined, [1, 36_500]] as const, ...typedEntries(recoveryCase.dayBands)]) {
          const filter = { kind: 'post' as const, amount, ...(days && { days }) }
          const wanted = owing.filter(({ daysOverdue }) => isIn(band, daysOverdue))
          const listed = await lead.data(recoveryCase.waiting, { ...filter, limit: 200 })
          expect(sorted(listed.rows), JSON.stringify(filter)).toEqual(sorted(wanted))
          expect(await lead.data(recoveryCase.waitingCount, filter)).toMatchObject({ count: wanted.length })
          if (days && wanted.length > 0) found.push(days)
        }
      }
      expect(new Set(found).size).toBe(ages.length)
    })
  })

  test('two servers at once give a case once', async () => {
    const [ayu, budi] = people as [Caller, Caller]
    await ayu.data(collector.signIn, {})
    await budi.data(collector.signIn, {})
    const orderNo = await waiting()
    app.clock.advance(minute)
    const other = createDispatch(app.server, caseQueues(app.server))
    await Promise.all([give(), other.runDue(), other.runDue()])
    await give()
    const history = await app.server.store.history(`recoveryCase/${orderNo}`)
    expect(history.filter(({ type }) => type === 'allotted')).toHaveLength(1)
    await other.stop()
  })

  test('a case of somebody who left the group waits again, and says who had it', async () => {
    const [ayu] = people as [Caller]
    const orderNo = await waiting()
    await ayu.data(collector.signIn, {})
    await give()
    await set(ayu, collector.leave)
    await give()
    expect(await caseOf(orderNo)).toMatchObject({ holder: null, formerHolder: ayu.id })
    expect(await last(orderNo)).toMatchObject({ type: 'memberLeft', reason: 'groupLeft' })
    await lead.data(collector.join, { id: ayu.id, version: await versionOf(ayu), group })
  })

  test('a case of somebody whose certificate ran out waits again, and nobody gets it from the lead', async () => {
    const [ayu, budi] = people as [Caller, Caller]
    const orderNo = await waiting()
    await ayu.data(collector.signIn, {})
    await give()
    app.clock.advance(31 * 24 * 60 * minute)
    await give()
    expect(await last(orderNo)).toMatchObject({ type: 'memberLeft', reason: 'certificateEnded' })
    lead = await app.login('collectionLead')
    const version = await app.server.store.version(`recoveryCase/${orderNo}`)
    expect(await lead.call(recoveryCase.dispatch, { orderNo, version, holder: budi.id })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'holder', reason: 'choice' }] },
    })
  })
})
