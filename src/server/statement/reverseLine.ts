import * as loan from '../../services/loan.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Reverses the repayment that a line posted, in the names of the line's own proposer and checker. */
export const reverseLine =
  ({ store, clock }: Server): Effect<'statementLine'> =>
  async ({ stream, event: key }) => {
    const { value, context } = await store.state(stream)
    if (value !== 'reversing') return undefined
    const at = clock.now()
    const { posted, target, note } = context
    if (posted === null) return { event: { type: 'lineUnmatched', by: 'SYS', at } }
    const ofLoan = `loan/${target!.orderNo}` as const
    const { entries } = (await store.state(ofLoan)).context
    const isReversed = entries.some((entry) => entry.kind === 'repaid' && entry.txid === posted && entry.reversed)
    // Staff reversed it on the loan, or this effect did before a restart.
    if (isReversed) return { event: { type: 'lineUnmatched', by: 'SYS', at } }
    const proposer = { by: context.proposer!, at }
    const checker = { by: context.checker!, at }
    try {
      await store.send({
        stream: ofLoan,
        event: { type: 'reversalProposed', ...proposer, txid: posted, reason: note },
        via: loan.proposeReversal.interface,
        key,
      })
    } catch (error) {
      return failed(error, at)
    }
    try {
      await store.send({
        stream: ofLoan,
        event: { type: 'repaymentReversed', ...checker },
        via: loan.confirmReversal.interface,
        key,
      })
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 422) throw error
      await store.send({
        stream: ofLoan,
        event: { type: 'reversalRefused', ...checker },
        via: loan.refuseReversal.interface,
        key: `${key} refused`,
      })
      return failed(error, at)
    }
    return { event: { type: 'lineUnmatched', by: 'SYS', at } }
  }

const failed = (error: unknown, at: number) => {
  if (!(error instanceof Refused) || error.code !== 422) throw error
  return { event: { type: 'unmatchFailed' as const, by: 'SYS', at, reason: error.key } }
}
