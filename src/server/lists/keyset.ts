import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export const pageSize = 50
/** Rows are counted up to this cap, unless the caller asks for the exact number. */
export const cap = 10_000

type Columns = readonly string[]
const isDown = (sort: string) => sort.startsWith('-')

/** The ORDER BY of a list along all of these columns; descending when `sort` begins with '-'. */
export const inOrder = (columns: Columns, sort: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${isDown(sort) ? sql`desc` : sql`asc`}`))

/** The keyset condition: rows after the one with these values; all rows without `after`. */
export const beyond = (
  columns: Columns,
  sort: string,
  after: readonly (string | number)[] | undefined,
): RawBuilder<boolean> => {
  if (!after) return sql`true`
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${names}) ${isDown(sort) ? sql`<` : sql`>`} (${sql.join(after)})`
}

/** A page of the rows that were read. The query must read `limit + 1` rows, so that an extra one means a next page. */
export const pageOf = <Row, Cursor>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) => ({
  rows: rows.slice(0, limit),
  next: rows.length > limit ? cursorOf(rows[limit - 1]!) : null,
})

/** The number of rows that a filter finds, read in the order of `by`: see `counted`. */
export const countRows = async <All, Table extends keyof All>(
  { sql: db }: Database,
  found: SelectQueryBuilder<All, Table, object>,
  { by, exact = false }: { by: string; exact: boolean | undefined },
) => {
  const some = exact ? found : found.orderBy(sql.ref(by)).limit(cap + 1)
  const { count } = await db
    .selectFrom(some.select(sql.ref(by).as('by')).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > cap && !exact ? { count: cap, capped: true } : { count, capped: false }
}

/** The SQL sums of these amounts, each under its name. */
export const sumsOf = <Name extends string>(
  amounts: Readonly<Record<Name, RawBuilder<unknown>>>,
): AliasedRawBuilder<number, Name>[] =>
  (Object.entries(amounts) as [Name, RawBuilder<unknown>][]).map(([name, amount]) =>
    sql<number>`coalesce(sum(${amount}), 0)::bigint`.as(name),
  )

type Counting<Name extends string> = {
  by: string
  exact: boolean | undefined
  sums: readonly AliasedRawBuilder<number, Name>[]
}
type Counted<Name extends string> = { count: number; capped: boolean; sums?: Record<Name, number> }

/** The count and the sums of the rows that a filter finds, counted in the order of `by`; no sums when capped. */
export const countedWithSums = async <All, Table extends keyof All, Name extends string>(
  db: Database,
  found: SelectQueryBuilder<All, Table, object>,
  { by, exact, sums }: Counting<Name>,
): Promise<Counted<Name>> => {
  const counted = await countRows(db, found, { by, exact })
  if (counted.capped) return counted
  return { ...counted, sums: (await found.select(sums).executeTakeFirstOrThrow()) as Record<Name, number> }
}

/** The count and sum of the amounts that a filter finds, read in the order of `by`; no sum when capped. */
export const counted = async <Table extends keyof Tables>(
  { sql: db }: Database,
  amounts: SelectQueryBuilder<Tables, Table, { amount: number }>,
  { by, exact = false }: { by: string; exact: boolean | undefined },
) => {
  // In the order of the list, whose index covers the query. Otherwise the table is scanned from its oldest rows.
  const some = exact ? amounts : amounts.orderBy(sql.ref(by)).limit(cap + 1)
  const { count, amount } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .executeTakeFirstOrThrow()
  if (count > cap && !exact) return { count: cap, capped: true }
  return { count, capped: false, sums: { amount } }
}
