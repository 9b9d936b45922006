import * as z from 'zod/mini'
import { endpoint, nothing, whole } from './endpoint.ts'

/**
 * Queue sizes (exact up to 10,000), what was decided since the business day began, and the caller's own work. `edits` are the changes of
 * customers' data that wait for a second person; null for who may not be that one.
 */
export const summary = endpoint({
  id: 'dashboard.summary',
  method: 'GET',
  path: '/dashboard/summary',
  permission: 'granted',
  body: nothing,
  data: z.object({
    day: z.string(),
    queues: z.array(z.object({ state: z.string(), count: whole, capped: z.boolean(), oldest: z.nullable(whole) })),
    edits: z.nullable(z.object({ count: whole, oldest: z.nullable(whole) })),
    decisions: z.array(z.object({ event: z.string(), count: whole, mine: whole })),
    mine: z.array(z.object({ orderNo: z.string(), state: z.string(), since: whole, claimDue: z.nullable(whole) })),
  }),
})
