import type { BankLine, StatementLine } from '../../machines/statementLine.ts'
import { Refused } from '../kit/refused.ts'
import { bookRepayment } from '../loan/reversal.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { repaidOf } from './lists.ts'

/** Reconciles a matched line: posts a credit as a repayment; a debit confirms its payout or withdrawal. Idempotent. */
export const reconcileLine =
  (server: Server): Effect<'statementLine'> =>
  async ({ stream, event: key }) => {
    const { store, clock } = server
    const { value, context } = await store.state(stream)
    if (value !== 'matched') return undefined
    const at = clock.now()
    try {
      const posted =
        context.line!.direction === 'credit'
          ? await postRepayment(server, context, { at, key })
          : await confirmSending(server, context, { at, key })
      return { event: { type: 'lineReconciled', by: 'SYS', at, posted } }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 422) throw error
      return { event: { type: 'postingRefused', by: 'SYS', at, reason: error.key } }
    }
  }

type Told = { at: number; key: string }

const differs = () => new Refused(422, 'statementLine:refusal.differs')

/** Answers the posted transaction id; null for a recorded payment, which throws Refused (422) if its amount differs. */
const postRepayment = async (
  server: Server,
  { line, target, postings }: StatementLine,
  { at, key }: Told,
): Promise<string | null> => {
  const { txid, day, amount } = line!
  const { recorded } = target!
  const orderNo = target!.orderNo!
  const known = (await repaidOf(server.store, orderNo))?.find((payment) => payment.txid === (recorded ?? txid))
  if (recorded !== null) {
    if (known?.amount !== amount) throw differs()
    return null
  }
  // A reversed payment keeps its transaction id, so a new posting needs another.
  const posted = postings === 0 ? txid : `${txid}/${postings + 1}`
  const paid = { method: 'transfer' as const, payChannel: await bankOf(server, line!.account) }
  await bookRepayment(server, { orderNo, txid: posted, day, amount, ...paid }, { by: 'SYS', at, key })
  return posted
}

/** The bank that keeps an account of the lender. */
const bankOf = async ({ db }: Server, account: string): Promise<string> =>
  (await db.sql.selectFrom('bank_account').select('bank').where('code', '=', account).executeTakeFirst())?.bank ?? ''

/** Always null: the payout or withdrawal already has a transaction id of its own. */
const confirmSending = async (server: Server, context: StatementLine, told: Told): Promise<null> => {
  await (context.target!.orderNo === null ? confirmWithdrawal : confirmPayout)(server, context, told)
  return null
}

const confirmPayout = async ({ store }: Server, { line, target }: StatementLine, { at, key }: Told): Promise<void> => {
  const stream = `payout/${target!.orderNo}` as const
  const { context } = await store.state(stream)
  const attempt = context.attempts.find(({ txid }) => txid === target!.recorded)
  if (!attempt || attempt.amount !== line!.amount) throw differs()
  const { txid, amount, sentAt, status } = attempt
  if (status === 'succeeded') return
  const paidAt = paidAtOf(line!, sentAt, at)
  await store.send({
    stream,
    event: { type: 'payoutSucceeded', by: 'SYS', at, txid, amount, paidAt },
    via: 'SYS',
    key,
  })
}

const confirmWithdrawal = async (
  { store }: Server,
  { line, target }: StatementLine,
  { at, key }: Told,
): Promise<void> => {
  const stream = `withdrawal/${target!.recorded}` as const
  const { order, sentAt, status } = (await store.state(stream)).context
  if (sentAt === null || order?.amount !== line!.amount) throw differs()
  if (status === 'succeeded') return
  const paidAt = paidAtOf(line!, sentAt, at)
  await store.send({
    stream,
    event: { type: 'withdrawalSucceeded', by: 'SYS', at, amount: order.amount, paidAt },
    via: 'SYS',
    key,
  })
}

/** Epoch milliseconds. A bank's time is only a day, so it is clamped between the time of sending and now. */
const paidAtOf = ({ bookedAt }: BankLine, sentAt: number, now: number) => Math.min(now, Math.max(bookedAt, sentAt))
