import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyOf, Endpoint, InputOf } from '../../../src/services/endpoint.ts'
import * as order from '../../../src/services/order.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { blocksOf, drawn } from '../../kit/plans.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 100_000
const day = 86_400_000
const big = ['approval', 'person', 'person_key', 'person_lookup', 'report_loan', 'report_balance', 'report_instalment']
const mostRows = 10_000

type Filter = BodyOf<typeof order.count>
type Cursor = BodyOf<typeof order.list>['after']

// The worst case of each filter that staff can choose: a rare or old value, or a part of very many numbers.
const filters: Filter[] = [
  { app: 'GIVEN-UP' },
  { channel: 'gone' },
  { product: 'GONE' },
  { customerType: 'globalOld' },
  { appCustomerType: 'old' },
  { whiteType: 'LEBARAN' },
  { stage: 'finalReview' },
  { firstReviewer: 'staff/2' },
  { finalReviewer: 'staff/999' },
  { appliedFrom: start - 400 * day },
  { appliedTo: start - 600 * day },
  { machineFrom: start - 600 * day, machineTo: start - 599 * day },
  { firstFrom: start - 600 * day, firstTo: start - 599 * day },
  { finalFrom: start - 600 * day, finalTo: start - 599 * day },
  { fullName: nameOf(77) },
  { phone: phoneOf(77) },
  { nik: nikOf(77) },
  { orderNo: '261' },
  { editWaits: true },
  { machineResult: 'reject' },
  { firstResult: 'reject' },
  { finalResult: 'pass' },
  { referred: 'yes' },
  { paidOut: true },
  { undecided: true },
  { settledFrom: start - 400 * day, settledTo: start - 399 * day },
  { again: 'within7' },
  { balanceFrom: start - 400 * day, balanceTo: start - 399 * day, age: 'over90' },
  { sinceFrom: start - 600 * day, sinceTo: start - 599 * day },
  { ruleSet: 'rules-0' },
  { firstInstalment: 'late' },
]
const more: Filter[] = [
  {},
  { app: 'PW' },
  { firstFrom: start - 600 * day },
  { finalTo: start - 300 * day },
  { stage: 'passed' },
  { firstInstalment: 'due' },
  { ruleSet: 'rules-1' },
]
const pairs = filters.flatMap((one, index) => filters.slice(index + 1).map((other) => ({ ...one, ...other })))

describe.each(onlyPostgres())(`on $engine with ${orders} orders`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let support: Caller
  let database: Watched

  beforeAll(async () => {
    await fillOrders(app.db, orders, start)
    await sql`
      insert into report_loan
      select order_no, person, app, channel, product, customer_type, applied_at, applied_at + ${30 * day},
        case when right(order_no, 2) = '00' then 5 end from approval`.execute(app.db.sql)
    await sql`
      insert into report_balance
      select order_no, to_char(to_timestamp(applied_at / 1000), 'YYYY-MM-DD'), to_char(to_timestamp(applied_at / 1000 + 86400 * 30), 'YYYY-MM-DD'),
        app, channel, product, case when right(order_no, 2) = '00' then 'over90' else 'current' end, 9 from approval`.execute(
      app.db.sql,
    )
    await sql`
      insert into report_instalment
      select order_no, 1, to_char(to_timestamp(applied_at / 1000 + 86400 * 30), 'YYYY-MM-DD'), app, channel, product, 9,
        array_fill(case when right(order_no, 2) = '00' then 9 else 0 end::bigint, array[8]),
        array_fill(0::bigint, array[8]) from approval`.execute(app.db.sql)
    await sql`vacuum analyze report_loan, report_balance, report_instalment`.execute(app.db.sql)
    support = await app.login('support')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const isRead = (text: string) => big.some((table) => text.includes(table))

  /** The plan of each query of a call that reads one of the big tables. */
  const plansOf = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const asked = await database.calling(support, endpoint, input)
    const queries = asked.filter(({ sql: text }) => isRead(text))
    expect(queries).not.toEqual([])
    return Promise.all(queries.map(database.planOf))
  }

  const faults = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const found = await database.faults(await database.calling(support, endpoint, input), isRead, { big, mostRows })
    return found.map((fault) => `${endpoint.id} ${JSON.stringify(input)} ${fault}`)
  }

  /** Cursors of the first page, of one in the middle, and of one near the end. */
  const depths = async (): Promise<Cursor[]> => {
    const { rows } = await sql<NonNullable<Cursor>>`
      select "sortedAt", "orderNo" from (
        select applied_at as "sortedAt", order_no as "orderNo", percent_rank() over (order by applied_at desc, order_no desc) as rank
        from approval
      ) ranked where rank >= 0.5 and rank < 0.5002 or rank >= 0.95 and rank < 0.9502 order by rank`.execute(app.db.sql)
    return [undefined, rows[0]!, rows.at(-1)!]
  }

  test.each([undefined, 'appliedAt'] as const)('reads as much for a page at any depth, sorted by %s', async (sort) => {
    for (const after of await depths()) {
      const [plan] = (await plansOf(order.list, { ...(sort && { sort }), ...(after && { after }) })).slice(-1)
      expect(blocksOf(plan!), drawn(plan!)).toBeLessThan(1000)
    }
  })

  test('has no page by any filter or two, and no count, that would not do for more orders', async () => {
    const found: string[] = []
    for (const filter of [...more, ...filters, ...pairs]) {
      found.push(...(await faults(order.list, filter)))
      found.push(...(await faults(order.count, filter)))
    }
    for (const after of await depths()) {
      if (!after) continue
      for (const filter of [...more, ...filters]) found.push(...(await faults(order.list, { after, ...filter })))
    }
    expect(found.join('\n\n')).toBe('')
  })

  test('knows what its filters offer without reading all orders', async () => {
    expect((await faults(order.choices, {})).join('\n\n')).toBe('')
  })
})
