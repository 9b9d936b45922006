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

// What only some lists can be narrowed by: another would be walked whole to find nothing.
const narrowers = ['stage', 'refer', 'firstReviewer', 'finalReviewer'] as const
type Narrower = (typeof narrowers)[number]

// Those who waited longest come first where somebody waits, and the latest where it is over.
const waiting = (stage: string, ...also: Narrower[]) =>
  ({ by: 'since', sort: 'since', oldestFirst: true, column: 'stage', value: stage, also }) as const
const decided = <By extends 'first' | 'final'>(who: By, value: 'pass' | 'reject', ...also: Narrower[]) =>
  ({ by: `${who}_at`, sort: `${who}At`, oldestFirst: false, column: `${who}_result`, value, also }) as const
// The machine decides within minutes, so these stand as they came in.
const judged = (value: 'pass' | 'reject', ...also: Narrower[]) =>
  ({ by: 'applied_at', sort: 'appliedAt', oldestFirst: false, column: 'machine_result', value, also }) as const

/** Which orders are on a list, the instant it is sorted by and the call's word for that, and whether the oldest come first. */
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
    sort: 'appliedAt',
    oldestFirst: false,
    column: undefined,
    value: undefined,
    also: narrowers,
  },
} as const satisfies Record<BodyOf<typeof approve.list>['list'], unknown>

type Asking = Pick<CallOf<typeof approve.list>, 'by' | 'language'>

/** Reads the review lists as somebody sees them: a page at a time, and how many orders a filter finds. */
export const orderLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = (filter: BodyOf<typeof approve.count>, { by, language }: Asking) => {
    const { by: sortedBy, column, value, also } = lists[filter.list]
    const extra = narrowers.filter((one) => filter[one] !== undefined && !(also as readonly string[]).includes(one))
    if (extra.length > 0)
      throw badInput(
        extra.map((field) => ({ field, reason: 'unknown' })),
        language,
      )
    let query = db.sql.selectFrom('approval')
    if (column) query = query.where(column, '=', value)
    if (filter.orderNo && wholeOrderNo.test(filter.orderNo)) query = query.where('order_no', '=', filter.orderNo)
    else if (filter.orderNo) query = query.where('order_no', 'like', containing(filter.orderNo))
    if (filter.app) query = query.where('app', '=', filter.app)
    if (filter.customerType) query = query.where('customer_type', '=', filter.customerType)
    // Nothing waits or is decided before it was applied for: so much of the list need not be walked.
    if (filter.appliedFrom !== undefined)
      query = query.where('applied_at', '>=', filter.appliedFrom).where(sortedBy, '>=', filter.appliedFrom)
    if (filter.appliedTo !== undefined) query = query.where('applied_at', '<', filter.appliedTo)
    if (filter.stage) query = query.where('stage', '=', filter.stage)
    if (filter.refer !== undefined) query = query.where('refer', '=', filter.refer)
    if (filter.firstReviewer) query = query.where('first_reviewer', '=', filter.firstReviewer)
    if (filter.finalReviewer) query = query.where('final_reviewer', '=', filter.finalReviewer)
    if (filter.mine) query = query.where('holder', '=', by)
    if (filter.phone)
      query = query.where('person', 'in', vault.owners('phone', normalPhone(filter.phone) ?? filter.phone))
    if (filter.nik) query = query.where('person', 'in', vault.owners('nik', filter.nik))
    return query
  }

  const page = async ({ after, sort, limit = pageSize, ...filter }: BodyOf<typeof approve.list>, call: Asking) => {
    const { by, ...usual } = lists[filter.list]
    if (sort && sort.replace('-', '') !== usual.sort)
      throw badInput([{ field: 'sort', reason: 'choice' }], call.language)
    const oldestFirst = sort ? sort === usual.sort : usual.oldestFirst
    const direction = oldestFirst ? 'asc' : 'desc'
    let query = filtered(filter, call).orderBy(by, direction).orderBy('order_no', direction)
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

  const count = async ({ exact = false, ...filter }: BodyOf<typeof approve.count>, call: Asking) => {
    const found = filtered(filter, call).select('amount')
    // In the order of the list, whose index knows all that is asked: without it the table is read from its oldest orders on.
    const some = exact ? found : found.orderBy(lists[filter.list].by).limit(cap + 1)
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
