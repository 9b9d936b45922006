import { describe, expect, test } from 'vitest'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

// The sandbox bureau rates one NIK in twelve badly: sixty random ones would contain one.
describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })

  test('the machine passes whom a test sends without saying more', async () => {
    const orders: string[] = []
    for (let nth = 0; nth < 60; nth += 1) orders.push(await app.apply())
    await app.settle()
    const rows = await app.db.sql.selectFrom('approval').select(['order_no', 'state']).orderBy('order_no').execute()
    expect(rows).toEqual(orders.toSorted().map((order_no) => ({ order_no, state: 'firstReview.wait' })))
  })
})
