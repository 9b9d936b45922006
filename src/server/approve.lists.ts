import { sql } from 'kysely'
import { normalPhone } from '../machines/identity.ts'
import * as approve from '../services/approve.ts'
import type { BodyOf } from '../services/endpoint.ts'
import { orderInRow, wholeOrderNo, withPeople } from './approve.order.ts'
import type { CallOf } from './call.ts'
import { badInput } from './issues.ts'
import { containing } from './like.ts'
import type { Server } from './server.ts'

const cap = 10_000
const pageSize = 50

/** Which orders are on a list, the instant it is sorted by and the call's word for that, and whether the oldest come first. */
const lists = {
  firstWait: { by: 'since', sort: 'since', oldestFirst: true, column: 'stage', value: 'firstReview' },
  firstPass: { by: 'first_at', sort: 'firstAt', oldestFirst: false, column: 'first_result', value: 'pass' },
  firstReject: { by: 'first_at', sort: 'firstAt', oldestFirst: false, column: 'first_result', value: 'reject' },
} as const satisfies Record<BodyOf<typeof approve.list>['list'], unknown>

/** Reads the review lists as somebody sees them: a page at a time, and how many orders a filter finds. */
export const orderLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = (filter: BodyOf<typeof approve.count>, by: string) => {
    const { by: sortedBy, column, value } = lists[filter.list]
    let query = db.sql.selectFrom('approval').where(column, '=', value)
    if (filter.orderNo && wholeOrderNo.test(filter.orderNo)) query = query.where('order_no', '=', filter.orderNo)
    else if (filter.orderNo) query = query.where('order_no', 'like', containing(filter.orderNo))
    if (filter.app) query = query.where('app', '=', filter.app)
    if (filter.customerType) query = query.where('customer_type', '=', filter.customerType)
    // Nothing waits or is decided before it was applied for: so much of the list need not be walked.
    if (filter.appliedFrom !== undefined)
      query = query.where('applied_at', '>=', filter.appliedFrom).where(sortedBy, '>=', filter.appliedFrom)
    if (filter.appliedTo !== undefined) query = query.where('applied_at', '<', filter.appliedTo)
    if (filter.mine) query = query.where('holder', '=', by)
    if (filter.phone)
      query = query.where('person', 'in', vault.owners('phone', normalPhone(filter.phone) ?? filter.phone))
    if (filter.nik) query = query.where('person', 'in', vault.owners('nik', filter.nik))
    return query
  }

  const page = async (
    { after, sort, limit = pageSize, ...filter }: BodyOf<typeof approve.list>,
    call: Pick<CallOf<typeof approve.list>, 'by' | 'language'>,
  ) => {
    const { by, ...usual } = lists[filter.list]
    if (sort && sort.replace('-', '') !== usual.sort)
      throw badInput([{ field: 'sort', reason: 'choice' }], call.language)
    const oldestFirst = sort ? sort === usual.sort : usual.oldestFirst
    const direction = oldestFirst ? 'asc' : 'desc'
    let query = filtered(filter, call.by).orderBy(by, direction).orderBy('order_no', direction)
    if (after) {
      const beyond = sql.raw(oldestFirst ? '>' : '<')
      query = query.where(sql<boolean>`(${sql.ref(by)}, order_no) ${beyond} (${after.sortedAt}, ${after.orderNo})`)
    }
    // The index knows which orders are on the page: those that a filter leaves out are never looked up.
    const rows = await withPeople(db, query.select('order_no').limit(limit + 1))
      .orderBy(`approval.${by}`, direction)
      .orderBy('approval.order_no', direction)
      .execute()
    const orders = rows.slice(0, limit).map((row) => orderInRow(row, row[by] ?? row.since))
    const last = rows.length > limit ? orders.at(-1) : undefined
    return { rows: orders, next: last ? { sortedAt: last.sortedAt, orderNo: last.orderNo } : null }
  }

  const count = async (
    { exact = false, ...filter }: BodyOf<typeof approve.count>,
    call: Pick<CallOf<typeof approve.count>, 'by'>,
  ) => {
    const found = filtered(filter, call.by).select('amount')
    const some = exact ? found : found.limit(cap + 1)
    const { count, amount } = await db.sql
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
      .executeTakeFirstOrThrow()
    if (count > cap && !exact) return { count: cap, capped: true }
    return { count, capped: false, sums: { amount } }
  }

  return { page, count }
}

export const approveLists = (server: Server) => {
  const { page, count } = orderLists(server)
  server.handle(approve.list, page)
  server.handle(approve.count, count)
}
