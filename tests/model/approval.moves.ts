import type { Approval, ApprovalEvent } from '../../src/machines/approval.facts.ts'
import type * as model from './model.ts'

type Type = ApprovalEvent['type']

/** What the machine will make of what the customer sends: the result it ends in, or silence until its deadline. */
export type Outlook = 'passes' | 'unverified' | 'refers' | 'rejects' | 'silent'

/** Somebody does something. People have the names of the demo's logins; `app` is the customer's, `SYS` the system. */
export type Move = { type: Type; by: string; to?: string; outlook?: Outlook }

/** An application under way. */
export type Standing = model.Standing<Move, Approval>

/** `approve` is granted both stages, so that only the chart keeps its two decisions apart. */
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

/** Every event, by everybody whose work it is. */
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
  // Another bank account, which the bank will know or not.
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

/** What the machine will make of what was sent last. */
export const outlookOf = ({ path }: Pick<Standing, 'path'>): Outlook =>
  path.findLast(({ outlook }) => outlook)?.outlook ?? 'passes'

/** Whether the bureau knows the customer, which no resubmission changes. */
export const isKnown = ({ path }: Standing): boolean => path[0]?.outlook !== 'refers'

const rechecks: readonly Type[] = ['rechecked', 'recheckFailed']

/** The machine ends as its inputs say, what was changed is checked before the system does anything else, and only a return or sending back begins a round. */
export const happens = (standing: Standing, move: Move, rounds: number): boolean => {
  const { round, unchecked } = standing.state.context
  if (rechecks.includes(move.type))
    return unchecked.length > 0 && (move.type === 'rechecked') === (outlookOf(standing) === 'passes')
  // Of a customer whose account decides alone what becomes of the application.
  if (move.type === 'customerAmended') return isKnown(standing) && outlookOf(standing) !== 'rejects'
  if (move.by === 'SYS' && unchecked.length > 0) return false
  if (results[move.type]) return results[move.type]!.includes(outlookOf(standing))
  if (move.type === 'sentBack') return round < rounds
  if (move.type !== 'resubmitted') return true
  return round < rounds && (isKnown(standing) ? forKnown : forUnknown).has(move.outlook!)
}
