import * as z from 'zod/mini'
import { smsCategories, smsLanguages } from '../machines/smsText.ts'
import { longest } from './approval.ts'
import { answer, type DataOf, endpoint, text, whole } from './endpoint.ts'
import { impersonal } from './reveal.ts'

const instant = whole
const id = text(40)
const staff = z.object({ id: z.string(), name: z.string() })

export const batchStates = [
  'counting',
  'draft',
  'pendingApproval',
  'countingPlanned',
  'scheduled',
  'sending',
  'paused',
  'completed',
  'cancelled',
] as const

/** The lists whose rows may be an audience, by their endpoint's id. */
export const audienceLists = ['order.list', 'repay.plan', 'recoveryCase.list', 'lead.list'] as const
/** The one of them whose rows have no order. */
export const leadAudience: (typeof audienceLists)[number] = 'lead.list'

const filters = {
  state: z.optional(z.enum(batchStates)),
  category: z.optional(z.enum(smsCategories)),
  reminder: z.optional(id),
  text: z.optional(id),
  sender: z.optional(text(20)),
  /** The start, from one instant until before another. */
  startFrom: z.optional(instant),
  startTo: z.optional(instant),
}

const count = z.object({
  people: whole,
  sendable: whole,
  skipped: z.record(z.string(), whole),
  segments: whole,
  cost: whole,
})

/** One batch; costs are rupiah. */
const batch = z.object({
  id,
  version: whole,
  state: z.enum(batchStates),
  text: z.string(),
  template: z.string(),
  category: z.enum(smsCategories),
  language: z.nullable(z.enum(smsLanguages)),
  sender: z.string(),
  /** The list's name as a locale key. */
  title: z.string(),
  startAt: instant,
  /** The rows of the list when it was drafted. */
  rows: whole,
  /** The people found: null until they are counted. */
  count: z.nullable(count),
  author: staff,
  createdAt: instant,
  proposer: z.nullable(staff),
  approver: z.nullable(staff),
  refused: z.nullable(z.object({ by: staff, reason: z.string(), at: instant })),
  made: z.nullable(whole),
  /** Its messages by their state. */
  messages: z.record(z.string(), whole),
  /** The cost of the parts that the provider counted; null before the start, or without a price. */
  billed: z.nullable(whole),
  endedAt: z.nullable(instant),
  /** The reminder that made it. */
  reminder: z.nullable(z.string()),
})
export type SmsBatchRow = z.infer<typeof batch>

const at = z.object({ createdAt: instant, id })

/** A page of batches, the newest first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'smsBatch.list',
  method: 'POST',
  path: '/sms/batches/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['createdAt', '-createdAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(batch), next: z.nullable(at) }),
})

/** The number of batches that match, exact up to 10,000 or on request. */
export const countBatches = endpoint({
  id: 'smsBatch.count',
  interface: 'smsBatch.list',
  method: 'POST',
  path: '/sms/batches/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** One batch with its text and the reasons of the messages that were not sent. */
export const detail = endpoint({
  id: 'smsBatch.detail',
  interface: 'smsBatch.list',
  method: 'POST',
  path: '/sms/batches/detail',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object({
    batch,
    body: z.string(),
    /** The app that speaks to leads; null for orders, which have their own. */
    app: z.nullable(z.string()),
    /** Whether the law requires the message. */
    byLaw: z.boolean(),
    skipped: z.record(z.string(), whole),
  }),
})
export type BatchDetail = DataOf<typeof detail>

/** Which people of a batch: all, those to whom it would be sent, or those whom it would skip for a reason. */
export const everybody = 'all'
export const toBeSent = 'sendable'

/**
 * A page of the people whom a batch's audience has, in the order of its list, each with why nothing would be sent. Empty
 * once the batch has ended: each of them has a message then.
 */
export const people = endpoint({
  id: 'smsBatch.people',
  interface: 'smsBatch.list',
  method: 'POST',
  path: '/sms/batches/people',
  permission: 'granted',
  body: z.strictObject({
    id,
    /** `everybody`, `toBeSent`, or a reason. */
    which: text(40),
    after: z.optional(whole),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        n: whole,
        /** Null for a lead. */
        orderNo: z.nullable(z.string()),
        customer: z.string(),
        phone: z.string(),
        skip: z.nullable(z.string()),
        segments: whole,
      }),
    ),
    next: z.nullable(whole),
  }),
})
export type BatchPerson = DataOf<typeof people>['rows'][number]

/**
 * Drafts a batch to the people of a list's rows that a filter finds, to start at a time 'HH:MM' of a day in Jakarta. They
 * are counted after it. `app` is the code of the lending app that speaks to leads; orders have their own.
 */
export const draft = endpoint({
  id: 'smsBatch.draft',
  method: 'POST',
  path: '/sms/batches/draft',
  permission: 'granted',
  body: z.strictObject({
    version: whole,
    list: z.enum(audienceLists),
    filter: z.record(z.string(), z.unknown()),
    text: id,
    sender: text(20),
    app: z.optional(text(longest.app)),
    day: z.iso.date(),
    time: z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')),
  }),
  data: answer,
})

const command = <Fields extends z.core.$ZodLooseShape>(name: string, fields: Fields) =>
  endpoint({
    id: `smsBatch.${name}`,
    method: 'POST',
    path: `/sms/batches/${name}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })

export const propose = command('propose', {})
export const approve = command('approve', {})
export const refuse = command('refuse', { reason: impersonal(200) })
export const pause = command('pause', {})
export const resume = command('resume', {})
export const cancel = command('cancel', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  batchDrafted: draft,
  batchProposed: propose,
  batchApproved: approve,
  batchRefused: refuse,
  batchPaused: pause,
  batchResumed: resume,
  batchCancelled: cancel,
}
