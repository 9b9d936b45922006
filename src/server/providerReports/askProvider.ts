import { stateName } from '../../machines/kernel.ts'
import { kindOf } from '../../machines/lifecycles.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { hearWord, type Sendings } from './hear.ts'

type Parts = Pick<Server, 'db' | 'store' | 'ids' | 'clock' | 'channels'>

const quickestMs = 15_000
const slowestMs = 3_600_000

/** Asks a provider that says nothing for the outcome of a sending, less often the longer it takes: calls may get lost. */
export const askProvider =
  (server: Parts, sendings: readonly Sendings[]): Effect =>
  async ({ stream }) => {
    const { value, context } = await server.store.state(stream)
    if (!/^(sending|processing|unknown|proving)/.test(stateName(value))) return undefined
    const sending = sendings.find(({ kind }) => kind === kindOf(stream))!
    const { txid, channel, sentAt } = sending.waiting(stream, context)
    const again = Math.min(slowestMs, Math.max(quickestMs, Math.round((server.clock.now() - sentAt) / 4)))
    const word = await server.channels.payouts[channel]?.ask(txid)
    if (!word || word.word === 'accepted') return { again }
    const outcome = await hearWord(server, [sending], channel, word, 'question')
    return outcome === 'taken' ? undefined : { again }
  }
