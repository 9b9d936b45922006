import { sql } from 'kysely'
import type { Approval } from '../machines/approval.facts.ts'
import { maskName, maskPhone, normalPhone } from '../machines/identity.ts'
import type { State } from '../machines/kernel.ts'
import type { LifecycleEvent } from '../machines/lifecycles.ts'
import { arrivalAmount } from '../machines/money.ts'
import * as approve from '../services/approve.ts'
import type { BodyOf } from '../services/endpoint.ts'
import { mask, unmasked, warningsOf } from './approve.person.ts'
import { type CallOf, origin, stamp } from './call.ts'
import { payoutOf } from './intake.ts'
import { badInput } from './issues.ts'
import { notFound } from './refused.ts'
import type { Server } from './server.ts'
import { staffId } from './sessions.ts'
import { settings } from './settings.ts'
import { factOf } from './store.ts'
import type { ApprovalRow } from './tables.ts'
import type { PersonRecord } from './vault.ts'

type Filter = BodyOf<typeof approve.count>

const cap = 10_000
const pageSize = 50

/** Which orders are on a list, the instant it is sorted by, and whether the oldest come first. */
const lists = {
  firstWait: { by: 'since', oldestFirst: true, column: 'state', values: ['firstReview.wait', 'firstReview.claimed'] },
  firstPass: { by: 'first_at', oldestFirst: false, column: 'first_result', values: ['pass'] },
  firstReject: { by: 'first_at', oldestFirst: false, column: 'first_result', values: ['reject'] },
} as const satisfies Record<BodyOf<typeof approve.list>['list'], unknown>

/** The review lists, one application's detail, and the decisions on it. */
export const approveHandlers = ({ db, store, vault, audit, handle }: Server) => {
  const filtered = async (filter: Filter, by: string) => {
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

  /** Rows as lists show them: people's names and numbers masked. */
  const ordersOf = async (rows: readonly ApprovalRow[], by: 'since' | 'first_at') => {
    const names = await staffNames(rows.flatMap((row) => [row.holder, row.first_reviewer, row.final_reviewer]))
    const people = await vault.read(rows.map((row) => ({ person: row.person, version: row.person_version })))
    return rows.map((row, index) => orderOf(row, row[by] ?? row.since, people[index], names))
  }

  const staffNames = async (holders: readonly (string | null)[]) => {
    const accounts = [...new Set(holders)].flatMap((id) => (id?.startsWith('staff/') ? [Number(id.slice(6))] : []))
    if (accounts.length === 0) return new Map<string, string>()
    const rows = await db.sql.selectFrom('profile').select(['id', 'name']).where('id', 'in', accounts).execute()
    return new Map(rows.map(({ id, name }) => [staffId(id), name]))
  }

  handle(approve.detail, async ({ orderNo }, call) => {
    const row = await rowOf(orderNo)
    const state = (await store.state(`approval/${orderNo}`)) as State<Approval>
    const [record] = await vault.read([{ person: row.person, version: row.person_version }])
    const holds = row.holder === call.by
    if (holds) {
      await audit.recordOnce({
        at: call.now,
        actor: call.by,
        type: 'recordOpened',
        subject: `approval/${orderNo}`,
        data: { person: row.person, since: row.since },
      })
    }
    const history = await store.history(`approval/${orderNo}`)
    const names = await staffNames([
      row.holder,
      row.first_reviewer,
      row.final_reviewer,
      ...history.map(({ actor }) => actor),
    ])
    const product = await db.sql
      .selectFrom('product')
      .selectAll()
      .where('code', '=', row.product)
      .executeTakeFirstOrThrow()
    return {
      order: orderOf(row, row.since, record, names),
      terms: {
        minAmount: product.min_amount,
        maxAmount: product.max_amount,
        terms: product.terms,
        serviceFee: row.service_fee,
        handlingFee: row.handling_fee,
        arrivalAmount: arrivalAmount({
          loanAmount: row.amount,
          serviceFee: row.service_fee,
          handlingFee: row.handling_fee,
        }),
      },
      masked: !holds,
      person: { ...(holds ? unmasked(record) : mask(record)), warnings: record ? warningsOf(record, call.now) : [] },
      documents: (record?.documents ?? []).map(({ id, kind }) => ({ id, kind })),
      finding: state.context.finding,
      bureau: await bureauOf(row.person, state.context.finding?.bureau),
      mend: state.context.mend,
      note: state.context.verdict?.note ?? null,
      history: history.map((event) => {
        const { type, by, at, ...details } = factOf(event)
        return { version: event.version, type, state: event.state, by, byName: names.get(by) ?? by, at, details }
      }),
      state,
    }
  })

  handle(approve.document, async ({ orderNo, id }, call) => {
    const row = await rowOf(orderNo)
    const [record] = await vault.read([{ person: row.person, version: row.person_version }])
    const known = record?.documents.some((document) => document.id === id)
    const found = row.holder === call.by && known ? await vault.readDocument(row.person, id) : undefined
    if (!found) throw notFound()
    return { mime: found.mime, image: found.bytes.toString('base64') }
  })

  handle(approve.reviewers, async ({ stage }) => ({ reviewers: await reviewersOf(stage) }))

  const reviewersOf = async (stage: 'first' | 'final') => {
    const decides = approve[`${stage}Pass`].interface
    const { rows } = await sql<{ id: string; name: string; holds: number }>`
      select 'staff/' || a.id as id, p.name,
        (select count(*) from approval o where o.holder = 'staff/' || a.id) as holds
      from account a join profile p on p.id = a.id
      where a.state = 'active' and exists (
        select 1 from role r where a.roles @> to_jsonb(r.id) and (r.name = 'admin' or r.interfaces ? ${decides}))
      order by holds, p.name`.execute(db.sql)
    return rows
  }

  const rowOf = async (orderNo: string): Promise<ApprovalRow> => {
    const row = await db.sql.selectFrom('approval').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    if (!row) throw notFound()
    return row
  }

  const bureauOf = async (person: string, reference: string | null | undefined) => {
    const answer = reference ? await vault.readDocument(person, reference) : undefined
    return answer ? (JSON.parse(answer.bytes.toString()) as BureauData) : null
  }

  /** Sends one decision as the event it is; the facts are what the server adds to what was said. */
  const decide = async (
    body: { orderNo: string; version: number },
    call: CallOf<typeof approve.firstClaim>,
    event: LifecycleEvent,
  ) => store.send({ stream: `approval/${body.orderNo}`, version: body.version, event, ...origin(call) })

  const claimTtl = { claimTtl: settings.claimTtl }

  const assignee = async (to: string, stage: 'first' | 'final', language: CallOf<typeof approve.list>['language']) => {
    const able = await reviewersOf(stage)
    if (!able.some(({ id }) => id === to)) throw badInput([{ field: 'to', reason: 'reviewer' }], language)
    return { to, ...claimTtl }
  }

  const decision = async ({ orderNo, amount, term, note }: BodyOf<typeof approve.firstPass>) => {
    const { product: code } = await rowOf(orderNo)
    const product = await db.sql.selectFrom('product').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    return { amount, term, note, terms: product.terms, cap: product.max_amount }
  }

  const verdict = ({ reason, note }: BodyOf<typeof approve.firstReject>) => ({ reason, note })

  handle(approve.firstClaim, (body, call) => decide(body, call, { type: 'firstClaimed', ...stamp(call), ...claimTtl }))
  handle(approve.firstAssign, async (body, call) =>
    decide(body, call, { type: 'firstAssigned', ...stamp(call), ...(await assignee(body.to, 'first', call.language)) }),
  )
  handle(approve.firstRelease, (body, call) => decide(body, call, { type: 'firstReleased', ...stamp(call) }))
  handle(approve.firstRecall, (body, call) => decide(body, call, { type: 'firstRecalled', ...stamp(call) }))
  handle(approve.firstReassign, async (body, call) =>
    decide(body, call, {
      type: 'firstReassigned',
      ...stamp(call),
      ...(await assignee(body.to, 'first', call.language)),
    }),
  )
  handle(approve.firstPass, async (body, call) =>
    decide(body, call, { type: 'firstPassed', ...stamp(call), ...(await decision(body)) }),
  )
  handle(approve.firstReject, (body, call) =>
    decide(body, call, { type: 'firstRejected', ...stamp(call), ...verdict(body) }),
  )
  handle(approve.firstReturn, (body, call) =>
    decide(body, call, {
      type: 'returned',
      ...stamp(call),
      ...verdict(body),
      mend: body.mend,
      returnTtl: settings.returnTtl,
    }),
  )

  handle(approve.finalClaim, (body, call) => decide(body, call, { type: 'finalClaimed', ...stamp(call), ...claimTtl }))
  handle(approve.finalAssign, async (body, call) =>
    decide(body, call, { type: 'finalAssigned', ...stamp(call), ...(await assignee(body.to, 'final', call.language)) }),
  )
  handle(approve.finalRelease, (body, call) => decide(body, call, { type: 'finalReleased', ...stamp(call) }))
  handle(approve.finalRecall, (body, call) => decide(body, call, { type: 'finalRecalled', ...stamp(call) }))
  handle(approve.finalReassign, async (body, call) =>
    decide(body, call, {
      type: 'finalReassigned',
      ...stamp(call),
      ...(await assignee(body.to, 'final', call.language)),
    }),
  )
  handle(approve.finalPass, async (body, call) =>
    decide(body, call, { type: 'finalPassed', ...stamp(call), ...(await decision(body)) }),
  )
  handle(approve.finalReject, (body, call) =>
    decide(body, call, { type: 'finalRejected', ...stamp(call), ...verdict(body) }),
  )
  handle(approve.finalSendBack, (body, call) =>
    decide(body, call, { type: 'sentBack', ...stamp(call), ...verdict(body) }),
  )

  handle(approve.undo, async (body, call) => {
    const payout = await payoutOf(store, body.orderNo)
    return store.send({
      stream: `approval/${body.orderNo}`,
      version: body.version,
      event: { type: 'approvalUndone', ...stamp(call), ...verdict(body), payoutSent: payout.sent },
      ...origin(call),
      reads: [payout.read],
    })
  })
}

type BureauData = {
  found: boolean
  loanQuality: number | null
  remainingLoan: number
  maxDaysPastDue: number
  openLoans: number
  inquiries30: number
}

const orderOf = (
  row: ApprovalRow,
  sortedAt: number,
  record: PersonRecord | undefined,
  names: ReadonlyMap<string, string>,
): approve.Order => ({
  orderNo: row.order_no,
  version: row.version,
  state: row.state,
  since: row.since,
  sortedAt,
  round: row.round,
  refer: row.refer,
  holder: row.holder,
  holderName: nameOf(row.holder, names),
  claimDue: row.claim_due,
  firstReviewer: row.first_reviewer,
  finalReviewer: row.final_reviewer,
  firstReviewerName: nameOf(row.first_reviewer, names),
  finalReviewerName: nameOf(row.final_reviewer, names),
  customer: record ? maskName(record.name) : '',
  phone: record ? maskPhone(record.phone) : '',
  app: row.app,
  channel: row.channel,
  product: row.product,
  customerType: row.customer_type,
  loanCount: row.loan_count,
  failedOrderCount: row.failed_order_count,
  amount: row.amount,
  term: row.term,
  proposedAmount: row.proposed_amount,
  proposedTerm: row.proposed_term,
  score: row.score,
  rating: row.rating,
  reason: row.reason,
  accountVerified: row.account_verified,
  appliedAt: row.applied_at,
  machineAt: row.machine_at,
  firstAt: row.first_at,
  finalAt: row.final_at,
})

const nameOf = (id: string | null, names: ReadonlyMap<string, string>) => (id ? (names.get(id) ?? id) : null)
