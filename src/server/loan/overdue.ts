import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as lists from '../../services/loan.lists.ts'
import { is, within } from '../lists/conditions.ts'
import { beyond, cap, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import { feeOn, owedOn } from './owed.ts'
import { owedSums } from './plan.ts'
import type { Parts } from './reader.ts'

type Filter = Omit<BodyOf<typeof lists.overdueCount>, 'exact'>

/** Reads what is overdue today, one row per due day. */
export const overdueDays = ({ db, clock }: Parts) => {
  const overdue = ({ app, channel, product, dueFrom, dueTo }: Filter, today: string, onlooker: Onlooker) =>
    db.sql
      .selectFrom('instalment')
      .where((eb) =>
        eb.and([
          ...withinScope(onlooker, sql`order_no`),
          sql<boolean>`standing = 'open' and due < ${today}`,
          ...is('app', app),
          ...is('channel', channel),
          ...is('product', product),
          ...within('due', dueFrom, dueTo),
        ]),
      )

  /** Computes each instalment's fee once in a subquery, however often the sums refer to it. */
  const withFee = (found: ReturnType<typeof overdue>, today: string) =>
    found.selectAll().select(feeOn(today).as('fee_today')).offset(sql.lit(0)).as('owed')
  const instalments = sql<number>`count(*)`.as('instalments')
  const sumsOn = (today: string) => owedSums(owedOn(today, sql<number>`fee_today`))

  const page = async (
    { after, sort = '-due', limit = pageSize, ...filter }: BodyOf<typeof lists.overdue>,
    onlooker: Onlooker,
  ) => {
    const today = businessDay(clock.now())
    const found = overdue(filter, today, onlooker).where(beyond(['due'], sort, after && [after.due]))
    const days = found
      .select('due')
      .groupBy('due')
      .orderBy(inOrder(['due'], sort))
      .limit(limit + 1)
    const onPage = found.where(sql<boolean>`due between (select min(due) from page) and (select max(due) from page)`)
    // Picks the page's days first, so that sums are computed for these days only.
    const rows = await db.sql
      .with(
        (cte) => cte('page').materialized(),
        () => days,
      )
      .selectFrom(withFee(onPage, today))
      .select(['due', sql<number>`${today}::date - due::date`.as('daysOverdue')])
      .select([instalments, sql<number>`count(distinct order_no)`.as('orders')])
      .select(sumsOn(today))
      .groupBy('due')
      .orderBy(inOrder(['due'], sort))
      .execute()
    return pageOf(rows, limit, ({ due }) => ({ due }))
  }

  /** Counts the due days with overdue instalments and sums those up. Above the cap it counts the first days only. */
  const count = async ({ exact, ...filter }: BodyOf<typeof lists.overdueCount>, onlooker: Onlooker) => {
    const today = businessDay(clock.now())
    const found = overdue(filter, today, onlooker)
    const days = sql<number>`count(distinct due)`.as('days')
    if (!exact) {
      const few = await db.sql
        .selectFrom(
          found
            .select('due')
            .orderBy('due')
            .limit(cap + 1)
            .as('few'),
        )
        .select([days, (eb) => eb.fn.countAll<number>().as('read')])
        .executeTakeFirstOrThrow()
      if (few.read > cap) return { count: few.days, capped: true }
    }
    const { days: number, ...sums } = await db.sql
      .selectFrom(withFee(found, today))
      .select([days, instalments, ...sumsOn(today)])
      .executeTakeFirstOrThrow()
    return { count: number, capped: false, sums }
  }

  return { page, count }
}
