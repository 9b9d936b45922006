import { sql } from 'kysely'
import { normalPhone } from '../machines/identity.ts'
import * as approve from '../services/approve.ts'
import type { BodyOf } from '../services/endpoint.ts'
import { orderOf, staffNames } from './approve.order.ts'
import type { Server } from './server.ts'
import type { ApprovalRow } from './tables.ts'

const cap = 10_000
const pageSize = 50

/** Which orders are on a list, the instant it is sorted by, and whether the oldest come first. */
const lists = {
  firstWait: { by: 'since', oldestFirst: true, column: 'state', values: ['firstReview.wait', 'firstReview.claimed'] },
  firstPass: { by: 'first_at', oldestFirst: false, column: 'first_result', values: ['pass'] },
  firstReject: { by: 'first_at', oldestFirst: false, column: 'first_result', values: ['reject'] },
} as const satisfies Record<BodyOf<typeof approve.list>['list'], unknown>

/** The review lists, a page at a time, and how many orders a filter finds. */
export const approveLists = ({ db, vault, handle }: Server) => {
  const filtered = async (filter: BodyOf<typeof approve.count>, by: string) => {
    const { column, values } = lists[filter.list]
    let query = db.sql.selectFrom('approval').where(column, 'in', [...values])
    if (filter.orderNo) query = query.where('order_no', '=', filter.orderNo)
    if (filter.app) query = query.where('app', '=', filter.app)
    if (filter.customerType) query = query.where('customer_type', '=', filter.customerType)
    if (filter.appliedFrom !== undefined) query = query.where('applied_at', '>=', filter.appliedFrom)
    if (filter.appliedTo !== undefined) query = query.where('applied_at', '<', filter.appliedTo)
    if (filter.mine) query = query.where('holder', '=', by)
    for (const [kind, value] of [
      ['phone', filter.phone && (normalPhone(filter.phone) ?? filter.phone)],
      ['nik', filter.nik],
    ] as const) {
      if (!value) continue
      const persons = await vault.find(kind, value)
      query = query.where('person', 'in', persons.length > 0 ? persons : [''])
    }
    return query
  }

  handle(approve.list, async ({ after, limit = pageSize, ...filter }, call) => {
    const { by, oldestFirst } = lists[filter.list]
    const direction = oldestFirst ? ('asc' as const) : ('desc' as const)
    let query = (await filtered(filter, call.by)).selectAll().orderBy(by, direction).orderBy('order_no', direction)
    if (after) {
      const beyond = sql.raw(oldestFirst ? '>' : '<')
      query = query.where(sql<boolean>`(${sql.ref(by)}, order_no) ${beyond} (${after.sortedAt}, ${after.orderNo})`)
    }
    const rows = await query.limit(limit + 1).execute()
    const orders = await ordersOf(rows.slice(0, limit), by)
    const last = rows.length > limit ? orders.at(-1) : undefined
    return { rows: orders, next: last ? { sortedAt: last.sortedAt, orderNo: last.orderNo } : null }
  })

  handle(approve.count, async (filter, call) => {
    const some = (await filtered(filter, call.by)).select('order_no').limit(cap + 1)
    const { count } = await db.sql
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return { count: Math.min(count, cap), capped: count > cap }
  })

  const ordersOf = async (rows: readonly ApprovalRow[], by: 'since' | 'first_at') => {
    const names = await staffNames(
      db,
      rows.flatMap((row) => [row.holder, row.first_reviewer, row.final_reviewer]),
    )
    const people = await vault.read(rows.map((row) => ({ person: row.person, version: row.person_version })))
    return rows.map((row, index) => orderOf(row, row[by] ?? row.since, people[index], names))
  }
}
