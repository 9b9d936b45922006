import { sql } from 'kysely'
import { businessDay } from '../machines/calendar.ts'
import type { BodyOf, DataOf } from '../services/endpoint.ts'
import type * as lists from '../services/repay.lists.ts'
import { owedTotals } from './repay.plan.ts'
import { all, is, pageOf, pageSize, type Parts, walk, within } from './repay.reader.ts'

type Filter = Omit<BodyOf<typeof lists.overdueCount>, 'exact'>
type Sums = NonNullable<DataOf<typeof lists.overdueCount>['sums']>

/** Reads what is overdue on the day of the call, a row a due day. */
export const overdueDays = ({ db, clock }: Parts) => {
  const overdue = ({ app, channel, product, dueFrom, dueTo }: Filter, today: string) => [
    sql`standing = 'open' and due < ${today}`,
    ...is('app', app),
    ...is('channel', channel),
    ...is('product', product),
    ...within('due', dueFrom, dueTo),
  ]

  const page = async ({ after, sort = '-due', limit = pageSize, ...filter }: BodyOf<typeof lists.overdue>) => {
    const today = businessDay(clock.now())
    const way = walk(['due'], sort, after && [after.due])
    const { rows } = await sql<lists.OverdueDay>`
      select due, ${today}::date - due::date as "daysOverdue", count(*) as instalments, count(distinct order_no) as orders,
        ${owedTotals(today)}
      from instalment where ${all([...overdue(filter, today), ...way.on])}
      group by due ${way.by} limit ${limit + 1}`.execute(db.sql)
    return pageOf(rows, limit, ({ due }) => ({ due }))
  }

  // So many are overdue as are: there are no more due days than days.
  const count = async (filter: Filter) => {
    const today = businessDay(clock.now())
    const { rows } = await sql<Sums & { count: number }>`
      select count(distinct due) as count, count(*) as instalments, ${owedTotals(today)}
      from instalment where ${all(overdue(filter, today))}`.execute(db.sql)
    const { count: days, ...sums } = rows[0]!
    return { count: days, capped: false, sums }
  }

  return { page, count: ({ exact: _, ...filter }: BodyOf<typeof lists.overdueCount>) => count(filter) }
}
