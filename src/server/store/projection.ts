import { sql } from 'kysely'
import type { State } from '../../machines/kernel.ts'
import type { Tx } from './command.ts'

type Row = Record<string, unknown>

/** One row a stream, or none yet, a pure function of its state: so a rebuild writes the same bytes as the commands did. */
type One = { table: string; key: string; part?: undefined; row: (stream: string, state: State) => Row | undefined }

/** Several rows a stream, never none again, which `part` tells apart; those that a later event leaves out go. */
type Several = { table: string; key: string; part: string; rows: (stream: string, state: State) => Row[] }

export type Projection = One | Several

/** By what streams begin with; what follows it is the key. */
export type ByKind = Readonly<Record<string, Projection | readonly Projection[]>>

export type Reached = { stream: string; state: State }

const rowsOf = (projection: Projection, { stream, state }: Reached): Row[] => {
  if (projection.part !== undefined) return projection.rows(stream, state)
  const row = projection.row(stream, state)
  return row ? [row] : []
}

export type Projections = ReturnType<typeof createProjections>

/** The tables that are made from streams: what a rebuild makes of each, and what a commit writes. */
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

  /** Writes the rows of these streams, a statement a table. */
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
      // Of several rows most stay as they are: nothing is written of those, nor are they locked.
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
