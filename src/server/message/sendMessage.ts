import { setTimeout as delay } from 'node:timers/promises'
import { businessDay } from '../../machines/calendar.ts'
import { idOf, type State } from '../../machines/kernel.ts'
import type { Message, MessageEvent } from '../../machines/message.ts'
import { messageTimes } from '../../machines/messageRules.ts'
import { type SmsAnswer, SmsUnavailable } from '../channels/sms.ts'
import { openLink } from '../contact/optOutLink.ts'
import { rulesAt } from '../inForce.ts'
import { Misread, Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import type { Eligibility, Reserved } from './eligible.ts'
import { manyAtOnce } from './manyAtOnce.ts'
import { holdBack, noteUnusable } from './sendRate.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock' | 'channels' | 'ids'>
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
export const sendMessage = (server: Parts): Effect<'message'> => {
  const { db, store, clock, channels } = server
  const many = manyAtOnce(server)
  const stamp = () => ({ by: 'SYS' as const, at: clock.now() })

  return async ({ stream, event: job }, { stopping }) => {
    const state = await many.state(stream)
    // An earlier run ended between its call and the answer's event: the provider may have the message.
    if (state.value === 'sending') return { event: { type: 'answerMissing', ...stamp() } }
    if (state.value !== 'queued') return undefined
    const { channel: name, batch } = state.context.terms!
    const channel = channels.sms[name]
    if (!channel) return { again: closedMs }

    const id = idOf(stream)
    const skip = (reason: string, missing?: string[]) => ({
      event: { type: 'messageSkipped' as const, ...stamp(), reason, ...(missing && { missing }) },
    })
    const ofBatch = batch === null ? undefined : await many.batchState(batch)
    if (ofBatch === 'paused') return { again: pausedMs }
    if (ofBatch === 'cancelled') return skip('cancelled')
    const found = await many.eligible(id, state.context)
    if (found.skip !== undefined) return skip(found.skip, found.missing)
    // Before the attempt: one that is not made would count.
    const reserved = await many.reserve(id, state.context)
    if (!reserved) return skip('duplicate')
    const turn = await many.turn(name)
    if ('again' in turn) return turn
    await delay(Math.max(0, turn.at - clock.now()), undefined, { signal: stopping })

    const { orderNo, category, byLaw = false } = state.context.terms!
    const about = { id, orderNo, category: category!, byLaw }
    const may = await many.mayReach(found.person, state.context.author, about)
    if (may.rule !== undefined) return skip(may.rule)

    const reads = [...found.reads, may.read]
    const begun = await begin(server, stream, state, { ...found, ...reserved, reads })
    if (begun === 'again') return { again: conflictMs }
    const began = clock.now()
    try {
      const reply = await channel.send({ id, to: found.to, sender: found.sender, text: found.wording })
      await many.answered(name)
      if (reply.word !== 'later') return { event: { ...eventOf(reply), ...stamp() } }
      const until = clock.now() + reply.afterMs
      await holdBack(db, name, until)
      await store.send({
        stream,
        event: { type: 'messagePutOff', ...stamp(), until },
        via: 'SYS',
        key: `putOff ${stream} ${state.version}`,
        request: job,
      })
      return { again: reply.afterMs }
    } catch (error) {
      if (!(error instanceof SmsUnavailable)) throw error
      await noteUnusable(db, name, began, clock.now())
      return { event: { type: 'answerMissing', ...stamp() } }
    }
  }
}

type Unstamped<Event> = Event extends MessageEvent ? Omit<Event, 'by' | 'at'> : never

const eventOf = (
  reply: Exclude<SmsAnswer, { word: 'later' }>,
): Unstamped<Extract<MessageEvent, { type: 'messageTaken' | 'messageRefused' }>> =>
  reply.word === 'accepted'
    ? { type: 'messageTaken', segments: reply.segments }
    : { type: 'messageRefused', code: reply.code }

/** Stores that the provider is being called. `again`: what was judged has changed meanwhile. */
const begin = async (
  { db, store, vault, clock, ids }: Parts,
  stream: Stream,
  { version }: State<Message>,
  { person, personVersion, sender, body, day, reads }: Eligible & Reserved,
): Promise<'begun' | 'again'> => {
  const at = clock.now()
  const { receiptTtl } = messageTimes(await rulesAt({ db }, 'messageRules', at))
  if (businessDay(at) !== day) return 'again'
  try {
    await store.send({
      stream,
      version,
      event: { type: 'sendingBegan', by: 'SYS', at, personVersion, sender, receiptTtl },
      via: 'SYS',
      // Each try has its own: whoever had the job before may have begun, and must not be answered for this one.
      key: `begin ${stream} ${ids()}`,
      request: stream,
      reads,
      writes: (tx) => openLink(vault, tx, person, body),
    })
    return 'begun'
  } catch (error) {
    if (error instanceof Misread || (error instanceof Refused && error.code === 409)) return 'again'
    throw error
  }
}
