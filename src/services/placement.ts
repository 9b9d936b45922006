import * as z from 'zod/mini'
import { placementOutcomes } from '../machines/placement.ts'
import { byOrderNo, longest } from './approval.ts'
import { answer, endpoint, text, whole } from './endpoint.ts'

const instant = whole
const orderNo = text(longest.orderNo)
const day = z.iso.date()
const company = text(100)
const reason = text(200)

export const placementStates = ['unplaced', 'proposed', 'placed', 'ended'] as const

const filters = {
  state: z.optional(z.enum(placementStates)),
  company: z.optional(company),
  outcome: z.optional(z.enum(placementOutcomes)),
  orderNo: byOrderNo,
  app: z.optional(text(longest.app)),
}

/** The last placement of an order, or its proposal. */
const placement = z.object({
  orderNo: z.string(),
  version: whole,
  state: z.enum(placementStates),
  /** Masked; empty once erased. */
  customer: z.string(),
  app: z.string(),
  company: z.string(),
  from: z.nullable(z.string()),
  until: z.string(),
  /** The order's debt when it was proposed or placed, in rupiah. */
  balance: whole,
  /** The commission in basis points. */
  rate: whole,
  proposer: z.nullable(z.string()),
  proposerName: z.nullable(z.string()),
  proposedAt: instant,
  checker: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  /** Why a second person refused it. */
  refusal: z.nullable(z.string()),
  outcome: z.nullable(z.enum(placementOutcomes)),
  endedAt: z.nullable(instant),
})
export type Placement = z.infer<typeof placement>

const at = z.strictObject({ proposedAt: instant, orderNo })

/** A page of the placements, the newest proposal first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'placement.list',
  method: 'POST',
  path: '/placement/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['proposedAt', '-proposedAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(placement), next: z.nullable(at) }),
})

/** The number of placements that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'placement.count',
  interface: 'placement.list',
  method: 'POST',
  path: '/placement/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The placement of one order; null before its first proposal. `last` is the last day of a new one. */
export const ofOrder = endpoint({
  id: 'placement.ofOrder',
  interface: 'placement.list',
  method: 'POST',
  path: '/placement/of_order',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({ placement: z.nullable(placement), today: z.string(), last: z.string() }),
})

/** A command on the placement of one order: its name, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, fields: Fields) =>
  endpoint({
    id: `placement.${name}`,
    method: 'POST',
    path: `/placement/${name}`,
    permission: 'granted',
    body: z.strictObject({ orderNo, version: whole, ...fields }),
    data: answer,
  })

export const propose = command('propose', { company, until: day })
export const withdraw = command('withdraw', {})
export const confirm = command('confirm', {})
export const refuse = command('refuse', { reason })
export const recall = command('recall', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  placementProposed: propose,
  placementConfirmed: confirm,
  placementRefused: refuse,
  placementWithdrawn: withdraw,
  placementRecalled: recall,
}
