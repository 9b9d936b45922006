import { sql } from 'kysely'
import type { State } from '../../machines/kernel.ts'
import type { Tx } from './command.ts'

type Row = Record<string, unknown>

/** One row for each stream, or none yet. A pure function of the state: a rebuild writes the same bytes as commands. */
type One = { table: string; key: string; part?: undefined; row: (stream: string, state: State) => Row | undefined }

/** Several rows for each stream, told apart by `part`, never none again. Those that an event leaves out are deleted. */
type Several = { table: string; key: string; part: string; rows: (stream: string, state: State) => Row[] }

export type Projection = One | Several

/**
 * Several rows for each stream of these kinds, or none, in one table. `key` is the stream's whole name. Those that an
 * event leaves out are deleted.
 */
export type OfEvery = Several & { kinds: readonly string[] }

/** Projections by stream kind, the part of the stream's name before the slash. The rest of the name is the key. */
export type ByKind = Readonly<Record<string, Projection | readonly Projection[]>>

export type Reached = { stream: string; state: State }

type Table = {
  /** The streams' names begin with it; a row's key follows it. */
  prefix: string
  table: string
  key: string
  part: string | undefined
  rows: (streams: readonly Reached[]) => Row[]
  /** Those whose rows may all have gone. */
  emptied: (streams: readonly Reached[]) => string[]
}

const rowsOf = (projection: Projection, { stream, state }: Reached): Row[] => {
  if (projection.part !== undefined) return projection.rows(stream, state)
  const row = projection.row(stream, state)
  return row ? [row] : []
}

export type Projections = ReturnType<typeof createProjections>

/** The tables derived from streams, for a commit to write and a rebuild to make. */
export const createProjections = (byKind: ByKind, ofEvery: readonly OfEvery[] = []) => {
  const ofKinds: Table[] = Object.entries(byKind).flatMap(([kind, made]) =>
    [made].flat().map((projection) => ({
      prefix: `${kind}/`,
      table: projection.table,
      key: projection.key,
      part: projection.part,
      rows: (streams: readonly Reached[]) =>
        streams.filter(({ stream }) => stream.startsWith(`${kind}/`)).flatMap((one) => rowsOf(projection, one)),
      emptied: () => [],
    })),
  )
  const ofAll: Table[] = ofEvery.map(({ kinds, table, key, part, rows }) => {
    const among = (streams: readonly Reached[]) =>
      streams.filter(({ stream }) => kinds.includes(stream.slice(0, stream.indexOf('/'))))
    return {
      prefix: '',
      table,
      key,
      part,
      rows: (streams) => among(streams).flatMap(({ stream, state }) => rows(stream, state)),
      emptied: (streams) => among(streams).map(({ stream }) => stream),
    }
  })
  const tables = [...ofKinds, ...ofAll]

  /** Writes the rows of these streams, with one statement for each table. */
  const write = async (tx: Tx, streams: readonly Reached[]): Promise<void> => {
    for (const { table: name, key, part, rows, emptied } of tables) {
      const written = rows(streams)
      const table = sql.table(name)
      const kept = new Set(written.map((row) => row[key]))
      const gone = emptied(streams).filter((stream) => !kept.has(stream))
      if (gone.length > 0) await sql`delete from ${table} where ${sql.ref(key)} = any(${gone})`.execute(tx)
      const [first] = written
      if (!first) continue
      const changed = Object.keys(first)
        .filter((column) => column !== key && column !== part)
        .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
      const names = sql.join((part ? [key, part] : [key]).map((column) => sql.ref(column)))
      const all = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(written)}::jsonb)`
      if (part === undefined) {
        await sql`
          insert into ${table} select * from ${all}
          on conflict (${names}) do update set ${sql.join(changed)}`.execute(tx)
        continue
      }
      const same = (column: string) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`w.${column}`)}`
      // Most of several rows stay as they are: those are neither written nor locked.
      await sql`
        with w as materialized (select * from ${all}),
        gone as (
          delete from ${table} t where ${sql.ref(key)} in (select ${sql.ref(key)} from w)
            and not exists (select from w where ${same(key)} and ${same(part)}))
        insert into ${table} select * from w
        where not exists (select from ${table} t where ${same(key)} and ${same(part)} and t is not distinct from w)
        on conflict (${names}) do update set ${sql.join(changed)}`.execute(tx)
    }
  }

  return { tables, write }
}
