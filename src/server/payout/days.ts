import { type SelectQueryBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as payout from '../../services/payout.ts'
import { customerFilter } from '../customers/customerFilter.ts'
import { readMasked } from '../customers/readMasked.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, cap, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'

const daysOnPage = 31
type Narrower = { channel?: string; app?: string; product?: string }
type Arrivals = SelectQueryBuilder<Tables, 'payout_arrival', object>
type Narrowed = Omit<BodyOf<typeof payout.dayCount>, 'exact'>
type OfDay = Omit<BodyOf<typeof payout.dayTotals>, 'exact'>

/** Arrived payouts, by day and singly. A payout returned later stays on its arrival day, marked as returned. */
export const payoutDays = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const among = (query: Arrivals, filter: Narrower, onlooker: Onlooker): Arrivals => {
    let narrowed = query
    for (const condition of withinScope(onlooker)) narrowed = narrowed.where(condition)
    for (const column of ['channel', 'app', 'product'] as const) {
      const value = filter[column]
      if (value !== undefined) narrowed = narrowed.where(column, '=', value)
    }
    return narrowed
  }

  const sums = {
    amount: sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'),
    returned: sql<number>`count(returned_at)::int`.as('returned'),
    returnedAmount: sql<number>`coalesce(sum(amount) filter (where returned_at is not null), 0)::bigint`.as(
      'returnedAmount',
    ),
  }

  const inDays = ({ dayFrom, dayTo, ...filter }: Narrowed, onlooker: Onlooker): Arrivals => {
    let query = among(db.sql.selectFrom('payout_arrival'), filter, onlooker)
    if (dayFrom !== undefined) query = query.where('day', '>=', businessDay(dayFrom))
    // `dayTo` is the instant after the last day.
    if (dayTo !== undefined) query = query.where('day', '<=', businessDay(dayTo - 1))
    return query
  }

  const days = async (
    { after, sort = '-day', limit = daysOnPage, ...filter }: BodyOf<typeof payout.days>,
    onlooker: Onlooker,
  ) => {
    const found = await inDays(filter, onlooker)
      .where(beyond(['day'], sort, after && [after.day]))
      .select(['day', (eb) => eb.fn.countAll<number>().as('paid'), sums.amount, sums.returned, sums.returnedAmount])
      .groupBy('day')
      .orderBy(inOrder(['day'], sort))
      .limit(limit + 1)
      .execute()
    return pageOf(found, limit, ({ day }) => ({ day }))
  }

  /** Counts the days with arrivals and sums those up. Above the cap it counts only the days of the first arrivals. */
  const dayCount = async ({ exact, ...filter }: BodyOf<typeof payout.dayCount>, onlooker: Onlooker) => {
    const found = inDays(filter, onlooker)
    const some = exact ? found : found.orderBy('day').limit(cap + 1)
    const { count, ...totals } = await db.sql
      .selectFrom(some.select(['day', 'amount', 'returned_at']).as('some'))
      .select(sql<number>`count(distinct day)::int`.as('count'))
      .select([(eb) => eb.fn.countAll<number>().as('paid'), sums.amount, sums.returned, sums.returnedAmount])
      .executeTakeFirstOrThrow()
    if (totals.paid > cap && !exact) return { count, capped: true }
    return { count, capped: false, sums: totals }
  }

  const onDay = ({ day, returned, ...filter }: OfDay, onlooker: Onlooker): Arrivals => {
    let query = among(db.sql.selectFrom('payout_arrival').where('day', '=', day), filter, onlooker)
    for (const condition of customerFilter(vault, filter)) query = query.where(condition)
    if (returned !== undefined) query = query.where('returned_at', returned ? 'is not' : 'is', null)
    return query
  }

  const dayList = async (
    { after, sort = 'arrivedAt', limit = pageSize, ...filter }: BodyOf<typeof payout.dayList>,
    onlooker: Onlooker,
  ) => {
    const found = await onDay(filter, onlooker)
      .where(beyond(['arrived_at', 'order_no'], sort, after && [after.sortedAt, after.orderNo]))
      .orderBy(inOrder(['arrived_at', 'order_no'], sort))
      .selectAll()
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ sortedAt: row.arrived_at, orderNo: row.order_no }))
    const customers = await readMasked(
      db,
      shown.map(({ person, account_version: version }) => ({ person, version })),
    )
    const names = await staffNames(
      db,
      shown.flatMap(({ maker, checker }) => [maker, checker]),
    )
    const rows = shown.map((row, index): payout.Arrival => {
      const { name, phone, bank, account } = customers[index]!
      return {
        orderNo: row.order_no,
        txid: row.txid,
        arrivedAt: row.arrived_at,
        sortedAt: row.arrived_at,
        customer: name,
        phone,
        bank,
        account,
        app: row.app,
        product: row.product,
        amount: row.amount,
        channel: row.channel,
        makerName: names.get(row.maker) ?? row.maker,
        checkerName: names.get(row.checker) ?? row.checker,
        returnedAt: row.returned_at,
        code: row.code,
      }
    })
    return { rows, next }
  }

  const dayTotals = async ({ exact: _, ...filter }: BodyOf<typeof payout.dayTotals>, onlooker: Onlooker) => {
    const { count, amount, returnedAmount } = await onDay(filter, onlooker)
      .select([(eb) => eb.fn.countAll<number>().as('count'), sums.amount, sums.returnedAmount])
      .executeTakeFirstOrThrow()
    return { count, capped: false, sums: { amount, returnedAmount } }
  }

  return { days, dayCount, dayList, dayTotals }
}
