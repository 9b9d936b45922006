import { setTimeout as delay } from 'node:timers/promises'
import type { State } from '../../machines/kernel.ts'
import type { Message, MessageEvent } from '../../machines/message.ts'
import { type SmsAnswer, SmsUnavailable } from '../channels/sms.ts'
import { openLink } from '../contact/optOutLink.ts'
import { Misread, Refused } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { Duplicate, eligible, type Eligibility, isTold, reserveText } from './eligible.ts'
import { mayReach } from './mayReach.ts'
import { holdBack, nextTurn, noteAnswer } from './sendRate.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock' | 'channels'>
type Stream = `message/${string}`
type Eligible = Extract<Eligibility, { skip: undefined }>

const conflictMs = 100
// A provider that is not set up; somebody may set it up before the message is stale.
const closedMs = 60_000
const pausedMs = 10_000

/**
 * Sends a message, at most once. The attempt to reach the person is stored first, the event before the call next, and
 * whoever finds that one later does not call again. A server that stops in between leaves an attempt that counts.
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
    const { channel: name, batch } = state.context.terms!
    const channel = channels.sms[name]
    if (!channel) return { again: closedMs }

    const id = stream.slice('message/'.length)
    const skip = (reason: string, missing?: string[]) => ({
      event: { type: 'messageSkipped' as const, ...stamp(), reason, ...(missing && { missing }) },
    })
    const ofBatch = batch === null ? undefined : (await store.state(`smsBatch/${batch}`)).value
    if (ofBatch === 'paused') return { again: pausedMs }
    if (ofBatch === 'cancelled') return skip('cancelled')
    const found = await eligible(server, state, clock.now())
    if (found.skip !== undefined) return skip(found.skip, found.missing)
    // Before the attempt: one that is not made would count.
    if (await isTold(db.sql, id, state.context, clock.now())) return skip('duplicate')
    const turn = await nextTurn(db, name, channel.perSecond, clock.now())
    if ('again' in turn) return turn
    await delay(Math.max(0, turn.at - clock.now()), undefined, { signal: stopping })

    const { orderNo, category } = state.context.terms!
    const may = await mayReach(server, found.person, state.context.author, { id, orderNo, category: category! })
    if (may.rule !== undefined) return skip(may.rule)

    const reads = [...found.reads, may.read]
    const begun = await begin(server, stream, state, { ...found, reads }, `${job} ${attempts}`)
    if (begun === 'again') return { again: conflictMs }
    if (begun === 'duplicate') return skip('duplicate')
    try {
      const said = await channel.send({ id, to: found.to, sender: found.sender, text: found.wording })
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
  { store, vault, clock }: Parts,
  stream: Stream,
  { version, context }: State<Message>,
  { person, personVersion, sender, body, reads }: Eligible,
  run: string,
): Promise<'begun' | 'again' | 'duplicate'> => {
  const { messageReceiptTtl: receiptTtl } = policy
  const at = clock.now()
  try {
    await store.send({
      stream,
      version,
      event: { type: 'sendingBegan', by: 'SYS', at, personVersion, sender, receiptTtl },
      via: 'SYS',
      key: `begin ${stream} ${version} ${run}`,
      request: run,
      reads,
      writes: async (tx) => {
        await reserveText(tx, stream.slice('message/'.length), context, at)
        await openLink(vault, tx, person, body)
      },
    })
    return 'begun'
  } catch (error) {
    if (error instanceof Duplicate) return 'duplicate'
    if (error instanceof Misread || (error instanceof Refused && error.code === 409)) return 'again'
    throw error
  }
}
