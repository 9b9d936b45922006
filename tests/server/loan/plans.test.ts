import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as loan from '../../../src/services/loan.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillLoans } from '../../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 100_000
const big = ['approval', 'loan', 'instalment', 'repayment', 'person', 'person_key', 'person_lookup']
const mostRows = 10_000
describe.each(onlyPostgres())(`finding a loan on $engine with ${orders} orders`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let finance: Caller
  let database: Watched

  beforeAll(async () => {
    await fillOrders(app.db, orders, start)
    await fillLoans(app.db, start)
    finance = await app.login('finance')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  test('looks through no more than it has to, whatever it is found by', async () => {
    const found: string[] = []
    // The worst case of each kind: a part of very many numbers, a part of none, and an unknown name.
    for (const text of [nameOf(77), phoneOf(77), nikOf(77), 'LK2', '261', '99999999', 'Nobody At All']) {
      const asked = await database.calling(finance, loan.find, { text })
      const isRead = (sql: string) => sql.includes('loan.order_no')
      expect(asked.filter(({ sql }) => isRead(sql))).toHaveLength(1)
      const faults = await database.faults(asked, isRead, { big, mostRows })
      found.push(...faults.map((fault) => `${text}: ${fault}`))
    }
    expect(found.join('\n\n')).toBe('')
  })
})
