import type { Wish } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { refusal } from '../../machines/kernel.ts'
import type { SmsCategory } from '../../machines/smsText.ts'
import { attemptContact, figuresOf, newestRecord, ruleOf } from '../contact/attempt.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import { overdueOf } from '../contact/overdue.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock'>
type About = { id: string; orderNo: string; category: SmsCategory }
type May = { rule: string; figures: Record<string, unknown> } | { rule: undefined; read: Read }

const wishFor = async (server: Parts, { id, orderNo, category }: About): Promise<Wish> => ({
  attempt: id,
  purpose: category,
  channel: 'sms',
  whom: 'self',
  order: orderNo,
  overdue: category === 'collection' ? await overdueOf(server, orderNo, server.clock.now()) : null,
})

/**
 * Whether the contact rules allow a message to a person at an instant. Stores nothing. An attempt that the person's
 * record has for this message already does not count against it.
 */
export const allowedAt = async (server: Parts, person: string, about: About, at: number): Promise<May> => {
  const stream = `contact/${person}` as const
  const state = await server.store.state(stream)
  const wish = await wishFor(server, about)
  const attempts = state.context.attempts.filter(({ attempt }) => attempt !== about.id)
  const collected = attempts.filter(({ purpose }) => purpose === 'collection').map((one) => one.at)
  const context = { ...state.context, attempts, collectedAt: Math.max(0, ...collected) }
  const settings = await contactSettingsOf(server)
  const found = await newestRecord(server, person)
  const facts = { at, ...wish, ...inForceIn(settings, found?.record, at) }
  const why = refusal(contactMachine, { ...state, context }, { type: 'attempted', by: 'SYS', ...facts }, 'SYS')
  if (why !== undefined) return { rule: ruleOf(why), figures: figuresOf(facts) }
  return { rule: undefined, read: { stream, version: state.version } }
}

/**
 * Notes a message as an attempt to reach its person, once a message however often it is tried. An attempt of an earlier
 * try is judged again by the rules of now: a provider's outage may have lasted into the night.
 */
export const mayReach = async (server: Parts, person: string, by: string, about: About): Promise<May> => {
  const began = server.clock.now()
  const said = await attemptContact(server, person, by, await wishFor(server, about))
  if (!said.allowed) return said
  const stream = `contact/${person}` as const
  const { version, context } = await server.store.state(stream)
  const isOfNow = context.attempts.some(({ attempt, at }) => attempt === about.id && at >= began)
  return isOfNow ? { rule: undefined, read: { stream, version } } : allowedAt(server, person, about, server.clock.now())
}
