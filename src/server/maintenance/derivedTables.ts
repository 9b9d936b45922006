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

/** A table derived from streams alone. A row's stream is `prefix` followed by the value of `column`. */
export type DerivedTable = {
  table: string
  column: string
  prefix: string
  name: (row: Row) => string
  rows: (states: readonly Reached[]) => Row[]
  /** Whether a stored row equals the derived one; left out: every column has to. */
  isAsMade?: (stored: Row, made: Row) => boolean
}

/** Ignores the snapshot of an older chart, which may have another shape. Nothing reads it until it is replaced. */
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
  ...projections.tables.map(({ prefix, table, key, part, rows }) => ({
    table,
    column: key,
    prefix,
    name: (row: Row) => `${table} ${String(row[key])}${part === undefined ? '' : ` ${String(row[part])}`}`,
    rows,
  })),
]

/** The values of `column` in the rows of these streams. */
export const keysIn = ({ prefix }: DerivedTable, streams: readonly string[]): string[] =>
  streams.flatMap((stream) => (stream.startsWith(prefix) ? [stream.slice(prefix.length)] : []))

/** Whether the tables include the last event. They do not after the demo has cloned orders, until its rebuild. */
export const areMade = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    select from es_head join es_event using (pos) where not exists (
      select from es_stream where stream = es_event.stream and version = es_event.version)`.execute(db.sql)
  return rows.length === 0
}

/** Copies rows that no event explains into a rebuild's tables. Unqualified names must mean the copies. */
export const keepUnrecorded = async (tx: Tx): Promise<void> => {
  const streams = await unrecorded(tx)
  for (const derived of derivedTables) {
    const keys = derived.prefix === '' ? [] : keysIn(derived, streams)
    if (keys.length === 0) continue
    await sql`
      insert into ${sql.table(derived.table)} select * from ${sql.table(`public.${derived.table}`)}
      where ${sql.ref(derived.column)}::text in (${sql.join(keys)})`.execute(tx)
  }
}
