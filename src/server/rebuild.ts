import { sql } from 'kysely'
import { deadlines, replay } from '../machines/kernel.ts'
import { machineOf } from '../machines/lifecycles.ts'
import type { Database } from './database.ts'
import { projections } from './projections.ts'
import { factOf, streamRow, type Tx } from './store.ts'
import type { EventRow } from './tables.ts'

const streamsAtATime = 500

/** Makes streams, deadlines and every projection anew from the events alone; what effects are still to do stays. Answers the counts. */
export const rebuild = async (db: Database): Promise<{ streams: number; events: number }> =>
  db.sql.transaction().execute(async (tx) => {
    // Nothing may be appended meanwhile.
    await sql`select pos from es_head for update`.execute(tx)
    for (const table of ['es_stream', 'es_deadline', ...projections.tables])
      await sql`truncate ${sql.table(table)}`.execute(tx)
    const done = { streams: 0, events: 0 }
    for (let after = ''; ;) {
      const names = await streamsAfter(tx, after)
      const last = names.at(-1)
      if (last === undefined) return done
      const events = await eventsOf(tx, names)
      await write(tx, events)
      after = last
      done.streams += names.length
      done.events += events.length
    }
  })

const streamsAfter = async (tx: Tx, after: string) => {
  const rows = await tx
    .selectFrom('es_event')
    .select('stream')
    .where('version', '=', 1)
    .where('stream', '>', after)
    .orderBy('stream')
    .limit(streamsAtATime)
    .execute()
  return rows.map(({ stream }) => stream)
}

const eventsOf = (tx: Tx, streams: readonly string[]) =>
  tx
    .selectFrom('es_event')
    .selectAll()
    .where('stream', '>=', streams[0]!)
    .where('stream', '<=', streams.at(-1)!)
    .orderBy('stream')
    .orderBy('version')
    .execute()

const write = async (tx: Tx, events: readonly EventRow[]) => {
  const states = [...Map.groupBy(events, ({ stream }) => stream)].map(([stream, its]) => ({
    stream,
    state: replay(machineOf(stream), its.map(factOf)),
  }))
  await tx
    .insertInto('es_stream')
    .values(states.map(({ stream, state }) => streamRow(stream, state)))
    .execute()
  const timers = states.flatMap(({ stream, state }) =>
    deadlines(state).map(({ event, at, version }) => ({ stream, name: event, at, version })),
  )
  if (timers.length > 0) await tx.insertInto('es_deadline').values(timers).execute()
  await projections.write(tx, states)
}
