import { sql } from 'kysely'
import { decisions } from '../../machines/approval.facts.ts'
import { businessDay, dayStart } from '../../machines/calendar.ts'
import * as dashboard from '../../services/dashboard.ts'
import { confirmEdit } from '../../services/order.ts'
import type { Server } from '../server.ts'
import { anOrderWithinScope, type Onlooker, withinScope } from '../staff/appScope.ts'

const cap = 10_000
const queues = [
  'machineReview',
  'firstReview.wait',
  'firstReview.claimed',
  'returned',
  'finalReview.wait',
  'finalReview.claimed',
]
const decided = ['machinePassed', 'machineReferred', 'machineRejected', ...decisions]

/** The first screen: the sizes of the queues, today's decisions, and the orders that the caller holds. */
export const dashboardHandlers = ({ db, handle }: Server) => {
  /** Counts each queue up to the cap, with the start of its longest wait: one index scan per state. */
  const sizesOf = async (states: readonly string[], onlooker: Onlooker) => {
    const inQueue = [sql`stage = split_part(queue.state, '.', 1)`, sql`state = queue.state`, ...withinScope(onlooker)]
    const { rows } = await sql<{ state: string; count: number; oldest: number | null }>`
      select queue.state, size.count, size.oldest from unnest(${states}::text[]) queue (state), lateral (
        select count(*) as count, min(since) as oldest from (
          select since from approval where ${sql.join(inQueue, sql` and `)}
          order by since limit ${cap + 1}) counted) size`.execute(db.sql)
    return rows.map(({ count, ...row }) => ({ ...row, count: Math.min(count, cap), capped: count > cap }))
  }

  const waitingEdits = (onlooker: Onlooker) =>
    db.sql
      .selectFrom('customer_edit')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('proposed_at').as('oldest')])
      .where('state', '=', 'pending')
      .where((eb) => eb.and(anOrderWithinScope(onlooker, sql`approval.order_no = customer_edit.order_no`)))
      .executeTakeFirstOrThrow()

  handle(dashboard.summary, async (_body, call) => {
    const day = businessDay(call.now)
    const counted = await db.sql
      .selectFrom('es_event')
      .select(['type', (eb) => eb.fn.countAll<number>().as('count')])
      .select((eb) => eb.fn.countAll<number>().filterWhere('actor', '=', call.by).as('mine'))
      .where('type', 'in', decided)
      .where('at', '>=', dayStart(day))
      .groupBy('type')
      .execute()
    const byType = new Map(counted.map((row) => [row.type, row]))
    const mine = await db.sql
      .selectFrom('approval')
      .select(['order_no as orderNo', 'state', 'since', 'claim_due as claimDue'])
      .where('holder', '=', call.by)
      .where((eb) => eb.and(withinScope(call)))
      .orderBy('since')
      .limit(50)
      .execute()
    return {
      day,
      queues: await sizesOf(queues, call),
      edits: call.staff.may(confirmEdit.interface) ? await waitingEdits(call) : null,
      decisions: decided.map((event) => ({
        event,
        count: byType.get(event)?.count ?? 0,
        mine: byType.get(event)?.mine ?? 0,
      })),
      mine,
    }
  })
}
