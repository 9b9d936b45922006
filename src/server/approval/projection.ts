import type { Approval } from '../../machines/approval.facts.ts'
import { stateName, type State } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const result = (rejected: boolean, decidedAt: number | null) =>
  decidedAt === null ? null : rejected ? 'reject' : 'pass'

const row = (_stream: string, { version, value, context }: State<Approval>) => {
  const state = stateName(value)
  const application = context.application!
  return {
    order_no: application.orderNo,
    version,
    state,
    stage: state.split('.')[0]!,
    since: context.since,
    round: context.round,
    refer: context.refer,
    holder: context.holder,
    claim_due: context.holder ? context.claimDue : null,
    first_reviewer: context.firstReviewer,
    final_reviewer: context.finalReviewer,
    person: application.person,
    person_version: application.personVersion,
    app: application.app,
    channel: application.channel,
    product: application.product,
    customer_type: application.customerType,
    app_customer_type: application.appCustomerType ?? null,
    white_type: application.whiteType ?? null,
    loan_count: application.loanCount,
    failed_order_count: application.failedOrderCount,
    amount: application.amount,
    term: application.term,
    service_fee: application.serviceFee,
    handling_fee: application.handlingFee,
    proposed_amount: context.proposal?.amount ?? null,
    proposed_term: context.proposal?.term ?? null,
    rule_set: context.finding?.ruleSet ?? null,
    score: context.finding?.score ?? null,
    rating: context.finding?.rating ?? null,
    reason: context.verdict?.reason ?? null,
    account_verified: context.finding?.accountVerified ?? false,
    machine_result: result(state === 'machineRejected', context.machineAt),
    first_result: result(state === 'firstRejected', context.firstAt),
    final_result: result(state === 'finalRejected', context.finalAt),
    applied_at: context.appliedAt,
    machine_at: context.machineAt,
    first_at: context.firstAt,
    final_at: context.finalAt,
  }
}

export type ApprovalRow = ReturnType<typeof row>

declare module '../db/tables.ts' {
  interface Tables {
    approval: ApprovalRow
  }
}

export const approvalProjection = { table: 'approval', key: 'order_no', row } satisfies Projection
