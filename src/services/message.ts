import * as z from 'zod/mini'
import { smsCategories, smsLanguages } from '../machines/smsText.ts'
import { byOrderNo, longest } from './approval.ts'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'
import { alarms as alarmsOfPayouts, alarmSeen as payoutAlarmSeen } from './payout.ts'

const instant = whole
const id = text(40)
const longestSender = 20

export const messageStates = [
  'queued',
  'sending',
  'sent',
  'doubtful',
  'failed',
  'skipped',
  'delivered',
  'undelivered',
  'unknown',
] as const

const filters = {
  state: z.optional(z.enum(messageStates)),
  orderNo: byOrderNo,
  phone: z.optional(text(longest.phone)),
  /** A template. */
  text: z.optional(id),
  sender: z.optional(text(longestSender)),
  batch: z.optional(id),
  /** The messages to a lead that are about no order. */
  lead: z.optional(id),
  contradicted: z.optional(z.boolean()),
  queuedFrom: z.optional(instant),
  queuedTo: z.optional(instant),
}

/** One message; the number is masked. `segments` are the parts that the provider counted. */
const message = z.object({
  id,
  version: whole,
  state: z.enum(messageStates),
  /** The order that it is about, or the lead that it is for. */
  orderNo: z.nullable(z.string()),
  lead: z.nullable(z.string()),
  customer: z.string(),
  phone: z.string(),
  app: z.string(),
  text: z.string(),
  /** The template's name; null for a text from before there were templates. */
  template: z.nullable(z.string()),
  textVersion: whole,
  channel: z.string(),
  sender: z.nullable(z.string()),
  segments: z.nullable(whole),
  reason: z.nullable(z.string()),
  /** The variables without a value, where that is why it was not sent. */
  missing: z.nullable(z.array(z.string())),
  code: z.nullable(z.string()),
  contradicted: z.nullable(z.string()),
  authorName: z.string(),
  queuedAt: instant,
  sentAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type Message = z.infer<typeof message>

const at = z.object({ queuedAt: instant, id })

/** A page of messages, the newest first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'message.list',
  method: 'POST',
  path: '/message/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['queuedAt', '-queuedAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(message), next: z.nullable(at) }),
})

/** The number of messages that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'message.count',
  interface: 'message.list',
  method: 'POST',
  path: '/message/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The templates in force, the sender names in use and the caller's lending apps, of which a message is made. */
export const choices = endpoint({
  id: 'message.choices',
  interface: 'message.send',
  method: 'GET',
  path: '/message/choices',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    templates: z.array(
      z.object({ id, name: z.string(), category: z.enum(smsCategories), language: z.enum(smsLanguages) }),
    ),
    senders: z.array(z.string()),
    apps: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
})

const app = text(longest.app)
const previewed = z.object({
  wording: z.nullable(z.string()),
  segments: z.nullable(whole),
  cost: z.nullable(whole),
  skip: z.nullable(z.string()),
  missing: z.array(z.string()),
  rule: z.nullable(z.string()),
  figures: z.record(z.string(), z.unknown()),
})

/**
 * Previews a template for an order, with the customer's name masked. The text would not be sent if there is a `skip`, for
 * a reason in the order, or a `rule` of the contact rules, with the figures of its words. The cost is rupiah, by today's price.
 */
export const preview = endpoint({
  id: 'message.preview',
  interface: 'message.send',
  method: 'POST',
  path: '/message/preview',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo: text(longest.orderNo), text: id }),
  data: previewed,
})

/** `preview` for a lead, to whom a lending app speaks. */
export const previewToLead = endpoint({
  id: 'message.previewToLead',
  interface: 'message.send',
  method: 'POST',
  path: '/message/preview_to_lead',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ lead: id, app, text: id }),
  data: previewed,
})

/** Queues one message to an order's customer; `text` is a template. */
export const send = endpoint({
  id: 'message.send',
  method: 'POST',
  path: '/message/send',
  permission: 'granted',
  body: z.strictObject({ version: whole, orderNo: text(longest.orderNo), text: id, sender: text(longestSender) }),
  data: answer,
})

/** Queues one message of marketing to a lead, in the name of a lending app. */
export const sendToLead = endpoint({
  id: 'message.sendToLead',
  interface: 'message.send',
  method: 'POST',
  path: '/message/send_to_lead',
  permission: 'granted',
  body: z.strictObject({ version: whole, lead: id, app, text: id, sender: text(longestSender) }),
  data: answer,
})

/** Unexpected receipts, newest first, until staff acknowledge them. */
export const alarms = endpoint({
  id: 'message.alarms',
  interface: 'message.list',
  method: 'GET',
  path: '/message/alarms',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: alarmsOfPayouts.data,
})

export const alarmSeen = endpoint({
  id: 'message.alarmSeen',
  method: 'POST',
  path: '/message/alarm_seen',
  permission: 'granted',
  body: payoutAlarmSeen.body,
  data: nothing,
})

/** The SMS provider's receipt. A repeated one changes nothing. `id` may come in another case or with leading zeros. */
export const receipt = endpoint({
  id: 'message.receipt',
  method: 'POST',
  path: '/channels/:provider/receipts',
  permission: 'signed',
  body: z.strictObject({
    id: text(80),
    word: z.enum(['accepted', 'delivered', 'undelivered']),
    code: z.string().check(z.regex(/^[\w.-]{0,60}$/)),
    at: instant.check(z.nonnegative()),
  }),
  data: nothing,
})

/** The endpoint of each event that staff may fire. */
export const commands = { messageQueued: send }
