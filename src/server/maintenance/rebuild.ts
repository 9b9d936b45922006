import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { replay } from '../../machines/kernel.ts'
import { lifecycles, machineOf } from '../../machines/lifecycles.ts'
import type { Database } from '../db/database.ts'
import { type Report, silent } from '../kit/progress.ts'
import { counters } from '../processes.ts'
import type { Tx } from '../store/command.ts'
import { catchUp, forgetCounts } from '../store/counter.ts'
import { recordOf } from '../store/events.ts'
import {
  pageAfter,
  pageEndingWith,
  readAhead,
  eventsUpTo,
  type StreamPage,
  wholeStreams,
} from '../store/streamPages.ts'
import { keepUnrecorded, keysIn, derivedTables } from './derivedTables.ts'
import { columnsOf, copyTables, missingParts, swapTables } from './rebuild.tables.ts'

const tables = derivedTables.map(({ table }) => table)
const streamsAtATime = 500
const betweenTriesMs = 2000

/**
 * The progress of a rebuild: the last replayed stream and the counts so far. All streams are replayed up to the same
 * `pos`: otherwise a unique value that moved between two rows could appear twice, and creating its index would fail.
 */
type Progress = { last: string; streams: number; events: number; pos: number }

/**
 * Rebuilds streams, deadlines, every projection and every roll-up from the events alone, beside the tables in use,
 * and swaps them in at the end. Pending effects stay. Resumes a run that was killed. Returns the counts.
 */
export const rebuild = async (db: Database, report: Report = silent): Promise<{ streams: number; events: number }> => {
  let progress = await begin(db, report)
  const { pos } = progress
  const following = (before: StreamPage) => pageAfter(db.sql, before, pos)
  let written = Promise.resolve(progress)
  for await (const { streams } of readAhead(pageEndingWith(progress.last), following)) {
    // The database writes one page while the next is replayed.
    const rows = rowsOf(streams)
    progress = await written
    report.count('replayed', progress.events, 'events')
    written = step(db, progress, (tx) => writePage(tx, progress, streams, rows))
    // It is awaited only after the next page was read; an unhandled rejection would end the process before.
    written.catch(() => {})
  }
  progress = await written
  progress = await step(db, progress, (tx) => replayChanged(tx, progress))
  for (const statement of await missingParts(db.sql, tables)) {
    await step(db, progress, async (tx) => {
      report.say(statement)
      await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
      await sql.raw(statement).execute(tx)
      return progress
    })
  }
  for (const table of tables) await sql`vacuum analyze ${sql.table(`rebuild.${table}`)}`.execute(db.sql)
  while (!(await swap(db, progress))) {
    report.say('waiting for long queries on the tables in use to end')
    progress = await step(db, progress, (tx) => replayChanged(tx, progress))
    // Each try blocks appends and reads, so wait between tries.
    await setTimeout(betweenTriesMs)
  }
  report.say('counting the roll-ups')
  // Each has tables and a checkpoint of its own.
  await Promise.all(counters.map((counter) => catchUp(db, [counter])))
  return { streams: progress.streams, events: progress.events }
}

/** The progress of an unfinished run, if its copies still fit; otherwise of new, empty copies. */
const begin = async (db: Database, report: Report): Promise<Progress> => {
  const charts = lifecycles.map(({ name, machine }) => `${name} ${machine.version}`)
  const fitting = `${charts.join(', ')}; ${await columnsOf(db.sql, tables)}`
  return db.sql.transaction().execute(async (tx) => {
    // Another rebuild that begins now waits, and then finds the copies.
    await sql`select pg_advisory_xact_lock(hashtext('rebuild'))`.execute(tx)
    const left = await progressOf(tx)
    if (left?.fitting === fitting) {
      report.say(`Going on after ${left.streams} streams of a rebuild that was not finished.`)
      return left
    }
    if (left) report.say('The charts or the tables have changed since an unfinished rebuild: beginning anew.')
    await copyTables(tx, tables)
    await sql`
      create table rebuild.progress as
      select ${fitting}::text as fitting, ''::text as last, 0::bigint as streams, 0::bigint as events, pos from es_head`.execute(
      tx,
    )
    return (await progressOf(tx))!
  })
}

const progressOf = async (db: Database['sql'] | Tx): Promise<(Progress & { fitting: string }) | undefined> => {
  const { rows } = await sql<{ begun: boolean }>`select to_regclass('rebuild.progress') is not null as begun`.execute(
    db,
  )
  if (!rows[0]!.begun) return undefined
  const found = await sql<Progress & { fitting: string }>`select * from rebuild.progress for update`.execute(db)
  return found.rows[0]
}

/** Does a part of the work and stores the progress in one transaction. Throws when another process rebuilds too. */
const step = (db: Database, from: Progress, work: (tx: Tx) => Promise<Progress>): Promise<Progress> =>
  db.sql.transaction().execute(async (tx) => {
    // A step lost in a crash of PostgreSQL is done again. The swap commits synchronously, and all steps with it.
    await sql`set local synchronous_commit = off`.execute(tx)
    await enter(tx, from)
    const { last, streams, events, pos } = await work(tx)
    await sql`update progress set last = ${last}, streams = ${streams}, events = ${events}, pos = ${pos}`.execute(tx)
    return { last, streams, events, pos }
  })

/** Makes unqualified names mean the copies, and throws when the stored progress is another process's. */
const enter = async (tx: Tx, from: Progress) => {
  const found = await progressOf(tx)
  if (found?.last !== from.last || found.pos !== from.pos)
    throw new Error('another process is rebuilding this database')
  await sql`set local search_path = rebuild, public`.execute(tx)
}

const writePage = async (
  tx: Tx,
  progress: Progress,
  streams: StreamPage['streams'],
  rows: readonly string[],
): Promise<Progress> => {
  await write(tx, rows)
  return {
    ...progress,
    last: streams.at(-1)?.stream ?? progress.last,
    streams: progress.streams + streams.length,
    events: progress.events + streams.reduce((sum, { events }) => sum + events.length, 0),
  }
}

/** Replays the streams that have new events, up to the head. */
const replayChanged = async (tx: Tx, progress: Progress): Promise<Progress> => {
  const { pos } = await tx.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  const changed = await tx
    .selectFrom('es_event')
    .select('stream')
    .distinct()
    .where('pos', '>', progress.pos)
    .where('pos', '<=', pos)
    .execute()
  const names = changed.map(({ stream }) => stream)
  // Delete all rows before writing any: a unique value of one row may have been another's.
  for (const some of inParts(names)) await forget(tx, some)
  for (const some of inParts(names))
    await write(tx, rowsOf(wholeStreams(await eventsUpTo(tx, pos).where('stream', 'in', some).execute())))
  return { ...progress, pos }
}

/** The rows of these streams as JSON, one text for each derived table. */
const rowsOf = (streams: StreamPage['streams']): string[] => {
  const states = streams.map(({ stream, events }) => ({
    stream,
    state: replay(machineOf(stream), events.map(recordOf)),
  }))
  return derivedTables.map(({ rows }) => JSON.stringify(rows(states)))
}

const inParts = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / streamsAtATime) }, (_, index) =>
    names.slice(index * streamsAtATime, (index + 1) * streamsAtATime),
  )

const forget = async (tx: Tx, streams: readonly string[]) => {
  for (const derived of derivedTables) {
    const keys = keysIn(derived, streams)
    if (keys.length > 0)
      await sql`delete from ${sql.table(derived.table)} where ${sql.ref(derived.column)}::text in (${sql.join(keys)})`.execute(
        tx,
      )
  }
}

const write = async (tx: Tx, rows: readonly string[]) => {
  for (const [index, name] of tables.entries()) {
    const table = sql.table(name)
    await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows[index]}::json)`.execute(
      tx,
    )
  }
}

/** Swaps the copies in while nobody appends; false when a reader holds the tables in use for too long. */
const swap = async (db: Database, progress: Progress): Promise<boolean> => {
  try {
    await db.sql.transaction().execute(async (tx) => {
      // Shorter than PostgreSQL's deadlock time-out: a query on two of the tables wins, and the swap is retried.
      await sql`set local lock_timeout = 500`.execute(tx)
      await sql`select pos from es_head for update`.execute(tx)
      await enter(tx, progress)
      await replayChanged(tx, progress)
      await keepUnrecorded(tx)
      await swapTables(tx, tables)
      await forgetCounts(tx, counters)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}

const lockNotAvailable = '55P03'
