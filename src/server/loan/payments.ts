import { sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as lists from '../../services/loan.lists.ts'
import { is, within } from '../lists/conditions.ts'
import { beyond, countedWithSums, inOrder, pageOf, pageSize, sumsOf } from '../lists/keyset.ts'
import type { Onlooker } from '../staff/appScope.ts'
import type { RepaymentRow } from './projection.ts'
import { loanIn, narrower, orderIn, type Parts, type RowWithLoan, withLoan } from './reader.ts'

type Filter = Omit<BodyOf<typeof lists.paymentsCount>, 'exact'>

// Reversed repayments and refunds count as 0; every other amount was distributed.
const sums = sumsOf({
  amount: sql`case when reversed or kind = 'refunded' then 0 else amount end`,
  interest: sql`interest`,
  principal: sql`principal`,
  fee: sql`fee`,
  charge: sql`charge`,
  credit: sql`credit`,
})

// A refund is no payment, and has no method.
const notKnown = sql<boolean>`method is null and kind <> 'refunded'`

const order = ['day', 'order_no', 'n'] as const

/** Reads all repayments and how they were distributed. */
export const repayments = (parts: Parts) => {
  const { db } = parts
  const narrow = narrower(parts)

  const filtered = async (
    { kind, reversed, txid, method, payChannel, paidFrom, paidTo, ...filter }: Filter,
    onlooker: Onlooker,
  ) => {
    const conditions = [
      ...(await narrow(filter, onlooker)),
      ...is('kind', kind),
      ...is('reversed', reversed),
      ...is('txid', txid),
      ...(method === 'notKnown' ? [notKnown] : is('method', method)),
      ...is('pay_channel', payChannel),
      ...within('day', paidFrom, paidTo),
    ]
    // Not the query itself: a promise of one would run it.
    return () => db.sql.selectFrom('repayment').where((eb) => eb.and(conditions))
  }

  const page = async (
    { after, sort = '-day', limit = pageSize, ...filter }: BodyOf<typeof lists.payments>,
    onlooker: Onlooker,
  ) => {
    const found = await filtered(filter, onlooker)
    const onPage = found()
      .where(beyond(order, sort, after && [after.day, after.orderNo, after.n]))
      .orderBy(inOrder(order, sort))
      .select(['order_no', 'n'])
      .limit(limit + 1)
    const rows = db.sql
      .selectFrom(onPage.as('page'))
      .innerJoin('repayment', (join) =>
        join.onRef('repayment.order_no', '=', 'page.order_no').onRef('repayment.n', '=', 'page.n'),
      )
      .selectAll('repayment')
    const read = await withLoan(db, rows)
      .orderBy(
        inOrder(
          order.map((column) => `one.${column}`),
          sort,
        ),
      )
      .execute()
    return pageOf(read.map(repaymentIn), limit, ({ day, orderNo, n }) => ({ day, orderNo, n }))
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof lists.paymentsCount>, onlooker: Onlooker) =>
    countedWithSums(db, (await filtered(filter, onlooker))(), { by: 'day', exact, sums })

  return { page, count }
}

const repaymentIn = (row: RowWithLoan<RepaymentRow>): lists.Repayment => ({
  ...orderIn(row),
  n: row.n,
  txid: row.txid,
  kind: row.kind,
  day: row.day,
  amount: row.amount,
  interest: row.interest,
  principal: row.principal,
  fee: row.fee,
  charge: row.charge,
  credit: row.credit,
  reversed: row.reversed,
  method: row.method,
  payChannel: row.pay_channel,
  ...loanIn(row),
})
