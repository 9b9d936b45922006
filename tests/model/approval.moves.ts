import type { Approval, ApprovalEvent, MachineFinding } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { usualApprovalRules, usualApprovalTimes } from '../../src/machines/approvalRules.ts'
import { policy } from '../../src/server/policy.ts'
import { finding, knockedOut, submitted } from '../machines/approval.events.ts'
import {
  type Edge,
  type IdOf,
  interfacesOf,
  type Model,
  placeOf,
  type Standing as StandingOf,
  transitionOf,
} from './model.ts'

type Type = ApprovalEvent['type']

/** The machine's result for the customer's input; `silent` lets its deadline pass. */
export type Outlook = 'passes' | 'unverified' | 'refers' | 'rejects' | 'silent'

/** A move. People have the names of demo logins; `app` is the customer's app, `SYS` the system. */
export type Move = { type: Type; by: string; to?: string; outlook?: Outlook }

/** An application at some point of its path. */
type Standing = StandingOf<Move, Approval>

/** `approve` may act at both stages, so that only the chart keeps the two decisions apart. */
const reviewers = {
  first: ['reviewer1', 'reviewer1.2', 'approve'],
  final: ['reviewer2', 'reviewer2.2', 'approve'],
}
export const lead = 'reviewLead'
export const staff = [...new Set([...reviewers.first, ...reviewers.final, lead])]

const outlooks: readonly Outlook[] = ['passes', 'unverified', 'refers', 'rejects', 'silent']
const sent = (type: Type) => outlooks.map((outlook): Move => ({ type, by: 'app', outlook }))
const bySystem = (...types: Type[]) => types.map((type): Move => ({ type, by: 'SYS' }))
const byLead = (...types: Type[]) => types.map((type): Move => ({ type, by: lead }))
const toEach = (people: readonly string[], ...types: Type[]) =>
  types.flatMap((type) => people.map((to): Move => ({ type, by: lead, to })))
const byEach = (people: readonly string[], ...types: Type[]) =>
  types.flatMap((type) => people.map((by): Move => ({ type, by })))

/** Every event with everybody who may cause it. */
export const moves: readonly Move[] = [
  ...sent('submitted'),
  ...bySystem('machinePassed', 'machineReferred', 'machineRejected', 'machineTimedOut'),
  ...byEach(reviewers.first, 'firstClaimed', 'firstReleased', 'returned', 'firstPassed', 'firstRejected'),
  ...toEach(reviewers.first, 'firstAssigned', 'firstReassigned'),
  ...reviewers.first.map((to): Move => ({ type: 'firstDispatched', by: 'SYS', to })),
  ...byLead('firstRecalled'),
  ...bySystem('firstClaimExpired'),
  ...sent('resubmitted'),
  ...bySystem('returnExpired'),
  ...byEach(reviewers.final, 'finalClaimed', 'finalReleased', 'sentBack', 'finalPassed', 'finalRejected'),
  ...toEach(reviewers.final, 'finalAssigned', 'finalReassigned'),
  ...reviewers.final.map((to): Move => ({ type: 'finalDispatched', by: 'SYS', to })),
  ...byLead('finalRecalled'),
  ...bySystem('finalClaimExpired'),
  ...byLead('approvalUndone'),
  { type: 'withdrawn', by: 'app' },
  // Another bank account, which the bank confirms or not.
  { type: 'customerAmended', by: 'SYS', outlook: 'passes' },
  { type: 'customerAmended', by: 'SYS', outlook: 'unverified' },
  ...bySystem('rechecked', 'recheckFailed'),
]

const results: Partial<Record<Type, readonly Outlook[]>> = {
  machinePassed: ['passes', 'unverified'],
  machineReferred: ['refers'],
  machineRejected: ['rejects'],
  machineTimedOut: ['silent'],
}
const forKnown = new Set<Outlook>(['passes', 'unverified', 'rejects', 'silent'])
const forUnknown = new Set<Outlook>(['refers', 'rejects', 'silent'])

/** The machine's result for the latest input. */
const outlookOf = ({ path }: Pick<Standing, 'path'>): Outlook =>
  path.findLast(({ outlook }) => outlook)?.outlook ?? 'passes'

/** Whether the bureau knows the customer; a resubmission does not change that. */
const isKnown = ({ path }: Standing): boolean => path[0]?.outlook !== 'refers'

const rechecks: readonly Type[] = ['rechecked', 'recheckFailed']

/**
 * Whether a move is possible. The machine's result follows from its inputs, and changed data is checked before other
 * system events. Only a return or sending back starts a round.
 */
const happens = (standing: Standing, move: Move, rounds: number): boolean => {
  const { round, unchecked } = standing.state.context
  if (rechecks.includes(move.type))
    return unchecked.length > 0 && (move.type === 'rechecked') === (outlookOf(standing) === 'passes')
  // Only for customers whose account alone decides the outcome.
  if (move.type === 'customerAmended') return isKnown(standing) && outlookOf(standing) !== 'rejects'
  if (move.by === 'SYS' && unchecked.length > 0) return false
  if (results[move.type]) return results[move.type]!.includes(outlookOf(standing))
  if (move.type === 'sentBack') return round < rounds
  if (move.type !== 'resubmitted') return true
  return round < rounds && (isKnown(standing) ? forKnown : forUnknown).has(move.outlook!)
}

const { machineTtl } = policy
const { claimTtl, returnTtl } = usualApprovalTimes
const { mostReturns } = usualApprovalRules

/** The input of each person, the same on the chart as over HTTP. */
const says = {
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
const factOf = (
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
      return {
        type,
        ...stamp,
        round: context.round,
        finding: found(outlookOf(standing))[type],
        personVersion: context.application?.personVersion ?? 0,
      }
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

/** Whether a running deadline also ran on an earlier visit. */
const revisited = ({ state, armed }: Standing) =>
  armed.some(({ event, version }) => state.armed[event] && state.armed[event].version !== version)

const foundOf = (finding: MachineFinding | null) =>
  finding && [finding.hits.length > 0, finding.missing.length > 0, finding.accountVerified]

const keyOf = (standing: Standing) => {
  const { round, refer, holder, firstReviewer, finding, unchecked } = standing.state.context
  const ahead = (placeOf(standing) === 'machineReview' || unchecked.length > 0) && outlookOf(standing)
  const machine = [refer, foundOf(finding), isKnown(standing), ahead, unchecked.length]
  // A deadline that has run makes a later visit different.
  const ran = [...new Set(standing.armed.map(({ event }) => event))].toSorted()
  return JSON.stringify([placeOf(standing), round, holder, firstReviewer, machine, revisited(standing), ran])
}

/** A standing reduced to what matters for refusals; reviewers with the same rights count as one. */
const shapeOf = (standing: Standing) => {
  const { round, firstReviewer, finding, unchecked } = standing.state.context
  const first = firstReviewer === 'approve' ? 'either' : firstReviewer && 'first'
  return [placeOf(standing), round, first, finding?.accountVerified, unchecked.length, revisited(standing)].join(' ')
}

/** Goals: this shape is reached, the transition is taken in this round, and this very person made the move. */
const goalsOf = ({ from, move: { outlook, ...move }, to }: Edge<Move, Approval>) => [
  shapeOf(to),
  [transitionOf(from, move), from.state.context.round, outlook].join(' '),
  JSON.stringify(move),
]

export const approvalModel: Model<Move, Approval> = {
  name: 'approval',
  machine: approvalMachine,
  interfaces: interfacesOf(approvalMachine),
  moves,
  factOf,
  happens,
  keyOf,
  goalsOf,
}
