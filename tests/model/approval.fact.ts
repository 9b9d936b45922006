import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import { usualApprovalRules, usualApprovalTimes } from '../../src/machines/approvalRules.ts'
import { policy } from '../../src/server/policy.ts'
import { finding, knockedOut, submitted } from '../machines/approval.events.ts'
import { lead, type Move, type Outlook, outlookOf, type Standing } from './approval.moves.ts'
import type { IdOf } from './model.ts'

const { machineTtl } = policy
const { claimTtl, returnTtl } = usualApprovalTimes
const { mostReturns } = usualApprovalRules

/** The input of each person, the same on the chart as over HTTP. */
export const says = {
  pass: { amount: 1_500_000, term: 30, note: '' },
  verdict: { reason: 'incomeUnclear', note: 'as agreed on the telephone' },
  // No documents, so that a resubmission needs no pictures.
  mend: ['bank', 'employment'],
} as const

const application = { ...submitted().application, amount: 2_000_000, term: 30 }
const amendment = {
  edit: 'customerEdit/1',
  kind: 'bankCard',
  fields: ['account'],
  checks: ['account'],
  proposedBy: 'support',
  confirmedBy: lead,
  payoutSent: false,
} satisfies Partial<ApprovalEvent & { type: 'customerAmended' }>
const product = { terms: [14, 30], floor: 500_000, cap: 3_000_000 }

const found = (outlook: Outlook) => ({
  machinePassed: { ...finding, accountVerified: outlook !== 'unverified' },
  machineReferred: { ...finding, missing: ['loanQuality'] },
  machineRejected: knockedOut,
})

/** A move as the event that a server makes of it. A deadline's event carries the armed version. */
export const factOf = (
  { type, by, to }: Move,
  standing: Pick<Standing, 'state' | 'path'>,
  at: number,
  id: IdOf,
): ApprovalEvent => {
  const { armed, context } = standing.state
  const stamp = { by: id(by), at }
  switch (type) {
    case 'submitted':
      return { type, ...stamp, application, machineTtl }
    case 'resubmitted':
      return { type, ...stamp, personVersion: (context.application?.personVersion ?? 0) + 1, machineTtl }
    case 'machinePassed':
    case 'machineReferred':
    case 'machineRejected':
      return { type, ...stamp, round: context.round, finding: found(outlookOf(standing))[type] }
    case 'machineTimedOut':
    case 'firstClaimExpired':
    case 'returnExpired':
    case 'finalClaimExpired':
      return { type, by: 'SYS', at, armed: armed[type]?.version ?? 0 }
    case 'firstClaimed':
    case 'finalClaimed':
      return { type, ...stamp, claimTtl }
    case 'firstAssigned':
    case 'firstReassigned':
    case 'firstDispatched':
    case 'finalAssigned':
    case 'finalReassigned':
    case 'finalDispatched':
      return { type, ...stamp, to: id(to!), claimTtl }
    case 'firstReleased':
    case 'firstRecalled':
    case 'finalReleased':
    case 'finalRecalled':
      return { type, ...stamp }
    case 'firstPassed':
    case 'finalPassed':
      return { type, ...stamp, ...says.pass, ...product }
    case 'firstRejected':
    case 'finalRejected':
    case 'sentBack':
      return { type, ...stamp, ...says.verdict }
    case 'returned':
      return { type, ...stamp, ...says.verdict, mend: [...says.mend], returnTtl, mostReturns }
    case 'approvalUndone':
      return { type, ...stamp, ...says.verdict, payoutSent: false }
    case 'withdrawn':
      return { type, ...stamp, payoutSent: false }
    case 'customerAmended': {
      const before = context.application?.personVersion ?? 0
      return { type, ...stamp, ...amendment, before, personVersion: before + 1 }
    }
    case 'rechecked':
    case 'recheckFailed': {
      const { round, application } = context
      const accountVerified = outlookOf(standing) === 'passes'
      const about = { round, personVersion: application?.personVersion ?? 0 }
      return { type, ...stamp, ...about, finding: { ...(context.finding ?? finding), accountVerified } }
    }
    default:
      return type satisfies never
  }
}
