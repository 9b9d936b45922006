import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { replay } from '../../machines/kernel.ts'
import { lifecycles, machineOf } from '../../machines/lifecycles.ts'
import type { Database } from '../db/database.ts'
import { catchUp } from '../flow/projection.ts'
import { type Report, silent } from '../kit/report.ts'
import type { Tx } from '../store/command.ts'
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
 * How far a rebuild is: the last stream replayed and the counts so far, from events up to a position and none beyond: of two
 * instants, a name that went from one row to another would be there twice when its index is made.
 */
type Progress = { last: string; streams: number; events: number; pos: number }

/**
 * Makes streams, deadlines, every projection and the flow's counts anew from the events alone, beside the tables in use, and takes their place at
 * the end; what effects are still to do stays. Goes on where an earlier run was killed. Answers the counts.
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
    // It is awaited after the next page was read, and its failure would have ended the process by then.
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
    // Each try holds up whoever appends or reads.
    await setTimeout(betweenTriesMs)
  }
  report.say('counting what each transition did')
  await catchUp(db)
  return { streams: progress.streams, events: progress.events }
}

/** What an earlier run left, if it still fits; otherwise empty copies. */
const begin = async (db: Database, report: Report): Promise<Progress> => {
  const charts = lifecycles.map(({ name, machine }) => `${name} ${machine.version}`)
  const fitting = `${charts.join(', ')}; ${await columnsOf(db.sql, tables)}`
  return db.sql.transaction().execute(async (tx) => {
    // Another that begins at the same moment waits, and finds the copies.
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

/** Some of the work and how far it led, in one transaction. Throws when another process is rebuilding too. */
const step = (db: Database, from: Progress, work: (tx: Tx) => Promise<Progress>): Promise<Progress> =>
  db.sql.transaction().execute(async (tx) => {
    // A step that a crash of PostgreSQL takes back is done again; the swap waits until all of them are on disk.
    await sql`set local synchronous_commit = off`.execute(tx)
    await enter(tx, from)
    const { last, streams, events, pos } = await work(tx)
    await sql`update progress set last = ${last}, streams = ${streams}, events = ${events}, pos = ${pos}`.execute(tx)
    return { last, streams, events, pos }
  })

/** From here on names mean the copies. */
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

/** Replays the streams that went on since, up to the head. */
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
  // All of them before any is written: what one has now, another may have had.
  for (const some of inParts(names)) await forget(tx, some)
  for (const some of inParts(names))
    await write(tx, rowsOf(wholeStreams(await eventsUpTo(tx, pos).where('stream', 'in', some).execute())))
  return { ...progress, pos }
}

/** What these streams lead to: for each table that is made, its rows as JSON. */
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
  for (const its of derivedTables) {
    const keys = keysIn(its, streams)
    if (keys.length > 0)
      await sql`delete from ${sql.table(its.table)} where ${sql.ref(its.column)}::text in (${sql.join(keys)})`.execute(
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

/** Puts the copies in the place of the tables in use while nobody appends; false when somebody reads those for too long. */
const swap = async (db: Database, progress: Progress): Promise<boolean> => {
  try {
    await db.sql.transaction().execute(async (tx) => {
      // Shorter than a deadlock's time-out: whoever reads two of the tables wins, and the swap is tried again.
      await sql`set local lock_timeout = 500`.execute(tx)
      await sql`select pos from es_head for update`.execute(tx)
      await enter(tx, progress)
      await replayChanged(tx, progress)
      await keepUnrecorded(tx)
      await swapTables(tx, tables)
      // The checkpoint first: it waits for a server in the midst of counting, whose rows the deletion must see.
      await tx.updateTable('es_checkpoint').set({ pos: 0 }).where('name', '=', 'flow').execute()
      await tx.deleteFrom('flow').execute()
      await tx.deleteFrom('review_tally').execute()
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}

const lockNotAvailable = '55P03'
