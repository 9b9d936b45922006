import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isBehind, lockCheckpoint, moveCheckpoint } from './checkpoint.ts'
import type { Tx } from './command.ts'

/** A roll-up of the log: tables to which each event is added once, in batches behind the log. */
export type Counter = {
  /** Its checkpoint. */
  name: string
  /** Its tables, each with the words for a row that the events do not add up to. */
  tables: Readonly<Record<string, (row: never) => string>>
  /**
   * Adds the events after one log position and up to another. The rows must not depend on how the log is divided into
   * batches: a row whose figures are all zero again stays.
   */
  count: (tx: Tx, after: number, upTo: number) => Promise<unknown>
}

const eventsAtATime = 10_000
// The embedded engine runs in this process's own thread, and a batch blocks every request.
const batchOf = ({ embedded }: Database) => (embedded ? 1_000 : eventsAtATime)

/** Counts events after the checkpoints, one batch per transaction, until none is left or another process counts. */
export const catchUp = async (db: Database, counters: readonly Counter[], stop?: AbortSignal): Promise<void> => {
  for (const counter of counters)
    while (!stop?.aborted && (await isBehind(db, counter.name)) && (await countBatch(db, counter))) {
      // Yields to everybody else who waits for the database or this process.
      await setImmediate()
    }
}

/** Reads roll-ups in one snapshot, so that figures and their lines are of the same event. */
export const readAtOnce = <Read>({ sql: read }: Database, work: (tx: Tx) => Promise<Read>): Promise<Read> =>
  read.transaction().setIsolationLevel('repeatable read').execute(work)

/** Counts the next events and moves the checkpoint with them; false when another process is counting. */
const countBatch = (db: Database, { name, count }: Counter): Promise<boolean> =>
  db.sql.transaction().execute(async (tx) => {
    await sql`insert into es_checkpoint (name, pos) values (${name}, 0) on conflict do nothing`.execute(tx)
    const counted = await lockCheckpoint(tx, name)
    if (counted === undefined) return false
    const head = await tx.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const upTo = Math.min(head.pos, counted + batchOf(db))
    await count(tx, counted, upTo)
    await moveCheckpoint(tx, name, upTo)
    return true
  })

/** Counts all events up to a position, in batches, and reports the position. */
export const countUpTo = async (
  tx: Tx,
  { count }: Counter,
  last: number,
  counted: (pos: number) => void,
): Promise<void> => {
  for (let pos = 0; pos < last; pos = Math.min(last, pos + eventsAtATime)) {
    const upTo = Math.min(last, pos + eventsAtATime)
    await count(tx, pos, upTo)
    counted(upTo)
  }
}

/** Empties every roll-up, so that all events are counted anew. */
export const forgetCounts = async (tx: Tx, counters: readonly Counter[]): Promise<void> => {
  for (const { name, tables } of counters) {
    // The checkpoint first: this waits for a server that is counting, whose rows the deletion must see.
    await tx.updateTable('es_checkpoint').set({ pos: 0 }).where('name', '=', name).execute()
    for (const table of Object.keys(tables)) await sql`delete from ${sql.table(table)}`.execute(tx)
  }
}

/** The last counted position of a roll-up with the time of its event, and the newest position of the log. */
export const standingOf = async (tx: Tx, name: string): Promise<{ pos: number; head: number; at: number | null }> => {
  const counted = await tx
    .selectFrom('es_checkpoint')
    .leftJoin('es_event', 'es_event.pos', 'es_checkpoint.pos')
    .select(['es_checkpoint.pos', 'es_event.at'])
    .where('name', '=', name)
    .executeTakeFirst()
  const head = await tx.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  return { pos: counted?.pos ?? 0, head: head.pos, at: counted?.at ?? null }
}
