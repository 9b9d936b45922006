import type { Wish } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { refusal } from '../../machines/kernel.ts'
import type { SmsCategory } from '../../machines/smsText.ts'
import { contactAttempts, figuresOf, knownOf, ruleOf } from '../contact/attempt.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import { overdueDays } from '../contact/overdue.ts'
import { batched } from '../kit/batchLoader.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock'>
type About = { id: string; orderNo: string | null; category: SmsCategory; byLaw: boolean }
type May = { rule: string; figures: Record<string, unknown> } | { rule: undefined; read: Read }

const wishesFor = async (server: Parts, messages: readonly About[], at: number): Promise<Wish[]> => {
  const collecting = messages.filter(({ category }) => category === 'collection')
  const days = await overdueDays(
    server,
    collecting.flatMap(({ orderNo }) => orderNo ?? []),
    at,
  )
  return messages.map(({ id, orderNo, category, byLaw }) => ({
    attempt: id,
    purpose: category,
    channel: 'sms',
    whom: 'self',
    order: orderNo,
    overdue: category === 'collection' ? (days.get(orderNo ?? '') ?? null) : null,
    ...(byLaw && { byLaw }),
  }))
}

type ToPerson = About & { person: string }

/**
 * Whether the contact rules allow each of some messages at an instant, as if each were the only one. Stores nothing. An
 * attempt that the person's record has for this message already does not count against it.
 */
export const allowedAt = async (server: Parts, messages: readonly ToPerson[], at: number): Promise<May[]> => {
  const persons = messages.map(({ person }) => person)
  const streams = persons.map((person) => `contact/${person}` as const)
  const states = await server.store.states(streams)
  const wishes = await wishesFor(server, messages, at)
  const settings = await contactSettingsOf(server)
  const known = await knownOf(server, persons)
  return messages.map(({ id, person }, index): May => {
    const state = states[index]!
    const attempts = state.context.attempts.filter(({ attempt }) => attempt !== id)
    const collected = attempts.filter(({ purpose }) => purpose === 'collection').map((one) => one.at)
    const context = { ...state.context, attempts, collectedAt: Math.max(0, ...collected) }
    const facts = { at, ...wishes[index]!, ...inForceIn(settings, known.get(person)?.record, at) }
    const why = refusal(contactMachine, { ...state, context }, { type: 'attempted', by: 'SYS', ...facts }, 'SYS')
    if (why !== undefined) return { rule: ruleOf(why), figures: figuresOf(facts) }
    return { rule: undefined, read: { stream: streams[index]!, version: state.version } }
  })
}

/**
 * Notes a message as an attempt to reach its person, once a message however often it is tried. An attempt of an earlier
 * try is judged again by the rules of now: a provider's outage may have lasted into the night.
 */
export const mayReach = (server: Parts) => {
  const attempt = contactAttempts(server)
  const stateOf = batched((streams: readonly `contact/${string}`[]) => server.store.states(streams))
  const wishOf = batched((messages: readonly About[]) => wishesFor(server, messages, server.clock.now()))
  return async (person: string, by: string, about: About): Promise<May> => {
    const began = server.clock.now()
    const judged = await attempt(person, by, await wishOf(about))
    if (!judged.allowed) return judged
    const stream = `contact/${person}` as const
    const { context } = await stateOf(stream)
    const isOfNow = context.attempts.some(({ attempt, at }) => attempt === about.id && at >= began)
    // A bar or an opt-out that came since makes the message be judged again.
    if (isOfNow) return { rule: undefined, read: { stream, version: judged.version } }
    return (await allowedAt(server, [{ ...about, person }], server.clock.now()))[0]!
  }
}
