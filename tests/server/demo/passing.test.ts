import { expect, test } from 'vitest'
import { testApp } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'

// The sandbox bureau rates one NIK in twelve badly: sixty random ones would contain one.
test.each(oneEngine())(
  'the machine passes whom a test sends without saying more, on $engine',
  async ({ databaseUrl }) => {
    const app = await testApp({ databaseUrl })
    const orders: string[] = []
    for (let nth = 0; nth < 60; nth += 1) orders.push(await app.apply())
    await app.settle()
    const rows = await app.db.sql.selectFrom('approval').select(['order_no', 'state']).orderBy('order_no').execute()
    expect(rows).toEqual(orders.toSorted().map((order_no) => ({ order_no, state: 'firstReview.wait' })))
    await app.close()
  },
)
