import * as z from 'zod/mini'
import { endpoint, nothing, text, whole } from './endpoint.ts'

const day = z.iso.date()
const instant = whole
const id = text(40)
const code = text(40)

export const visitorStates = ['visiting', 'registered'] as const

export const appliedWithin = ['within7', 'within30'] as const

const filters = {
  state: z.optional(z.enum(visitorStates)),
  app: z.optional(code),
  channel: z.optional(code),
  firstFrom: z.optional(instant),
  firstTo: z.optional(instant),
  /** Somebody registered and applied on it within a week, or a month, of the first visit. */
  applied: z.optional(z.enum(appliedWithin)),
}

const visitor = z.object({
  id,
  version: whole,
  state: z.enum(visitorStates),
  app: z.string(),
  channel: z.string(),
  firstDay: day,
  lastDay: day,
  /** On how many days it was seen. */
  days: whole,
  registeredOn: z.nullable(day),
})
export type Visitor = z.infer<typeof visitor>

const at = z.object({ firstDay: day, id })

/** A page of the devices, those first seen last before the others unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'visitor.list',
  method: 'POST',
  path: '/report/visitors/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['firstDay', '-firstDay'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(visitor), next: z.nullable(at) }),
})

/** The number of devices that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'visitor.count',
  interface: 'visitor.list',
  method: 'POST',
  path: '/report/visitors/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The options of the list's filters. */
export const choices = endpoint({
  id: 'visitor.choices',
  interface: 'visitor.list',
  method: 'GET',
  path: '/report/visitors/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({ channels: z.array(z.string()) }),
})
