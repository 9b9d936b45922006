import { type State, stateName } from '../../machines/kernel.ts'
import { kindOf } from '../../machines/lifecycles.ts'
import { lastAttempt, type Payout } from '../../machines/payout.facts.ts'
import type { Withdrawal } from '../../machines/withdrawal.facts.ts'
import { hearWord } from '../payout.words.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../work.ts'

type Parts = Pick<Server, 'db' | 'store' | 'ids' | 'clock' | 'channels'>

const quickestMs = 15_000
const slowestMs = 3_600_000

/** Asks the provider what became of a sending until it says so, less often the longer it takes; its calls back may be lost. */
export const askProvider =
  (server: Parts): Effect =>
  async ({ stream }) => {
    const { value, context } = (await server.store.state(stream)) as State<Payout | Withdrawal>
    if (!/^(sending|processing|unknown|proving)/.test(stateName(value))) return undefined
    const { txid, channel, sentAt } = sendingIn(stream, context)
    const again = Math.min(slowestMs, Math.max(quickestMs, Math.round((server.clock.now() - sentAt) / 4)))
    const word = await server.channels.payouts[channel]?.ask(txid)
    if (!word || word.word === 'accepted') return { again }
    const outcome = await hearWord(server, channel, word, 'question')
    return outcome === 'taken' ? undefined : { again }
  }

const sendingIn = (stream: string, context: Payout | Withdrawal) => {
  if (kindOf(stream) === 'payout') return lastAttempt(context as Payout)!
  const { order, sentAt } = context as Withdrawal
  return { txid: stream.slice('withdrawal/'.length), channel: order!.channel, sentAt: sentAt! }
}
