import * as repay from '../services/repay.ts'
import { Refused } from './refused.ts'
import type { Server } from './server.ts'
import type { Answer } from './store.ts'

/** Money that came in: under whose transaction id, on which day ('YYYY-MM-DD'), how much in rupiah. */
type Money = { orderNo: string; txid: string; day: string; amount: number }
/** Who learned of it and when, under a key that makes it repeatable; `version` is what they saw of the loan, if they saw it. */
type Learned = { by: string; at: number; key: string; request?: string; version?: number }

/**
 * Books a repayment, whoever learned of it. Throws a Refused: 422 with the chart's reason, or when the transaction id is another
 * loan's; 409 for the same key with another payment, or when somebody acted since `version`.
 */
export const bookRepayment = async (
  { db, store }: Pick<Server, 'db' | 'store'>,
  { orderNo, txid, day, amount }: Money,
  { by, at, version, ...told }: Learned,
): Promise<Answer> => {
  await refuseOthers({ db }, orderNo, txid)
  return store.send({
    stream: `loan/${orderNo}`,
    event: { type: 'repaid', by, at, txid, day, amount },
    via: repay.record.interface,
    ...(version !== undefined && { version }),
    ...told,
  })
}

/** Throws when a transaction id is that of money of another loan: it moved once. */
export const refuseOthers = async ({ db }: Pick<Server, 'db'>, orderNo: string, txid: string): Promise<void> => {
  const other = await db.sql
    .selectFrom('repayment')
    .select('n')
    .where('txid', '=', txid)
    .where('order_no', '!=', orderNo)
    .limit(1)
    .executeTakeFirst()
  const reason = 'loan:guard.newTransaction'
  if (other) throw new Refused(422, reason, { reason })
}
