import type { SelectQueryBuilder } from 'kysely'
import type { Approval } from '../../machines/approval.facts.ts'
import { approvalMachine } from '../../machines/approval.ts'
import { approvalTimes, usualApprovalRules } from '../../machines/approvalRules.ts'
import { inForceAt } from '../../machines/contactRules.ts'
import { replay, type State } from '../../machines/kernel.ts'
import type { Order } from '../../services/approval.ts'
import type { MaskedCustomer } from '../customers/maskedCustomer.ts'
import { withSealed } from '../customers/readMasked.ts'
import type { Database } from '../db/database.ts'
import type { EventRow, Tables } from '../db/tables.ts'
import { versionsOf } from '../inForce.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { recordOf } from '../store/events.ts'
import type { ApprovalRow } from './projection.ts'

/** Replays the first `count` events of an application; throws not found when there are fewer. */
export const approvalAfter = (events: readonly EventRow[], count: number): State<Approval> => {
  if (count > events.length) throw notFound()
  return replay(approvalMachine, events.slice(0, count).map(recordOf))
}

/** The approval columns that answers show. The other columns serve only filters. */
const shown = [
  ...(['order_no', 'version', 'state', 'since', 'round', 'refer', 'holder', 'claim_due', 'reason'] as const),
  ...(['first_reviewer', 'final_reviewer', 'person', 'person_version', 'app', 'channel', 'product'] as const),
  ...(['customer_type', 'app_customer_type', 'white_type', 'loan_count', 'failed_order_count'] as const),
  ...(['amount', 'term', 'proposed_amount', 'proposed_term', 'service_fee', 'handling_fee'] as const),
  ...(['score', 'rating', 'account_verified', 'applied_at', 'machine_at', 'first_at', 'final_at'] as const),
]
type Shown = (typeof shown)[number]
export type OrderRow = Pick<ApprovalRow, Shown>

// Columns that every row needs: its identity, its sort keys, and what the fees are computed from.
const always = new Set<string>([
  ...(['order_no', 'since', 'person', 'person_version', 'applied_at', 'first_at', 'final_at'] as const),
  ...(['amount', 'proposed_amount', 'service_fee', 'handling_fee'] as const),
] satisfies Shown[])

/** The columns that an export reads, matched to its column names in snake_case. The row lacks the others. */
const shownIn = (columns: readonly string[]): Shown[] => {
  const named = new Set(columns.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
  return shown.filter((column) => always.has(column) || named.has(column))
}

/**
 * Reads a page's rows, as `one`, with their customers' sealed masked data. The join loses the order, so callers sort
 * again. `columns` names the columns of an export.
 */
export const withPeople = (
  db: Database,
  page: SelectQueryBuilder<Tables, 'approval', { order_no: string }>,
  columns?: readonly string[],
) =>
  withSealed(
    db,
    db.sql
      .selectFrom(page.as('page'))
      .innerJoin('approval', 'approval.order_no', 'page.order_no')
      .select((columns ? shownIn(columns) : shown).map((column) => `approval.${column}` as const)),
  )

export type RowWithPeople = Awaited<ReturnType<ReturnType<typeof withPeople>['execute']>>[number]

/** The names of the staff in the rows of a page. */
export const namesIn = (db: Database, rows: readonly OrderRow[]) =>
  staffNames(
    db,
    rows.flatMap((row) => [row.holder, row.first_reviewer, row.final_reviewer]),
  )

/** The instant by which an application should be decided that came at another one. */
export type TargetOf = (appliedAt: number) => number

/** Targets by the setting of each application's day, so that a change moves no earlier one. */
export const targets = async (server: Pick<Server, 'db'>): Promise<TargetOf> => {
  const versions = await versionsOf(server, 'approvalRules')
  return (at) => at + approvalTimes(inForceAt(versions, at) ?? usualApprovalRules).decideWithin
}

/** Maps a row to the order that lists and the detail's head show; the customer's name and phone are masked. */
export const orderOf = (
  row: OrderRow,
  sortedAt: number,
  customer: MaskedCustomer,
  names: ReadonlyMap<string, string>,
  targetOf: TargetOf,
): Order => ({
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
  customer: customer.name,
  phone: customer.phone,
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
  targetAt: targetOf(row.applied_at),
  machineAt: row.machine_at,
  firstAt: row.first_at,
  finalAt: row.final_at,
})

const nameOf = (id: string | null, names: ReadonlyMap<string, string>) => (id ? (names.get(id) ?? id) : null)
