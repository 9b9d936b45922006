import * as z from 'zod/mini'
import { lifecycles } from '../machines/lifecycles.ts'
import { longest } from './approval.ts'
import { endpoint, nothing, text, whole } from './endpoint.ts'

const instant = whole

/** The types of audit entries; everything else that happens is an event of a chart. */
export const loginTypes = ['loggedIn', 'loginFailed', 'loggedOut'] as const
export const seenTypes = [
  'recordOpened',
  'recordViewed',
  'loanViewed',
  'documentViewed',
  'reviewInputsViewed',
  'editOpened',
  'nameShown',
  'fieldShown',
  'exportUnmasked',
  'exportFetched',
  'lineOpened',
  'customerFound',
  'customerSearched',
] as const
export const auditTypes = [
  ...loginTypes,
  ...seenTypes,
  'nameSearched',
  'languageSet',
  'noteAdded',
  'customerErased',
] as const
export const loginFailures = ['wrongPassword', 'unknownEmail', 'disabled', 'throttled'] as const
export type LoginType = (typeof loginTypes)[number]
export type LoginFailure = (typeof loginFailures)[number]

/** The choices of the filter: the records of a chart, or one type of audit entries. */
export const kinds: readonly string[] = [...lifecycles.map(({ name }) => name), ...auditTypes]

/** The most characters of a record's name, and of an address of the network. */
export const longestName = { record: 100, ip: 45 } as const

const orderNo = text(longest.orderNo).check(z.toUpperCase())
const logs = ['event', 'audit'] as const

const filters = {
  /** Who did it, as `staff/…`. */
  by: z.optional(text(longest.reviewer)),
  /** A customer, by one of their orders or by a search value. */
  orderNo: z.optional(orderNo),
  phone: z.optional(text(longest.phone)),
  nik: z.optional(text(longest.nik)),
  /** One record, such as `role/3`, or every record with an order's number. */
  record: z.optional(text(longestName.record)),
  kind: z.optional(z.string().check(z.refine((value) => kinds.includes(value), 'choice'))),
  from: z.optional(instant),
  to: z.optional(instant),
}

const particulars = z.record(z.string(), z.unknown())

/** One event or audit entry. `said` is the entry's content; an event's content is in `entry`. */
const happened = z.object({
  log: z.enum(logs),
  pos: whole,
  at: instant,
  by: z.string(),
  byName: z.string(),
  type: z.string(),
  /** The event's name in the chart. */
  kind: z.nullable(z.string()),
  record: z.string(),
  /** The order that the record belongs to, if any. */
  orderNo: z.nullable(z.string()),
  ip: z.string(),
  device: z.string(),
  said: particulars,
})
export type Happened = z.infer<typeof happened>

const at = z.object({ at: instant, log: z.enum(logs), pos: whole })
const paging = {
  sort: z.optional(z.enum(['at', '-at'])),
  after: z.optional(at),
  limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
}
const page = z.object({ rows: z.array(happened), next: z.nullable(at) })
const counted = z.object({ count: whole, capped: z.boolean() })
const exact = { exact: z.optional(z.boolean()) }

/** A page of events and audit entries together, the newest first unless `sort` differs. */
export const list = endpoint({
  id: 'audit.list',
  method: 'POST',
  path: '/audit/list',
  permission: 'granted',
  body: z.strictObject({ ...filters, ...paging }),
  data: page,
})

export const count = endpoint({
  id: 'audit.count',
  interface: 'audit.list',
  method: 'POST',
  path: '/audit/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, ...exact }),
  data: counted,
})

const scalar = z.union([z.string(), z.number(), z.boolean()])
const difference = z.object({
  /** The path in the record, outermost key first. */
  path: z.array(z.string()),
  /** A list has what was taken from it before, and what was added to it after; anything else one value or none. */
  list: z.boolean(),
  before: z.array(scalar),
  after: z.array(scalar),
})
export type Difference = z.infer<typeof difference>

/** One event or audit entry. An event has the differences between its record before and after. */
export const entry = endpoint({
  id: 'audit.entry',
  interface: 'audit.list',
  method: 'POST',
  path: '/audit/entry',
  permission: 'granted',
  body: z.strictObject({ log: z.enum(logs), pos: whole.check(z.positive('positive')) }),
  data: z.object({
    happened,
    version: z.nullable(whole),
    state: z.nullable(z.object({ before: z.nullable(z.string()), after: z.string() })),
    changes: z.array(difference),
    /** The event's other content. */
    said: z.array(difference),
    /** Whether the answer is truncated. */
    more: z.boolean(),
    /** Names of the people and roles that the entry mentions. */
    names: z.record(z.string(), z.string()),
  }),
})
export type Entry = z.infer<typeof entry.data>

/** Everybody who has or had an account. */
const peopleFor = (name: string, path: string, list: string) =>
  endpoint({
    id: `audit.${name}`,
    interface: list,
    method: 'GET',
    path: `/audit/${path}`,
    permission: 'granted',
    body: nothing,
    data: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
  })
export const people = peopleFor('people', 'people', 'audit.list')
export const loginPeople = peopleFor('loginPeople', 'login_people', 'audit.logins')

const ofOrder = { orderNo, from: filters.from, to: filters.to }

/** A page of who saw an order's customer: in records, documents, names, searches and exports. */
export const seen = endpoint({
  id: 'audit.seen',
  method: 'POST',
  path: '/audit/seen',
  permission: 'granted',
  body: z.strictObject({ ...ofOrder, ...paging }),
  data: page,
})

export const seenCount = endpoint({
  id: 'audit.seenCount',
  interface: 'audit.seen',
  method: 'POST',
  path: '/audit/seen_count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...ofOrder, ...exact }),
  data: counted,
})

const loginFilters = {
  by: filters.by,
  result: z.optional(z.enum(loginTypes)),
  ip: z.optional(text(longestName.ip)),
  from: filters.from,
  to: filters.to,
}

/** A page of logins, failed logins and logouts. */
export const logins = endpoint({
  id: 'audit.logins',
  method: 'POST',
  path: '/audit/logins',
  permission: 'granted',
  body: z.strictObject({ ...loginFilters, ...paging }),
  data: page,
})

export const loginCount = endpoint({
  id: 'audit.loginCount',
  interface: 'audit.logins',
  method: 'POST',
  path: '/audit/login_count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...loginFilters, ...exact }),
  data: counted,
})
