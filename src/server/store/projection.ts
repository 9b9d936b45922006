import { sql } from 'kysely'
import type { State } from '../../machines/kernel.ts'
import type { Tx } from './command.ts'

type Row = Record<string, unknown>

/** One row for each stream, or none yet. A pure function of the state: a rebuild writes the same bytes as commands. */
type One = { table: string; key: string; part?: undefined; row: (stream: string, state: State) => Row | undefined }

/** Several rows for each stream, told apart by `part`, never none again. Those that an event leaves out are deleted. */
type Several = { table: string; key: string; part: string; rows: (stream: string, state: State) => Row[] }

export type Projection = One | Several

/** Projections by stream kind, the part of the stream's name before the slash. The rest of the name is the key. */
export type ByKind = Readonly<Record<string, Projection | readonly Projection[]>>

export type Reached = { stream: string; state: State }

const rowsOf = (projection: Projection, { stream, state }: Reached): Row[] => {
  if (projection.part !== undefined) return projection.rows(stream, state)
  const row = projection.row(stream, state)
  return row ? [row] : []
}

export type Projections = ReturnType<typeof createProjections>

/** The tables derived from streams, for a commit to write and a rebuild to make. */
export const createProjections = (byKind: ByKind) => {
  const tables = Object.entries(byKind).flatMap(([kind, made]) =>
    [made].flat().map((projection) => ({
      kind,
      table: projection.table,
      key: projection.key,
      part: projection.part,
      rows: (streams: readonly Reached[]) =>
        streams.filter(({ stream }) => stream.startsWith(`${kind}/`)).flatMap((one) => rowsOf(projection, one)),
    })),
  )

  /** Writes the rows of these streams, with one statement for each table. */
  const write = async (tx: Tx, streams: readonly Reached[]): Promise<void> => {
    for (const { table: name, key, part, rows } of tables) {
      const written = rows(streams)
      const [first] = written
      if (!first) continue
      const table = sql.table(name)
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
