import { evolve, blank, type State, stateName } from '../machines/kernel.ts'
import { machineOf } from '../machines/lifecycles.ts'
import { auditFields } from './audit.ts'
import { linkHash } from './chain.ts'
import type { Database } from './database.ts'
import { factOf, hashedFields, streamRow } from './store.ts'
import type { AuditRow, EventRow } from './tables.ts'

const rowsAtATime = 1000

/** Walks both chains and replays every stream; answers a line for each thing that is not as it was written. */
export const verify = async (db: Database): Promise<{ events: number; entries: number; problems: string[] }> => {
  const problems: string[] = []
  const events = await walk(
    'event',
    (after) =>
      db.sql.selectFrom('es_event').selectAll().where('pos', '>', after).orderBy('pos').limit(rowsAtATime).execute(),
    hashedFields,
    await db.sql.selectFrom('es_head').selectAll().executeTakeFirstOrThrow(),
    problems,
  )
  const entries = await walk(
    'audit entry',
    (after) =>
      db.sql.selectFrom('audit').selectAll().where('pos', '>', after).orderBy('pos').limit(rowsAtATime).execute(),
    auditFields,
    await db.sql.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow(),
    problems,
  )
  await replayAll(db, problems)
  return { events, entries, problems }
}

const walk = async <Row extends EventRow | AuditRow>(
  what: string,
  page: (after: number) => Promise<Row[]>,
  fields: (row: Row) => readonly (string | number)[],
  head: { pos: number; hash: string },
  problems: string[],
): Promise<number> => {
  let last = { pos: 0, hash: '' }
  for (let rows = await page(0); rows.length > 0; rows = await page(last.pos)) {
    for (const row of rows) {
      if (row.pos !== last.pos + 1) problems.push(`${what} ${row.pos}: ${row.pos - last.pos - 1} before it are missing`)
      if (row.prev !== last.hash) problems.push(`${what} ${row.pos}: does not follow ${what} ${last.pos}`)
      if (row.hash !== linkHash(row.prev, fields(row))) problems.push(`${what} ${row.pos}: its contents were changed`)
      last = { pos: row.pos, hash: row.hash }
    }
  }
  if (last.pos !== head.pos || last.hash !== head.hash) {
    problems.push(`${what} ${last.pos} is the last, but the head says ${head.pos}`)
  }
  return last.pos
}

/** Replays stream by stream: each event's stored state and each stream's snapshot must be what the events lead to. */
const replayAll = async (db: Database, problems: string[]) => {
  let after = { stream: '', version: 0 }
  let state: State | undefined
  for (;;) {
    const rows = await db.sql
      .selectFrom('es_event')
      .selectAll()
      .where((eb) => eb(eb.refTuple('stream', 'version'), '>', eb.tuple(after.stream, after.version)))
      .orderBy('stream')
      .orderBy('version')
      .limit(rowsAtATime)
      .execute()
    for (const row of rows) {
      if (row.stream !== after.stream) {
        if (state) await compare(db, after.stream, state, problems)
        state = blank(machineOf(row.stream))
      }
      state = replayed(row, state!, problems)
      after = { stream: row.stream, version: row.version }
    }
    if (rows.length < rowsAtATime) break
  }
  if (state) await compare(db, after.stream, state, problems)
}

const replayed = (row: EventRow, state: State, problems: string[]): State => {
  try {
    const next = evolve(machineOf(row.stream), state, factOf(row)).state
    if (stateName(next.value) !== row.state) {
      problems.push(`event ${row.pos}: ${row.stream} is ${stateName(next.value)} after it, stored as ${row.state}`)
    }
    return next
  } catch (error) {
    problems.push(`event ${row.pos}: ${(error as Error).message}`)
    return state
  }
}

const compare = async (db: Database, stream: string, state: State, problems: string[]) => {
  const stored = await db.sql.selectFrom('es_stream').selectAll().where('stream', '=', stream).executeTakeFirst()
  const expected = streamRow(stream, state)
  if (JSON.stringify(stored) !== JSON.stringify({ ...expected }))
    problems.push(`stream ${stream}: its row is not what its events lead to`)
}
