import { sql } from 'kysely'
import type { Cell } from '../../machines/backtest.ts'
import type * as backtest from '../../services/backtest.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type { Database } from '../db/database.ts'

const pageSize = 50

type Where = Pick<BodyOf<typeof backtest.orders>, 'after' | 'limit'>

/** Reads the orders of a cell a page at a time, in the order the backtest judged them: newest first. */
export const cellReader =
  ({ sql: db }: Database) =>
  async (
    id: string,
    cell: Cell,
    { after = { page: 0, index: 0 }, limit = pageSize }: Where,
  ): Promise<DataOf<typeof backtest.orders>> => {
    // Reads no more stored pages than the answer needs.
    const { rows: pages } = await sql<{ n: number; orders: string }>`
      select n, orders from (
        select n, orders, sum(count) over (order by n) - count as before from backtest_cell
        where backtest = ${id} and cell = ${cell} and n >= ${after.page} order by n limit ${limit + 2}) found
      where before <= ${after.index + limit}::bigint order by n`.execute(db)
    const found = pages.flatMap(({ n, orders }) =>
      orders
        .split(' ')
        .flatMap((orderNo, index) => (n === after.page && index < after.index ? [] : { orderNo, n, index })),
    )
    const shown = found.slice(0, limit)
    const next = found[limit]
    return {
      rows: await standing(
        db,
        shown.map(({ orderNo }) => orderNo),
      ),
      next: next ? { page: next.n, index: next.index } : null,
    }
  }

const standing = async (db: Database['sql'], orders: readonly string[]) => {
  if (orders.length === 0) return []
  const rows = await db
    .selectFrom('approval')
    .select(['order_no', 'state', 'app', 'product', 'amount', 'term', 'rating', 'applied_at'])
    .where('order_no', 'in', orders)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.order_no, row]))
  return orders.flatMap((orderNo) => {
    const row = byNumber.get(orderNo)
    if (!row) return []
    const { state, app, product, amount, term, rating, applied_at: appliedAt } = row
    return { orderNo, state, app, product, amount, term, rating, appliedAt }
  })
}
