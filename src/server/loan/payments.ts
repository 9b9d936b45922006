import { sql } from 'kysely'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type * as lists from '../../services/loan.lists.ts'
import { pageOf, pageSize } from '../lists/keyset.ts'
import type { Onlooker } from '../staff/appScope.ts'
import {
  all,
  counter,
  type Found,
  is,
  narrower,
  type Parts,
  totals,
  walk,
  withCustomer,
  within,
  withLoan,
} from './reader.ts'

type Filter = Omit<BodyOf<typeof lists.paymentsCount>, 'exact'>
type Sums = NonNullable<DataOf<typeof lists.paymentsCount>['sums']>

// Reversed repayments and refunds count as 0; every other amount was distributed.
const sums = totals({
  amount: sql`case when reversed or kind = 'refunded' then 0 else amount end`,
  interest: sql`interest`,
  principal: sql`principal`,
  fee: sql`fee`,
  charge: sql`charge`,
  credit: sql`credit`,
})

/** Reads all repayments and how they were distributed. */
export const repayments = (parts: Parts) => {
  const { db } = parts
  const narrow = narrower(parts)
  const counted = counter<Sums>(parts, 'repayment', 'day')

  const conditionsOf = async ({ kind, reversed, txid, paidFrom, paidTo, ...filter }: Filter, onlooker: Onlooker) => [
    ...(await narrow(filter, onlooker)),
    ...is('kind', kind),
    ...is('reversed', reversed),
    ...is('txid', txid),
    ...within('day', paidFrom, paidTo),
  ]

  const page = async (
    { after, sort = '-day', limit = pageSize, ...filter }: BodyOf<typeof lists.payments>,
    onlooker: Onlooker,
  ) => {
    const way = walk(['day', 'order_no', 'n'], sort, after && [after.day, after.orderNo, after.n])
    const found = all([...(await conditionsOf(filter, onlooker)), ...way.on])
    const rows = sql`
      select order_no as "orderNo", person, app, channel, product, n, txid, kind, day, amount, interest, principal, fee,
        charge, credit, reversed
      from repayment join (
        select order_no, n from repayment where ${found} ${way.by} limit ${limit + 1}) page using (order_no, n)`
    const read = await sql<Found<lists.Repayment>>`
      ${withLoan(rows)} ${way.along(['one.day', 'one.orderNo', 'one.n'])}`.execute(db.sql)
    return pageOf(read.rows.map(withCustomer<lists.Repayment>), limit, ({ day, orderNo, n }) => ({ day, orderNo, n }))
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof lists.paymentsCount>, onlooker: Onlooker) =>
    counted(all(await conditionsOf(filter, onlooker)), sums, exact)

  return { page, count }
}
