import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'
import { asSubmitted, dayOf, joinSubmitted } from './cohort.ts'

/** How many steps an application in a stage has behind it. One that is closed keeps those of the stage before. */
const steps = JSON.stringify({
  machineReview: 0,
  machineRejected: 0,
  firstReview: 1,
  returned: 1,
  firstRejected: 1,
  finalReview: 2,
  finalRejected: 2,
  passed: 3,
})
const undecided = ['machineReview', 'firstReview', 'returned', 'finalReview']

type Row = { day: string; app: string; channel: string }

/**
 * Counts the applications of each day by how far they have come: an event takes its order from where it was and adds it
 * where it is.
 */
export const applicationCounter: Counter = {
  name: 'report_application',
  tables: {
    report_application: ({ day, app, channel }: Row) =>
      `report of applications: ${app} ${channel} of ${day} is not what its events add up to`,
  },
  count: (tx, after, upTo) =>
    sql`
      insert into report_application (
        day, app, channel, product, customer_type, applied, machine, first, final, paid, undecided)
      select ${dayOf(sql`submitted.at`)}, ${asSubmitted},
        sum((steps >= 0)::int - (had >= 0)::int), sum((steps >= 1)::int - (had >= 1)::int),
        sum((steps >= 2)::int - (had >= 2)::int), sum((steps >= 3)::int - (had >= 3)::int),
        sum(paid - was_paid), sum(undecided - was_undecided)
      from (
        select split_part(stream, '/', 2) as order_no,
          case when is_payout then -1 else coalesce((known -> stage)::int, (known -> before)::int, -1) end as steps,
          case when is_payout then -1 else coalesce((known -> before)::int, -1) end as had,
          (is_payout and stage = 'succeeded')::int as paid, (is_payout and before = 'succeeded')::int as was_paid,
          (not is_payout and stage in (${sql.join(undecided)}))::int as undecided,
          (not is_payout and before in (${sql.join(undecided)}))::int as was_undecided
        from (
          select e.stream, e.stream like 'payout/%' as is_payout, split_part(e.state, '.', 1) as stage,
            coalesce(split_part(was.state, '.', 1), '') as before, ${steps}::jsonb as known
          from es_event e
          left join lateral (
            select state from es_event where stream = e.stream and version = e.version - 1 limit 1
          ) was on true
          where e.pos > ${after} and e.pos <= ${upTo} and (e.stream like 'approval/%' or e.stream like 'payout/%')
        ) step
      ) moved
      ${joinSubmitted(sql`order_no`)}
      group by 1, 2, 3, 4, 5
      on conflict (day, app, channel, product, customer_type) do update set
        applied = report_application.applied + excluded.applied, machine = report_application.machine + excluded.machine,
        first = report_application.first + excluded.first, final = report_application.final + excluded.final,
        paid = report_application.paid + excluded.paid,
        undecided = report_application.undecided + excluded.undecided`.execute(tx),
}
