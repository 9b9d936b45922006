import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'
import { asSubmitted, dayOf, joinSubmitted } from './cohort.ts'

/**
 * The effect of an event on a stage's decision: the decision, the machine's doubt, no decision, or the same one by the rule
 * set of another finding. What is returned to its customer, or closed undecided, has stages of its own.
 */
const meaning: Record<
  string,
  Record<string, 'passed' | 'referred' | 'rejected' | 'doubted' | 'found' | 'undone' | 'aside'>
> = {
  machine: {
    machinePassed: 'passed',
    machineReferred: 'referred',
    machineTimedOut: 'referred',
    machineRejected: 'rejected',
    rechecked: 'doubted',
    recheckFailed: 'doubted',
    resubmitted: 'undone',
  },
  first: {
    firstPassed: 'passed',
    firstRejected: 'rejected',
    rechecked: 'found',
    recheckFailed: 'found',
    sentBack: 'undone',
    resubmitted: 'undone',
  },
  final: {
    finalPassed: 'passed',
    finalRejected: 'rejected',
    rechecked: 'found',
    sentBack: 'undone',
    recheckFailed: 'undone',
    approvalUndone: 'undone',
    resubmitted: 'undone',
  },
  returned: { returned: 'aside', resubmitted: 'undone', returnExpired: 'undone', withdrawn: 'undone' },
  closed: { withdrawn: 'aside', returnExpired: 'aside' },
}
const meanings = sql.join(
  Object.entries(meaning).flatMap(([stage, events]) =>
    Object.entries(events).map(([type, means]) => sql`(${stage}, ${type}, ${means})`),
  ),
)

const types = sql.join([...new Set(Object.values(meaning).flatMap((events) => Object.keys(events)))])

/** The events with a finding of the machine. */
const finding = sql.join(['machinePassed', 'machineReferred', 'machineRejected', 'rechecked', 'recheckFailed'])

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
        select stage, stream, version, pos, at, rule_set, case when stage in ('first', 'final') then actor else '' end as reviewer,
          -- A recheck that misses no input leaves the machine's finding as sure as it was.
          case when means = 'doubted' and missing = 0 then 'found' else means end as means,
          count(*) filter (where means not in ('doubted', 'found')) over (partition by stage, stream order by version) as nth
        from touched
        -- The offset keeps this a look-up by order, where a join would read the whole log.
        cross join lateral (
          select *, (max(case when type = 'resubmitted' or missing is not null then array[to_char(version, 'FM000000000'), found] end)
            over (order by version))[2] as rule_set
          from (
            select type, version, pos, at, actor,
              case when type in (${finding}) then coalesce(data::jsonb -> 'finding' ->> 'ruleSet', '') end as found,
              case when type in (${finding}) then jsonb_array_length(data::jsonb -> 'finding' -> 'missing') end as missing
            from es_event
            where stream = touched.stream and pos <= ${upTo} and type in (${types}) offset 0
          ) own
        ) e
        join meaning using (type)
      ),
      standing as (
        select stage, stream, version, pos, first_value(at) over decision as at,
          first_value(reviewer) over decision as reviewer,
          coalesce(rule_set, '') as rule_set,
          case when first_value(means) over decision = 'passed' and bool_or(means = 'doubted') over decision then 'referred'
            else first_value(means) over decision end as outcome
        from told where nth > 0 window decision as (partition by stage, stream, nth order by version)
      ),
      change as (
        select *, lag(at) over own as had_at, lag(reviewer) over own as had_reviewer, lag(rule_set) over own as had_rule_set,
          lag(outcome) over own as had
        from standing window own as (partition by stage, stream order by version)
      )
      insert into report_decision (
        day, stage, app, channel, product, customer_type, reviewer, rule_set, passed, referred, rejected, aside)
      select ${dayOf(sql`decision.at`)}, stage, ${asSubmitted}, reviewer, rule_set,
        sum(case outcome when 'passed' then weight else 0 end), sum(case outcome when 'referred' then weight else 0 end),
        sum(case outcome when 'rejected' then weight else 0 end), sum(case outcome when 'aside' then weight else 0 end)
      from (
        select stage, stream, at, reviewer, rule_set, outcome, 1 as weight from change
        where pos > ${after} and outcome <> 'undone'
        union all
        select stage, stream, had_at, had_reviewer, had_rule_set, had, -1 from change where pos > ${after} and had <> 'undone'
      ) decision
      ${joinSubmitted(sql`split_part(decision.stream, '/', 2)`)}
      group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (day, stage, app, channel, product, customer_type, reviewer, rule_set) do update set
        passed = report_decision.passed + excluded.passed, referred = report_decision.referred + excluded.referred,
        rejected = report_decision.rejected + excluded.rejected, aside = report_decision.aside + excluded.aside`.execute(
      tx,
    ),
}
