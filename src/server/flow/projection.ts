import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { blank, stateName } from '../../machines/kernel.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import type { Database } from '../db/database.ts'
import { tally } from '../reviewers/tally.ts'
import { isBehind, lockCheckpoint, moveCheckpoint } from '../store/checkpoint.ts'
import type { Tx } from '../store/command.ts'

/** The bucket of an event that did not end a stay. */
export const noStay = -1

const name = 'flow'
const eventsAtATime = 10_000
// The embedded engine runs in this process's own thread, and a batch blocks every request.
const batchOf = ({ embedded }: Database) => (embedded ? 1_000 : eventsAtATime)

const beginnings = JSON.stringify(
  lifecycles.map(({ name, machine }) => ({ kind: name, beginning: stateName(blank(machine).value) })),
)

/** Counts events after the checkpoint, one batch per transaction, until none is left or another process counts. */
export const catchUp = async (db: Database, stop?: AbortSignal): Promise<void> => {
  while (!stop?.aborted && (await isBehind(db, name)) && (await countBatch(db))) {
    // Yields to everybody else who waits for the database or this process.
    await setImmediate()
  }
}

/** Counts the next events and moves the checkpoint with them; false when another process is counting. */
const countBatch = (db: Database): Promise<boolean> =>
  db.sql.transaction().execute(async (tx) => {
    await sql`insert into es_checkpoint (name, pos) values (${name}, 0) on conflict do nothing`.execute(tx)
    const counted = await lockCheckpoint(tx, name)
    if (counted === undefined) return false
    const head = await tx.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const upTo = Math.min(head.pos, counted + batchOf(db))
    await count(tx, counted, upTo)
    await tally(tx, counted, upTo)
    await moveCheckpoint(tx, name, upTo)
    return true
  })

/** Counts all events up to a position, in batches, and reports the position. */
export const countUpTo = async (tx: Tx, last: number, counted: (pos: number) => void): Promise<void> => {
  for (let pos = 0; pos < last; pos = Math.min(last, pos + eventsAtATime)) {
    const upTo = Math.min(last, pos + eventsAtATime)
    await count(tx, pos, upTo)
    await tally(tx, pos, upTo)
    counted(pos)
  }
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
