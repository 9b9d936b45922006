import { afterAll, beforeAll, expect, test } from 'vitest'
import * as approve from '../../src/services/approve.ts'
import { testApp, type TestApp } from '../kit/app.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

test('an application becomes a first-review decision', async () => {
  const orderNo = await app.apply()
  await app.settle()
  const reviewer = await app.login('reviewer1')
  const { rows } = await reviewer.data(approve.list, { list: 'firstWait' })
  expect(rows.map((row) => [row.orderNo, row.state])).toEqual([[orderNo, 'firstReview.wait']])
  await reviewer.data(approve.firstClaim, { orderNo, version: 2 })
  await reviewer.data(approve.firstPass, { orderNo, version: 3, amount: 1_500_000, term: 30, note: '' })
  const { order } = await reviewer.data(approve.detail, { orderNo })
  expect(order.state).toBe('finalReview.wait')
})
