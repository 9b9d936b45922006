import { sql } from 'kysely'
import * as repay from '../../services/repay.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Answer, Tx } from '../store/command.ts'

/** Money that came in: under whose transaction id, on which day ('YYYY-MM-DD'), how much in rupiah. */
type Money = { orderNo: string; txid: string; day: string; amount: number }
/**
 * Who learned of it and when, under a key that makes it repeatable; `version` is what they saw of the loan, if they saw it, and
 * `check` throws what speaks against it when it is stored.
 */
type Learned = {
  by: string
  at: number
  key: string
  request?: string
  version?: number
  check?: (tx: Tx) => Promise<void>
}

/**
 * Books a repayment, whoever learned of it. Throws a Refused: 422 with the chart's reason, or when the transaction id is another
 * loan's; 409 for the same key with another payment, or when somebody acted since `version`.
 */
export const bookRepayment = async (
  { store }: Pick<Server, 'store'>,
  { orderNo, txid, day, amount }: Money,
  { by, at, version, check, ...told }: Learned,
): Promise<Answer> => {
  const { reads, writes } = once(orderNo, txid)
  return store.send({
    stream: `loan/${orderNo}`,
    event: { type: 'repaid', by, at, txid, day, amount },
    via: repay.record.interface,
    ...(version !== undefined && { version }),
    ...told,
    reads,
    writes: async (tx) => {
      await writes(tx)
      await check?.(tx)
    },
  })
}

/**
 * Of a command that moves money of a loan: it is refused when its transaction id is that of money of another loan, also of one that
 * comes at once, and when the payout that the loan is of came back.
 */
export const once = (orderNo: string, txid: string) => ({
  // No stream: two commands that read it are never in one batch, so the second finds what the first wrote.
  reads: [{ stream: `money/${txid}`, version: 0 }],
  writes: async (tx: Tx) => {
    await refuseOthers(tx, orderNo, txid)
    await refuseReturned(tx, orderNo)
  },
})

const refuseOthers = async (tx: Tx, orderNo: string, txid: string): Promise<void> => {
  const other = await tx
    .selectFrom('repayment')
    .select('n')
    .where('txid', '=', txid)
    .where('order_no', '!=', orderNo)
    .where('reversed', '=', false)
    .limit(1)
    .executeTakeFirst()
  const reason = 'loan:guard.newTransaction'
  if (other) throw new Refused(422, reason, { reason })
}

/** Such a loan is about to be voided; an order's next one is of another sending. */
const refuseReturned = async (tx: Tx, orderNo: string): Promise<void> => {
  const { rows } = await sql`
    select 1 from payout_arrival
    where order_no = ${orderNo} and returned_at is not null and txid = (
      select snapshot::jsonb #>> '{context,order,payout}' from es_stream where stream = ${`loan/${orderNo}`})`.execute(
    tx,
  )
  const reason = 'loan:refusal.payoutReturned'
  if (rows.length > 0) throw new Refused(422, reason, { reason })
}
