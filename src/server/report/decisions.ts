import { type RawBuilder, sql } from 'kysely'
import type { Counter } from '../store/counter.ts'
import { asSubmitted, dayOf, joinSubmitted } from './cohort.ts'

/** What an event means to a stage's decision: how it decided, that the machine is in doubt now, or that none stands. */
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

// A recheck that misses no input leaves the machine's finding as sure as it was.
const isDoubt = sql`(means <> 'doubted' or jsonb_array_length(data::jsonb -> 'finding' -> 'missing') > 0)`

/** SQL: the decision of a stage that stood at a version of the order; no row where none did. */
const stoodAt = (version: RawBuilder<unknown>) => sql`
  select e.at, case stage when 'machine' then '' else e.actor end as reviewer,
    case when meaning.means = 'passed' and exists (
      select from es_event later join meaning doubt on doubt.stage = touched.stage and doubt.type = later.type
      where later.stream = touched.stream and later.version > e.version and later.version <= ${version}
        and means = 'doubted' and ${isDoubt}
    ) then 'referred' else meaning.means end as outcome
  from es_event e join meaning using (type)
  where e.stream = touched.stream and e.version <= ${version} and meaning.stage = touched.stage
    and meaning.means <> 'doubted'
  order by e.version desc limit 1`

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
        select stage, stream, version from es_event join meaning using (type)
        where pos > ${after} and pos <= ${upTo} and stream like 'approval/%'
      )
      insert into report_decision (
        day, stage, app, channel, product, customer_type, reviewer, passed, referred, rejected)
      select ${dayOf(sql`decision.at`)}, decision.stage, ${asSubmitted}, reviewer,
        sum(case outcome when 'passed' then weight else 0 end), sum(case outcome when 'referred' then weight else 0 end),
        sum(case outcome when 'rejected' then weight else 0 end)
      from (
        select touched.stage, stream, stood.*, -1 as weight
        from touched join lateral (${stoodAt(sql`touched.version - 1`)}) stood on outcome <> 'undone'
        union all
        select touched.stage, stream, stands.*, 1
        from touched join lateral (${stoodAt(sql`touched.version`)}) stands on outcome <> 'undone'
      ) decision
      ${joinSubmitted(sql`split_part(decision.stream, '/', 2)`)}
      group by 1, 2, 3, 4, 5, 6, 7
      on conflict (day, stage, app, channel, product, customer_type, reviewer) do update set
        passed = report_decision.passed + excluded.passed, referred = report_decision.referred + excluded.referred,
        rejected = report_decision.rejected + excluded.rejected`.execute(tx),
}
