import * as z from 'zod/mini'
import { targetShares } from '../machines/collectionGroup.ts'
import { collectionStages } from '../machines/collectionStages.ts'
import { answer, endpoint, nothing, plain, positive, text, whole } from './endpoint.ts'

const id = text(40)
const time = z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))
const stage = z.enum(collectionStages)
const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
const share = whole.check(z.minimum(0, 'range'), z.maximum(10_000, 'range'))
/** The most characters of a name, and the most of each other part of a group. */
const most = { name: 60, apps: 50, capacity: 1000 }

export const groupStates = ['open', 'closed'] as const
export const groupKinds = ['pre', 'post'] as const
export const employers = ['own', 'agency'] as const

const filters = {
  kind: z.optional(z.enum(groupKinds)),
  state: z.optional(z.enum(groupStates)),
  employer: z.optional(z.enum(employers)),
  stage: z.optional(stage),
  app: z.optional(text(40)),
}

const ofGroup = Object.fromEntries(targetShares.map((name) => [name, share])) as Record<
  (typeof targetShares)[number],
  typeof share
>
/** From a day on; of 0 there is no target. `productivity` is rupiah an hour at work. */
const targetFields = { from: z.iso.date(), ...ofGroup, productivity: whole.check(z.minimum(0, 'range')) }
const targets = z.object(targetFields)

const group = z.object({
  id,
  version: whole,
  state: z.enum(groupStates),
  kind: z.enum(groupKinds),
  name: z.string(),
  /** The agency; empty for the lender's own staff. */
  company: z.string(),
  stages: z.array(stage),
  apps: z.array(z.string()),
  capacity: whole,
  days: z.array(whole),
  opens: z.string(),
  closes: z.string(),
  commission: whole,
  target: whole,
  targets: z.array(targets),
  /** Those in force today, and the next ones that are planned. */
  targetsNow: z.nullable(targets),
  targetsAhead: z.nullable(targets),
  members: whole,
  /** The open cases that its members hold. */
  held: whole,
})
export type CollectionGroup = z.infer<typeof group>

const at = z.object({ name: text(200), id })

/** A page of the groups by name; `next` continues it. */
export const list = endpoint({
  id: 'collectionGroup.list',
  method: 'POST',
  path: '/collection_group/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['name', '-name'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(group), next: z.nullable(at) }),
})

/** The number of groups that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'collectionGroup.count',
  interface: 'collectionGroup.list',
  method: 'POST',
  path: '/collection_group/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The agencies with an open group, by name; for an agency's staff their own alone. */
export const agencies = endpoint({
  id: 'collectionGroup.agencies',
  method: 'GET',
  path: '/collection_group/agencies',
  permission: 'staff',
  body: nothing,
  data: z.object({ agencies: z.array(z.string()) }),
})

/** The open groups by name. */
export const choices = endpoint({
  id: 'collectionGroup.choices',
  interface: 'collector.list',
  method: 'GET',
  path: '/collection_group/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    groups: z.array(z.object({ id, name: z.string(), company: z.string(), kind: z.enum(groupKinds) })),
  }),
})

const terms = {
  name: text(most.name),
  company: z.string().check(z.trim(), z.maxLength(most.name, 'tooLong'), plain),
  stages: z.array(stage).check(z.minLength(1, 'required'), z.maxLength(collectionStages.length, 'tooMany')),
  /** Empty: the group works for all apps. */
  apps: z.array(text(40)).check(z.maxLength(most.apps, 'tooMany')),
  capacity: positive.check(z.maximum(most.capacity, 'range')),
  /** Empty: the group receives cases at every hour. */
  days: z.array(z.enum(weekdays)).check(z.maxLength(weekdays.length, 'tooMany')),
  opens: time,
  closes: time,
  commission: share,
  target: share,
}

export const create = endpoint({
  id: 'collectionGroup.create',
  method: 'POST',
  path: '/collection_group/create',
  permission: 'granted',
  body: z.strictObject({ version: whole, ...terms }),
  data: answer,
})

const command = <Fields extends z.core.$ZodLooseShape>(name: string, fields: Fields) =>
  endpoint({
    id: `collectionGroup.${name}`,
    method: 'POST',
    path: `/collection_group/${name}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })
export const change = command('change', terms)
export const plan = command('plan', targetFields)
export const close = command('close', {})
export const reopen = command('reopen', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  groupCreated: create,
  groupChanged: change,
  targetsPlanned: plan,
  groupClosed: close,
  groupReopened: reopen,
}
