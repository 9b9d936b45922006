import { randomUUID } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import { createApp } from '../../src/server/app.ts'
import type { Tables } from '../../src/server/tables.ts'
import type { Endpoint, InputOf } from '../../src/services/endpoint.ts'
import * as lists from '../../src/services/repay.lists.ts'
import { type Caller, start, testApp, type TestApp } from '../kit/app.ts'
import { addressOf, engines } from '../kit/engines.ts'
import { fillLoans } from '../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../kit/manyOrders.ts'
import { drawn, faultsOf, planOf } from '../kit/plans.ts'

const orders = 100_000
const big = ['approval', 'loan', 'instalment', 'repayment', 'person', 'person_key', 'person_lookup']
const mostRows = 10_000
const today = businessDay(start)
const ago = (days: number) => dayStart(addDays(today, -days))

// Each is the worst of its kind that staff could choose: what is rare, long ago, or a part of very many numbers.
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
]
const payments: InputOf<typeof lists.paymentsCount>[] = [
  {},
  ...ofLoan,
  ...lists.repaymentKinds.map((kind) => ({ kind })),
  { reversed: true },
  { reversed: false },
  { txid: 'VA-nobody' },
  { paidFrom: ago(600), paidTo: ago(599) },
]
const days: InputOf<typeof lists.overdueCount>[] = [
  {},
  { app: 'GIVEN-UP' },
  { channel: 'gone' },
  { product: 'GONE' },
  { dueTo: ago(700) },
]

const postgres = engines().filter(({ databaseUrl }) => databaseUrl)
describe.each(postgres)(
  `the lists of money on $engine with ${orders} orders`,
  { timeout: 240_000 },
  ({ databaseUrl }) => {
    let app: TestApp
    let finance: Caller
    let pool: pg.Pool
    let api: TestApp['app']
    let asked: CompiledQuery[]

    beforeAll(async () => {
      app = await testApp({ databaseUrl })
      await fillOrders(app.db, orders, start)
      await fillLoans(app.db, start)
      finance = await app.login('finance')
      pool = new pg.Pool({ connectionString: await addressOf(app.db, databaseUrl!) })
      // The database is dropped while its last connections are still being closed.
      pool.on('error', () => {})
      pool.on('connect', (client) => client.on('error', () => {}))
      const logged = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool }),
        log: ({ query }) => void asked.push(query),
      })
      asked = []
      const { clock, channels, log } = app.server
      api = (await createApp({ db: { ...app.db, sql: logged }, clock, ids: randomUUID, channels, log })).app
    }, 240_000)
    afterAll(async () => {
      await pool.end()
      await app.close()
    })

    const faults = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      asked = []
      const response = await api.request(`/api${endpoint.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-token': finance.token, cookie: finance.cookie },
        body: JSON.stringify(input),
      })
      expect(await response.json(), JSON.stringify(input)).toMatchObject({ code: 0 })
      const queries = asked.filter(({ sql: text }) =>
        ['"instalment"', 'from instalment', 'repayment'].some((part) => text.includes(part)),
      )
      expect(queries).not.toEqual([])
      const found: string[] = []
      for (const query of queries) {
        const plan = await planOf(pool, query)
        const wrong = faultsOf(plan, big, mostRows)
        if (wrong.length > 0) found.push(`${endpoint.id} ${JSON.stringify(input)} ${wrong.join(', ')}\n${drawn(plan)}`)
      }
      return found
    }

    test('have no page and no count by any filter that would not do for more', async () => {
      const found: string[] = []
      for (const filter of plans) {
        for (const sort of ['due', '-due'] as const) found.push(...(await faults(lists.plan, { ...filter, sort })))
        found.push(...(await faults(lists.planCount, filter)))
      }
      for (const filter of payments) {
        found.push(...(await faults(lists.payments, filter)), ...(await faults(lists.paymentsCount, filter)))
      }
      for (const filter of days) found.push(...(await faults(lists.overdue, filter)))
      expect(found.join('\n\n')).toBe('')
    })

    test('go on from any page without reading those before it', async () => {
      const after = { due: addDays(today, -400), orderNo: 'LK250101000001', term: 1 }
      expect((await faults(lists.plan, { after })).join('\n\n')).toBe('')
      const beyond = { day: addDays(today, -400), orderNo: 'LK250101000001', n: 1 }
      expect((await faults(lists.payments, { after: beyond })).join('\n\n')).toBe('')
    })
  },
)
