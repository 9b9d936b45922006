import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { Order } from '../../services/order.ts'
import { owedOn } from '../loan/owed.ts'
import type { Server } from '../server.ts'

type OfOrder = { orderNo: string; payout: Order['payout']; loan: Order['loan'] }

/** Reads each order's payout and its loan as owed today; null where there is none. */
export const moneyOf = async (
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  orderNos: readonly string[],
): Promise<Map<string, OfOrder>> => {
  if (orderNos.length === 0) return new Map()
  const { fee, amount, remaining, daysOverdue } = owedOn(businessDay(clock.now()))
  const { rows } = await sql<OfOrder>`
    select asked.order_no as "orderNo",
      case when payout.order_no is not null then json_build_object('channel', payout.channel, 'txid', payout.txid) end as payout,
      case when loan.order_no is not null then json_build_object('state', loan.state, 'virtualAccount', loan.virtual_account,
        'principal', loan.principal, 'paidOutOn', loan.paid_out_on, 'lastDue', loan.last_due, 'lastPaidOn', loan.last_paid_on,
        'paid', loan.paid, 'reduced', loan.reduced, 'amount', owed.amount, 'fee', owed.fee, 'remaining', owed.remaining,
        'overdueSince', owed.since, 'daysOverdue', owed.days) end as loan
    from jsonb_array_elements_text(${JSON.stringify(orderNos)}::jsonb) asked (order_no)
    left join payout on payout.order_no = asked.order_no
    left join loan on loan.order_no = asked.order_no and loan.state <> 'voided', lateral (
      select sum(${amount})::bigint as amount, sum(${fee})::bigint as fee, sum(${remaining})::bigint as remaining,
        max(${daysOverdue}) as days, min(due) filter (where ${daysOverdue} > 0) as since
      from instalment where instalment.order_no = loan.order_no) owed`.execute(db.sql)
  return new Map(rows.map((row) => [row.orderNo, row]))
}
