import type { State } from '../../machines/kernel.ts'
import type { Message, MessageEvent } from '../../machines/message.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { receipt } from '../../services/message.ts'
import { batched, batchLoader } from '../kit/batchLoader.ts'
import { Refused } from '../kit/refused.ts'
import { noteWord, type Report, type WordOutcome } from '../providerReports/noteReport.ts'
import type { Server } from '../server.ts'
import { referenceOf } from './reference.ts'

type Receipt = BodyOf<typeof receipt>

// The clocks of two companies differ by less than this.
const skewMs = 5 * 60_000
const waiting = ['sending', 'sent', 'doubtful', 'unknown']

/** Receipts of the SMS providers. Any order and any number lead to the same state; an unexpected one only alarms. */
export const receipts = (server: Server) => {
  const { db, store, ids, clock, handle } = server
  // A provider reports many messages at once: each query reads what all of its receipts ask for.
  const rowsOf = batchLoader(
    (references: readonly string[]) =>
      db.sql
        .selectFrom('message')
        .select(['id', 'order_no', 'channel', 'reference'])
        .where('reference', 'in', references)
        .execute(),
    ({ reference }) => reference,
  )
  const stateOf = batched((streams: readonly `message/${string}`[]) => store.states(streams))

  const hear = async (provider: string, received: Receipt): Promise<void> => {
    const row = await rowsOf(referenceOf(received.id))
    const reportOf = (outcome: WordOutcome): Report => ({
      provider,
      txid: received.id,
      source: 'callback',
      word: received.word,
      code: received.code,
      message: '',
      order_no: row?.channel === provider ? row.order_no : null,
      outcome,
    })
    const now = clock.now()
    const note = (outcome: WordOutcome) => noteWord(db, reportOf(outcome), ids(), now)
    if (row?.channel !== provider) return note('unknownTxid')
    const state = await stateOf(`message/${row.id}`)
    if (received.at > now + skewMs || received.at < (state.context.sentAt ?? 0) - skewMs) return note('otherTime')
    const event = eventOf(state, received, now)
    if (typeof event === 'string') return note(event)
    const outcome = event.type === 'messageContradicted' ? 'contradicts' : 'taken'
    try {
      await store.send({
        stream: `message/${row.id}`,
        version: state.version,
        event,
        via: 'SYS',
        key: `receipt ${row.id} ${state.version} ${event.type}`,
        request: JSON.stringify(received),
        // With its event, so that a server that stops in between loses no alarm.
        writes: (tx) => noteWord({ sql: tx }, reportOf(outcome), ids(), now),
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The stream moved on meanwhile: looks at the present state anew.
      return error.code === 409 ? hear(provider, received) : note('refused')
    }
  }

  handle(receipt, async (received, { by }) => {
    await hear(by.slice('provider/'.length), received)
    return {}
  })
}

/** The event that follows from a receipt; an outcome where none does. */
const eventOf = (
  { value, context }: State<Message>,
  { word, code }: Receipt,
  now: number,
): MessageEvent | WordOutcome => {
  const stamp = { by: 'SYS', at: now } as const
  const state = value as string
  // Nothing was given to the provider: there is nothing that could arrive.
  if (state === 'queued' || state === 'skipped') return 'refused'
  if (word === 'accepted') return state === 'failed' ? 'refused' : 'known'
  if (waiting.includes(state))
    return word === 'delivered'
      ? { type: 'messageDelivered', ...stamp }
      : { type: 'messageUndelivered', ...stamp, code }
  if (word === state || context.contradiction !== null) return 'known'
  return { type: 'messageContradicted', ...stamp, word, code }
}
