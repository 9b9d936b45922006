import { writeCsvStream } from 'hucre/csv'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { beyond, inOrder } from '../lists/keyset.ts'

/**
 * A chart's events for process mining as UTF-8 CSV in the order of time: case (the record), activity (the event), time
 * (ISO 8601, UTC), resource (who did it), state (where it led). It has no personal data of customers.
 */
export const eventLog = (db: Database, chart: string, rowsAtATime = 2000): ReadableStream<Uint8Array> =>
  writeCsvStream(rows(db, chart, rowsAtATime), { headers: ['case', 'activity', 'time', 'resource', 'state'] })

async function* rows(db: Database, chart: string, rowsAtATime: number): AsyncGenerator<string[]> {
  const place = ['at', 'pos']
  let after: number[] | undefined
  while (true) {
    const page = await db.sql
      .selectFrom('es_event')
      .select(['stream', 'type', 'at', 'actor', 'state', 'pos'])
      // As the index on the kind of a stream has it.
      .where(sql<string>`split_part(stream, '/', 1)`, '=', chart)
      .where(beyond(place, 'at', after))
      .orderBy(inOrder(place, 'at'))
      .limit(rowsAtATime)
      .execute()
    for (const { stream, type, at, actor, state } of page)
      yield [stream.slice(chart.length + 1), type, new Date(at).toISOString(), actor, state]
    if (page.length < rowsAtATime) return
    const { at, pos } = page.at(-1)!
    after = [at, pos]
  }
}
