import { beforeEach, describe, expect, test } from 'vitest'
import { policy } from '../../../src/server/policy.ts'
import * as access from '../../../src/services/access.ts'
import * as approval from '../../../src/services/approval.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as payout from '../../../src/services/payout.ts'
import type { Caller } from '../../kit/app.ts'
import { deciding, freshOrder, submitting } from '../../kit/commands.ts'
import { oneEngine } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'
import * as events from '../../machines/approval.events.ts'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')
  let lead: Caller
  beforeEach(async () => {
    lead = await app.login('reviewLead')
    // Each test has its own orders on the list.
    app.clock.advance(1000)
  })

  /** Orders that wait for first review from now on, by order number. */
  const waiting = async (count: number): Promise<string[]> => {
    const streams = Array.from({ length: count }, freshOrder)
    await app.server.store.append(streams.map(submitting))
    await app.server.store.append(
      streams.map((stream) => deciding(stream, { ...events.machinePassed(), at: app.clock.now() }, 'SYS')),
    )
    await app.settle()
    return streams.map((stream) => stream.slice('approval/'.length))
  }
  const claim = (orders: readonly string[], { id: by }: Caller = reviewer) =>
    app.server.store.append(
      orders.map((orderNo) =>
        deciding(
          `approval/${orderNo}`,
          events.firstClaimed({ by, at: app.clock.now() }),
          approval.firstClaim.interface,
        ),
      ),
    )

  const seen = (orders: readonly string[]) =>
    Promise.all(orders.map(async (key) => ({ key, version: await app.server.store.version(`approval/${key}`) })))

  type Asked = {
    rows?: Awaited<ReturnType<typeof seen>>
    command?: string
    said?: Record<string, unknown>
    filter?: Record<string, unknown>
  }
  const body = ({ rows, command = 'firstRecalled', said = {}, filter = { list: 'firstWait' } }: Asked) => ({
    list: 'approve.list',
    filter,
    ...(rows && { rows }),
    command,
    said,
  })
  const request = async (asked: Asked, caller = lead) =>
    (await caller.data(jobs.requestBulk, body(asked))).stream.slice('bulk/'.length)
  const resultsOf = async (id: string, refused = false) =>
    (await lead.data(jobs.bulkRows, { id, refused, limit: 200 })).rows.map(({ key, result }) => [key, result])
  const eventsOf = async (orderNo: string) =>
    (await app.server.store.history(`approval/${orderNo}`)).map(({ type, actor }) => `${type} ${actor}`)
  const stateOf = async (id: string) => lead.data(jobs.bulkStatus, { id })

  const notClaimed = 'approval:guard.notOffered'

  test('50 rows: each is done once in the name of who asked, or refused with its reason', async () => {
    const orders = await waiting(50)
    const claimed = orders.filter((_, index) => index % 5 !== 0)
    await claim(claimed)
    const id = await request({ rows: await seen(orders) })
    await app.settle()
    expect(await stateOf(id)).toEqual({ state: 'done', rows: 50, done: 40, refused: 10 })
    expect(await resultsOf(id)).toEqual(orders.map((key, index) => [key, index % 5 === 0 ? notClaimed : 'done']))
    for (const orderNo of claimed)
      expect(await eventsOf(orderNo)).toEqual([
        'submitted SYS',
        'machinePassed SYS',
        `firstClaimed ${reviewer.id}`,
        `firstRecalled ${lead.id}`,
      ])
  })

  test('what dies before it could note a result does the row no second time', async () => {
    const orders = await waiting(30)
    await claim(orders)
    const id = await request({ rows: await seen(orders) })
    await app.work.runDue()
    await app.work.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'running', done: 20 })
    // The state after a crash between the command and its note; somebody else claims the order meanwhile.
    await app.db.sql.updateTable('bulk_row').set({ result: null }).where('bulk', '=', id).where('n', '<', 20).execute()
    await claim(orders.slice(0, 1))
    await app.settle()
    expect(await stateOf(id)).toEqual({ state: 'done', rows: 30, done: 30, refused: 0 })
    expect((await eventsOf(orders[0]!)).slice(3)).toEqual([`firstRecalled ${lead.id}`, `firstClaimed ${reviewer.id}`])
    for (const orderNo of orders.slice(1))
      expect((await eventsOf(orderNo)).slice(3)).toEqual([`firstRecalled ${lead.id}`])
  })

  test('all that match are done, however many pages they are, and no other', async () => {
    const other = await waiting(1)
    const orders = await waiting(240)
    await claim(other)
    await claim(orders, lead)
    const filter = { list: 'firstWait', mine: true }
    const id = await request({ filter, command: 'firstReassigned', said: { to: reviewer.id } })
    await app.settle()
    expect(await stateOf(id)).toEqual({ state: 'done', rows: 240, done: 240, refused: 0 })
    const given = await app.db.sql
      .selectFrom('es_event')
      .select('stream')
      .where('type', '=', 'firstReassigned')
      .execute()
    expect(given.map(({ stream }) => stream).toSorted()).toEqual(orders.map((key) => `approval/${key}`).toSorted())
  })

  test('what it decides on is told before, for all that match, however many pages they are', async () => {
    const orders = await waiting(240)
    await claim(orders, lead)
    const asked = { list: 'approve.list', filter: { list: 'firstWait', mine: true } }
    const { rows, facts } = await lead.data(jobs.previewBulk, asked)
    expect(rows).toBe(240)
    const { amount } = (await lead.data(approval.count, { ...asked.filter, list: 'firstWait' })).sums!
    expect(facts).toMatchObject({ rows: 240, amounts: { amount }, shared: { holder: { different: 1 } }, few: [] })
    const [one] = orders
    const ofOne = await lead.data(jobs.previewBulk, { ...asked, filter: { list: 'firstWait', orderNo: one! } })
    expect(ofOne.facts!.few).toMatchObject([{ orderNo: one, amount: 2_000_000 }])
  })

  test('what it decides on is told to nobody who may not see the list, and of no list without bulk commands', async () => {
    const asked = { list: 'approve.list', filter: { list: 'firstWait' } }
    const finance = await app.login('finance')
    expect(await finance.call(jobs.previewBulk, asked)).toHaveCode(4030)
    const days = { list: payout.days.id, filter: {} }
    expect(await finance.call(jobs.previewBulk, days)).toHaveCode(400)
  })

  test('of more rows than one command takes only their number is told', async () => {
    const { mostAtOnce } = policy
    Object.assign(policy, { mostAtOnce: 1 })
    try {
      await waiting(2)
      const told = await lead.data(jobs.previewBulk, { list: 'approve.list', filter: { list: 'firstWait' } })
      expect(told).toEqual({ rows: expect.any(Number), facts: null })
    } finally {
      Object.assign(policy, { mostAtOnce })
    }
  })

  test('what the command asks is said once for all rows', async () => {
    const orders = await waiting(3)
    await claim(orders.slice(2))
    const id = await request({ rows: await seen(orders), command: 'firstAssigned', said: { to: 'staff/4' } })
    await app.settle()
    expect(await resultsOf(id)).toEqual([
      [orders[0], 'done'],
      [orders[1], 'done'],
      [orders[2], notClaimed],
    ])
    const { rows } = await lead.data(approval.list, { list: 'firstWait', orderNo: orders[0]! })
    expect(rows[0]).toMatchObject({ holder: 'staff/4' })
  })

  test('somebody who cannot be given them is the reason of every row', async () => {
    const orders = await waiting(2)
    const id = await request({ rows: await seen(orders), command: 'firstAssigned', said: { to: 'staff/999' } })
    await app.settle()
    expect(await resultsOf(id)).toEqual(orders.map((key) => [key, 'errors:field.reviewer']))
  })

  test('a cancel stops before the next row; what was done stays done', async () => {
    const orders = await waiting(60)
    await claim(orders)
    const id = await request({ rows: await seen(orders) })
    await app.work.runDue()
    await app.work.runDue()
    await lead.data(jobs.cancelBulk, { id })
    await app.settle()
    expect(await stateOf(id)).toEqual({ state: 'cancelled', rows: 60, done: 20, refused: 0 })
    expect(await eventsOf(orders[19]!)).toHaveLength(4)
    expect(await eventsOf(orders[20]!)).toHaveLength(3)
  })

  test('the refused ones are tried again by themselves, as they were seen', async () => {
    const orders = await waiting(6)
    await claim(orders.slice(0, 3))
    const id = await request({ rows: await seen(orders) })
    await app.settle()
    expect(await resultsOf(id, true)).toEqual(orders.slice(3).map((key) => [key, notClaimed]))
    await claim(orders.slice(3, 5))
    const { stream } = await lead.data(jobs.repeatBulk, { id })
    await app.settle()
    expect(await resultsOf(stream.slice('bulk/'.length))).toEqual([
      [orders[3], 'errors:stale'],
      [orders[4], 'errors:stale'],
      [orders[5], notClaimed],
    ])
  })

  test('its rows come page by page', async () => {
    const orders = await waiting(7)
    const id = await request({ rows: await seen(orders) })
    await app.settle()
    const pages: string[][] = []
    for (let after: number | null | undefined; after !== null;) {
      const { rows, next } = await lead.data(jobs.bulkRows, { id, limit: 3, ...(after !== undefined && { after }) })
      pages.push(rows.map(({ key }) => key))
      after = next
    }
    expect(pages).toEqual([orders.slice(0, 3), orders.slice(3, 6), orders.slice(6)])
  })

  test("another person's is not found, whatever they try", async () => {
    const other = await app.login('admin')
    const id = await request({ rows: await seen(await waiting(1)) })
    for (const endpoint of [jobs.cancelBulk, jobs.bulkStatus, jobs.bulkRows, jobs.repeatBulk])
      expect(await other.call(endpoint, { id })).toMatchObject({ code: 404 })
    await app.settle()
  })

  test('a phone that narrows it stands in no event, and nowhere once the rows are known', async () => {
    const phone = '0857-9988-7766'
    const orderNo = await waitingOrder(app, { customer: passingCustomer({ phone }) })
    const id = await request({
      filter: { list: 'firstWait', phone },
      command: 'firstAssigned',
      said: { to: 'staff/4' },
    })
    expect(await textOf(app.db, 'bulk_run')).toContain(phone)
    await app.settle()
    expect(await resultsOf(id)).toEqual([[orderNo, 'done']])
    expect(await textOf(app.db, 'es_event', 'es_command', 'es_stream', 'bulk', 'bulk_run', 'bulk_row')).not.toContain(
      phone,
    )
  })

  describe('is refused at once', () => {
    test.each<[string, Asked, string]>([
      ['a command that is not done to many', { command: 'firstPassed' }, 'command'],
      ['a command that does not say what it asks', { command: 'firstAssigned' }, 'to'],
      ['a command that says more', { said: { note: 'x' } }, 'note'],
      ['a filter that the list does not have', { filter: { list: 'firstWait', name: 'x' } }, 'name'],
      ['no row', { rows: [] }, 'rows'],
    ])('%s', async (_, asked, field) => {
      expect(await lead.call(jobs.requestBulk, body(asked))).toMatchObject({ code: 400, data: { issues: [{ field }] } })
    })

    test('what nothing matches', async () => {
      const asked = { filter: { list: 'firstWait', orderNo: 'LK-NONE' } }
      expect(await lead.call(jobs.requestBulk, body(asked))).toMatchObject({
        code: 422,
        data: { reason: 'bulk:guard.someRows' },
      })
    })

    test('whoever may not do it to one', async () => {
      expect(await reviewer.call(jobs.requestBulk, body({ rows: [{ key: 'LK1', version: 1 }] }))).toMatchObject({
        code: 4030,
      })
    })
  })

  test('a right that is lost meanwhile refuses the rows that are left', async () => {
    const orders = await waiting(30)
    await claim(orders)
    const id = await request({ rows: await seen(orders) })
    await app.work.runDue()
    await app.work.runDue()
    const admin = await app.login('admin')
    const { roles } = await admin.data(access.getRoles, {})
    const role_id = roles.find(({ name }) => name === 'reviewLead')!.id
    const before = (await admin.data(access.getInterfaces, { role_id })).interfaces.filter(({ granted }) => granted)
    await admin.data(access.interfaceSave, { role_id, interfaces: [approval.list.interface] })
    await app.settle()
    const results = await resultsOf(id)
    expect(results.map(([, result]) => result)).toEqual([
      ...Array.from({ length: 20 }, () => 'done'),
      ...Array.from({ length: 10 }, () => 'errors:notPermitted'),
    ])
    expect(await eventsOf(orders[25]!)).toHaveLength(3)

    await admin.data(access.interfaceSave, { role_id, interfaces: before.map(({ id }) => id) })
    const { stream } = await lead.data(jobs.repeatBulk, { id })
    await app.settle()
    expect(await resultsOf(stream.slice('bulk/'.length))).toEqual(orders.slice(20).map((key) => [key, 'done']))
  })
})
