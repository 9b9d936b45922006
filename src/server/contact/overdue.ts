import { businessDay, daysBetween } from '../../machines/calendar.ts'
import type { Server } from '../server.ts'

/** The days overdue of an order's loan; null when nothing of it is overdue. */
export const overdueOf = async ({ db }: Pick<Server, 'db'>, orderNo: string, now: number): Promise<number | null> => {
  const today = businessDay(now)
  const { due } = await db.sql
    .selectFrom('instalment')
    .select((eb) => eb.fn.min('due').as('due'))
    .where('order_no', '=', orderNo)
    .where('standing', '=', 'open')
    .where('due', '<', today)
    .executeTakeFirstOrThrow()
  return due === null ? null : daysBetween(due, today)
}
