import { sql } from 'kysely'
import type { Database } from './database.ts'
import { keysIn, made } from './made.ts'
import type { Tx } from './store.ts'

/** Streams whose rows were there before any event told of them, and that still have none. */
export const unrecorded = async (db: Database['sql'] | Tx): Promise<string[]> => {
  const { rows } = await sql<{ stream: string }>`
    select stream from unrecorded u where not exists (select from es_event e where e.stream = u.stream)
    order by stream`.execute(db)
  return rows.map(({ stream }) => stream)
}

/** Takes rows that no event can make over into the copies of a rebuild, where names mean the copies. */
export const keepUnrecorded = async (tx: Tx): Promise<void> => {
  const streams = await unrecorded(tx)
  for (const its of made) {
    const keys = its.prefix === '' ? [] : keysIn(its, streams)
    if (keys.length === 0) continue
    await sql`
      insert into ${sql.table(its.table)} select * from ${sql.table(`public.${its.table}`)}
      where ${sql.ref(its.column)}::text in (${sql.join(keys)})`.execute(tx)
  }
}
