import * as z from 'zod/mini'
import { lifecycles } from '../machines/lifecycles.ts'
import { endpoint, whole } from './endpoint.ts'

export const charts = lifecycles.map(({ name }) => name)

// Of the stays that ended: the middle of a range of 3 to 6 %; null while none has.
const lasting = { medianMs: z.nullable(whole), p90Ms: z.nullable(whole) }

/**
 * How the records of one chart have flowed, counted from the events up to `asOf.pos`; `asOf.head` is the newest there is. `count` is how many
 * are in a state now, and how often a transition was taken; `from` may be the group of states that a transition stands on.
 */
export const summary = endpoint({
  id: 'flow.summary',
  method: 'GET',
  path: '/flow/summary',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ chart: z.enum(charts) }),
  data: z.object({
    chart: z.string(),
    asOf: z.object({ pos: whole, head: whole }),
    states: z.array(z.object({ state: z.string(), count: whole, ...lasting })),
    transitions: z.array(z.object({ from: z.string(), event: z.string(), to: z.string(), count: whole, ...lasting })),
  }),
})
