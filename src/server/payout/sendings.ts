import type { State } from '../../machines/kernel.ts'
import { type Loan, standing } from '../../machines/loan.facts.ts'
import { type Attempt, lastAttempt, type Payout, type PayoutEvent } from '../../machines/payout.facts.ts'
import { payoutTimes } from '../../machines/payoutRules.ts'
import { orderOfTxid } from '../../machines/txid.ts'
import type { ProviderWord } from '../channels/payout.ts'
import { rulesAt } from '../inForce.ts'
import type { Sendings } from '../providerReports/hear.ts'

/** Finds the attempts of payouts to customers by their transaction ids. */
export const payoutSendings: Sendings = {
  kind: 'payout',
  find: async ({ db, store, clock }, provider, word) => {
    const orderNo = orderOfTxid(word.txid)
    if (orderNo === undefined) return undefined
    const stream = `payout/${orderNo}` as const
    const state = await store.state(stream)
    const attempt = state.context.attempts.find(({ txid, channel }) => txid === word.txid && channel === provider)
    if (!attempt) return undefined
    const loan = await store.state(`loan/${orderNo}`)
    const reads = [{ stream: `loan/${orderNo}`, version: loan.version }]
    const { answerTtl } = payoutTimes(await rulesAt({ db }, 'payoutRules', clock.now()))
    const eventOf = () => payoutEventOf(state, attempt, loan.context, word, { now: clock.now(), answerTtl })
    return { ...attempt, stream, version: state.version, orderNo, reads, eventOf }
  },
  waiting: (_, context) => lastAttempt(context as Payout)!,
}

/** Maps a provider's word to the payout's event; undefined when it says nothing new. */
const payoutEventOf = (
  { value, context }: State<Payout>,
  attempt: Attempt,
  loan: Loan,
  word: ProviderWord,
  { now, answerTtl }: { now: number; answerTtl: number },
): PayoutEvent | undefined => {
  const stamp = { by: 'SYS', at: now, txid: word.txid } as const
  const isLast = lastAttempt(context) === attempt
  if (word.word === 'accepted')
    return value === 'sending' && isLast ? { ...stamp, type: 'payoutAccepted', answerTtl } : undefined
  if (attempt.status === word.word || attempt.contradiction?.word === word.word) return undefined
  // Said before the money came back.
  if (word.word === 'succeeded' && attempt.arrived && word.at <= attempt.arrived.at) return undefined
  if (context.paid?.txid === attempt.txid && word.word === 'bounced')
    return { ...stamp, type: 'payoutBounced', code: word.code, repaid: standing(loan.entries).length > 0 }
  if (attempt.status !== 'sent' && attempt.status !== 'accepted')
    return { ...stamp, type: 'payoutContradicted', word: word.word, code: word.code }
  if (word.word === 'succeeded')
    return {
      ...stamp,
      type: 'payoutSucceeded',
      amount: word.amount,
      paidAt: Math.min(now, Math.max(attempt.sentAt, word.at)),
    }
  return { ...stamp, type: 'payoutFailed', code: word.code }
}
