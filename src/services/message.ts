import * as z from 'zod/mini'
import { longest, orderNoPart } from './approval.ts'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'
import { alarms as alarmsOfPayouts, alarmSeen as payoutAlarmSeen } from './payout.ts'

const instant = whole
const id = text(40)

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

/** The texts that staff may send. */
export const messageTextNames = ['payoutSent'] as const

const filters = {
  state: z.optional(z.enum(messageStates)),
  /** A whole order number, or any part of one. */
  orderNo: z.optional(text(longest.orderNo).check(z.toUpperCase(), z.minLength(orderNoPart, 'tooShort'))),
  phone: z.optional(text(longest.phone)),
  contradicted: z.optional(z.boolean()),
  queuedFrom: z.optional(instant),
  queuedTo: z.optional(instant),
}

/** One message; the number is masked. `segments` are the parts that the provider counted. */
const message = z.object({
  id,
  version: whole,
  state: z.enum(messageStates),
  orderNo: z.string(),
  customer: z.string(),
  phone: z.string(),
  app: z.string(),
  text: z.string(),
  textVersion: whole,
  channel: z.string(),
  sender: z.nullable(z.string()),
  segments: z.nullable(whole),
  reason: z.nullable(z.string()),
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

/** Queues one message to an order's customer. */
export const send = endpoint({
  id: 'message.send',
  method: 'POST',
  path: '/message/send',
  permission: 'granted',
  body: z.strictObject({ version: whole, orderNo: text(40), text: z.enum(messageTextNames) }),
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
