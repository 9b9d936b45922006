import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { deadlines, type State } from '../../machines/kernel.ts'
import type { Database } from '../db/database.ts'
import { projections } from '../processes.ts'
import type { Tx } from '../store/command.ts'
import { streamRow } from '../store/events.ts'
import { unrecorded } from '../store/unrecorded.ts'

export type Row = Record<string, unknown>
export type Reached = { stream: string; state: State }

/** A table made from streams alone. The stream that a row was made from is `prefix` and what `column` says. */
export type DerivedTable = {
  table: string
  column: string
  prefix: string
  name: (row: Row) => string
  rows: (states: readonly Reached[]) => Row[]
  /** Whether a stored row is what was made of its stream; left out: every column. */
  isAsMade?: (stored: Row, made: Row) => boolean
}

/** A snapshot of an older chart may have another shape: nobody reads it, and the next command leaves one of today. */
const isStream = (stored: Row, made: Row): boolean =>
  Number(stored.chart) < Number(made.chart)
    ? isDeepStrictEqual({ ...stored, chart: made.chart, snapshot: made.snapshot }, made)
    : isDeepStrictEqual(stored, made)

/** Every table that a rebuild makes and a verification compares. */
export const derivedTables: readonly DerivedTable[] = [
  {
    table: 'es_stream',
    column: 'stream',
    prefix: '',
    name: ({ stream }) => `stream ${String(stream)}`,
    rows: (states) => states.map(({ stream, state }) => streamRow(stream, state)),
    isAsMade: isStream,
  },
  {
    table: 'es_deadline',
    column: 'stream',
    prefix: '',
    name: ({ stream, name }) => `deadline ${String(name)} of ${String(stream)}`,
    rows: (states) =>
      states.flatMap(({ stream, state }) =>
        deadlines(state).map(({ event, at, version }) => ({ stream, name: event, at, version })),
      ),
  },
  ...projections.tables.map(({ kind, table, key, part, rows }) => ({
    table,
    column: key,
    prefix: `${kind}/`,
    name: (row: Row) => `${table} ${String(row[key])}${part === undefined ? '' : ` ${String(row[part])}`}`,
    rows,
  })),
]

/** What `column` says in the rows of these streams. */
export const keysIn = ({ prefix }: DerivedTable, streams: readonly string[]): string[] =>
  streams.flatMap((stream) => (stream.startsWith(prefix) ? [stream.slice(prefix.length)] : []))

/** Whether the tables know the last event; they do not while a rebuild has still to follow the making of a large lender. */
export const areMade = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    select from es_head join es_event using (pos) where not exists (
      select from es_stream where stream = es_event.stream and version = es_event.version)`.execute(db.sql)
  return rows.length === 0
}

/** Takes rows that no event can make over into the copies of a rebuild, where names mean the copies. */
export const keepUnrecorded = async (tx: Tx): Promise<void> => {
  const streams = await unrecorded(tx)
  for (const its of derivedTables) {
    const keys = its.prefix === '' ? [] : keysIn(its, streams)
    if (keys.length === 0) continue
    await sql`
      insert into ${sql.table(its.table)} select * from ${sql.table(`public.${its.table}`)}
      where ${sql.ref(its.column)}::text in (${sql.join(keys)})`.execute(tx)
  }
}
