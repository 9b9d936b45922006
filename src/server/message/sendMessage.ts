import { setTimeout as delay } from 'node:timers/promises'
import type { State } from '../../machines/kernel.ts'
import type { Message, MessageEvent } from '../../machines/message.ts'
import { type SmsAnswer, SmsUnavailable } from '../channels/sms.ts'
import { Misread, Refused } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { Duplicate, eligible, type Eligibility, reserveText } from './eligible.ts'
import { holdBack, nextTurn, noteAnswer } from './sendRate.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock' | 'channels'>
type Stream = `message/${string}`
type Eligible = Extract<Eligibility, { skip: undefined }>

const conflictMs = 100
// A provider that is not set up; somebody may set it up before the message is stale.
const closedMs = 60_000

/**
 * Sends a message, at most once: the event before the call is stored first, and whoever finds it there later does not
 * call again.
 */
export const sendMessage =
  (server: Parts): Effect<'message'> =>
  async ({ stream, event: job, attempts }, { stopping }) => {
    const { db, store, clock, channels } = server
    const stamp = () => ({ by: 'SYS' as const, at: clock.now() })
    const state = await store.state(stream)
    // An earlier run ended between its call and the answer's event: the provider may have the message.
    if (state.value === 'sending') return { event: { type: 'answerMissing', ...stamp() } }
    if (state.value !== 'queued') return undefined
    const { channel: name } = state.context.terms!
    const channel = channels.sms[name]
    if (!channel) return { again: closedMs }

    const found = await eligible(server, state)
    if (found.skip !== undefined) return { event: { type: 'messageSkipped', ...stamp(), reason: found.skip } }
    const turn = await nextTurn(db, name, channel.perSecond, clock.now())
    if ('again' in turn) return turn
    await delay(Math.max(0, turn.at - clock.now()), undefined, { signal: stopping })

    const begun = await begin(server, stream, state, found, channel.sender, `${job} ${attempts}`)
    if (begun === 'again') return { again: conflictMs }
    if (begun === 'duplicate') return { event: { type: 'messageSkipped', ...stamp(), reason: 'duplicate' } }
    const id = stream.slice('message/'.length)
    try {
      const said = await channel.send({ id, to: found.to, text: found.wording })
      await noteAnswer(db, name, true, clock.now())
      if (said.word !== 'later') return { event: { ...eventOf(said), ...stamp() } }
      const until = clock.now() + said.afterMs
      await holdBack(db, name, until)
      await store.send({
        stream,
        event: { type: 'messagePutOff', ...stamp(), until },
        via: 'SYS',
        key: `putOff ${stream} ${state.version}`,
        request: job,
      })
      return { again: said.afterMs }
    } catch (error) {
      if (!(error instanceof SmsUnavailable)) throw error
      await noteAnswer(db, name, false, clock.now())
      return { event: { type: 'answerMissing', ...stamp() } }
    }
  }

type Unstamped<Event> = Event extends MessageEvent ? Omit<Event, 'by' | 'at'> : never

const eventOf = (
  said: Exclude<SmsAnswer, { word: 'later' }>,
): Unstamped<Extract<MessageEvent, { type: 'messageTaken' | 'messageRefused' }>> =>
  said.word === 'accepted'
    ? { type: 'messageTaken', segments: said.segments }
    : { type: 'messageRefused', code: said.code }

/** Stores that the provider is being called. `again`: what was judged has changed meanwhile. */
const begin = async (
  { store, clock }: Parts,
  stream: Stream,
  { version, context }: State<Message>,
  { personVersion, reads }: Eligible,
  sender: string,
  run: string,
): Promise<'begun' | 'again' | 'duplicate'> => {
  const { messageReceiptTtl: receiptTtl } = policy
  try {
    await store.send({
      stream,
      version,
      event: { type: 'sendingBegan', by: 'SYS', at: clock.now(), personVersion, sender, receiptTtl },
      via: 'SYS',
      key: `begin ${stream} ${version} ${run}`,
      request: run,
      reads,
      writes: (tx) => reserveText(tx, stream.slice('message/'.length), context),
    })
    return 'begun'
  } catch (error) {
    if (error instanceof Duplicate) return 'duplicate'
    if (error instanceof Misread || (error instanceof Refused && error.code === 409)) return 'again'
    throw error
  }
}
