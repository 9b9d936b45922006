import { type Selectable, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { daysAfterDue } from '../../machines/loan.course.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as lists from '../../services/loan.lists.ts'
import { type Condition, within } from '../lists/conditions.ts'
import { beyond, countedWithSums, inOrder, pageOf, pageSize, sumsOf } from '../lists/keyset.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { owedOn } from './owed.ts'
import type { InstalmentRow } from './projection.ts'
import { loanIn, narrower, orderIn, type Parts, type RowWithLoan, withLoan } from './reader.ts'

type Filter = Omit<BodyOf<typeof lists.planCount>, 'exact'>
type Owed = { fee: number; amount: number; remaining: number; days_overdue: number; status: lists.Instalment['status'] }

const standings: Record<lists.Instalment['status'], (today: string) => Condition> = {
  pending: (today) => sql<boolean>`standing = 'open' and due > ${today}`,
  due: (today) => sql<boolean>`standing = 'open' and due = ${today}`,
  overdue: (today) => sql<boolean>`standing = 'open' and due < ${today}`,
  settled: () => sql<boolean>`standing = 'settled'`,
  writtenOff: () => sql<boolean>`standing = 'writtenOff'`,
  voided: () => sql<boolean>`standing = 'voided'`,
}

/** SQL: whether the roll-up of the reports has an instalment with unpaid principal, or with a past that was changed. */
const inArrears = (one: (typeof lists.arrears)[number], basis: 'booked' | undefined): Condition => {
  if (one === 'all') return sql<boolean>`true`
  if (one === 'moved') return sql<boolean>`value <> booked`
  const nth = daysAfterDue.findIndex((days) => one === `after${days}`) + 1
  return sql<boolean>`${sql.ref(basis ?? 'value')}[${sql.lit(nth)}] > 0`
}

/**
 * SQL: whether the roll-up of the reports has such an instalment, so that a figure and its list agree at any moment. Where
 * few are, an array of them: a join would walk all instalments to find them.
 */
const isCounted = (conditions: readonly Condition[], few: boolean): Condition => {
  const such = sql.join(conditions, sql` and `)
  const is = sql<boolean>`exists (
    select from report_instalment r where r.order_no = instalment.order_no and r.term = instalment.term and ${such})`
  return few ? sql<boolean>`order_no = any(array(select order_no from report_instalment where ${such})) and ${is}` : is
}

/** SQL: the sums of instalments on a day. */
export const owedSums = ({ fee, amount, remaining }: ReturnType<typeof owedOn>) =>
  sumsOf({ amount, fee, paid: sql`paid`, reduced: sql`reduced`, remaining })

const order = ['due', 'order_no', 'term'] as const

/** Reads all instalments as owed today. */
export const instalments = (parts: Parts) => {
  const { db, clock } = parts
  const narrow = narrower(parts)

  const filtered = async (
    { status, dueFrom, dueTo, originalDueFrom, originalDueTo, arrears, basis, ...filter }: Filter,
    today: string,
    onlooker: Onlooker,
  ) => {
    const isFew = originalDueFrom !== undefined || originalDueTo !== undefined || arrears === 'moved'
    const ofReport = [...within('day', originalDueFrom, originalDueTo), ...(arrears ? [inArrears(arrears, basis)] : [])]
    const conditions = [
      ...(await narrow(filter, onlooker)),
      ...(status ? [standings[status](today)] : []),
      ...within('due', dueFrom, dueTo),
      ...(ofReport.length > 0 ? [isCounted(ofReport, isFew)] : []),
    ]
    // Not the query itself: a promise of one would run it.
    return () => db.sql.selectFrom('instalment').where((eb) => eb.and(conditions))
  }

  type Filtered = Awaited<ReturnType<typeof filtered>>
  type After = BodyOf<typeof lists.plan>['after']
  type Part = { sort: 'due' | '-due'; after: After; most: number; within?: Condition }

  const read = async (found: ReturnType<Filtered>, today: string, { sort, after, most, within: part }: Part) => {
    const onPage = found
      .where(beyond(order, sort, after && [after.due, after.orderNo, after.term]))
      .where(part ?? sql<boolean>`true`)
      .orderBy(inOrder(order, sort))
      .select(['order_no', 'term'])
      .limit(most)
    const { fee, amount, remaining, daysOverdue, status } = owedOn(today)
    const owed = db.sql
      .selectFrom(onPage.as('page'))
      .innerJoin('instalment', (join) =>
        join.onRef('instalment.order_no', '=', 'page.order_no').onRef('instalment.term', '=', 'page.term'),
      )
      .selectAll('instalment')
      .select([sql<number>`(${fee})::bigint`.as('fee'), sql<number>`(${amount})::bigint`.as('amount')])
      .select(sql<number>`(${remaining})::bigint`.as('remaining'))
      .select([daysOverdue.as('days_overdue'), status.as('status')])
    const rows = await withLoan(db, owed)
      .orderBy(
        inOrder(
          order.map((column) => `one.${column}`),
          sort,
        ),
      )
      .execute()
    return rows.map(instalmentIn)
  }

  /** The instalments due from today on, then those due before: two reads along one index. */
  const readNext = async (found: Filtered, today: string, after: After, most: number) => {
    const isPast = after !== undefined && after.due < today
    const coming = isPast
      ? []
      : await read(found(), today, { sort: 'due', after, most, within: sql<boolean>`due >= ${today}` })
    if (coming.length === most) return coming
    const past: Part = { sort: '-due', after: isPast ? after : undefined, most: most - coming.length }
    return [...coming, ...(await read(found(), today, { ...past, within: sql<boolean>`due < ${today}` }))]
  }

  const page = async (
    { after, sort = 'next', limit = pageSize, ...filter }: BodyOf<typeof lists.plan>,
    onlooker: Onlooker,
  ) => {
    const today = businessDay(clock.now())
    const found = await filtered(filter, today, onlooker)
    const most = limit + 1
    const rows =
      sort === 'next' ? await readNext(found, today, after, most) : await read(found(), today, { sort, after, most })
    return pageOf(rows, limit, ({ due, orderNo, term }) => ({ due, orderNo, term }))
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof lists.planCount>, onlooker: Onlooker) => {
    const today = businessDay(clock.now())
    const found = await filtered(filter, today, onlooker)
    return countedWithSums(db, found(), { by: 'due', exact, sums: owedSums(owedOn(today)) })
  }

  return { page, count }
}

const instalmentIn = (row: RowWithLoan<Selectable<InstalmentRow> & Owed>): lists.Instalment => ({
  ...orderIn(row),
  term: row.term,
  terms: row.terms,
  due: row.due,
  originalDue: row.original_due,
  interest: row.interest,
  principal: row.principal,
  paid: row.paid,
  reduced: row.reduced,
  fee: row.fee,
  amount: row.amount,
  remaining: row.remaining,
  daysOverdue: row.days_overdue,
  status: row.status,
  ...loanIn(row),
})
