import * as z from 'zod/mini'
import { lifecycles } from '../machines/lifecycles.ts'
import { secondPersonStepsOf } from '../machines/secondPerson.ts'
import { endpoint, nothing, whole } from './endpoint.ts'

export const mostSteps = 100
/** The kinds of waiting proposals, each a chart and a state: `loan/open.proposal.reversal`. */
export const stepKinds = lifecycles.flatMap(({ name, machine }) => [
  ...new Set(secondPersonStepsOf(machine).map(({ place }) => `${name}/${place}`)),
])
export const stepOrders = ['age', 'kind', '-amount'] as const

const tally = z.object({ kind: z.string(), count: whole })

/**
 * The proposals that wait for the caller as the second person: rights held, and proposed by somebody else. The first
 * `mostSteps` rows, and how many there are of each kind; exact up to 10,000.
 */
export const list = endpoint({
  id: 'consent.list',
  method: 'GET',
  path: '/consent/list',
  permission: 'staff',
  unattended: true,
  body: z.strictObject({
    sort: z.optional(z.enum(stepOrders)),
    kind: z.optional(z.enum(stepKinds)),
  }),
  data: z.object({
    kinds: z.array(tally),
    count: whole,
    capped: z.boolean(),
    rows: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        orderNo: z.nullable(z.string()),
        /** That of the template which it is or uses. */
        template: z.nullable(z.string()),
        amount: z.nullable(whole),
        proposer: z.nullable(z.string()),
        proposerName: z.nullable(z.string()),
        since: whole,
      }),
    ),
  }),
})

/** How much waits for the caller as the second person; exact up to 10,000. */
export const count = endpoint({
  id: 'consent.count',
  method: 'GET',
  path: '/consent/count',
  permission: 'staff',
  unattended: true,
  body: nothing,
  data: z.object({ count: whole, capped: z.boolean() }),
})
