import type { Approval, ApprovalEvent } from '../../src/machines/approval.facts.ts'
import type * as model from './model.ts'

type Type = ApprovalEvent['type']

/** The machine's result for the customer's input; `silent` lets its deadline pass. */
export type Outlook = 'passes' | 'unverified' | 'refers' | 'rejects' | 'silent'

/** A move. People have the names of demo logins; `app` is the customer's app, `SYS` the system. */
export type Move = { type: Type; by: string; to?: string; outlook?: Outlook }

/** An application at some point of its path. */
export type Standing = model.Standing<Move, Approval>

/** `approve` may act at both stages, so that only the chart keeps the two decisions apart. */
export const reviewers = {
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
export const outlookOf = ({ path }: Pick<Standing, 'path'>): Outlook =>
  path.findLast(({ outlook }) => outlook)?.outlook ?? 'passes'

/** Whether the bureau knows the customer; a resubmission does not change that. */
export const isKnown = ({ path }: Standing): boolean => path[0]?.outlook !== 'refers'

const rechecks: readonly Type[] = ['rechecked', 'recheckFailed']

/**
 * Whether a move is possible. The machine's result follows from its inputs, and changed data is checked before other
 * system events. Only a return or sending back starts a round.
 */
export const happens = (standing: Standing, move: Move, rounds: number): boolean => {
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
