import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'
import { asSubmitted, dayOf, joinSubmitted } from './cohort.ts'

/** The effect of an event on a stage's decision: the decision, the machine's doubt, or no decision. */
const meaning: Record<string, Record<string, 'passed' | 'referred' | 'rejected' | 'doubted' | 'undone'>> = {
  machine: {
    machinePassed: 'passed',
    machineReferred: 'referred',
    machineTimedOut: 'referred',
    machineRejected: 'rejected',
    rechecked: 'doubted',
    recheckFailed: 'doubted',
    resubmitted: 'undone',
  },
  first: { firstPassed: 'passed', firstRejected: 'rejected', sentBack: 'undone', resubmitted: 'undone' },
  final: {
    finalPassed: 'passed',
    finalRejected: 'rejected',
    sentBack: 'undone',
    recheckFailed: 'undone',
    approvalUndone: 'undone',
    resubmitted: 'undone',
  },
}
const meanings = sql.join(
  Object.entries(meaning).flatMap(([stage, events]) =>
    Object.entries(events).map(([type, means]) => sql`(${stage}, ${type}, ${means})`),
  ),
)

const types = sql.join([...new Set(Object.values(meaning).flatMap((events) => Object.keys(events)))])

type Row = { day: string; stage: string; reviewer: string }

/**
 * Counts the decisions that stand by the day on which they were made: an event takes away the one that stood before it
 * and adds the one that stands after it.
 */
export const decisionCounter: Counter = {
  name: 'report_decision',
  tables: {
    report_decision: ({ day, stage, reviewer }: Row) =>
      `report of decisions: ${stage} ${reviewer} of ${day} is not what its events add up to`,
  },
  count: (tx, after, upTo) =>
    sql`
      with meaning (stage, type, means) as (values ${meanings}),
      touched as (
        select distinct stream from es_event
        where pos > ${after} and pos <= ${upTo} and type in (${types}) and stream like 'approval/%'
      ),
      -- Each event of these orders, numbered by the decision that it belongs to.
      told as (
        select stage, stream, version, pos, at, case stage when 'machine' then '' else actor end as reviewer, means,
          count(*) filter (where means <> 'doubted') over (partition by stage, stream order by version) as nth
        from touched
        -- The offset keeps this a look-up by order, where a join would read the whole log.
        cross join lateral (
          select type, version, pos, at, actor, data from es_event
          where stream = touched.stream and pos <= ${upTo} and type in (${types}) offset 0
        ) e
        join meaning using (type)
        -- A recheck that misses no input leaves the machine's finding as sure as it was.
        where means <> 'doubted' or jsonb_array_length(data::jsonb -> 'finding' -> 'missing') > 0
      ),
      standing as (
        select stage, stream, version, pos, first_value(at) over decision as at,
          first_value(reviewer) over decision as reviewer,
          case when means = 'doubted' and first_value(means) over decision = 'passed' then 'referred'
            else first_value(means) over decision end as outcome
        from told where nth > 0 window decision as (partition by stage, stream, nth order by version)
      ),
      change as (
        select *, lag(at) over own as had_at, lag(reviewer) over own as had_reviewer, lag(outcome) over own as had
        from standing window own as (partition by stage, stream order by version)
      )
      insert into report_decision (
        day, stage, app, channel, product, customer_type, reviewer, passed, referred, rejected)
      select ${dayOf(sql`decision.at`)}, stage, ${asSubmitted}, reviewer,
        sum(case outcome when 'passed' then weight else 0 end), sum(case outcome when 'referred' then weight else 0 end),
        sum(case outcome when 'rejected' then weight else 0 end)
      from (
        select stage, stream, at, reviewer, outcome, 1 as weight from change
        where pos > ${after} and outcome <> 'undone'
        union all
        select stage, stream, had_at, had_reviewer, had, -1 from change where pos > ${after} and had <> 'undone'
      ) decision
      ${joinSubmitted(sql`split_part(decision.stream, '/', 2)`)}
      group by 1, 2, 3, 4, 5, 6, 7
      on conflict (day, stage, app, channel, product, customer_type, reviewer) do update set
        passed = report_decision.passed + excluded.passed, referred = report_decision.referred + excluded.referred,
        rejected = report_decision.rejected + excluded.rejected`.execute(tx),
}
