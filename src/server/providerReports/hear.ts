import { type State } from '../../machines/kernel.ts'
import type { LifecycleEvent } from '../../machines/lifecycles.ts'
import type { ProviderWord } from '../channels/payout.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'
import { noteWord, type WordOutcome } from './words.ts'

// Clocks of two companies differ by less.
const skewMs = 5 * 60_000

export type Source = 'sending' | 'callback' | 'question'
export type Parts = Pick<Server, 'db' | 'store' | 'ids' | 'clock'>

/** A sending that a word is about, as its stream knows it, and the event that the word is to it; none when it says nothing new. */
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

/** The sendings of one kind of stream. `find` answers undefined for a transaction id or a provider that none of them has. */
export type Sendings = {
  kind: string
  find: (parts: Parts, provider: string, word: ProviderWord) => Promise<Sending | undefined>
  /** Which sending to ask about while a stream waits for its answer. */
  waiting: (stream: string, context: State['context']) => { txid: string; channel: string; sentAt: number }
}

/**
 * Takes what a provider says of a sending, however it came to be known: as an event of its chart when that takes it, and as a row in
 * any case. Whatever is not as it should be changes nothing, and alarms.
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
      // Somebody was faster: what is so now is to be looked at anew.
      if (error.code === 409) return take()
      return { outcome: 'refused', orderNo }
    }
  }

  const { outcome, orderNo } = await take()
  // A provider that is asked every few seconds says the same every time.
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
