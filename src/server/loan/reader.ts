import { type RawBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { planCount } from '../../services/loan.lists.ts'
import { numbered, customerFilter } from '../customers/customerFilter.ts'
import { openBrief } from '../customers/vault.ts'
import { beyond, cap, inOrder } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinReach } from '../staff/appScope.ts'

export type Parts = Pick<Server, 'db' | 'vault' | 'clock'>
export type Condition = RawBuilder<unknown>

type OfLoan = Omit<BodyOf<typeof planCount>, 'status' | 'dueFrom' | 'dueTo' | 'exact'>

// A part of an order number that more loans have is searched along the list instead: it is met soon.
const fewLoans = 2000

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

export const is = (column: string, value: string | boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]

/** Bounds a day column by the days of the instants `[from, to)`. */
export const within = (column: string, from: number | undefined, to: number | undefined): Condition[] => [
  ...(from === undefined ? [] : [sql`${sql.ref(column)} >= ${businessDay(from)}`]),
  ...(to === undefined ? [] : [sql`${sql.ref(column)} < ${businessDay(to)}`]),
]

/** The filters that the lists of instalments and repayments share. */
export const narrower = ({ db, vault }: Parts) => {
  const ofNumber = async (part: string): Promise<Condition> => {
    if (wholeOrderNo.test(part)) return numbered(part)
    const found = await db.sql
      .selectFrom('loan')
      .select('order_no')
      .where(numbered(part))
      .limit(fewLoans + 1)
      .execute()
    if (found.length > fewLoans) return numbered(part)
    return sql`order_no = any(${found.map(({ order_no }) => order_no)})`
  }

  return async ({ orderNo, app, channel, product, ...who }: OfLoan, onlooker: Onlooker): Promise<Condition[]> => [
    ...withinReach(onlooker),
    ...(orderNo === undefined ? [] : [await ofNumber(orderNo)]),
    ...customerFilter(vault, who),
    ...is('app', app),
    ...is('channel', channel),
    ...is('product', product),
  ]
}

/** Joins rows, as `one`, with the state of their loan and the customer's sealed brief, which `withCustomer` opens. */
export const withLoan = (rows: Condition) => sql`
  select one.*, loan.state as "loanState", loan.version as "loanVersion", loan.virtual_account as "virtualAccount",
    approval.person_version, person.brief, person_key.key
  from (${rows}) one join loan on loan.order_no = one."orderNo"
  left join approval on approval.order_no = one."orderNo"
  left join person on person.person = one.person and person.version = approval.person_version
  left join person_key on person_key.person = one.person`

type Sealed = { person: string; person_version: number | null; brief: Buffer | null; key: Buffer | null }
type Masked = { customer: string; phone: string; nik: string }
export type Found<Row> = Omit<Row, keyof Masked> & Sealed

/** Makes a list row with the customer's name and numbers masked. */
export const withCustomer = <Row>({ person, person_version, brief, key, ...row }: Found<Row>) => {
  const { name, phone, nik } = openBrief({ person, version: person_version ?? 0 }, brief, key)
  return { ...row, customer: name, phone, nik } as Row
}

/** Sort order and keyset condition of a page: all columns in one direction, after the row that `after` names. */
export const walk = (columns: readonly string[], sort: string, after: readonly (string | number)[] | undefined) => {
  const along = (names: readonly string[]) => sql`order by ${inOrder(names, sort)}`
  return { by: along(columns), along, on: [beyond(columns, sort, after)] }
}

export const totals = (amounts: Readonly<Record<string, Condition>>): Condition =>
  sql.join(
    Object.entries(amounts).map(([name, amount]) => sql`coalesce(sum(${amount}), 0)::bigint as ${sql.ref(name)}`),
  )

type Counted<Sums> = { count: number; capped: boolean; sums?: Sums }

/** Counts the rows found in a table, read along `by`, and sums them up unless there are more than the cap. */
export const counter =
  <Sums>({ db }: Parts, table: string, by: string) =>
  async (found: Condition, sums: Condition, exact = false): Promise<Counted<Sums>> => {
    const rows = sql`from ${sql.table(table)} where ${found}`
    // In the list's order, so that a covering index serves the query: without it the whole table is read.
    const some = exact ? rows : sql`${rows} order by ${sql.ref(by)} limit ${cap + 1}`
    const counted = await sql<{ count: number }>`select count(*) as count from (select 1 ${some}) few`.execute(db.sql)
    const { count } = counted.rows[0]!
    if (count > cap && !exact) return { count: cap, capped: true }
    const summed = await sql<Sums & object>`select ${sums} ${rows}`.execute(db.sql)
    return { count, capped: false, sums: summed.rows[0]! }
  }
