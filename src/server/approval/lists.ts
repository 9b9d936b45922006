import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { ages } from '../../machines/loan.course.ts'
import * as approval from '../../services/approval.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as order from '../../services/order.ts'
import { customerFilter } from '../customers/customerFilter.ts'
import { maskedIn } from '../customers/readMasked.ts'
import type { Tables } from '../db/tables.ts'
import { badInput } from '../kit/inputIssues.ts'
import { between } from '../lists/conditions.ts'
import { beyond, counted, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import type { CallOf } from '../staff/call.ts'
import type { ApprovalRow } from './projection.ts'
import { namesIn, orderOf, targets, withPeople } from './row.ts'

// Filters that only some lists take. On another list a query would scan everything and find nothing.
const narrowers = ['stage', 'refer', 'firstReviewer', 'finalReviewer', 'editWaits'] as const
type Narrower = (typeof narrowers)[number]

const agesIn = (age: Exclude<(typeof order.balanceAges)[number], 'paid'>): readonly string[] => {
  const outstanding = ages.filter((one) => one !== 'writtenOff')
  if (age === 'outstanding') return outstanding
  return age === 'upTo90' ? outstanding.filter((one) => one !== 'over90') : [age]
}
const daysAfter = { within7: 7, within30: 30, within90: 90 } as const

/** SQL: the loan has a balance; an array, as of the settled loans. */
const hasBalance = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`order_no = any(array(select distinct order_no from report_balance where ${sql.join(conditions, sql` and `)}))`

/** The stages that end in a result, in their order. */
const decidedAt = ['machine', 'first', 'final'] as const

// Waiting lists start with the longest wait, lists of decided orders with the latest.
const waiting = (stage: string, ...also: Narrower[]) =>
  ({ by: 'since', sort: 'since', column: 'stage', value: stage, also }) as const
const decided = <By extends 'first' | 'final'>(who: By, value: 'pass' | 'reject', ...also: Narrower[]) =>
  ({ by: `${who}_at`, sort: `-${who}At`, column: `${who}_result`, value, also }) as const
// The machine decides within minutes, so these lists are sorted by the time of the application.
const judged = (value: 'pass' | 'reject', ...also: Narrower[]) =>
  ({ by: 'applied_at', sort: '-appliedAt', column: 'machine_result', value, also }) as const

/** Per list: the column and value that select it, its sort column, and the API's word for that ('-': descending). */
const lists = {
  machinePass: judged('pass', 'refer'),
  machineReject: judged('reject'),
  firstWait: waiting('firstReview', 'refer'),
  firstPass: decided('first', 'pass', 'firstReviewer'),
  firstReject: decided('first', 'reject', 'firstReviewer'),
  finalWait: waiting('finalReview', 'firstReviewer'),
  finalPass: decided('final', 'pass', 'firstReviewer', 'finalReviewer'),
  finalReject: decided('final', 'reject', 'firstReviewer', 'finalReviewer'),
  all: {
    by: 'applied_at',
    sort: '-appliedAt',
    column: undefined,
    value: undefined,
    also: narrowers,
  },
} as const satisfies Record<BodyOf<typeof approval.list>['list'], unknown>

/** `columns` names the columns of an export. */
type Asking = Pick<CallOf<typeof approval.list>, 'by' | 'language'> & Onlooker & { columns?: readonly string[] }

/** The filters that any list of orders may take. */
export type OrderFilter = Partial<
  Omit<BodyOf<typeof approval.count>, 'list' | 'exact'> & Omit<BodyOf<typeof order.count>, 'exact'>
>
type Orders = SelectQueryBuilder<Tables, 'approval', object>
type Sorted = 'since' | 'applied_at' | 'first_at' | 'final_at'
type Where = {
  by: Sorted
  sort: string
  after?: { sortedAt: number; orderNo: string } | undefined
  limit: number
  columns?: readonly string[] | undefined
}

type Narrowing = Onlooker & { sortedBy: Sorted; by: string }

/** Filters lists of orders, and reads them a page at a time. */
export const orderReader = ({ db, vault, clock }: Pick<Server, 'db' | 'vault' | 'clock'>) => {
  /** `sortedBy` is the list's sort column, `by` the caller's id. */
  const narrow = (all: Orders, filter: OrderFilter, { sortedBy, by, staff }: Narrowing) => {
    let query = all
    for (const condition of withinScope({ staff })) query = query.where(condition)
    const is = (column: keyof ApprovalRow, value: string | boolean | undefined) => {
      if (value !== undefined) query = query.where(column, '=', value)
    }
    const within = (column: keyof ApprovalRow, from: number | undefined, to: number | undefined) => {
      if (from !== undefined) query = query.where(column, '>=', from)
      if (to !== undefined) query = query.where(column, '<', to)
    }
    for (const condition of customerFilter(vault, filter)) query = query.where(condition)
    is('app', filter.app)
    is('channel', filter.channel)
    is('product', filter.product)
    is('customer_type', filter.customerType)
    is('app_customer_type', filter.appCustomerType)
    is('white_type', filter.whiteType)
    is('stage', filter.stage)
    is('refer', filter.refer)
    is('first_reviewer', filter.firstReviewer)
    is('final_reviewer', filter.finalReviewer)
    is('rule_set', filter.ruleSet)
    for (const [nth, stage] of decidedAt.entries()) {
      const result = filter[`${stage}Result`]
      is(`${stage}_result`, result)
      const later = decidedAt.slice(nth + 1).some((other) => filter[`${other}Result`])
      // A rejection ends the review: an index would walk all rejected orders to find that none was decided later.
      if (result === 'reject' && (later || filter.undecided)) query = query.where(sql<boolean>`false`)
    }
    if (filter.referred) is('refer', filter.referred === 'yes')
    if (filter.undecided)
      query = query.where('stage', 'in', ['machineReview', 'firstReview', 'returned', 'finalReview'])
    if (filter.paidOut) {
      const paidOut = db.sql.selectFrom('payout').select('order_no').where('state', '=', 'succeeded')
      query = query.where('order_no', 'in', paidOut)
    }
    if (filter.settledFrom !== undefined || filter.settledTo !== undefined || filter.again) {
      const { settledFrom, settledTo, again } = filter
      const conditions = [
        sql`settled_at is not null`,
        ...between('settled_at', settledFrom, settledTo),
        ...(again ? [sql`again_after <= ${daysAfter[again]}`] : []),
      ]
      // As the roll-up of the reports knows it, so that a figure and its list agree at any moment. An array: a join would
      // walk the orders to find the few of them.
      const settled = sql<boolean>`order_no = any(array(select order_no from report_loan where ${sql.join(conditions, sql` and `)}))`
      query = query.where(settled)
    }
    const { balanceFrom, balanceTo, age, ageBefore } = filter
    if (balanceFrom !== undefined || balanceTo !== undefined || age) {
      const first = balanceFrom === undefined ? '' : businessDay(balanceFrom)
      const paidBy = first || businessDay(clock.now())
      const conditions = [
        ...(balanceTo === undefined ? [] : [sql`since < ${businessDay(balanceTo)}`]),
        // A paid loan had a balance before, and has none now.
        age === 'paid' ? sql`until <= ${paidBy}` : sql`until > ${first}`,
        ...(age && age !== 'paid' ? [sql`age in (${sql.join(agesIn(age))})`] : []),
      ]
      query = query.where(hasBalance(conditions))
      if (age === 'paid')
        query = query.where(
          sql<boolean>`not exists (
            select from report_balance where order_no = approval.order_no and since <= ${paidBy} and until > ${paidBy})`,
        )
    }
    if (ageBefore) {
      const month = businessDay(balanceTo === undefined ? clock.now() : balanceTo - 1).slice(0, 7)
      const end = addDays(`${month}-01`, -1)
      query = query.where(hasBalance([sql`since <= ${end}`, sql`until > ${end}`, sql`age = ${ageBefore}`]))
    }
    if (filter.firstInstalment) {
      const isDue = sql`term = 1 and day < ${businessDay(clock.now())}`
      query = query.where(
        filter.firstInstalment === 'late'
          ? sql<boolean>`order_no = any(array(select order_no from report_instalment where ${isDue} and value[1] > 0))`
          : sql<boolean>`exists (select from report_instalment where order_no = approval.order_no and ${isDue})`,
      )
    }
    if (filter.mine) is('holder', by)
    if (filter.editWaits) {
      const edits = db.sql.selectFrom('customer_edit').select('order_no').where('state', '=', 'pending')
      query = query.where('order_no', 'in', edits)
    }
    within('applied_at', filter.appliedFrom, filter.appliedTo)
    within('machine_at', filter.machineFrom, filter.machineTo)
    within('first_at', filter.firstFrom, filter.firstTo)
    within('final_at', filter.finalFrom, filter.finalTo)
    within('since', filter.sinceFrom, filter.sinceTo)
    // No instant of an order precedes its application, so these bounds shorten the index scan.
    if (filter.appliedFrom !== undefined) query = query.where(sortedBy, '>=', filter.appliedFrom)
    if (sortedBy === 'applied_at')
      for (const to of [filter.machineTo, filter.firstTo, filter.finalTo, filter.sinceTo])
        within('applied_at', undefined, to)
    return query
  }

  const page = async (found: Orders, { by, sort, after, limit, columns }: Where) => {
    // The subquery picks the page's order numbers from the index. Only these rows are then read whole.
    const onPage = found
      .where(beyond([by, 'order_no'], sort, after && [after.sortedAt, after.orderNo]))
      .orderBy(inOrder([by, 'order_no'], sort))
      .select('order_no')
      .limit(limit + 1)
    const read = await withPeople(db, onPage, columns)
      .orderBy(inOrder([`one.${by}`, 'one.order_no'], sort))
      .execute()
    const shown = read.map((row) => ({ row, sortedAt: row[by] ?? row.since }))
    return pageOf(shown, limit, ({ row, sortedAt }) => ({ sortedAt, orderNo: row.order_no }))
  }

  return { narrow, page }
}

/** Reads the review lists within the caller's app scope: a page at a time, and the count for a filter. */
export const orderLists = (server: Pick<Server, 'db' | 'vault' | 'clock'>) => {
  const reader = orderReader(server)

  const filtered = (filter: BodyOf<typeof approval.count>, { by, language, staff }: Asking) => {
    const { by: sortedBy, column, value, also } = lists[filter.list]
    const extra = narrowers.filter((one) => filter[one] !== undefined && !(also as readonly string[]).includes(one))
    if (extra.length > 0)
      throw badInput(
        extra.map((field) => ({ field, reason: 'unknown' })),
        language,
      )
    const all: Orders = server.db.sql.selectFrom('approval')
    return reader.narrow(column ? all.where(column, '=', value) : all, filter, { sortedBy, by, staff })
  }

  const page = async ({ after, sort, limit = pageSize, ...filter }: BodyOf<typeof approval.list>, call: Asking) => {
    const { by, sort: usual } = lists[filter.list]
    if (sort && sort.replace('-', '') !== usual.replace('-', ''))
      throw badInput([{ field: 'sort', reason: 'choice' }], call.language)
    const where = { by, sort: sort ?? usual, after, limit, columns: call.columns }
    const { rows, next } = await reader.page(filtered(filter, call), where)
    const names = await namesIn(
      server.db,
      rows.map(({ row }) => row),
    )
    const targetOf = await targets(server)
    return { rows: rows.map(({ row, sortedAt }) => orderOf(row, sortedAt, maskedIn(row), names, targetOf)), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof approval.count>, call: Asking) =>
    counted(server.db, filtered(filter, call).select('amount'), { by: lists[filter.list].by, exact })

  return { page, count }
}

export const approveLists = (server: Server) => {
  const { page, count } = orderLists(server)
  server.handle(approval.list, page)
  server.handle(approval.count, count)
}
