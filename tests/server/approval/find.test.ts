import { beforeAll, describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

describe.each(oneEngine())('what somebody has at hand, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let reviewer: Caller
  let orders: string[]
  const budi = passingCustomer({ name: 'Budi Santoso', phone: '0811-2222-333' })
  beforeAll(async () => {
    orders = [await waitingOrder(app, { customer: budi }), await waitingOrder(app)]
    reviewer = await app.login('reviewer1')
  })

  const found = async (text: string) => {
    const { exact, rows } = await reviewer.data(approval.find, { text })
    return { exact, orders: rows.map(({ orderNo }) => orders.indexOf(orderNo)) }
  }

  test.each([
    ['a whole order number', () => orders[0]!, [0]],
    ['one in small letters, with spaces around', () => ` ${orders[1]!.toLowerCase()} `, [1]],
    ['a phone, however it is written', () => '+62 811 2222 333', [0]],
    ['a NIK', () => budi.nik, [0]],
    ['a phone that nobody has', () => '0811-9999-999', []],
  ])('leads to its orders exactly: %s', async (_, text, expected) => {
    expect(await found(text())).toEqual({ exact: true, orders: expected })
  })

  test('leads by a part of a number to the newest', async () => {
    expect(await found('LK26')).toEqual({ exact: false, orders: [1, 0] })
    expect(await found(orders[0]!.slice(-4))).toEqual({ exact: false, orders: [0] })
    expect(await found('L%2')).toEqual({ exact: false, orders: [] })
  })

  test('shows no name or number of a person whole', async () => {
    const { rows } = await reviewer.data(approval.find, { text: budi.nik })
    expect(rows).toEqual([
      { orderNo: orders[0], state: 'firstReview.wait', customer: 'B*** S***', appliedAt: expect.any(Number) },
    ])
  })

  test.each(['', 'LK', 'x'.repeat(41)])('%j is refused', async (text) => {
    expect(await reviewer.call(approval.find, { text })).toMatchObject({
      code: 400,
      data: { issues: expect.arrayContaining([expect.objectContaining({ field: 'text' })]) },
    })
  })

  test('is nothing for whoever may open no order', async () => {
    expect(await (await app.login('analyst')).call(approval.find, { text: orders[0]! })).toMatchObject({ code: 4030 })
  })
})
