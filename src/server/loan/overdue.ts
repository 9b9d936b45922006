import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type * as lists from '../../services/loan.lists.ts'
import { cap, pageOf, pageSize } from '../lists/keyset.ts'
import { type Onlooker, withinReach } from '../staff/appScope.ts'
import { feeOn, owedOn } from './owed.ts'
import { owedTotals } from './plan.ts'
import { all, type Condition, is, type Parts, walk, within } from './reader.ts'

type Filter = Omit<BodyOf<typeof lists.overdueCount>, 'exact'>
type Sums = NonNullable<DataOf<typeof lists.overdueCount>['sums']>

/** Reads what is overdue today, one row per due day. */
export const overdueDays = ({ db, clock }: Parts) => {
  const overdue = ({ app, channel, product, dueFrom, dueTo }: Filter, today: string, onlooker: Onlooker) => [
    ...withinReach(onlooker),
    sql`standing = 'open' and due < ${today}`,
    ...is('app', app),
    ...is('channel', channel),
    ...is('product', product),
    ...within('due', dueFrom, dueTo),
  ]

  /** Computes each instalment's fee once in a subquery, however often the sums refer to it. */
  const withFee = (found: Condition, today: string) => sql`
    from (select *, ${feeOn(today)} as fee_today from instalment where ${found} offset 0) owed`
  const totalsOf = (today: string) => owedTotals(owedOn(today, sql<number>`fee_today`))

  const page = async (
    { after, sort = '-due', limit = pageSize, ...filter }: BodyOf<typeof lists.overdue>,
    onlooker: Onlooker,
  ) => {
    const today = businessDay(clock.now())
    const way = walk(['due'], sort, after && [after.due])
    const found = all([...overdue(filter, today, onlooker), ...way.on])
    const onPage = sql`${found} and due between (select min(due) from page) and (select max(due) from page)`
    // Picks the page's days first, so that sums are computed for these days only.
    const { rows } = await sql<lists.OverdueDay>`
      with page as materialized (select due from instalment where ${found} group by due ${way.by} limit ${limit + 1})
      select due, ${today}::date - due::date as "daysOverdue", count(*) as instalments, count(distinct order_no) as orders,
        ${totalsOf(today)} ${withFee(onPage, today)} group by due ${way.by}`.execute(db.sql)
    return pageOf(rows, limit, ({ due }) => ({ due }))
  }

  /** Counts the due days with overdue instalments and sums those up. Above the cap it counts the first days only. */
  const count = async ({ exact, ...filter }: BodyOf<typeof lists.overdueCount>, onlooker: Onlooker) => {
    const today = businessDay(clock.now())
    const found = all(overdue(filter, today, onlooker))
    if (!exact) {
      const few = await sql<{ days: number; read: number }>`
        select count(distinct due) as days, count(*) as read from (
          select due from instalment where ${found} order by due limit ${cap + 1}) few`.execute(db.sql)
      const { days, read } = few.rows[0]!
      if (read > cap) return { count: days, capped: true }
    }
    const { rows } = await sql<Sums & { count: number }>`
      select count(distinct due) as count, count(*) as instalments, ${totalsOf(today)}
      ${withFee(found, today)}`.execute(db.sql)
    const { count: days, ...sums } = rows[0]!
    return { count: days, capped: false, sums }
  }

  return { page, count }
}
