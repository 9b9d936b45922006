import { dayStart } from './calendar.ts'
import type { ContactChannel, ContactOutcome } from './contact.facts.ts'
import { type DeadlineFact, type Fact, never, onLimit, onPayload, type Payload } from './kernel.ts'
import type { LeadRules } from './leadRules.ts'

export const leadResults = ['agreed', 'notInterested', 'unreachable'] as const
export const invalidReasons = ['wrongNumber', 'doNotContact', 'notEligible', 'duplicate', 'other'] as const
/** Why the system ends a lead: the person wants no marketing, or their data were erased. */
export const withdrawReasons = ['doNotContact', 'erased'] as const
export const endReasons = [...invalidReasons, 'erased'] as const
/** The result of a lead: noted by its seller, or an application. */
export type LeadResult = (typeof leadResults)[number] | 'applied'
export type InvalidReason = (typeof invalidReasons)[number]
export type WithdrawReason = (typeof withdrawReasons)[number]

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
type Origin = { batch: string; source: string }
export type LeadEvent =
  | Did<'leadImported' | 'requestedAgain', Origin>
  | Did<'claimed', { rules: LeadRules; held: number; mostHeld: number }>
  | Did<'assigned' | 'reassigned', { seller: string; rules: LeadRules }>
  | Did<'released' | 'recalled' | 'reopened'>
  | Did<'contacted', { attempt: string; channel: ContactChannel }>
  | Did<'outcomeNoted', { outcome: ContactOutcome }>
  | Did<'callBackSet', { day: string; time: string; outcome?: ContactOutcome }>
  | DeadlineFact<'callBackDue' | 'idleNoticed' | 'returnedIdle'>
  | Did<'finished', { result: LeadResult }>
  | Did<'invalidated', { reason: InvalidReason }>
  | Did<'withdrawn', { reason: WithdrawReason }>
  | Did<'registered', { credit: number }>
  | Did<'applied', { orderNo: string; credit: number }>

/** A step of the customer in the app, and the seller for whom it counts. */
type Step = { at: number; seller: string | null }

export type Lead = {
  /** How often it was imported. */
  requests: number
  /** The last import. */
  batch: string
  source: string
  importedAt: number
  seller: string | null
  formerSeller: string | null
  rules: LeadRules | null
  /** The last act of the seller. */
  activeAt: number
  isNoticed: boolean
  attempts: number
  contact: { attempt: string; channel: ContactChannel; at: number; outcome: ContactOutcome | null } | null
  /** The last seller who reached the customer themselves. */
  reached: { seller: string; at: number } | null
  callBack: number | null
  isCallBackDue: boolean
  registered: Step | null
  applied: Step | null
  result: LeadResult | null
  reason: InvalidReason | WithdrawReason | null
  endedAt: number | null
}

/** Whether the last attempt has no outcome yet. */
const isOutcomeAwaited = ({ contact }: Pick<Lead, 'contact'>): boolean => contact !== null && contact.outcome === null

type About = { context: Lead; event: Payload<LeadEvent> }

const hour = 3_600_000
const day = 24 * hour

/** The instant of a call-back at a time 'hh:mm' in Jakarta. */
export const callBackOf = (on: string, time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return dayStart(on) + hours * hour + minutes * 60_000
}

export const rules = {
  belowLimit: onLimit('held', ({ event }: About) => event.held! < event.mostHeld!),
  seller: ({ context, event }: About) => context.seller === event.by,
  otherSeller: onPayload(({ context, event }: About) => event.seller !== context.seller),
  awaitsOutcome: ({ context }: About) => isOutcomeAwaited(context),
  outcomeAwaited: onPayload(({ context, event }: About) => event.outcome === undefined || isOutcomeAwaited(context)),
  timeAhead: onPayload(({ event }: About) => callBackOf(event.day!, event.time!) > event.at),
  withinHorizon: onPayload(
    ({ context, event }: About) => callBackOf(event.day!, event.time!) <= event.at + context.rules!.horizon * day,
  ),
}

type By<More = unknown> = { event: Fact & More }
type At<More = unknown> = By<More> & { context: Lead }
/** The event of a type, also where several types have one shape. */
export type Out<Type extends LeadEvent['type']> = Fact & Omit<Extract<LeadEvent, { type: Type }>, 'type'>

export type Imported = Fact & Origin
export const requested = ({ context, event: { batch, source, at } }: At<Origin>) => ({
  requests: context.requests + 1,
  batch,
  source,
  importedAt: at,
})

const taken = (context: Lead, seller: string, inForce: LeadRules, at: number) => ({
  seller,
  formerSeller: context.seller ?? context.formerSeller,
  rules: inForce,
  activeAt: at,
  isNoticed: false,
})
export type Given = Fact & { seller: string; rules: LeadRules }
export const claimed = ({ context, event }: { context: Lead; event: Out<'claimed'> }) =>
  taken(context, event.by, event.rules, event.at)
export const given = ({ context, event }: { context: Lead; event: Given }) =>
  taken(context, event.seller, event.rules, event.at)

const noCallBack = { callBack: null, isCallBackDue: false }
export const released = ({ context }: { context: Lead }) => ({
  seller: null,
  formerSeller: context.seller,
  rules: null,
  isNoticed: false,
  ...noCallBack,
})

const acted = ({ event: { at } }: By) => ({ activeAt: at, isNoticed: false })

export const contacted = ({ context, event }: { context: Lead; event: Out<'contacted'> }) => ({
  ...acted({ event }),
  attempts: context.attempts + 1,
  contact: { attempt: event.attempt, channel: event.channel, at: event.at, outcome: null },
  ...noCallBack,
})

export const outcomeNoted = ({ context, event }: { context: Lead; event: Out<'outcomeNoted'> }) => ({
  ...acted({ event }),
  contact: { ...context.contact!, outcome: event.outcome },
  ...(event.outcome === 'reached' && { reached: { seller: event.by, at: context.contact!.at } }),
})

export const callBackSet = ({
  context,
  event: { outcome, ...event },
}: {
  context: Lead
  event: Out<'callBackSet'>
}) => ({
  ...(outcome ? outcomeNoted({ context, event: { ...event, outcome } }) : acted({ event })),
  callBack: callBackOf(event.day, event.time),
  isCallBackDue: false,
})

export const ended = ({ context, event: { at } }: At) => ({
  ...released({ context }),
  endedAt: at,
})

export const reopened = { result: null, reason: null, endedAt: null }

/** The customer's step counts for the last seller who reached them, if that is not too long ago. */
const stepOf = ({ context: { reached }, event: { at, credit } }: At<{ credit: number }>): Step => ({
  at,
  seller: reached && at <= reached.at + credit * day ? reached.seller : null,
})
export type Stepped = Fact & { credit: number }
export const registered = (of: At<{ credit: number }>) => ({ registered: stepOf(of) })
export const applied = (of: At<{ credit: number }>) => ({
  applied: stepOf(of),
  result: 'applied' as const,
  reason: null,
})
export const appliedAgain = (of: At<{ credit: number }>) => ({
  applied: of.context.applied ?? stepOf(of),
  result: 'applied' as const,
})

const idleFrom = ({ activeAt, callBack }: Lead) => Math.max(activeAt, callBack ?? 0)

/** The instants of a call-back, of the notice that a lead is idle, and of its return to the pool. */
export const instants = {
  callBackAt: ({ callBack, isCallBackDue }: Lead) => (callBack === null || isCallBackDue ? never : callBack),
  noticeAt: (lead: Lead) => (lead.isNoticed ? never : idleFrom(lead) + (lead.rules!.idle - 1) * day),
  idleAt: (lead: Lead) => idleFrom(lead) + lead.rules!.idle * day,
}
