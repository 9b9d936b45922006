import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type * as lists from '../../services/loan.lists.ts'
import { pageOf, pageSize } from '../lists/keyset.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { owedOn } from './owed.ts'
import {
  all,
  type Condition,
  counter,
  type Found,
  narrower,
  type Parts,
  totals,
  walk,
  withCustomer,
  within,
  withLoan,
} from './reader.ts'

type Filter = Omit<BodyOf<typeof lists.planCount>, 'exact'>
type Sums = NonNullable<DataOf<typeof lists.planCount>['sums']>

const standings: Record<lists.Instalment['status'], (today: string) => Condition> = {
  pending: (today) => sql`standing = 'open' and due > ${today}`,
  due: (today) => sql`standing = 'open' and due = ${today}`,
  overdue: (today) => sql`standing = 'open' and due < ${today}`,
  settled: () => sql`standing = 'settled'`,
  writtenOff: () => sql`standing = 'writtenOff'`,
  voided: () => sql`standing = 'voided'`,
}

/** SQL: the sums of instalments on a day. */
export const owedTotals = (owed: ReturnType<typeof owedOn>) => {
  const { fee, amount, remaining } = owed
  return totals({ amount, fee, paid: sql`paid`, reduced: sql`reduced`, remaining })
}

/** Reads all instalments as owed today. */
export const instalments = (parts: Parts) => {
  const { db, clock } = parts
  const narrow = narrower(parts)
  const counted = counter<Sums>(parts, 'instalment', 'due')

  const conditionsOf = async ({ status, dueFrom, dueTo, ...filter }: Filter, today: string, onlooker: Onlooker) => [
    ...(await narrow(filter, onlooker)),
    ...(status ? [standings[status](today)] : []),
    ...within('due', dueFrom, dueTo),
  ]

  const page = async (
    { after, sort = '-due', limit = pageSize, ...filter }: BodyOf<typeof lists.plan>,
    onlooker: Onlooker,
  ) => {
    const today = businessDay(clock.now())
    const way = walk(['due', 'order_no', 'term'], sort, after && [after.due, after.orderNo, after.term])
    const found = all([...(await conditionsOf(filter, today, onlooker)), ...way.on])
    const { fee, amount, remaining, daysOverdue, status } = owedOn(today)
    const rows = sql`
      select order_no as "orderNo", person, app, channel, product, term, terms, due, original_due as "originalDue",
        interest, principal, paid, reduced, (${fee})::bigint as fee, (${amount})::bigint as amount,
        (${remaining})::bigint as remaining, ${daysOverdue} as "daysOverdue", ${status} as status
      from instalment join (
        select order_no, term from instalment where ${found} ${way.by} limit ${limit + 1}) page using (order_no, term)`
    const read = await sql<Found<lists.Instalment>>`
      ${withLoan(rows)} ${way.along(['one.due', 'one.orderNo', 'one.term'])}`.execute(db.sql)
    return pageOf(read.rows.map(withCustomer<lists.Instalment>), limit, ({ due, orderNo, term }) => ({
      due,
      orderNo,
      term,
    }))
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof lists.planCount>, onlooker: Onlooker) => {
    const today = businessDay(clock.now())
    return counted(all(await conditionsOf(filter, today, onlooker)), owedTotals(owedOn(today)), exact)
  }

  return { page, count }
}
