import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from './command.ts'

/** Streams whose rows were stored before any event of theirs, and that still have no event. */
export const unrecorded = async (db: Database['sql'] | Tx): Promise<string[]> => {
  const { rows } = await sql<{ stream: string }>`
    select stream from unrecorded u where not exists (select from es_event e where e.stream = u.stream)
    order by stream`.execute(db)
  return rows.map(({ stream }) => stream)
}
