import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as loan from '../../../src/services/loan.ts'
import { type Caller, start, testApp, type TestApp } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { fillLoans } from '../../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { drawn, faultsOf } from '../../kit/plans.ts'
import { type Watched, watched } from '../../kit/watched.ts'

const orders = 100_000
const big = ['approval', 'loan', 'instalment', 'repayment', 'person', 'person_key', 'person_lookup']
const mostRows = 10_000
const postgres = engines().filter(({ databaseUrl }) => databaseUrl)
describe.each(postgres)(`finding a loan on $engine with ${orders} orders`, ({ databaseUrl }) => {
  let app: TestApp
  let finance: Caller
  let database: Watched

  beforeAll(async () => {
    app = await testApp({ databaseUrl })
    await fillOrders(app.db, orders, start)
    await fillLoans(app.db, start)
    finance = await app.login('finance')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
    await app.close()
  })

  test('looks through no more than it has to, whatever it is found by', async () => {
    const found: string[] = []
    // The worst case of each kind: a part of very many numbers, a part of none, and an unknown name.
    for (const text of [nameOf(77), phoneOf(77), nikOf(77), 'LK2', '261', '99999999', 'Nobody At All']) {
      const asked = await database.calling(finance, loan.find, { text })
      const queries = asked.filter(({ sql }) => sql.includes('loan.order_no'))
      expect(queries).toHaveLength(1)
      const plan = await database.planOf(queries[0]!)
      const wrong = faultsOf(plan, big, mostRows)
      if (wrong.length > 0) found.push(`${text}: ${wrong.join(', ')}\n${drawn(plan)}`)
    }
    expect(found.join('\n\n')).toBe('')
  })
})
