import type { State } from '../machines/kernel.ts'
import type { LifecycleEvent } from '../machines/lifecycles.ts'
import { type Loan, standing } from '../machines/loan.facts.ts'
import { type Attempt, lastAttempt, type Payout, type PayoutEvent } from '../machines/payout.facts.ts'
import type { Withdrawal } from '../machines/withdrawal.facts.ts'
import type { ProviderWord } from './channels/payout.ts'
import type { Read } from './command.ts'
import { noteWord, type WordOutcome } from './providerWords.ts'
import { Refused } from './refused.ts'
import type { Server } from './server.ts'
import { settings } from './settings.ts'
import { isWithdrawal, withdrawalEventOf } from './withdrawal.words.ts'

// Clocks of two companies differ by less.
const skewMs = 5 * 60_000

/** The order that a transaction id of ours is about; undefined for any other text. */
export const orderOfTxid = (txid: string): string | undefined => /^(.+)-P\d+$/.exec(txid)?.[1]
export const txidOf = (orderNo: string, nth: number) => `${orderNo}-P${nth}`

export type Source = 'sending' | 'callback' | 'question'
type Parts = Pick<Server, 'db' | 'store' | 'ids' | 'clock'>

/** A sending that a word is about, as its stream knows it, and the event that the word is to it; none when it says nothing new. */
type Sending = {
  stream: string
  version: number
  amount: number
  sentAt: number
  reads: readonly Read[]
  eventOf: () => LifecycleEvent | undefined
}

/**
 * Takes what a provider says of a sending, however it came to be known: as an event of its chart when that takes it, and as a row in
 * any case. Whatever is not as it should be changes nothing, and alarms.
 */
export const hearWord = async (
  { db, store, ids, clock }: Parts,
  provider: string,
  word: ProviderWord,
  source: Source,
): Promise<WordOutcome> => {
  const now = clock.now()
  const orderNo = orderOfTxid(word.txid)

  const ofPayout = async (): Promise<Sending | undefined> => {
    if (orderNo === undefined) return undefined
    const stream = `payout/${orderNo}`
    const state = (await store.state(stream)) as State<Payout>
    const attempt = state.context.attempts.find(({ txid, channel }) => txid === word.txid && channel === provider)
    if (!attempt) return undefined
    const loan = (await store.state(`loan/${orderNo}`)) as State<Loan>
    const reads = [{ stream: `loan/${orderNo}`, version: loan.version }]
    return { ...attempt, stream, version: state.version, reads, eventOf: () => eventOf(state, attempt, loan.context) }
  }

  const ofWithdrawal = async (): Promise<Sending | undefined> => {
    const stream = `withdrawal/${word.txid}`
    const state = (await store.state(stream)) as State<Withdrawal>
    const { order, sentAt } = state.context
    if (order?.channel !== provider || sentAt === null) return undefined
    const { amount } = order
    return {
      stream,
      version: state.version,
      amount,
      sentAt,
      reads: [],
      eventOf: () => withdrawalEventOf(state, word, now),
    }
  }

  const outcome = async (): Promise<WordOutcome> => {
    const sending = await (isWithdrawal(word.txid) ? ofWithdrawal() : ofPayout())
    if (!sending) return 'unknownTxid'
    if (word.amount !== sending.amount) return 'otherAmount'
    if (word.at > now + skewMs || word.at < sending.sentAt - skewMs) return 'otherTime'
    const event = sending.eventOf()
    if (!event) return 'known'
    try {
      await store.send({
        stream: sending.stream,
        version: sending.version,
        event,
        via: 'SYS',
        key: `${provider} ${word.txid} ${sending.version} ${event.type}`,
        request: JSON.stringify(word),
        reads: sending.reads,
      })
      return event.type.endsWith('Contradicted') ? 'contradicts' : 'taken'
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Somebody was faster: what is so now is to be looked at anew.
      if (error.code === 409) return outcome()
      return 'refused'
    }
  }

  const eventOf = ({ value, context }: State<Payout>, attempt: Attempt, loan: Loan): PayoutEvent | undefined => {
    const said = { by: 'SYS', at: now, txid: word.txid } as const
    const isLast = lastAttempt(context) === attempt
    if (word.word === 'accepted')
      return value === 'sending' && isLast
        ? { ...said, type: 'payoutAccepted', answerTtl: settings.payoutAnswerTtl }
        : undefined
    if (attempt.status === word.word || attempt.contradiction?.word === word.word) return undefined
    // Told before it came back.
    if (word.word === 'succeeded' && attempt.arrived && word.at <= attempt.arrived.at) return undefined
    if (attempt.status === 'succeeded' && word.word === 'bounced' && isLast)
      return { ...said, type: 'payoutBounced', code: word.code, repaid: standing(loan.entries).length > 0 }
    if (attempt.status !== 'sent' && attempt.status !== 'accepted')
      return { ...said, type: 'payoutContradicted', word: word.word, code: word.code }
    if (word.word === 'succeeded')
      return {
        ...said,
        type: 'payoutSucceeded',
        amount: word.amount,
        paidAt: Math.min(now, Math.max(attempt.sentAt, word.at)),
      }
    return { ...said, type: 'payoutFailed', code: word.code }
  }

  const result = await outcome()
  // A provider that is asked every few seconds says the same every time.
  if (result !== 'known' || source === 'callback')
    await noteWord(
      db,
      {
        provider,
        txid: word.txid,
        source,
        word: word.word,
        code: word.code,
        message: word.message,
        order_no: result === 'unknownTxid' ? null : (orderNo ?? null),
        outcome: result,
      },
      ids(),
      now,
    )
  return result
}
