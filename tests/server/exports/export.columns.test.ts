import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalExports } from '../../../src/server/approval/exports.ts'
import type { Filter, Exportable } from '../../../src/server/lists/exportable.ts'
import { orderExports } from '../../../src/server/order/exports.ts'
import type { Cell } from '../../../src/services/columns.ts'
import { oneEngine } from '../../kit/engines.ts'
import { fillOrders } from '../../kit/manyOrders.ts'
import { withApp } from '../../kit/withApp.ts'

// Columns that these orders have no values for.
const ofMoney =
  'payoutChannel txid channelCost loan overdue paidOutOn lastDue overdueSince daysOverdue principal repayAmount fee paid reduced afterReduction remaining lastPaidOn virtualAccount'.split(
    ' ',
  )

const reader = { by: 'staff/1', language: 'id', staff: { apps: null } } as const

const cellsOf = async (list: Exportable, filter: Filter, columns: string[]): Promise<Cell[][]> => {
  const { parts } = await list.page({ filter, after: null, limit: 200, columns }, reader)
  const all: Cell[][] = []
  for await (const { cells } of parts()) all.push(...cells)
  return all
}

// A file reads only the parts of a row that its columns need.
describe.each(oneEngine())('a file of one column has in it what a file of all has, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  beforeAll(async () => {
    await fillOrders(app.db, 60, app.clock.now())
    await sql`update approval set app_customer_type = 'old', white_type = 'gold', round = 2, loan_count = 3,
      failed_order_count = 1, proposed_amount = amount - 300000, proposed_term = 14, reason = 'policy',
      final_at = coalesce(final_at, applied_at), final_reviewer = coalesce(final_reviewer, 'staff/1')`.execute(
      app.db.sql,
    )
  })

  test.each([
    ['all orders', orderExports, {}, ofMoney],
    ['orders in review', approvalExports, { list: 'all' }, []],
    ['orders sorted by their last decision', approvalExports, { list: 'finalPass' }, ['holder']],
  ])('%s', async (_, listOf, filter, empty) => {
    const list = listOf(app.server)
    const names = Object.keys(list.columns)
    const whole = await cellsOf(list, filter, names)
    expect(whole.length).toBeGreaterThan(5)
    const filled = names.filter((_name, index) => whole.some((row) => row[index] !== null))
    expect(names.filter((name) => !filled.includes(name))).toEqual(empty)
    for (const [index, name] of names.entries())
      expect([name, await cellsOf(list, filter, [name])]).toEqual([name, whole.map((row) => [row[index]])])
  })
})
