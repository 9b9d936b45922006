import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualApprovalTimes } from '../../../src/machines/approvalRules.ts'
import { weekday } from '../../../src/machines/calendar.ts'
import { createDispatch } from '../../../src/server/dispatch/dispatch.ts'
import { projections } from '../../../src/server/processes.ts'
import { reviewQueues } from '../../../src/server/reviewers/queues.ts'
import { createStore } from '../../../src/server/store/store.ts'
import * as approval from '../../../src/services/approval.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import * as user from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine, secondPool } from '../../kit/engines.ts'
import { queueFirst } from '../../kit/queue.ts'
import { withApp } from '../../kit/withApp.ts'
import { decision } from '../../machines/approval.events.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let lead: Caller
  let first: Caller[]
  let both: Caller

  let loggedInAt = 0
  let undo: () => Promise<unknown>

  /** Logs everybody in again once their sessions may have expired. */
  const logIn = async () => {
    if (app.clock.now() - loggedInAt < 10 * minute) return
    lead = await app.login('reviewLead')
    first = await Promise.all(['reviewer1', 'reviewer1.2', 'reviewer1.3'].map(app.login))
    both = await app.login('approve')
    loggedInAt = app.clock.now()
  }

  // Each test starts with closed groups, no waiting orders, no claims, and nobody signed in.
  beforeEach(async () => {
    await logIn()
    for (const { id, version, state } of (await lead.data(reviewers.groups, {})).groups)
      if (state === 'open') await lead.data(reviewers.groupClose, { id, version })
    for (const { id, since, weight } of (await lead.data(reviewers.list, { period: 'today' })).reviewers) {
      if (since !== null) await lead.data(reviewers.sendHome, { id, version: await seen(id) })
      if (weight !== 1) await lead.data(reviewers.setWeight, { id, version: await seen(id), weight: 1 })
    }
    const open = await app.db.sql.selectFrom('approval').select('order_no').where('stage', '!=', 'closed').execute()
    await app.server.store.append(
      open.map(({ order_no }) => ({
        stream: `approval/${order_no}`,
        event: { type: 'withdrawn', by: 'app/demo', at: app.clock.now(), payoutSent: false },
        via: 'intake.withdraw',
        key: randomUUID(),
      })),
    )
  })

  /** The version of a reviewer's stream. */
  const seen = (id: string) => app.server.store.version(`reviewer/${id.slice('staff/'.length)}`)
  const makeGroup = (more: Partial<reviewers.GroupInput> = {}) =>
    lead.data(reviewers.groupSave, {
      name: `Group ${randomUUID()}`,
      apps: [],
      stages: ['first'],
      capacity: 5,
      shifts: [],
      members: first.map(({ id }) => id),
      ...more,
    })
  const signIn = (...people: Caller[]) => Promise.all(people.map((one) => one.data(reviewers.signIn, {})))
  const give = async () => {
    while ((await app.dispatch.runDue()) > 0);
  }
  const rowOf = (orderNo: string) =>
    app.db.sql.selectFrom('approval').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const holderOf = async (orderNo: string) => (await rowOf(orderNo)).holder
  const heldBy = async ({ id }: Caller) =>
    (
      await app.db.sql.selectFrom('approval').select('order_no').where('holder', '=', id).orderBy('since').execute()
    ).map((row) => row.order_no)
  const versionOf = async (orderNo: string) => (await rowOf(orderNo)).version
  const pass = async (who: Caller, orderNo: string) => {
    await app.server.store.send({
      stream: `approval/${orderNo}`,
      event: { type: 'firstPassed', by: who.id, at: app.clock.now(), ...decision },
      via: 'approve.firstPass',
      key: randomUUID(),
    })
  }

  test('nothing is given out while nobody is signed in', async () => {
    await makeGroup()
    const [order] = await queueFirst(app, 1)
    expect(await app.dispatch.runDue()).toBe(0)
    expect(await rowOf(order!)).toMatchObject({ state: 'firstReview.wait', version: 2, holder: null })
  })

  test('whoever signs in is given the oldest orders, as many as they have room for, and the next for each decided', async () => {
    await makeGroup({ capacity: 3 })
    const orders = await queueFirst(app, 5)
    await signIn(first[0]!)
    await give()
    expect(await heldBy(first[0]!)).toEqual(orders.slice(0, 3))
    expect(await rowOf(orders[0]!)).toMatchObject({ claim_due: app.clock.now() + usualApprovalTimes.claimTtl })
    await pass(first[0]!, orders[1]!)
    await give()
    expect(await heldBy(first[0]!)).toEqual([orders[0], orders[2], orders[3]])
  })

  test('what was claimed by hand takes room as well', async () => {
    await makeGroup({ capacity: 2 })
    const [mine, ...others] = await queueFirst(app, 3)
    await first[0]!.data(approval.firstClaim, { orderNo: mine!, version: 2 })
    await signIn(first[0]!)
    await give()
    expect(await heldBy(first[0]!)).toEqual([mine, others[0]])
  })

  test('nothing is given out beyond a shift', async () => {
    // An hour before the next full hour, the shift has not begun.
    app.clock.advance(hour - (app.clock.now() % hour))
    await logIn()
    const now = app.clock.now()
    const time = (ms: number) => new Date(ms + 7 * hour).toISOString().slice(11, 16)
    await makeGroup({ shifts: [{ days: [weekday(now + hour)], from: time(now + hour), to: time(now + 2 * hour) }] })
    const [order] = await queueFirst(app, 1)
    await signIn(first[0]!)
    await give()
    expect(await holderOf(order!)).toBeNull()
    app.clock.advance(hour)
    await give()
    expect(await holderOf(order!)).toBe(first[0]!.id)
    app.clock.advance(hour)
    const [late] = await queueFirst(app, 1)
    await give()
    expect(await holderOf(late!)).toBeNull()
  })

  test('an order goes to a group that takes its app, and orders that nobody takes do not stand in its way', async () => {
    await makeGroup({ apps: ['PW'] })
    const nobodys = await queueFirst(app, 120, { app: 'DK' })
    const [order] = await queueFirst(app, 1, { app: 'PW' })
    await signIn(first[0]!)
    await give()
    expect(await heldBy(first[0]!)).toEqual([order])
    expect(await holderOf(nobodys[0]!)).toBeNull()
  })

  test.each([
    ['has signed out', async () => first[0]!.data(reviewers.signOut, {})],
    [
      'was signed out by a lead',
      async () => lead.data(reviewers.sendHome, { id: first[0]!.id, version: await seen(first[0]!.id) }),
    ],
    [
      'has weight 0',
      async () => lead.data(reviewers.setWeight, { id: first[0]!.id, version: await seen(first[0]!.id), weight: 0 }),
    ],
    [
      'was disabled',
      async () => {
        const admin = await app.login('admin')
        const { users } = await admin.data(user.getUsers, { email: 'reviewer1@demo.example' })
        const { id, name, email, roles } = users[0]!
        const account = { id, name, email, roles }
        await admin.data(user.editUser, { ...account, status: 'disabled' })
        undo = () => admin.data(user.editUser, { ...account, status: 'active' })
      },
    ],
    [
      'is in no open group',
      async () => {
        const { groups } = await lead.data(reviewers.groups, {})
        const { id, version } = groups.find(({ state }) => state === 'open')!
        await lead.data(reviewers.groupClose, { id, version })
      },
    ],
  ])('whoever %s is given nothing', async (_, change) => {
    undo = async () => {}
    await makeGroup()
    const [order] = await queueFirst(app, 1)
    await signIn(first[0]!)
    await change()
    await give()
    expect(await holderOf(order!)).toBeNull()
    await undo()
    loggedInAt = 0
  })

  test('whoever may not decide at a stage is given nothing there, whatever their group says', async () => {
    await makeGroup({ stages: ['first', 'final'] })
    const [order] = await queueFirst(app, 1)
    await signIn(...first)
    await first[1]!.data(approval.firstClaim, { orderNo: order!, version: 2 })
    await pass(first[1]!, order!)
    await give()
    expect(await rowOf(order!)).toMatchObject({ state: 'finalReview.wait', holder: null })
  })

  test('the final review goes to somebody other than the first reviewer', async () => {
    const second = await app.login('reviewer2')
    await makeGroup({ stages: ['final'], members: [both.id, second.id] })
    const orders = await queueFirst(app, 4)
    for (const orderNo of orders) {
      await both.data(approval.firstClaim, { orderNo, version: 2 })
      await pass(both, orderNo)
    }
    await signIn(both)
    await give()
    expect(await heldBy(both)).toEqual([])
    await signIn(second)
    await give()
    expect(await heldBy(second)).toEqual(orders)
  })

  test('what is released or runs out of time goes to somebody else', async () => {
    await makeGroup()
    const [order] = await queueFirst(app, 1)
    await signIn(first[0]!)
    await give()
    await signIn(first[1]!)
    await first[0]!.data(approval.firstRelease, { orderNo: order!, version: await versionOf(order!) })
    await give()
    expect(await holderOf(order!)).toBe(first[1]!.id)

    await signIn(first[2]!)
    app.clock.advance(usualApprovalTimes.claimTtl)
    await app.settle()
    await give()
    expect(await holderOf(order!)).toBe(first[2]!.id)
  })

  test('of 600 orders reviewers of weight 1, 2 and 3 are given 100, 200 and 300', async () => {
    await makeGroup({ capacity: 400 })
    for (const [index, { id }] of first.entries())
      await lead.data(reviewers.setWeight, { id, version: await seen(id), weight: index + 1 })
    await queueFirst(app, 600)
    await signIn(...first)
    await give()
    expect((await Promise.all(first.map(heldBy))).map((orders) => orders.length)).toEqual([100, 200, 300])
  })

  test('two that give out at once give every order once, and nobody more than they have room for', async () => {
    await makeGroup({ capacity: 30 })
    const orders = await queueFirst(app, 80)
    await signIn(...first)
    const db = await secondPool(app.db, databaseUrl)
    const { clock, ids, log } = app.server
    const store = createStore({ db, projections, ids })
    const other = createDispatch({ db, clock, ids, log }, reviewQueues({ db, store, clock }))
    try {
      await Promise.all([give(), other.runDue(), other.runDue()])
      // Orders that one server left to the holder of the lease are given out in the end.
      await give()
      while ((await other.runDue()) > 0);
      const given = await app.db.sql
        .selectFrom('es_event')
        .select('stream')
        .where('type', '=', 'firstDispatched')
        .where(
          'stream',
          'in',
          orders.map((order) => `approval/${order}`),
        )
        .orderBy('stream')
        .execute()
      expect(given.map(({ stream }) => stream)).toEqual(orders.map((order) => `approval/${order}`).toSorted())
      for (const one of first) expect((await heldBy(one)).length).toBeLessThanOrEqual(30)
    } finally {
      await other.stop()
      await db.close()
    }
  })

  test('one server goes on giving out when another has stopped, and waits while it has not', async () => {
    await makeGroup()
    await signIn(first[0]!)
    // By then the lease of earlier tests has expired.
    app.clock.advance(minute)
    const dispatcher = () => createDispatch(app.server, reviewQueues(app.server))
    const [one, other] = [dispatcher(), dispatcher()]
    const [order] = await queueFirst(app, 1)
    expect(await one.runDue()).toBe(1)
    const [next, last] = await queueFirst(app, 2)
    expect(await other.runDue()).toBe(0)
    await one.stop()
    expect(await other.runDue()).toBe(2)
    await other.stop()
    expect(await Promise.all([order!, next!, last!].map(holderOf))).toEqual(Array(3).fill(first[0]!.id))
  })
})
