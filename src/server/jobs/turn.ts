import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import type { Database } from '../db/database.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** The wait in ms before a job that is not next asks again. */
export const turnMs = 1000

/** A table of jobs. `person` is the column of whoever asked; without it all people's jobs wait in one queue. */
type Queue = {
  table: 'export' | 'order_sheet' | 'bank_statement' | 'backtest'
  id: string
  person?: 'asker' | 'uploader'
  since?: 'requested_at' | 'uploaded_at'
  waiting?: string
  running?: string
}

/** Whether a waiting job may begin: no other of its queue runs, and none was requested before it. */
export const isNext = async (
  { sql: read }: Database,
  { table, id, person, since = 'requested_at', waiting = 'requested', running = 'running' }: Queue,
): Promise<boolean> => {
  const [own, other] = (['own', 'other'] as const).map((name) => ({
    id: sql.ref(`${name}.id`),
    since: sql.ref(`${name}.${since}`),
    person: person && sql.ref(`${name}.${person}`),
  }))
  // The states are literals, so that a partial index on them serves.
  const { rows } = await sql`
    select from ${sql.table(table)} own join ${sql.table(table)} other on other.id <> own.id
    where own.id = ${id} ${person ? sql`and ${own!.person} = ${other!.person}` : sql``}
      and other.state in (${sql.lit(waiting)}, ${sql.lit(running)})
      and (other.state = ${sql.lit(running)} or (${other!.since}, ${other!.id}) < (${own!.since}, ${own!.id}))
    limit 1`.execute(read)
  return rows.length === 0
}

type Begun = 'exportBegun' | 'sheetBegun' | 'backtestBegun' | 'statementBegun'

/** The effect that begins a waiting job when no other of its queue runs and none was requested before it. */
export const beginInTurn =
  (queue: Omit<Queue, 'id'>, begun: Begun) =>
  ({ db, store, clock }: Server): Effect =>
  async ({ stream }) => {
    const { value } = await store.state(stream)
    if (value !== (queue.waiting ?? 'requested')) return undefined
    if (!(await isNext(db, { ...queue, id: idOf(stream) }))) return { again: turnMs }
    return { event: { type: begun, by: 'SYS', at: clock.now(), runTtl: policy.runTtl } }
  }
