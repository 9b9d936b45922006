import { randomUUID } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import type { Tables } from '../../src/server/tables.ts'
import * as repay from '../../src/services/repay.ts'
import { type Caller, start, testApp, type TestApp } from '../kit/app.ts'
import { addressOf, engines } from '../kit/engines.ts'
import { fillLoans } from '../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../kit/manyOrders.ts'
import { drawn, faultsOf, planOf } from '../kit/plans.ts'

const orders = 100_000
const big = ['approval', 'loan', 'instalment', 'repayment', 'person', 'person_key', 'person_lookup']
const mostRows = 10_000
const postgres = engines().filter(({ databaseUrl }) => databaseUrl)
describe.each(postgres)(`finding a loan on $engine with ${orders} orders`, { timeout: 240_000 }, ({ databaseUrl }) => {
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

  test('looks through no more than it has to, whatever it is found by', async () => {
    const found: string[] = []
    // The worst of each kind: a part of very many numbers, one of none, and what nobody is called.
    for (const text of [nameOf(77), phoneOf(77), nikOf(77), 'LK2', '261', '99999999', 'Nobody At All']) {
      asked = []
      const response = await api.request(`/api${repay.find.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-token': finance.token, cookie: finance.cookie },
        body: JSON.stringify({ text }),
      })
      expect(await response.json()).toMatchObject({ code: 0 })
      const queries = asked.filter(({ sql }) => sql.includes('loan.order_no'))
      expect(queries).toHaveLength(1)
      const plan = await planOf(pool, queries[0]!)
      const wrong = faultsOf(plan, big, mostRows)
      if (wrong.length > 0) found.push(`${text}: ${wrong.join(', ')}\n${drawn(plan)}`)
    }
    expect(found.join('\n\n')).toBe('')
  })
})
