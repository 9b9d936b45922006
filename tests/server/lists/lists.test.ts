import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/server/db/database.ts'
import * as approval from '../../../src/services/approval.ts'
import type { BodyOf, InputOf } from '../../../src/services/endpoint.ts'
import { type Caller, start } from '../../kit/app.ts'
import { engines, onlyPostgres } from '../../kit/engines.ts'
import { waitingOrder, waitingOrders } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

const hour = 3_600_000
type Claimed = { type: 'firstClaimed'; claimTtl: number }
type Rejected = { type: 'firstRejected'; reason: string; note: string }
type Filter = Omit<BodyOf<typeof approval.list>, 'list' | 'after' | 'limit' | 'sort'>

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let reviewer: Caller
  const budi = passingCustomer({ name: 'Budi', phone: '0811-2222-333' })
  const citra = passingCustomer({ name: 'Citra', phone: '+62 811 2222 444' })
  let orders: string[]
  beforeAll(async () => {
    orders = [await waitingOrder(app, { customer: budi })]
    app.clock.advance(hour)
    orders.push(await waitingOrder(app, { customer: citra, app: 'PW', product: 'CICIL', term: 90 }))
    app.clock.advance(hour)
    orders.push(await waitingOrder(app))
    app.clock.advance(1)
    reviewer = await app.login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo: orders[0]!, version: 2 })
  })

  const found = async (filter: Filter) =>
    (await reviewer.data(approval.list, { list: 'firstWait', ...filter })).rows.map(({ orderNo }) =>
      orders.indexOf(orderNo),
    )

  describe('a filter finds', () => {
    const cases: [string, () => Filter, number[]][] = [
      // A claim does not move an order to the end of the queue.
      ['everything when it is empty', () => ({}), [0, 1, 2]],
      ['an order number', () => ({ orderNo: orders[1]! }), [1]],
      ['an order number in small letters', () => ({ orderNo: orders[1]!.toLowerCase() }), [1]],
      ['the end of an order number', () => ({ orderNo: orders[1]!.slice(-3) }), [1]],
      ['the middle of order numbers', () => ({ orderNo: 'K2611' }), [0, 1, 2]],
      ['nothing for a character that stands for any other', () => ({ orderNo: 'L_2' }), []],
      ['nothing for one that stands for many', () => ({ orderNo: 'LK%' }), []],
      ['a phone as it was written', () => ({ phone: '0811-2222-333' }), [0]],
      ['a phone in another spelling', () => ({ phone: '+62 8112222 333' }), [0]],
      ['nobody for an unknown phone', () => ({ phone: '081100000000' }), []],
      ['nobody for half a phone', () => ({ phone: '0811' }), []],
      ['a NIK', () => ({ nik: citra.nik }), [1]],
      ['nobody for an unknown NIK', () => ({ nik: '3171015708929999' }), []],
      ['a NIK and a phone of one person', () => ({ nik: budi.nik, phone: budi.phone }), [0]],
      ['nobody for those of two', () => ({ nik: citra.nik, phone: budi.phone }), []],
      ['an app', () => ({ app: 'PW' }), [1]],
      ['a customer type', () => ({ customerType: 'new' }), [0, 1, 2]],
      ['no old customer', () => ({ customerType: 'old' }), []],
      ['from an instant on', () => ({ appliedFrom: start + hour }), [1, 2]],
      ['to before an instant', () => ({ appliedTo: start + hour }), [0]],
      ['between two instants', () => ({ appliedFrom: start + 1, appliedTo: start + 2 * hour }), [1]],
      ['what is mine', () => ({ mine: true }), [0]],
      ['several at once', () => ({ app: 'DK', appliedFrom: start + hour }), [2]],
    ]
    test.each(cases)('%s', async (_, filter, expected) => {
      expect(await found(filter())).toEqual(expected)
      expect(await reviewer.data(approval.count, { list: 'firstWait', ...filter() })).toMatchObject({
        count: expected.length,
        capped: false,
      })
    })
  })

  test('a count says what was applied for in all', async () => {
    const { rows } = await reviewer.data(approval.list, { list: 'firstWait' })
    const amounts = Object.fromEntries(rows.map(({ orderNo, amount }) => [orderNo, amount]))
    const counted = async (filter: Filter) =>
      (await reviewer.data(approval.count, { list: 'firstWait', ...filter })).sums
    expect(await counted({})).toEqual({ amount: rows.reduce((sum, { amount }) => sum + amount, 0) })
    expect(await counted({ app: 'PW' })).toEqual({ amount: amounts[orders[1]!] })
    expect(await counted({ customerType: 'old' })).toEqual({ amount: 0 })
  })

  test.each([
    { sort: '-firstAt' as const },
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { sort: 'name' },
    { list: 'most' },
    { sort: 'appliedAt' as const },
    { stage: 'passed' as const },
    { firstReviewer: 'staff/1' },
    { finalReviewer: 'staff/1' },
    { after: { orderNo: 'LK1' } },
    { orderNo: 'LK' },
  ])('a list with %o is refused', async (more) => {
    const body = { list: 'firstWait', ...more } as InputOf<typeof approval.list>
    expect(await reviewer.call(approval.list, body)).toMatchObject({ code: 400 })
  })

  describe('120 more orders, some of them at one instant', () => {
    let many: string[]
    beforeAll(async () => {
      many = []
      for (let group = 0; group < 12; group += 1) {
        many.push(
          ...(await waitingOrders(
            app,
            Array.from({ length: 10 }, () => ({})),
          )),
        )
        app.clock.advance(1000)
      }
      reviewer = await app.login('reviewer1')
    })

    const walk = async (
      list: (typeof approval.lists)[number],
      limit: number | undefined,
      sort?: BodyOf<typeof approval.list>['sort'],
    ) => {
      const pages: approval.Order[][] = []
      let after: { sortedAt: number; orderNo: string } | undefined
      do {
        const { rows, next } = await reviewer.data(approval.list, {
          list,
          appliedFrom: start + 2 * hour + 1,
          ...(after && { after }),
          ...(limit && { limit }),
          ...(sort && { sort }),
        })
        pages.push(rows)
        after = next ?? undefined
      } while (after)
      return pages
    }
    const numbers = (pages: approval.Order[][]) => pages.flat().map(({ orderNo }) => orderNo)

    test.each([
      [7, [...Array.from({ length: 17 }, () => 7), 1]],
      [40, [40, 40, 40]],
      [undefined, [50, 50, 20]],
      [200, [120]],
    ])('are walked through oldest first by %s, without gap or repeat', async (limit, sizes) => {
      const pages = await walk('firstWait', limit)
      expect(pages.map(({ length }) => length)).toEqual(sizes)
      expect(numbers(pages)).toEqual(many)
    })

    test('are walked through newest first when asked to be', async () => {
      for (const limit of [7, 200]) {
        const pages = await walk('firstWait', limit, '-since')
        expect(numbers(pages)).toEqual(many.toReversed())
      }
    })

    test('are walked through newest first once they are decided', async () => {
      const at = (index: number) => app.clock.now() + Math.floor(index / 10) * 1000
      const decideAll = (decision: Claimed | Rejected, via: string) =>
        app.server.store.append(
          many.map((orderNo, index) => ({
            stream: `approval/${orderNo}`,
            event: { ...decision, by: reviewer.id, at: at(index) },
            via,
            key: randomUUID(),
          })),
        )
      await decideAll({ type: 'firstClaimed', claimTtl: hour }, approval.firstClaim.interface)
      await decideAll({ type: 'firstRejected', reason: 'policy', note: '' }, approval.firstReject.interface)
      for (const limit of [7, 50, 120]) {
        const pages = await walk('firstReject', limit)
        expect(numbers(pages)).toEqual(many.toReversed())
        expect(pages.at(-1)!.length).toBe(120 % limit || limit)
      }
      expect(numbers(await walk('firstReject', 50, 'firstAt'))).toEqual(many)
      expect(await reviewer.data(approval.count, { list: 'firstReject' })).toMatchObject({ count: 120, capped: false })
      expect(await walk('firstPass', 7)).toEqual([[]])
    })
  })

  test('an order is on the lists of what became of it', async () => {
    const second = await app.login('reviewer2')
    const listed = async (orderNo: string) => {
      const found = await Promise.all(
        approval.lists.map(async (list) => (await reviewer.data(approval.list, { list, orderNo })).rows.length > 0),
      )
      return approval.lists.filter((_, index) => found[index])
    }
    const pass = { amount: 1_000_000, term: 30 }
    const reject = { reason: 'policy' } as const

    const [good, weak, poor] = [await waitingOrder(app), await waitingOrder(app), await waitingOrder(app)]
    expect(await listed(good)).toEqual(['machinePass', 'firstWait', 'all'])
    for (const orderNo of [good, weak, poor]) await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    expect(await listed(good)).toEqual(['machinePass', 'firstWait', 'all'])
    await reviewer.data(approval.firstReject, { orderNo: poor, version: 3, ...reject })
    expect(await listed(poor)).toEqual(['machinePass', 'firstReject', 'all'])
    for (const orderNo of [good, weak]) await reviewer.data(approval.firstPass, { orderNo, version: 3, ...pass })
    expect(await listed(good)).toEqual(['machinePass', 'firstPass', 'finalWait', 'all'])
    for (const orderNo of [good, weak]) await second.data(approval.finalClaim, { orderNo, version: 4 })
    await second.data(approval.finalPass, { orderNo: good, version: 5, ...pass })
    await second.data(approval.finalReject, { orderNo: weak, version: 5, ...reject })
    expect(await listed(good)).toEqual(['machinePass', 'firstPass', 'finalPass', 'all'])
    expect(await listed(weak)).toEqual(['machinePass', 'firstPass', 'finalReject', 'all'])

    const reviewed = { firstReviewer: reviewer.id, finalReviewer: second.id }
    const { rows } = await reviewer.data(approval.list, { list: 'all', ...reviewed })
    expect(rows.map(({ orderNo }) => orderNo).toSorted()).toEqual([good, weak].toSorted())
    expect(await reviewer.data(approval.count, { list: 'all', stage: 'finalRejected' })).toMatchObject({ count: 1 })
  })
})

describe.each(onlyPostgres())('on PostgreSQL', ({ databaseUrl }) => {
  test('a role that may not install what the search needs is told so', async () => {
    const name = `loket_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    await admin.query(`create role ${name} login`)
    await admin.query(`create database ${name}`)
    const url = new URL(databaseUrl!)
    url.pathname = `/${name}`
    const own = new pg.Client({ connectionString: url.href })
    await own.connect()
    await own.query(`grant create on schema public to ${name}`)
    await own.end()
    url.username = name
    await expect(openPostgres(url.href)).rejects.toThrow('Loket needs the extension pg_trgm in this database')
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
})
