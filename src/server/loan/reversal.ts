import { sql } from 'kysely'
import { type PaidBy, paidBy } from '../../machines/paymentMethods.ts'
import * as loan from '../../services/loan.ts'
import { bankIdKey, sqlBankIdKey } from '../kit/bankId.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Answer, Tx } from '../store/command.ts'

/** A repayment: its transaction id, its day ('YYYY-MM-DD'), its amount in rupiah, and how it was paid. */
type Money = { orderNo: string; txid: string; day: string; amount: number } & PaidBy
/**
 * Who learned of it and when, with an idempotency key. `version` is the loan version they saw, if any; `check` runs in
 * the transaction and throws what speaks against it.
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
 * Books a repayment. Throws a Refused: 422 with the chart's reason, or when another loan has the transaction id;
 * 409 for the same key with another payment, or when somebody acted since `version`.
 */
export const bookRepayment = async (
  { store }: Pick<Server, 'store'>,
  { orderNo, txid, day, amount, ...how }: Money,
  { by, at, version, check, ...told }: Learned,
): Promise<Answer> => {
  const { reads, writes } = once(orderNo, txid)
  return store.send({
    stream: `loan/${orderNo}`,
    event: { type: 'repaid', by, at, txid, day, amount, ...paidBy(how) },
    via: loan.record.interface,
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
 * The reads and writes of a command that moves a loan's money. It is refused when another loan has its transaction id,
 * concurrently too, and when the payout of the loan came back.
 */
export const once = (orderNo: string, txid: string) => ({
  // Not a real stream: two commands that read it never share a batch, so the second sees what the first wrote.
  reads: [{ stream: `money/${bankIdKey(txid)}`, version: 0 }],
  writes: async (tx: Tx) => {
    await refuseOthers(tx, orderNo, txid)
    await refuseReturned(tx, orderNo)
  },
})

const refuseOthers = async (tx: Tx, orderNo: string, txid: string): Promise<void> => {
  const other = await tx
    .selectFrom('repayment')
    .select('n')
    .where(sqlBankIdKey('txid'), '=', bankIdKey(txid))
    .where('order_no', '!=', orderNo)
    .where('reversed', '=', false)
    .limit(1)
    .executeTakeFirst()
  const reason = 'loan:guard.newTransaction'
  if (other) throw new Refused(422, reason, { reason })
}

/** A loan whose payout came back is about to be voided; the order's next loan has another payout. */
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
