import { businessDay, daysBetween } from '../../machines/calendar.ts'
import type { Server } from '../server.ts'

type Parts = Pick<Server, 'db'>

/** The days overdue of the loans of some orders, written-off ones included; orders of which nothing is overdue are left out. */
export const overdueDays = async ({ db }: Parts, orderNos: readonly string[], now: number) => {
  if (orderNos.length === 0) return new Map<string, number>()
  const today = businessDay(now)
  const rows = await db.sql
    .selectFrom('instalment')
    .select((eb) => ['order_no', eb.fn.min('due').as('due')])
    .where('order_no', 'in', orderNos)
    .where('standing', 'in', ['open', 'writtenOff'])
    .where('due', '<', today)
    .groupBy('order_no')
    .execute()
  return new Map(rows.map(({ order_no, due }) => [order_no, daysBetween(due, today)]))
}

/** The days overdue of an order's loan; null when nothing of it is overdue. */
export const overdueOf = async (parts: Parts, orderNo: string, now: number): Promise<number | null> =>
  (await overdueDays(parts, [orderNo], now)).get(orderNo) ?? null
