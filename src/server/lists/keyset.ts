import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export const pageSize = 50
/** So far is counted before somebody asks for exactly how many there are. */
export const cap = 10_000

type Columns = readonly string[]
const isDown = (sort: string) => sort.startsWith('-')

/** The order of a list, along all of these columns; down when `sort` begins with a '-'. */
export const inOrder = (columns: Columns, sort: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${isDown(sort) ? sql`desc` : sql`asc`}`))

/** What comes in that order after a row that had these values; everything without one. */
export const beyond = (
  columns: Columns,
  sort: string,
  after: readonly (string | number)[] | undefined,
): RawBuilder<boolean> => {
  if (!after) return sql`true`
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${names}) ${isDown(sort) ? sql`<` : sql`>`} (${sql.join(after)})`
}

/** A page of what was read, of which there is one more when it goes on. */
export const pageOf = <Row, Cursor>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) => ({
  rows: rows.slice(0, limit),
  next: rows.length > limit ? cursorOf(rows[limit - 1]!) : null,
})

/** How many amounts a filter finds, read along `by`, and what they come to unless they are too many. */
export const counted = async <Table extends keyof Tables>(
  { sql: db }: Database,
  amounts: SelectQueryBuilder<Tables, Table, { amount: number }>,
  { by, exact = false }: { by: string; exact: boolean | undefined },
) => {
  // In the order of the list, whose index knows all that is asked: without it the table is read from its oldest rows on.
  const some = exact ? amounts : amounts.orderBy(sql.ref(by)).limit(cap + 1)
  const { count, amount } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .executeTakeFirstOrThrow()
  if (count > cap && !exact) return { count: cap, capped: true }
  return { count, capped: false, sums: { amount } }
}
