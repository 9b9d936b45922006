import { businessDay, dayStart } from '../machines/calendar.ts'
import * as dashboard from '../services/dashboard.ts'
import type { Server } from './server.ts'

const cap = 10_000
const queues = [
  'machineReview',
  'firstReview.wait',
  'firstReview.claimed',
  'returned',
  'finalReview.wait',
  'finalReview.claimed',
]
const decisions = [
  'machinePassed',
  'machineReferred',
  'machineRejected',
  'firstPassed',
  'firstRejected',
  'returned',
  'finalPassed',
  'finalRejected',
  'sentBack',
]

/** The first screen: how long the queues are, what was decided today, and what the caller holds. */
export const dashboardHandlers = ({ db, handle }: Server) => {
  const queue = async (state: string) => {
    const waiting = db.sql.selectFrom('approval').where('state', '=', state)
    const { count } = await db.sql
      .selectFrom(
        waiting
          .select('order_no')
          .limit(cap + 1)
          .as('some'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const oldest = await waiting.select('since').orderBy('since').limit(1).executeTakeFirst()
    return { state, count: Math.min(count, cap), capped: count > cap, oldest: oldest?.since ?? null }
  }

  handle(dashboard.summary, async (_body, call) => {
    const day = businessDay(call.now)
    const counted = await db.sql
      .selectFrom('es_event')
      .select(['type', (eb) => eb.fn.countAll<number>().as('count')])
      .select((eb) => eb.fn.countAll<number>().filterWhere('actor', '=', call.by).as('mine'))
      .where('type', 'in', decisions)
      .where('at', '>=', dayStart(day))
      .groupBy('type')
      .execute()
    const byType = new Map(counted.map((row) => [row.type, row]))
    const mine = await db.sql
      .selectFrom('approval')
      .select(['order_no as orderNo', 'state', 'since', 'claim_due as claimDue'])
      .where('holder', '=', call.by)
      .orderBy('since')
      .limit(50)
      .execute()
    const sizes = []
    for (const state of queues) sizes.push(await queue(state))
    return {
      day,
      queues: sizes,
      decisions: decisions.map((event) => ({
        event,
        count: byType.get(event)?.count ?? 0,
        mine: byType.get(event)?.mine ?? 0,
      })),
      mine,
    }
  })
}
