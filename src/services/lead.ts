import * as z from 'zod/mini'
import { channels, outcomes as allOutcomes } from '../machines/contact.facts.ts'
import { zones } from '../machines/contactRules.ts'
import { provinces } from '../machines/identity.ts'
import { endReasons, invalidReasons, leadResults } from '../machines/lead.facts.ts'
import { longest } from './approval.ts'
import { contactShown, entry, verdict } from './contact.ts'
import { phone } from './customer.ts'
import { answer, chosenDay, endpoint, nothing, personName, text, whole } from './endpoint.ts'
import { longestText } from './order.ts'
import { qualityStates } from './quality.ts'
import { impersonal, impersonalName, isTold, untold, why } from './reveal.ts'

const instant = whole
const id = text(40)
const code = text(40)

export const leadStates = ['waiting', 'following', 'finished', 'invalid'] as const
export const results = [...leadResults, 'applied'] as const
/** The channels by which a seller reaches a lead. A text message is sent as a message. */
export const sellingChannels = ['phone', 'whatsapp'] as const
/** The channels to which an imported person may have agreed. */
export const consentChannels = ['phone', 'whatsapp', 'sms', 'email'] as const
/** What the proof of an import is for; left out, it is the channels of sellers. */
export const consenting = z.optional(
  z.array(z.enum(consentChannels)).check(z.minLength(1, 'required'), z.maxLength(consentChannels.length, 'tooMany')),
)

/** The results of an attempt; nobody promises a seller to pay. */
export const outcomes = allOutcomes.filter((one) => one !== 'promised')

const channel = z.enum(sellingChannels)

const filters = {
  state: z.optional(z.enum(leadStates)),
  /** Only the leads that the caller has. */
  mine: z.optional(z.boolean()),
  /** Only leads whose call-back is due. */
  callBackDue: z.optional(z.boolean()),
  phone: z.optional(text(longest.phone)),
  fullName: z.optional(text(longestText.name)),
  seller: z.optional(code),
  batch: z.optional(code),
  source: z.optional(code),
  channel: z.optional(z.enum(channels)),
  outcome: z.optional(z.enum(outcomes)),
  result: z.optional(z.enum(results)),
  registered: z.optional(z.enum(['yes', 'no'])),
  applied: z.optional(z.enum(['yes', 'no'])),
  /** The check of the last visit that was sampled. */
  quality: z.optional(z.enum(qualityStates)),
  /** Only leads that were imported more than once, were reached themselves, or were paid out a loan since. */
  repeated: z.optional(z.boolean()),
  reached: z.optional(z.boolean()),
  paid: z.optional(z.boolean()),
  callBackFrom: z.optional(instant),
  callBackTo: z.optional(instant),
  contactedFrom: z.optional(instant),
  contactedTo: z.optional(instant),
  importedFrom: z.optional(instant),
  importedTo: z.optional(instant),
}

/** A person whom sellers want as a customer; the name and phone are masked. */
const lead = z.object({
  id,
  version: whole,
  state: z.enum(leadStates),
  name: z.string(),
  phone: z.string(),
  /** How often the person was imported, and the last import. */
  requests: whole,
  batch: z.string(),
  source: z.string(),
  importedAt: instant,
  seller: z.nullable(z.string()),
  sellerName: z.nullable(z.string()),
  formerName: z.nullable(z.string()),
  attempts: whole,
  channel: z.nullable(z.enum(channels)),
  contactedAt: z.nullable(instant),
  outcome: z.nullable(z.enum(allOutcomes)),
  callBack: z.nullable(instant),
  callBackDue: z.boolean(),
  /** When it goes back to the pool, once its seller was told so. */
  idleAt: z.nullable(instant),
  registeredAt: z.nullable(instant),
  appliedAt: z.nullable(instant),
  result: z.nullable(z.enum(results)),
  reason: z.nullable(z.enum(endReasons)),
  /** The check of the last visit that was sampled. */
  check: z.nullable(z.object({ id: z.string(), state: z.enum(qualityStates) })),
})
export type Lead = z.infer<typeof lead>

/** The place of a lead in its list, by each column that the list can be sorted by. */
const at = z.strictObject({ importedAt: instant, callAt: instant, id })

/** A page of the leads, the last imported first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'lead.list',
  method: 'POST',
  path: '/telemarketing/leads/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['importedAt', '-importedAt', 'callAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(lead), next: z.nullable(at) }),
})

/** The number of leads that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'lead.count',
  interface: 'lead.list',
  method: 'POST',
  path: '/telemarketing/leads/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The options of the list's filters: who may sell with the number of leads that each has, batches and sources. */
export const choices = endpoint({
  id: 'lead.choices',
  interface: 'lead.list',
  method: 'GET',
  path: '/telemarketing/leads/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    sellers: z.array(z.object({ id: z.string(), name: z.string(), holds: whole })),
    batches: z.array(z.string()),
    sources: z.array(z.string()),
  }),
})

/** The days that the calendar of call-backs shows at once, and the most of a day or of those due. */
export const callBackDays = 7
export const mostCallBacks = 20

const callBacksShown = {
  count: whole,
  capped: z.boolean(),
  /** The earliest. */
  rows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      phone: z.string(),
      callBack: instant,
      isDue: z.boolean(),
      sellerName: z.string(),
    }),
  ),
}
export type CallBacks = z.infer<z.ZodMiniObject<typeof callBacksShown>>

/** The call-backs that are due, and those of each day from today, of the caller or of every seller. */
export const callBacks = endpoint({
  id: 'lead.callBacks',
  interface: 'lead.list',
  method: 'POST',
  path: '/telemarketing/leads/call_backs',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ from: z.optional(chosenDay), mine: z.optional(z.boolean()) }),
  data: z.object({
    today: z.string(),
    due: z.object(callBacksShown),
    days: z.array(z.object({ day: z.string(), ...callBacksShown })),
  }),
})

export const origins = ['batch', 'source'] as const

const originFilters = {
  /** A line is a batch unless this says otherwise. */
  by: z.optional(z.enum(origins)),
  batch: z.optional(code),
  source: z.optional(code),
}
const originFigures = { leads: whole, repeated: whole, reached: whole, registered: whole, applied: whole, paid: whole }

/** The leads that a batch or a source imported last, and what came of them. */
const origin = z.object({
  key: z.string(),
  /** Null where it has several. */
  batch: z.nullable(z.string()),
  source: z.nullable(z.string()),
  importedAt: instant,
  ...originFigures,
})
export type Origin = z.infer<typeof origin>

const atOrigin = z.strictObject({ importedAt: instant, key: code })

/** A page of the batches or sources, the last imported first unless `sort` differs; `next` continues it. */
export const originList = endpoint({
  id: 'lead.originList',
  interface: 'lead.list',
  method: 'POST',
  path: '/telemarketing/origins/list',
  permission: 'granted',
  body: z.strictObject({
    ...originFilters,
    sort: z.optional(z.enum(['importedAt', '-importedAt'])),
    after: z.optional(atOrigin),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(origin), next: z.nullable(atOrigin) }),
})

/** The number of batches or sources, and the sums of their figures. */
export const originCount = endpoint({
  id: 'lead.originCount',
  interface: 'lead.list',
  method: 'POST',
  path: '/telemarketing/origins/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...originFilters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.object(originFigures) }),
})

/** The last event that the figures of batches and sources include, and the newest event. */
export const originStanding = endpoint({
  id: 'lead.originStanding',
  interface: 'lead.list',
  method: 'POST',
  path: '/telemarketing/origins/standing',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ asOf: z.object({ pos: whole, head: whole, at: z.nullable(whole) }) }),
})

/** One lead with its history, and whether it may be reached now by each channel. */
export const detail = endpoint({
  id: 'lead.detail',
  interface: 'lead.list',
  method: 'POST',
  path: '/telemarketing/leads/detail',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object({
    row: lead,
    /** Today, and the last day for a call-back. */
    today: z.string(),
    lastDay: z.string(),
    zone: z.nullable(z.enum(zones)),
    /** The script of the lead's batch, or else of all batches; null while the lender has none. */
    script: z.nullable(z.string()),
    now: z.array(z.object({ channel, ...verdict })),
    contact: contactShown,
    log: z.array(entry),
    history: z.array(
      z.object({
        version: whole,
        type: z.string(),
        state: z.string(),
        by: z.string(),
        byName: z.string(),
        at: whole,
        details: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})
export type LeadRecord = z.infer<typeof detail.data>

/** The telephone number for the lead's seller. The audit records each call. */
export const sellerPhone = endpoint({
  id: 'lead.sellerPhone',
  interface: 'lead.contact',
  method: 'POST',
  path: '/telemarketing/leads/phone',
  permission: 'granted',
  body: z.strictObject({ id }),
  data: z.object({ phone: z.string() }),
})

/** Reveals the name or the phone of a lead to staff who state a reason; '' once erased. The audit records each call. */
export const reveal = endpoint({
  id: 'lead.reveal',
  method: 'POST',
  path: '/telemarketing/leads/reveal',
  permission: 'granted',
  body: z.strictObject({ id, field: z.enum(['name', 'phone']), ...why }).check(z.refine(isTold, untold)),
  data: z.object({ value: z.string() }),
})

const person = z.strictObject({
  phone,
  name: personName(100),
  province: z.string().check(z.refine((value) => Object.hasOwn(provinces, value), 'province')),
})
export type Prospect = z.infer<typeof person>

/**
 * Imports leads that agreed to be called, with where the proof of that is. Somebody who is a lead already has one more
 * request; customers with an order under way and persons who want no marketing are left out.
 */
export const importLeads = endpoint({
  id: 'lead.import',
  method: 'POST',
  path: '/telemarketing/leads/import',
  permission: 'granted',
  body: z.strictObject({
    batch: impersonalName(40),
    source: impersonalName(40),
    proof: impersonal(200),
    channels: consenting,
    leads: z.array(person).check(z.minLength(1), z.maxLength(200, 'tooMany')),
  }),
  data: z.object({ imported: whole, repeated: whole, customers: whole, barred: whole }),
})
export type Imported = z.infer<typeof importLeads.data>

/** The next lead for the caller: one whose call-back is due, one not called yet, or one that the pool gives. */
export const next = endpoint({
  id: 'lead.next',
  interface: 'lead.claim',
  method: 'POST',
  path: '/telemarketing/leads/next',
  permission: 'granted',
  body: nothing,
  data: z.object({ id: z.nullable(z.string()) }),
})

/** A command on one lead: its name, the path below `/telemarketing/leads/`, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `lead.${name}`,
    method: 'POST',
    path: `/telemarketing/leads/${path}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })

export const claim = command('claim', 'claim', {})
export const assign = command('assign', 'assign', { seller: code })
export const reassign = command('reassign', 'reassign', { seller: code })
export const release = command('release', 'release', {})
export const recall = command('recall', 'recall', {})
/** Notes an attempt to reach the person before it is made. A rule of contact that forbids it is the answer. */
export const contact = command('contact', 'contact', { channel })
export const noteOutcome = command('noteOutcome', 'outcome', { outcome: z.enum(outcomes) })
/** An hour of one digit up to this one is in the afternoon, because nobody is called at night. */
const lastOfAfternoon = 7
/** '9', '9.30' and '930' as a time 'hh:mm', '3' as '15:00'; other texts as they are. */
const asTime = (text: string): string => {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  if (!hours) return text
  const isAfternoon = hours.length === 1 && Number(hours) > 0 && Number(hours) <= lastOfAfternoon
  return `${isAfternoon ? Number(hours) + 12 : hours.padStart(2, '0')}:${minutes}`
}

/** A day and a time in Jakarta, and the outcome of the last attempt unless it was noted. */
export const callBack = command('callBack', 'call_back', {
  day: z.iso.date(),
  time: z.string().check(z.overwrite(asTime), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')),
  outcome: z.optional(z.enum(outcomes)),
})
export const finish = command('finish', 'finish', { result: z.enum(leadResults) })
export const invalidate = command('invalidate', 'invalidate', { reason: z.enum(invalidReasons) })
export const reopen = command('reopen', 'reopen', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  claimed: claim,
  assigned: assign,
  reassigned: reassign,
  released: release,
  recalled: recall,
  contacted: contact,
  outcomeNoted: noteOutcome,
  callBackSet: callBack,
  finished: finish,
  invalidated: invalidate,
  reopened: reopen,
}
