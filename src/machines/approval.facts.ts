import type { Check, EditField, EditKind } from './customerEdit.fields.ts'
import { type DeadlineFact, type Fact, onLimit, onPayload, type Payload } from './kernel.ts'

export type Terms = { amount: number; term: number }

/**
 * The outcome of the machine review. Its inputs are the customer's data and stand elsewhere. Hits name rules of the
 * rule set; a knock-out rejects by itself.
 */
export type MachineFinding = {
  ruleSet: string
  hits: { rule: string; knockOut: boolean }[]
  /** Unavailable inputs, and the rules that failed to evaluate. */
  missing: string[]
  failed?: string[]
  score: number
  rating: string
  bureau: string | null
  accountVerified: boolean
}

export type Application = Terms & {
  orderNo: string
  person: string
  personVersion: number
  app: string
  channel: string
  product: string
  customerType: 'new' | 'old' | 'globalOld'
  /** The customer's type in this app only, and the batch that the app counts the application in. */
  appCustomerType?: 'new' | 'old'
  whiteType?: string
  /** The device that the app's visits were told of. */
  visitor?: string
  loanCount: number
  failedOrderCount: number
  serviceFee: number
  handlingFee: number
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type Claim = { claimTtl: number }
export type Assignment = Claim & { to: string }
export type Verdict = { reason: string; note: string }
/**
 * A change of the customer's record that the application takes: the fields, both versions, and the checks that must run
 * again.
 */
export type Amendment = {
  edit: string
  kind: EditKind
  fields: EditField[]
  before: number
  personVersion: number
  checks: Check[]
  proposedBy: string
  confirmedBy: string | null
  payoutSent: boolean
}
type Decision = Terms & { note: string; terms: number[]; floor: number; cap: number }

export type ApprovalEvent =
  | Did<'submitted', { application: Application; machineTtl: number }>
  | Did<
      'machinePassed' | 'machineReferred' | 'machineRejected',
      { round: number; finding: MachineFinding; personVersion?: number }
    >
  | DeadlineFact<'machineTimedOut' | 'firstClaimExpired' | 'returnExpired' | 'finalClaimExpired'>
  | Did<'firstClaimed' | 'finalClaimed', Claim>
  | Did<
      'firstAssigned' | 'firstReassigned' | 'firstDispatched' | 'finalAssigned' | 'finalReassigned' | 'finalDispatched',
      Assignment
    >
  | Did<'firstReleased' | 'firstRecalled' | 'finalReleased' | 'finalRecalled'>
  | Did<'firstPassed' | 'finalPassed', Decision>
  | Did<'firstRejected' | 'finalRejected' | 'sentBack', Verdict>
  | Did<'returned', Verdict & { mend: string[]; returnTtl: number; mostReturns?: number }>
  | Did<'resubmitted', { personVersion: number; machineTtl: number }>
  | Did<'withdrawn', { payoutSent: boolean }>
  | Did<'approvalUndone', Verdict & { payoutSent: boolean }>
  | Did<'customerAmended', Amendment>
  | Did<'rechecked' | 'recheckFailed', { round: number; finding: MachineFinding; personVersion: number }>

/** The decisions of a reviewer, at either stage. */
export const decisions = [
  'firstPassed',
  'firstRejected',
  'returned',
  'finalPassed',
  'finalRejected',
  'sentBack',
] as const satisfies readonly ApprovalEvent['type'][]

export type Approval = {
  application: Application | null
  round: number
  /** When the order began to wait in its present stage. */
  since: number
  refer: boolean
  finding: MachineFinding | null
  /** The checks of the finding that a later change of the customer's record made invalid. */
  unchecked: Check[]
  holder: string | null
  firstReviewer: string | null
  finalReviewer: string | null
  proposal: Terms | null
  verdict: Verdict | null
  mend: string[]
  appliedAt: number
  machineAt: number | null
  firstAt: number | null
  finalAt: number | null
  machineDue: number
  claimDue: number
  returnDue: number
  /** How often it was returned to its customer. */
  returns: number
}

type About = { context: Approval; event: Payload<ApprovalEvent> }

export const rules = {
  holder: ({ context, event }: About) => context.holder === event.by,
  notFirstReviewer: ({ context, event }: About) => context.firstReviewer !== event.by,
  accountVerified: ({ context }: About) => context.finding?.accountVerified === true,
  nothingUnchecked: ({ context }: About) => context.unchecked.length === 0,
  notKnockedOut: ({ context }: About) => !context.finding?.hits.some((hit) => hit.knockOut),
  assigneeNotFirstReviewer: onPayload(({ context, event }: About) => context.firstReviewer !== event.to),
  anotherHolder: onPayload(({ context, event }: About) => context.holder !== event.to),
  thisRound: onPayload(({ context, event }: About) => context.round === event.round),
  // Events stored before customers' records could be changed lack the field.
  thisRecord: onPayload(
    ({ context, event }: About) =>
      event.personVersion === undefined || context.application!.personVersion === event.personVersion,
  ),
  onPresentRecord: onPayload(({ context, event }: About) => context.application!.personVersion === event.before),
  confirmedByAnother: onPayload(
    ({ event }: About) => event.confirmedBy !== null && event.confirmedBy !== event.proposedBy,
  ),
  stillSound: onPayload(
    ({ event }: About) => event.finding!.accountVerified && !event.finding!.hits.some((hit) => hit.knockOut),
  ),
  nothingMissing: onPayload(({ event }: About) => event.finding!.missing.length === 0),
  noKnockOut: onPayload(({ event }: About) => !event.finding!.hits.some((hit) => hit.knockOut)),
  knockedOut: onPayload(({ event }: About) => event.finding!.hits.some((hit) => hit.knockOut)),
  withinApplied: onPayload(({ context, event }: About) => event.amount! <= context.application!.amount),
  atLeastFloor: onPayload(({ event }: About) => event.amount! >= event.floor!),
  termAllowed: onPayload(({ event }: About) => event.terms!.includes(event.term!)),
  withinCap: onPayload(({ event }: About) => event.amount! <= event.cap!),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  // Events stored before there was a limit lack it.
  returnsLeft: onLimit(
    'mostReturns',
    ({ context, event }: About) => event.mostReturns === undefined || context.returns < event.mostReturns,
  ),
  mendNamed: onPayload(({ event }: About) => event.mend!.length > 0),
  payoutNotSent: onLimit('payoutSent', ({ event }: About) => event.payoutSent === false),
}

/** The event that a machine review ends in. */
export const machineOutcome = ({ hits, missing }: Pick<MachineFinding, 'hits' | 'missing'>) =>
  hits.some((hit) => hit.knockOut) ? 'machineRejected' : missing.length > 0 ? 'machineReferred' : 'machinePassed'
