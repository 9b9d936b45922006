import * as z from 'zod/mini'
import { mostWeight } from '../machines/attendance.ts'
import { collectionStages } from '../machines/collectionStages.ts'
import { mostDaily } from '../machines/collector.ts'
import { groupKinds } from './collectionGroup.ts'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'

const id = text(40)
const day = z.iso.date()
const stage = z.enum(collectionStages)

export const collectorStates = ['away', 'atWork'] as const
/** Whether a certificate is missing, over, over within 30 days, or good for longer. */
export const certificateStates = ['none', 'ended', 'ending', 'valid'] as const

const filters = {
  kind: z.optional(z.enum(groupKinds)),
  state: z.optional(z.enum(collectorStates)),
  certificate: z.optional(z.enum(certificateStates)),
  group: z.optional(id),
  stage: z.optional(stage),
  app: z.optional(text(40)),
}

const collector = z.object({
  id,
  version: whole,
  name: z.string(),
  state: z.enum(collectorStates),
  since: z.nullable(whole),
  group: z.nullable(id),
  groupName: z.nullable(z.string()),
  /** The agency; empty for the lender's own staff. */
  company: z.nullable(z.string()),
  stages: z.array(stage),
  weight: whole,
  dailyCap: whole,
  /** The open cases that the collector holds, and the cases contacted today. */
  held: whole,
  workedToday: whole,
  certificate: z.nullable(z.string()),
  certifiedUntil: z.nullable(z.string()),
  shift: z.nullable(z.object({ days: z.array(whole), opens: z.string(), closes: z.string() })),
})
export type Collector = z.infer<typeof collector>

const at = z.object({ name: text(200), id })

/** A page of the active staff who may collect, by name: those in groups of a kind, and those in none. */
export const list = endpoint({
  id: 'collector.list',
  method: 'POST',
  path: '/collector/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['name', '-name'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(collector), next: z.nullable(at) }),
})

/** The number of collectors that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'collector.count',
  interface: 'collector.list',
  method: 'POST',
  path: '/collector/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** Whether the caller takes cases: from when and until when, or null, and whether their group is given some now. */
export const mine = endpoint({
  id: 'collector.mine',
  interface: 'collector.signIn',
  method: 'GET',
  path: '/collector/mine',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ since: z.nullable(whole), until: z.nullable(whole), onShift: z.boolean(), weight: whole }),
})

const ownCommand = <Name extends string>(name: Name, path: string) =>
  endpoint({
    id: `collector.${name}`,
    method: 'POST',
    path: `/collector/${path}`,
    permission: 'granted',
    body: nothing,
    data: answer,
  })
export const signIn = ownCommand('signIn', 'sign_in')
export const signOut = ownCommand('signOut', 'sign_out')

/** A command on one collector, who may have no record yet. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `collector.${name}`,
    method: 'POST',
    path: `/collector/${path}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })
export const sendHome = command('sendHome', 'send_home', {})
export const setWeight = command('setWeight', 'weight', {
  weight: whole.check(z.minimum(0, 'range'), z.maximum(mostWeight, 'range')),
})
export const setDailyCap = command('setDailyCap', 'daily_cap', {
  dailyCap: whole.check(z.minimum(1, 'range'), z.maximum(mostDaily, 'range')),
})
export const certify = command('certify', 'certificate', { certificate: text(40), until: day })
export const join = command('join', 'join', { group: id })
export const leave = command('leave', 'leave', {})

/** The endpoint of each event that a lead may fire. */
export const commands = {
  groupJoined: join,
  certified: certify,
  dailyCapSet: setDailyCap,
  weightSet: setWeight,
  sentHome: sendHome,
  groupLeft: leave,
}
