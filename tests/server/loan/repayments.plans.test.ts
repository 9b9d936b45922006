import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import type { Endpoint, InputOf } from '../../../src/services/endpoint.ts'
import * as lists from '../../../src/services/loan.lists.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillLoans } from '../../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 100_000
const big = ['approval', 'loan', 'instalment', 'repayment', 'person', 'person_key', 'person_lookup']
const mostRows = 10_000
const today = businessDay(start)
const ago = (days: number) => dayStart(addDays(today, -days))

// The worst case of each filter that staff can choose: a rare or old value, or a part of very many numbers.
const ofLoan = [
  { app: 'GIVEN-UP' },
  { channel: 'gone' },
  { product: 'GONE' },
  { fullName: nameOf(77) },
  { phone: phoneOf(77) },
  { nik: nikOf(77) },
  { orderNo: '261' },
]
const plans: InputOf<typeof lists.planCount>[] = [
  {},
  ...ofLoan,
  ...lists.instalmentStates.map((status) => ({ status })),
  { dueFrom: ago(600), dueTo: ago(599) },
  { dueTo: ago(700) },
  { status: 'overdue', app: 'GIVEN-UP' },
  { status: 'due', product: 'GONE' },
  { status: 'overdue', dueFrom: ago(30), dueTo: ago(29) },
  { originalDueFrom: ago(600), originalDueTo: ago(599) },
  { originalDueFrom: ago(600), originalDueTo: ago(599), arrears: 'after30', basis: 'booked' },
  { arrears: 'moved' },
]
const payments: InputOf<typeof lists.paymentsCount>[] = [
  {},
  ...ofLoan,
  ...lists.repaymentKinds.map((kind) => ({ kind })),
  { reversed: true },
  { reversed: false },
  { txid: 'VA-nobody' },
  ...lists.methodsListed.map((method) => ({ method })),
  { payChannel: 'Pos' },
  { payChannel: 'Pos', method: 'cash' },
  { method: 'cash', app: 'GIVEN-UP' },
  { paidFrom: ago(600), paidTo: ago(599) },
]
const days: InputOf<typeof lists.overdueCount>[] = [
  {},
  { app: 'GIVEN-UP' },
  { channel: 'gone' },
  { product: 'GONE' },
  { dueTo: ago(700) },
]

describe.each(onlyPostgres())(`the lists of money on $engine with ${orders} orders`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let finance: Caller
  let database: Watched

  beforeAll(async () => {
    await fillOrders(app.db, orders, start)
    await fillLoans(app.db, start)
    // One in forty is unpaid after 90 days, and one in a thousand was booked late.
    await sql`
      insert into report_instalment
      select order_no, term, original_due, app, channel, product, principal,
        array_fill(case when order_no like '%0' and term = 1 then 1 else 0 end::bigint, array[8]),
        array_fill(case when order_no like '%0' and term = 1 and order_no not like '%00' then 1 else 0 end::bigint, array[8])
      from instalment`.execute(app.db.sql)
    await sql`vacuum analyze report_instalment`.execute(app.db.sql)
    finance = await app.login('finance')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const faults = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const asked = await database.calling(finance, endpoint, input)
    const isRead = (text: string) =>
      ['"instalment"', 'from instalment', 'repayment'].some((part) => text.includes(part))
    const found = await database.faults(asked, isRead, { big, mostRows })
    return found.map((fault) => `${endpoint.id} ${JSON.stringify(input)} ${fault}`)
  }

  test('have no page and no count by any filter that would not do for more', async () => {
    const found: string[] = []
    for (const filter of plans) {
      for (const sort of ['due', '-due', 'next'] as const)
        found.push(...(await faults(lists.plan, { ...filter, sort })))
      found.push(...(await faults(lists.planCount, filter)))
    }
    for (const filter of payments) {
      found.push(...(await faults(lists.payments, filter)), ...(await faults(lists.paymentsCount, filter)))
    }
    for (const filter of days)
      found.push(...(await faults(lists.overdue, filter)), ...(await faults(lists.overdueCount, filter)))
    expect(found.join('\n\n')).toBe('')
  })

  test('count what is overdue so far, and all of it when asked', async () => {
    const whole = await finance.data(lists.overdueCount, { exact: true })
    expect(whole.sums!.instalments).toBeGreaterThan(mostRows)
    const soFar = await finance.data(lists.overdueCount, {})
    expect(soFar).toEqual({ count: expect.any(Number) as number, capped: true })
    expect(soFar.count).toBeLessThanOrEqual(whole.count)
  })

  test('go on from any page without reading those before it', async () => {
    const after = { due: addDays(today, -400), orderNo: 'LK250101000001', term: 1 }
    expect((await faults(lists.plan, { after })).join('\n\n')).toBe('')
    const beyond = { day: addDays(today, -400), orderNo: 'LK250101000001', n: 1 }
    expect((await faults(lists.payments, { after: beyond })).join('\n\n')).toBe('')
  })

  test("have a loan's next version beside the one before, so that no index hears of a day change", async () => {
    const { rows } = await app.db.sql.transaction().execute(async (tx) => {
      await sql`
          update loan set version = version where order_no in (select order_no from loan order by ctid limit 1000)`.execute(
        tx,
      )
      return sql`
          select pg_stat_get_xact_tuples_updated(oid) as written, pg_stat_get_xact_tuples_hot_updated(oid) as beside
          from pg_class where oid = 'loan'::regclass`.execute(tx)
    })
    expect(rows).toEqual([{ written: 1000, beside: 1000 }])
  })
})
