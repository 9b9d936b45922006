import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { arrivalAmount, proportion } from '../../machines/money.ts'
import * as approval from '../../services/approval.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { erasedAt } from '../customers/erasure.ts'
import { maskedCustomerOf, nobody } from '../customers/maskedCustomer.ts'
import { mask, unmasked, warningsOf } from '../customers/maskRecord.ts'
import { rulesAt } from '../inForce.ts'
import { notFound } from '../kit/refused.ts'
import { channelCostOn } from '../lists/channels.ts'
import { ruleResultsOf } from '../risk/ruleResults.ts'
import type { Server } from '../server.ts'
import { type Call, place } from '../staff/call.ts'
import { staffNames } from '../staff/names.ts'
import { factOf } from '../store/events.ts'
import { watermarked } from './documents.ts'
import { payoutOf } from './intake.ts'
import { type ApprovalRow, approvalProjection } from './projection.ts'
import { approvalAfter, orderOf, type OrderRow, targets } from './row.ts'

/** The fees on the proposed amount at the rates of the application, and what the customer would receive after them. */
export const feesOf = (row: OrderRow) => {
  const loanAmount = row.proposed_amount ?? row.amount
  const serviceFee = proportion(row.service_fee, loanAmount, row.amount)
  const fees = { serviceFee, handlingFee: row.handling_fee }
  return { ...fees, arrivalAmount: arrivalAmount({ loanAmount, ...fees }) }
}

/** The staff ids in an event's details, other than its actor. */
const named = (details: object) =>
  Object.entries(details).filter(([name, id]) => ['to', 'proposedBy'].includes(name) && typeof id === 'string') as [
    string,
    string,
  ][]

/** Serves one application in full. Personal data unmasked and documents are for the claim's holder alone. */
export const approveDetail = ({ db, store, vault, audit, handle }: Server) => {
  handle(approval.detail, async ({ orderNo, at }, call) => {
    const stream = `approval/${orderNo}` as const
    // Read before the history, so that the history holds every event that led to this state.
    const [now, current] = await Promise.all([rowOf(orderNo), store.state(stream)])
    const history = (await store.history(stream)).map((event) => ({ ...event, fact: factOf(event) }))
    const state = at === undefined ? current : approvalAfter(history, at)
    const row = at === undefined ? now : approvalProjection.row(stream, state)
    const [record] = await vault.read([{ person: row.person, version: row.person_version }])
    // The present claim counts, at a past version too: a former holder has no reason to see the customer.
    const holds = now.holder === call.by
    await (holds ? noteOpening(now, call) : noteViewing(now, call))
    const given = history.flatMap(({ fact }) => named(fact).map(([, id]) => id))
    const erased = record ? undefined : await erasedAt(db.sql, row.person)
    const staff = [row.holder, row.first_reviewer, row.final_reviewer, ...history.map(({ actor }) => actor), ...given]
    const [names, product, costOf, appUse, targetOf, rules, bureau, { sent: payoutSent }, { mostReturns }] =
      await Promise.all([
        staffNames(db, [erased?.by ?? null, ...staff]),
        db.sql.selectFrom('product').selectAll().where('code', '=', row.product).executeTakeFirstOrThrow(),
        channelCostOn(db),
        record ? appUseOf(row) : { registeredOn: null, lastLoginOn: null },
        targets({ db }),
        ruleResultsOf({ db, store }, state.context, !holds),
        bureauOf(row.person, state.context.finding?.bureau),
        payoutOf(store, orderNo),
        rulesAt({ db }, 'approvalRules', call.now),
      ])
    return {
      asOf: at === undefined ? null : history[at - 1]!.at,
      erased: erased ? { at: erased.at, byName: names.get(erased.by) ?? erased.by } : null,
      order: orderOf(row, row.since, record ? maskedCustomerOf(record) : nobody, names, targetOf),
      appCustomerType: row.app_customer_type,
      whiteType: row.white_type,
      channelCost: costOf(row.channel, businessDay(row.applied_at)),
      ...appUse,
      terms: {
        minAmount: product.min_amount,
        maxAmount: product.max_amount,
        terms: product.terms,
        ...feesOf(row),
      },
      masked: !holds,
      person: { ...(holds ? unmasked(record) : mask(record)), warnings: record ? warningsOf(record, call.now) : [] },
      documents: (record?.documents ?? []).map(({ id, kind }) => ({ id, kind })),
      finding: state.context.finding,
      rules,
      bureau,
      mend: state.context.mend,
      note: state.context.verdict?.note ?? null,
      history: history.map(({ version, state: after, fact: { type, by, at: when, ...details } }) => ({
        version,
        type,
        state: after,
        by,
        byName: names.get(by) ?? by,
        at: when,
        details: {
          ...details,
          ...Object.fromEntries(named(details).map(([name, id]) => [`${name}Name`, names.get(id)])),
        },
      })),
      payoutSent,
      mostReturns,
      state,
    }
  })

  handle(approval.document, async ({ orderNo, id, at }, call) => {
    const now = await rowOf(orderNo)
    const stream = `approval/${orderNo}` as const
    const row = at === undefined ? now : approvalProjection.row(stream, approvalAfter(await store.history(stream), at))
    const [record] = await vault.read([{ person: row.person, version: row.person_version }])
    const known = record?.documents.find((document) => document.id === id)
    const found = now.holder === call.by && known ? await vault.readDocument(row.person, id) : undefined
    if (!found || !known) throw notFound()
    await noteOpening(now, call)
    // The idempotency key makes a retried call one viewing, within one claim.
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'documentViewed',
      subject: stream,
      data: {
        person: row.person,
        document: id,
        kind: known.kind,
        claimDue: now.claim_due,
        viewing: call.key,
        ...place(call),
      },
    })
    const marked = await watermarked(found.bytes, { name: call.staff.name, id: call.by, at: call.now })
    return { mime: found.mime, image: marked.toString('base64') }
  })

  /** Writes one audit entry per claim, IP address and browser for the holder's look at the customer. */
  const noteOpening = (row: ApprovalRow, call: Call<unknown>) =>
    audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'recordOpened',
      subject: `approval/${row.order_no}`,
      data: { person: row.person, claimDue: row.claim_due, ...place(call) },
    })

  /** Writes one audit entry per person, day, IP address and browser for a masked look by anybody else. */
  const noteViewing = (row: ApprovalRow, call: Call<unknown>) =>
    audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'recordViewed',
      subject: `approval/${row.order_no}`,
      data: { person: row.person, day: businessDay(call.now), ...place(call) },
    })

  const rowOf = async (orderNo: string) => {
    const row = await db.sql.selectFrom('approval').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    if (!row) throw notFound()
    return row
  }

  /** The days that the order's app reported of the devices on which its customer registered. */
  const appUseOf = async ({ person, app }: ApprovalRow) => {
    const { rows } = await sql<{ registeredOn: string | null; lastLoginOn: string | null }>`
      select min(visitor_registration.day) as "registeredOn", max(visitor.last_day) as "lastLoginOn"
      from visitor_registration join visitor on visitor.id = visitor_registration.visitor
      where person = ${person} and app = ${app}`.execute(db.sql)
    return rows[0]!
  }

  const bureauOf = async (person: string, reference: string | null | undefined) => {
    const answer = reference ? await vault.readDocument(person, reference) : undefined
    return answer ? (JSON.parse(answer.bytes.toString()) as DataOf<typeof approval.detail>['bureau']) : null
  }
}
