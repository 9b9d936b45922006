import * as z from 'zod/mini'
import { idleReasons, reminderSides } from '../machines/reminder.ts'
import { smsCategories } from '../machines/smsText.ts'
import { answer, endpoint, text, whole } from './endpoint.ts'
import { impersonal } from './reveal.ts'

const instant = whole
const id = text(40)
const staff = z.object({ id: z.string(), name: z.string() })

export const reminderStates = ['draft', 'proposed', 'active', 'stopped'] as const
/** The most days between the due day and a reminder. */
const mostDays = 90

const filters = {
  state: z.optional(z.enum(reminderStates)),
  side: z.optional(z.enum(reminderSides)),
}

const reminder = z.object({
  id,
  version: whole,
  state: z.enum(reminderStates),
  text: z.string(),
  template: z.string(),
  category: z.enum(smsCategories),
  sender: z.string(),
  days: whole,
  side: z.enum(reminderSides),
  /** 'HH:MM' in Jakarta. */
  time: z.string(),
  /** The code of a product; null for every one. */
  product: z.nullable(z.string()),
  author: staff,
  createdAt: instant,
  editor: staff,
  proposer: z.nullable(staff),
  approver: z.nullable(staff),
  refused: z.nullable(z.object({ by: staff, reason: z.string(), at: instant })),
  /** When it makes the next batch, while it is active. */
  nextDue: z.nullable(instant),
  /** The result of the last day: its batch, or why there is none. */
  last: z.nullable(
    z.object({
      day: z.string(),
      rows: whole,
      batch: z.nullable(z.string()),
      reason: z.nullable(z.enum(idleReasons)),
    }),
  ),
})
export type ReminderRow = z.infer<typeof reminder>

const at = z.object({ createdAt: instant, id })

/** A page of the reminders, the newest first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'reminder.list',
  method: 'POST',
  path: '/sms/reminders/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['createdAt', '-createdAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(reminder), next: z.nullable(at) }),
})

/** The number of reminders that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'reminder.count',
  interface: 'reminder.list',
  method: 'POST',
  path: '/sms/reminders/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

const terms = {
  text: id,
  sender: text(20),
  days: whole.check(z.minimum(0, 'range'), z.maximum(mostDays, 'range')),
  side: z.enum(reminderSides),
  time: z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')),
  product: text(40),
}
/** In the place of a product's code: every product. */
export const everyProduct = '*'

/** Drafts a reminder for the instalments that the caller sees in the repayment plan. */
export const draft = endpoint({
  id: 'reminder.draft',
  method: 'POST',
  path: '/sms/reminders/draft',
  permission: 'granted',
  body: z.strictObject({ version: whole, ...terms }),
  data: answer,
})

const command = <Fields extends z.core.$ZodLooseShape>(name: string, fields: Fields) =>
  endpoint({
    id: `reminder.${name}`,
    method: 'POST',
    path: `/sms/reminders/${name}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })

export const edit = command('edit', terms)
export const propose = command('propose', {})
export const approve = command('approve', {})
export const refuse = command('refuse', { reason: impersonal(200) })
export const stop = command('stop', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  reminderDrafted: draft,
  reminderEdited: edit,
  reminderProposed: propose,
  reminderApproved: approve,
  reminderRefused: refuse,
  reminderStopped: stop,
}
