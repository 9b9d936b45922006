import { idOf, type State } from '../../machines/kernel.ts'
import { payoutTimes } from '../../machines/payoutRules.ts'
import { isWithdrawal } from '../../machines/txid.ts'
import type { Withdrawal, WithdrawalEvent } from '../../machines/withdrawal.facts.ts'
import type { ProviderWord } from '../channels/payout.ts'
import { rulesAt } from '../inForce.ts'
import type { Sendings } from '../providerReports/hear.ts'

/** Finds withdrawals by their transaction ids. */
export const withdrawalSendings: Sendings = {
  kind: 'withdrawal',
  find: async ({ db, store, clock }, provider, word) => {
    if (!isWithdrawal(word.txid)) return undefined
    const stream = `withdrawal/${word.txid}` as const
    const state = await store.state(stream)
    const { order, sentAt } = state.context
    if (order?.channel !== provider || sentAt === null) return undefined
    const { answerTtl } = payoutTimes(await rulesAt({ db }, 'payoutRules', clock.now()))
    const eventOf = () => withdrawalEventOf(state, word, { now: clock.now(), answerTtl })
    return { stream, version: state.version, orderNo: null, amount: order.amount, sentAt, reads: [], eventOf }
  },
  waiting: (stream, context) => {
    const { order, sentAt } = context as Withdrawal
    return { txid: idOf(stream), channel: order!.channel, sentAt: sentAt! }
  },
}

/** Maps a provider's word to the withdrawal's event; undefined when it says nothing new. */
const withdrawalEventOf = (
  { value, context }: State<Withdrawal>,
  word: ProviderWord,
  { now, answerTtl }: { now: number; answerTtl: number },
): WithdrawalEvent | undefined => {
  const stamp = { by: 'SYS', at: now } as const
  if (word.word === 'accepted')
    return value === 'sending' ? { ...stamp, type: 'withdrawalAccepted', answerTtl } : undefined
  if (context.status === word.word || context.contradiction?.word === word.word) return undefined
  // Said before the money came back.
  if (word.word === 'succeeded' && context.paidAt !== null && word.at <= context.paidAt) return undefined
  if (context.status === 'succeeded' && word.word === 'bounced')
    return { ...stamp, type: 'withdrawalBounced', code: word.code }
  if (context.status !== 'sent' && context.status !== 'accepted')
    return { ...stamp, type: 'withdrawalContradicted', word: word.word, code: word.code }
  if (word.word === 'succeeded')
    return {
      ...stamp,
      type: 'withdrawalSucceeded',
      amount: word.amount,
      paidAt: Math.min(now, Math.max(context.sentAt!, word.at)),
    }
  return { ...stamp, type: 'withdrawalFailed', code: word.code }
}
