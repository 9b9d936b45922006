import { type RawBuilder, sql } from 'kysely'
import { blank, stateName } from '../../machines/kernel.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import { tally } from '../reviewers/tally.ts'
import type { Tx } from '../store/command.ts'
import type { Counter } from '../store/counter.ts'

/** The bucket of an event that did not end a stay. */
export const noStay = -1

const beginnings = JSON.stringify(
  lifecycles.map(({ name, machine }) => ({ kind: name, beginning: stateName(blank(machine).value) })),
)

type Figure = { kind: string; from_state: string; event: string; to_state: string }
type Tallied = { day: number; reviewer: string; event: string }

/** How records moved through their charts, and what reviewers decided. */
export const flowCounter: Counter = {
  name: 'flow',
  tables: {
    flow: ({ kind, from_state, event, to_state }: Figure) =>
      `flow of ${kind}: ${event} from ${from_state} to ${to_state} is not what its events add up to`,
    review_tally: ({ day, reviewer, event }: Tallied) =>
      `tally of ${reviewer}: ${event} on day ${day} is not what the events add up to`,
  },
  count: async (tx, after, upTo) => {
    await count(tx, after, upTo)
    await tally(tx, after, upTo)
  },
}

/**
 * Counts the events in a range of log positions. A stay lasts from the event that entered a state to the one that left
 * it; an event that keeps the state ends none, nor does a stream's first one. Each lookup uses the stream index.
 */
const count = (tx: Tx, after: number, upTo: number) =>
  sql`
    insert into flow (kind, from_state, event, to_state, bucket, count)
    select kind, from_state, event, to_state, ${bucketOf(sql`left_at - entered_at`)}, count(*)
    from (
      select chart.kind, coalesce(before.state, chart.beginning) as from_state, e.type as event, e.state as to_state,
        e.at as left_at, entry.at as entered_at
      from es_event e
      join jsonb_to_recordset(${beginnings}::jsonb) as chart(kind text, beginning text)
        on chart.kind = split_part(e.stream, '/', 1)
      left join lateral (
        select state from es_event where stream = e.stream and version = e.version - 1 limit 1
      ) before on true
      left join lateral (
        select version from es_event
        where stream = e.stream and version < e.version and state <> before.state
        order by version desc limit 1
      ) elsewhere on e.state <> before.state
      left join lateral (
        select at from es_event where stream = e.stream and version = coalesce(elsewhere.version, 0) + 1 limit 1
      ) entry on e.state <> before.state
      where e.pos > ${after} and e.pos <= ${upTo}
    ) step
    group by 1, 2, 3, 4, 5
    on conflict (kind, from_state, event, to_state, bucket) do update set count = flow.count + excluded.count`.execute(
    tx,
  )

/**
 * SQL: the middle of a stay's bucket. The first eight binary digits define the bucket, which is 0.4 to 0.8 % wide.
 * Integers only, because a logarithm's last digit depends on the engine's library. A clock set back makes the stay 0.
 */
const bucketOf = (stay: RawBuilder<unknown>) => {
  const ms = sql`greatest(0, ${stay})`
  const open = sql`greatest(0, length(ltrim((${ms})::bit(48)::text, '0')) - 8)`
  return sql`case when ${stay} is null then ${noStay}::bigint else (${ms} >> ${open} << ${open}) + (1::bigint << ${open} >> 1) end`
}
