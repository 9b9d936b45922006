import { type SelectQueryBuilder, sql } from 'kysely'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { planCount } from '../../services/loan.lists.ts'
import { numbered, customerFilter } from '../customers/customerFilter.ts'
import { maskedIn, withSealed } from '../customers/readMasked.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type Condition, is } from '../lists/conditions.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'

export type Parts = Pick<Server, 'db' | 'vault' | 'clock'>

type OfLoan = Pick<BodyOf<typeof planCount>, 'orderNo' | 'app' | 'channel' | 'product' | 'phone' | 'nik' | 'fullName'>

// A part of an order number that more loans have is searched along the list instead: it is met soon.
const fewLoans = 2000

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
    ...withinScope(onlooker, sql`order_no`),
    ...(orderNo === undefined ? [] : [await ofNumber(orderNo)]),
    ...customerFilter(vault, who),
    ...is('app', app),
    ...is('channel', channel),
    ...is('product', product),
  ]
}

type OfOrder = { order_no: string; person: string; app: string; channel: string; product: string }
type Joined = {
  loan_state: string
  loan_version: number
  virtual_account: string | null
  person_version: number | null
}

/** Joins the rows of a query, as `one`, with the state of their loan and the customer's sealed masked data. */
export const withLoan = <All, Table extends keyof All, Row extends OfOrder>(
  db: Database,
  rows: SelectQueryBuilder<All, Table, Row>,
) => {
  // Kysely cannot name the columns of a type parameter.
  const part = rows as unknown as SelectQueryBuilder<Tables, never, OfOrder>
  const joined = db.sql
    .selectFrom(part.as('part'))
    .innerJoin('loan', 'loan.order_no', 'part.order_no')
    .leftJoin('approval', 'approval.order_no', 'part.order_no')
    .selectAll('part')
    .select(['loan.state as loan_state', 'loan.version as loan_version', 'loan.virtual_account'])
    .select('approval.person_version')
  return withSealed(db, joined as unknown as SelectQueryBuilder<Tables, never, Row & Joined>)
}

export type RowWithLoan<Row> = Row & Joined & Parameters<typeof maskedIn>[0]

/** The fields of the order in a row. */
export const orderIn = ({ order_no: orderNo, app, channel, product }: OfOrder) => ({ orderNo, app, channel, product })

/** The fields of the loan and the customer in a row. The customer's name and numbers are masked. */
export const loanIn = (row: RowWithLoan<OfOrder>) => {
  const { name, phone, nik } = maskedIn(row)
  return {
    loanState: row.loan_state,
    loanVersion: row.loan_version,
    virtualAccount: row.virtual_account,
    customer: name,
    phone,
    nik,
  }
}
