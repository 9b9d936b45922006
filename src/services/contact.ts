import * as z from 'zod/mini'
import { channels, outcomes, purposes } from '../machines/contact.facts.ts'
import { zones } from '../machines/contactRules.ts'
import { longest } from './approval.ts'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'
import { impersonal } from './reveal.ts'

const instant = whole
const id = text(40)
const orderNo = text(longest.orderNo)

export const contactStates = ['reachable', 'noMarketing', 'liftingMarketing', 'noContact', 'liftingContact'] as const

const filters = { state: z.optional(z.enum(contactStates)) }
const purpose = z.enum(purposes)
const channel = z.enum(channels)

const consent = z.object({ purpose, channel, given: z.boolean() })
const attempt = z.object({
  attempt: z.string(),
  purpose,
  channel,
  whom: z.string(),
  by: z.string(),
  at: instant,
  outcome: z.nullable(z.enum(outcomes)),
})
const bar = z.object({ scope: z.enum(['marketing', 'all']), by: z.string(), at: instant, reason: z.string() })
const lift = z.object({ by: z.string(), at: instant, reason: z.string() })
const hours = z.object({
  opens: z.string(),
  closes: z.string(),
  days: z.enum(['workdays', 'everyDay']),
  proof: z.string(),
})

/** How a person may be reached; `attempts` are those of the last two days, the name and phone are masked. */
export const contactShown = z.object({
  id,
  version: whole,
  state: z.enum(contactStates),
  name: z.string(),
  phone: z.string(),
  lastAt: z.nullable(instant),
  attempts: z.array(attempt),
  hours: z.nullable(hours),
  consents: z.array(consent),
  /** The emergency contacts that answered, by record and place in it. */
  relatives: z.array(z.object({ relative: z.string(), confirmed: z.boolean() })),
  /** The emergency contacts of the newest record, masked. */
  asked: z.array(z.object({ relative: z.string(), name: z.string(), relationship: z.string() })),
  barred: z.nullable(bar),
  /** The bar of marketing that a bar of all contact covers, and that stands again when that one is lifted. */
  covered: z.nullable(bar),
  lift: z.nullable(lift),
})
export type Contact = z.infer<typeof contactShown>

const at = z.object({ lastAt: instant, id })

/** A page of the persons with a contact record, the last attempt first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'contact.list',
  method: 'POST',
  path: '/contact/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['lastAt', '-lastAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(contactShown), next: z.nullable(at) }),
})

/** The number of persons who match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'contact.count',
  interface: 'contact.list',
  method: 'POST',
  path: '/contact/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

export const entry = z.object({
  attempt: z.string(),
  at: instant,
  type: z.enum(['attempted', 'whereaboutsAsked', 'attemptBlocked']),
  purpose,
  channel,
  whom: z.string(),
  byName: z.string(),
  order: z.nullable(z.string()),
  outcome: z.nullable(z.enum(outcomes)),
  /** The rule that forbade it. */
  rule: z.nullable(z.string()),
  /** Whether it was a message that the law requires. */
  byLaw: z.boolean(),
})
export type Entry = z.infer<typeof entry>

/** The rule that forbids an attempt now with the figures of its words, and the first instant that allows it, if known. */
export const verdict = {
  rule: z.nullable(z.string()),
  figures: z.record(z.string(), z.unknown()),
  opensAt: z.nullable(instant),
}

/**
 * How the customer of an order may be reached: whether now, for each purpose and channel, with the rule that forbids it
 * and the figures of its words; and every attempt, the newest first.
 */
export const ofOrder = endpoint({
  id: 'contact.ofOrder',
  interface: 'contact.list',
  method: 'POST',
  path: '/contact/of_order',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({
    contact: contactShown,
    /** The zone of the person's clock. */
    zone: z.nullable(z.enum(zones)),
    now: z.array(z.object({ purpose, channel, ...verdict })),
    /** About the emergency contacts who agreed to be asked. */
    whereabouts: z.object(verdict),
    log: z.array(entry),
  }),
})
export type ContactOfOrder = z.infer<typeof ofOrder.data>

/**
 * Notes an attempt to reach the customer of an order before it is made. An attempt that a rule forbids is refused with
 * that rule's words, and stored as blocked.
 */
export const attemptOn = endpoint({
  id: 'contact.attempt',
  method: 'POST',
  path: '/contact/attempt',
  permission: 'granted',
  body: z.strictObject({ orderNo, purpose, channel }),
  data: z.object({ attempt: z.string(), version: whole }),
})

/** Notes that an emergency contact is asked where the customer is, before it is done. Nothing else may be said. */
export const askWhereabouts = endpoint({
  id: 'contact.askWhereabouts',
  method: 'POST',
  path: '/contact/whereabouts',
  permission: 'granted',
  body: z.strictObject({ orderNo, relative: text(20), channel }),
  data: z.object({ attempt: z.string(), version: whole }),
})

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'time'))
const proof = impersonal(200)
const reason = impersonal(200)
const relative = text(20)

/** A command on one person's record: its name, the path below `/contact/`, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `contact.${name}`,
    method: 'POST',
    path: `/contact/${path}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })
const shared = <Fields extends z.core.$ZodLooseShape>(name: string, granted: string, path: string, fields: Fields) => ({
  ...command(name, path, fields),
  interface: `contact.${granted}`,
})

export const noteOutcome = command('noteOutcome', 'outcome', { attempt: text(200), outcome: z.enum(outcomes) })
export const agreeHours = command('agreeHours', 'hours/agree', {
  opens: clock,
  closes: clock,
  days: z.enum(['workdays', 'everyDay']),
  proof,
})
export const withdrawHours = shared('withdrawHours', 'agreeHours', 'hours/withdraw', {})
export const giveConsent = command('consent', 'consent/give', { purpose, channel, proof })
export const withdrawConsent = shared('withdrawConsent', 'consent', 'consent/withdraw', { purpose, channel })
export const confirmRelative = command('confirmRelative', 'relative/confirm', { relative, proof })
export const refuseRelative = shared('refuseRelative', 'confirmRelative', 'relative/refuse', { relative })
export const barMarketing = command('bar', 'bar/marketing', { reason })
export const barContact = shared('barContact', 'bar', 'bar/all', { reason })
export const proposeLift = command('proposeLift', 'lift/propose', { reason })
export const confirmLift = command('confirmLift', 'lift/confirm', {})
export const liftContact = shared('liftContact', 'confirmLift', 'lift/contact', {})
export const refuseLift = command('refuseLift', 'lift/refuse', { reason })

/** The endpoint of each event that staff may fire. */
export const commands = {
  outcomeNoted: noteOutcome,
  hoursAgreed: agreeHours,
  hoursWithdrawn: withdrawHours,
  consentGiven: giveConsent,
  consentWithdrawn: withdrawConsent,
  relativeConfirmed: confirmRelative,
  relativeRefused: refuseRelative,
  marketingBarred: barMarketing,
  contactBarred: barContact,
  liftProposed: proposeLift,
  liftConfirmed: confirmLift,
  contactLifted: liftContact,
  liftRefused: refuseLift,
}

/** The holder of a link that a message carried wants no marketing from now on. */
export const optOut = endpoint({
  id: 'contact.optOut',
  method: 'POST',
  path: '/contact/opt_out',
  permission: 'anyone',
  body: z.strictObject({ token: text(40) }),
  data: nothing,
})
