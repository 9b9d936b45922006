import type { State } from '../../machines/kernel.ts'
import type { LifecycleEvent } from '../../machines/lifecycles.ts'
import type { ProviderWord } from '../channels/payout.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'
import { noteWord, type WordOutcome } from './noteReport.ts'

// The clocks of two companies differ by less than this.
const skewMs = 5 * 60_000

export type Source = 'sending' | 'callback' | 'question'
export type Parts = Pick<Server, 'db' | 'store' | 'ids' | 'clock'>

/** The sending that a word is about, and the event that follows from the word; none when it says nothing new. */
export type Sending = {
  stream: string
  version: number
  /** The order that it is for; null for the lender's own money. */
  orderNo: string | null
  amount: number
  sentAt: number
  reads: readonly Read[]
  eventOf: () => LifecycleEvent | undefined
}

/** The sendings of one kind of stream. `find` answers undefined for an unknown transaction id or provider. */
export type Sendings = {
  kind: string
  find: (parts: Parts, provider: string, word: ProviderWord) => Promise<Sending | undefined>
  /** The sending to ask about while a stream waits for its answer. */
  waiting: (stream: string, context: State['context']) => { txid: string; channel: string; sentAt: number }
}

/**
 * Handles a provider's word on a sending, from any source: sends the event that follows and stores the word as a row.
 * An unexpected word changes no state and raises an alarm. A known word is stored only when it is a callback.
 */
export const hearWord = async (
  parts: Parts,
  all: readonly Sendings[],
  provider: string,
  word: ProviderWord,
  source: Source,
): Promise<WordOutcome> => {
  const { db, store, ids, clock } = parts
  const now = clock.now()

  const found = async (): Promise<Sending | undefined> => {
    for (const sendings of all) {
      const sending = await sendings.find(parts, provider, word)
      if (sending) return sending
    }
    return undefined
  }

  const take = async (): Promise<{ outcome: WordOutcome; orderNo: string | null }> => {
    const sending = await found()
    if (!sending) return { outcome: 'unknownTxid', orderNo: null }
    const { orderNo } = sending
    if (word.amount !== sending.amount) return { outcome: 'otherAmount', orderNo }
    if (word.at > now + skewMs || word.at < sending.sentAt - skewMs) return { outcome: 'otherTime', orderNo }
    const event = sending.eventOf()
    if (!event) return { outcome: 'known', orderNo }
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
      return { outcome: event.type.endsWith('Contradicted') ? 'contradicts' : 'taken', orderNo }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The stream moved on meanwhile: looks at the present state anew.
      if (error.code === 409) return take()
      return { outcome: 'refused', orderNo }
    }
  }

  const { outcome, orderNo } = await take()
  // A polled provider repeats the same word every time.
  if (outcome !== 'known' || source === 'callback')
    await noteWord(
      db,
      {
        provider,
        txid: word.txid,
        source,
        word: word.word,
        code: word.code,
        message: word.message,
        order_no: orderNo,
        outcome,
      },
      ids(),
      now,
    )
  return outcome
}
