import { type RawBuilder, sql } from 'kysely'
import { blank, stateName } from '../../machines/kernel.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import { endsOf, worksOf } from '../../machines/ways.ts'
import { tally } from '../reviewers/tally.ts'
import type { Tx } from '../store/command.ts'
import type { Counter } from '../store/counter.ts'

/** The bucket of an event that did not end a stay. */
export const noStay = -1

/** A path is stored up to this length, which a record with regions has after some thirty moves. */
export const longestPath = 2000

const kinds = JSON.stringify(
  lifecycles.map(({ name, machine }) => ({
    kind: name,
    beginning: stateName(blank(machine).value),
    ends: endsOf(machine),
    works: worksOf(machine),
  })),
)

type Figure = { kind: string; from_state: string; event: string; to_state: string }
type Tallied = { day: number; reviewer: string; event: string }

/** How records moved through their charts, and what reviewers decided. */
export const flowCounter: Counter = {
  name: 'flow',
  tables: {
    flow: ({ kind, from_state, event, to_state }: Figure) =>
      `flow of ${kind}: ${event} from ${from_state} to ${to_state} is not what its events add up to`,
    flow_way: ({ kind, from_state, event, to_state }: Figure) =>
      `ways of ${kind}: ${event} from ${from_state} to ${to_state} is not what its events took`,
    flow_step: ({ pos }: { pos: number }) => `step of event ${pos} is not what its stream tells`,
    flow_record: ({ stream }: { stream: string }) => `course of ${stream} is not what its events tell`,
    review_tally: ({ day, reviewer, event }: Tallied) =>
      `tally of ${reviewer}: ${event} on day ${day} is not what the events add up to`,
  },
  count: async (tx, after, upTo) => {
    await count(tx, after, upTo)
    await tally(tx, after, upTo)
  },
}

/**
 * Counts the events in a range of log positions, from the whole of each stream that they belong to. A stay lasts from the
 * event that entered a state to the one that left it; an event that keeps the state ends none, nor does a stream's first
 * one. A step is taken again when the record had been in the state that it leads to.
 */
const count = (tx: Tx, after: number, upTo: number) =>
  sql`
    with charts as materialized (
      select * from jsonb_to_recordset(${kinds}::jsonb) as chart(kind text, beginning text, ends jsonb, works jsonb)
    ),
    moved as materialized (
      select distinct stream, kind from es_event join charts on kind = split_part(stream, '/', 1)
      where pos > ${after} and pos <= ${upTo}
    ),
    told as (
      select moved.*, version, pos, at, type as event, state, lag(state) over by_version as before
      from moved
      -- The offset keeps this a look-up by stream, where a join would read the whole log.
      cross join lateral (
        select version, pos, at, type, state from es_event where stream = moved.stream and pos <= ${upTo} offset 0
      ) e
      window by_version as (partition by stream order by version)
    ),
    numbered as (
      select *, before is distinct from state as moves,
        count(*) filter (where before is distinct from state) over (partition by stream order by version) as nth
      from told
    ),
    entered as (
      select *, first_value(at) over (partition by stream, nth order by version) as entered_at,
        moves and before is not null
          and count(*) filter (where moves) over (partition by stream, state order by version) > 1 as again
      from numbered
    ),
    step as materialized (
      select *, case when moves and before is not null
        then greatest(0, at - lag(entered_at) over (partition by stream order by version)) end as stay
      from entered
    ),
    about as materialized (
      select moved.stream, coalesce(application ->> 'app', '') as app, coalesce(application ->> 'product', '') as product,
        coalesce(application ->> 'channel', '') as channel
      from moved left join lateral (
        select data::jsonb -> 'application' as application from es_event
        where stream = 'approval/' || split_part(moved.stream, '/', 2) and version = 1 limit 1
      ) submitted on true
    ),
    fresh as materialized (
      select kind, coalesce(before, beginning) as from_state, event, state as to_state, pos, at, again, stay,
        ${bucketOf(sql`stay`)} as bucket, about.app, about.product, about.channel
      from step join about using (stream) join charts using (kind) where pos > ${after}
    ),
    summed as (
      insert into flow (kind, from_state, event, to_state, again, bucket, count)
      select kind, from_state, event, to_state, again, bucket, count(*) from fresh group by 1, 2, 3, 4, 5, 6
      on conflict (kind, from_state, event, to_state, again, bucket) do update set count = flow.count + excluded.count
    ),
    new_way as (
      insert into flow_way (id, kind, from_state, event, to_state)
      select (select coalesce(max(id), 0) from flow_way) + row_number() over (order by min(pos)),
        kind, from_state, event, to_state
      from fresh where not exists (
        select from flow_way known where known.kind = fresh.kind and known.from_state = fresh.from_state
          and known.event = fresh.event and known.to_state = fresh.to_state)
      group by 2, 3, 4, 5
      returning *
    ),
    stepped as (
      insert into flow_step (pos, way, at, again, stay, bucket, app, product, channel)
      select pos, way.id, at, again, stay, bucket, app, product, channel
      from fresh join (select * from flow_way union all select * from new_way) way using (kind, from_state, event, to_state)
    )
    insert into flow_record (stream, kind, at, state, variant, path, ended, total, work, again, app, product, channel)
    select stream, kind, began, now, md5(path), left(path, ${longestPath}), ends ? now, greatest(0, entered_at - began), work, again,
      about.app, about.product, about.channel
    from (
      select stream, kind, min(at) as began, (array_agg(state order by version desc))[1] as now,
        string_agg(state, ' ' order by version) filter (where moves) as path,
        (array_agg(entered_at order by version desc))[1] as entered_at,
        coalesce(sum(stay) filter (where works ? before), 0)::bigint as work, count(*) filter (where again) as again
      from step join charts using (kind) group by stream, kind
    ) course join about using (stream) join charts using (kind)
    on conflict (stream) do update set
      state = excluded.state, variant = excluded.variant, path = excluded.path, ended = excluded.ended,
      total = excluded.total, work = excluded.work, again = excluded.again`.execute(tx)

/**
 * SQL: the middle of a stay's bucket. The first eight binary digits define the bucket, which is 0.4 to 0.8 % wide.
 * Integers only, because a logarithm's last digit depends on the engine's library.
 */
const bucketOf = (stay: RawBuilder<unknown>) => {
  const ms = stay
  const open = sql`greatest(0, length(ltrim((${ms})::bit(48)::text, '0')) - 8)`
  return sql`case when ${stay} is null then ${noStay}::bigint else (${ms} >> ${open} << ${open}) + (1::bigint << ${open} >> 1) end`
}
