import { addDays, businessDay, dayStart, daysBetween } from './calendar.ts'
import { type CollectionRules, type CollectionStage, stageEnds, stageOn } from './collectionStages.ts'
import type { ContactChannel, ContactOutcome } from './contact.facts.ts'
import { type DeadlineFact, type Fact, never, onPayload, type Payload } from './kernel.ts'

export const holdReasons = ['dispute', 'hardship', 'disaster', 'fraud', 'death'] as const
/** The topics of complaints about collection, and the channels by which they arrive. */
export const complaintTopics = [
  'manners',
  'hours',
  'otherPeople',
  'identity',
  'amount',
  'paidAlready',
  'privacy',
  'other',
] as const
export const complaintChannels = ['phone', 'whatsapp', 'sms', 'email', 'visit', 'app', 'letter', 'authority'] as const
export type CaseComplaint = {
  topic: (typeof complaintTopics)[number]
  channel: (typeof complaintChannels)[number]
  words: string
}
/** The outcomes of a visit. */
export const visitOutcomes = [
  'reached',
  'promised',
  'leftMessage',
  'noAnswer',
  'refused',
] as const satisfies ContactOutcome[]
export const settlements = ['paid', 'writtenOff', 'voided'] as const
export type HoldReason = (typeof holdReasons)[number]
export type Settlement = (typeof settlements)[number]
/** Why a holder may hold no case any more. */
export type Departure = 'disabled' | 'groupLeft' | 'certificateEnded' | 'otherCompany'
export type PromiseOutcome = 'kept' | 'partlyKept' | 'broken' | 'superseded' | 'ended'

/** The order's attributes that lists filter by; `province` is a two-digit code, and the place that of then. */
export type CaseOrder = { person: string; app: string; product: string; province?: string; regency?: string }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
/** Whom the system gives a case, and every limit that this is within. */
type Allotment = {
  holder: string
  company: string
  group: string
  stages: CollectionStage[]
  apps: string[]
  capacity: number
  /** The open cases that the holder had before, and how many of them came today. */
  holds: number
  dailyCap: number
  givenToday: number
  certifiedUntil: string
  strategy: string
}
type Due = { due: string; rules: CollectionRules }
export type RecoveryCaseEvent =
  | Did<'episodeOpened' | 'episodeReopened', Due & { orderNo: string; order: CaseOrder }>
  | Did<'dueDayMoved', Due>
  | DeadlineFact<'stageChanged'>
  | Did<'dispatched' | 'reassigned', { holder: string; company: string }>
  | Did<'allotted', Allotment>
  | Did<'recalled'>
  | Did<'retained', { until: string; longest: number; retains: number; cap: number }>
  | DeadlineFact<'stageKept' | 'retentionExpired'>
  | Did<'memberLeft', { reason: Departure }>
  | Did<'contacted', { attempt: string; channel: ContactChannel }>
  | Did<'outcomeNoted', { outcome: ContactOutcome }>
  | Did<'visited', { outcome: ContactOutcome; proof: string }>
  | Did<'whereaboutsAsked', { attempt: string; channel: ContactChannel }>
  | Did<'callBackSet', { day: string; horizon: number }>
  | Did<
      'promised',
      {
        amount: number
        day: string
        owed: number
        horizon: number
        grace: number
        paidToday: number
        /** For how many days the verdict waits for the bank statement; 0 for a lender that books none. */
        statementDays?: number
      }
    >
  | Did<'statementBooked', { through: string }>
  | Did<'paymentsFollowed' | 'promiseCorrected', { paid: number }>
  | DeadlineFact<'promiseKept' | 'promisePartlyKept' | 'promiseBroken'>
  | Did<'held', { reason: HoldReason; from: string; until: string; heldBack: number; complaint?: CaseComplaint }>
  | Did<'complained', CaseComplaint>
  | Did<'holdLifted'>
  | DeadlineFact<'holdEnded'>
  | Did<'placementBegan', CasePlacement>
  | Did<'placementEnded'>
  | Did<'episodeSettled', { settlement: Settlement; paid: number | null }>

/** A promise of a payment: the money value-dated from `madeOn` to `lastDay` counts, without `paidToday` booked before. */
export type CasePromise = {
  amount: number
  day: string
  madeOn: string
  lastDay: string
  paidToday: number
  paid: number
  outcome: PromiseOutcome | null
  by: string
  /** The last day on which the verdict waits for the bank statements of its days; left out where it waits for none. */
  waitsUntil?: string
}

/** The agency that collects, and the last day on which it does. */
export type CasePlacement = { company: string; until: string }

export type CaseHold = { reason: HoldReason; from: string; until: string; by: string }

export type RecoveryCase = {
  orderNo: string
  order: CaseOrder | null
  /** The number of the episode, from the loan's first approach of a due day on. */
  episode: number
  openedAt: number
  /** The oldest unpaid due day, and the rules by which its stages are counted. */
  due: string
  rules: CollectionRules | null
  stage: CollectionStage
  /** The instant at which the due day or the stage changed last. */
  changedAt: number
  holder: string | null
  /** The holder before this one, or the last one of a case that nobody holds. */
  formerHolder: string | null
  /** How often the holders contacted the customer in this episode. */
  attempts: number
  contact: { attempt: string; channel: ContactChannel; at: number; outcome: ContactOutcome | null } | null
  callBack: string | null
  /** The promises of this episode; the last one may be open. */
  promises: CasePromise[]
  holds: CaseHold[]
  settledAt: number | null
  settlement: Settlement | null
  placement: CasePlacement | null
  /** The last day on which the holder keeps the case through a change of its stage; left out for most. */
  retained?: string | null
}

type About = { context: RecoveryCase; event: Payload<RecoveryCaseEvent> }

const today = ({ at }: Fact) => businessDay(at)

/** The last promise of the episode; undefined before the first. */
export const lastPromise = ({ promises }: Pick<RecoveryCase, 'promises'>) => promises.at(-1)

/** The promise that waits for its day. */
export const openPromise = ({ promises }: Pick<RecoveryCase, 'promises'>) =>
  promises.find(({ outcome }) => outcome === null)

/** The outcome of a promised amount, given the amount paid by its last day. */
export const verdictOf = (amount: number, paid: number): 'kept' | 'partlyKept' | 'broken' => {
  if (paid >= amount) return 'kept'
  return paid > 0 ? 'partlyKept' : 'broken'
}

const judged: readonly (PromiseOutcome | null)[] = ['kept', 'partlyKept', 'broken']

/** The last promise, once its day has judged it. */
export const judgedPromise = (context: Pick<RecoveryCase, 'promises'>) => {
  const last = lastPromise(context)
  return last && judged.includes(last.outcome) ? last : undefined
}

export const rules = {
  holder: ({ context, event }: About) => context.holder === event.by,
  otherHolder: onPayload(({ context, event }: About) => event.holder !== context.holder),
  /**
   * A placed case is the agency's, every other one the lender's own; at the last stage the lender's own staff may not
   * contact the customer any more.
   */
  worksCompany: onPayload(
    ({ context: { placement, stage }, event: { company } }: About) =>
      company === (placement?.company ?? '') && (placement !== null || stage !== 'm4'),
  ),
  worksStage: onPayload(({ context, event }: About) => event.stages!.includes(context.stage)),
  worksApp: onPayload(
    ({ context, event }: About) => event.apps!.length === 0 || event.apps!.includes(context.order!.app),
  ),
  hasRoom: onPayload(({ event }: About) => event.holds! < event.capacity!),
  withinDailyCap: onPayload(({ event }: About) => event.givenToday! < event.dailyCap!),
  certifiedToday: onPayload(({ event }: About) => event.certifiedUntil! >= today(event)),
  withinRetention: onPayload(({ event }: About) => event.until! <= addDays(today(event), event.longest!)),
  retainsFew: onPayload(({ event }: About) => event.retains! < event.cap!),
  awaitsOutcome: ({ context }: About) => context.contact !== null && context.contact.outcome === null,
  notByVisit: ({ context }: About) => context.contact?.channel !== 'visit',
  byVisit: ({ context }: About) => context.contact?.channel === 'visit',
  proofGiven: onPayload(({ event }: About) => Boolean(event.proof)),
  dayAhead: onPayload(({ event }: About) => event.day! >= today(event)),
  positiveAmount: onPayload(({ event }: About) => Number.isSafeInteger(event.amount) && event.amount! > 0),
  withinOwed: onPayload(({ event }: About) => event.amount! <= event.owed!),
  withinHorizon: onPayload(({ event }: About) => event.day! <= addDays(today(event), event.horizon!)),
  verdictChanges: onPayload(({ context, event }: About) => {
    const promise = judgedPromise(context)
    return promise !== undefined && verdictOf(promise.amount, event.paid!) !== promise.outcome
  }),
  statementAwaited: onPayload(({ context, event }: About) => {
    const open = openPromise(context)
    return open?.waitsUntil !== undefined && event.through! >= open.lastDay
  }),
  beganLately: onPayload(({ event }: About) => {
    const back = daysBetween(event.from!, today(event))
    return back >= 0 && back <= event.heldBack!
  }),
  endsAhead: onPayload(({ event }: About) => event.until! >= today(event)),
  noOverlap: onPayload(({ context, event }: About) => context.holds.every(({ until }) => until < event.from!)),
}

/** Nobody retains the case any more. A case that nobody ever retained says nothing of it. */
export const unretained = ({ retained }: RecoveryCase) => (retained ? { retained: null } : {})

type By<More = unknown> = { event: Fact & More }
type At<More = unknown> = By<More> & { context: RecoveryCase }
export type Opened = Fact & Due & { orderNo: string; order: CaseOrder }
export type Held = Fact & { reason: HoldReason; from: string; until: string }
export type Promised = Fact & { amount: number; day: string; grace: number; paidToday: number; statementDays?: number }

const dueFrom = ({ event: { due, rules: inForce, at } }: By<Due>) => ({
  due,
  rules: inForce,
  stage: stageOn(due, businessDay(at), inForce),
  changedAt: at,
})

export const opened = ({ context, event }: At<Due & { orderNo: string; order: CaseOrder }>) => ({
  orderNo: event.orderNo,
  order: event.order,
  episode: context.episode + 1,
  openedAt: event.at,
  ...dueFrom({ event }),
  holder: null,
  formerHolder: null,
  attempts: 0,
  contact: null,
  callBack: null,
  promises: [],
  holds: [],
  settledAt: null,
  settlement: null,
  ...unretained(context),
})

/** Continues the same episode. Its contacts and promises stay, and the case has no holder. */
export const reopened = ({ context, event }: At<Due>) => ({
  ...dueFrom({ event }),
  holder: null,
  formerHolder: context.holder ?? context.formerHolder,
  callBack: null,
  settledAt: null,
  settlement: null,
  ...unretained(context),
})

export const dueMoved = ({ event: { due, rules: inForce, at } }: By<Due>) => ({ due, rules: inForce, changedAt: at })

export const staged = ({ context, event: { at } }: At) => ({
  stage: stageOn(context.due, businessDay(at), context.rules!),
  changedAt: at,
})

export const released = ({ context }: { context: RecoveryCase }) => ({
  holder: null,
  formerHolder: context.holder ?? context.formerHolder,
  callBack: null,
  ...unretained(context),
})

export const given = ({ context, event: { holder } }: At<{ holder: string }>) => ({
  holder,
  formerHolder: context.holder ?? context.formerHolder,
  ...unretained(context),
})

export const placed = ({ event: { company, until } }: By<CasePlacement>) => ({ placement: { company, until } })

export const contacted = ({ context, event }: At<{ attempt: string; channel: ContactChannel }>) => ({
  attempts: context.attempts + 1,
  contact: { attempt: event.attempt, channel: event.channel, at: event.at, outcome: null },
  callBack: null,
})

export const outcomeNoted = ({ context, event: { outcome } }: At<{ outcome: ContactOutcome }>) => ({
  contact: { ...context.contact!, outcome },
})

const withOutcome = (promises: readonly CasePromise[], outcome: PromiseOutcome) =>
  promises.map((one) => (one.outcome === null ? { ...one, outcome } : one))

export const promised = ({ context, event }: At<Promised>) => {
  const { amount, day, grace, paidToday, statementDays = 0, by } = event
  const madeOn = today(event)
  const lastDay = addDays(day, grace)
  const made: CasePromise = {
    amount,
    day,
    madeOn,
    lastDay,
    paidToday,
    paid: 0,
    outcome: null,
    by,
    ...(statementDays > 0 && { waitsUntil: addDays(lastDay, statementDays) }),
  }
  return { promises: [...withOutcome(context.promises, 'superseded'), made], callBack: null }
}

export const paidSince = ({ context, event: { paid } }: At<{ paid: number }>) => ({
  promises: context.promises.map((one) => (one.outcome === null ? { ...one, paid } : one)),
})

export const statementBooked = ({ context }: { context: RecoveryCase }) => ({
  promises: context.promises.map(({ waitsUntil: _over, ...one }) => one),
})

export const judgedAs =
  (outcome: PromiseOutcome) =>
  ({ context }: { context: RecoveryCase }) => ({ promises: withOutcome(context.promises, outcome) })

export const corrected = ({ context, event: { paid } }: At<{ paid: number }>) => {
  const last = context.promises.at(-1)!
  return { promises: [...context.promises.slice(0, -1), { ...last, paid, outcome: verdictOf(last.amount, paid) }] }
}

export const held = ({ context, event: { reason, from, until, by } }: { context: RecoveryCase; event: Held }) => ({
  holds: [...context.holds, { reason, from, until, by }],
})

/** A hold that ends early lasted up to the day before. */
export const lifted = ({ context, event }: At) => {
  const last = context.holds.at(-1)!
  const ended = addDays(today(event), -1)
  return { holds: [...context.holds.slice(0, -1), { ...last, until: ended < last.from ? last.from : ended }] }
}

export const settled = ({ context, event }: At<{ settlement: Settlement; paid: number | null }>) => {
  const { at, settlement, paid } = event
  const promises = context.promises.map((one) => {
    if (one.outcome !== null) return one
    const came = paid ?? one.paid
    return { ...one, paid: came, outcome: came >= one.amount ? ('kept' as const) : ('ended' as const) }
  })
  return { promises, callBack: null, settledAt: at, settlement, placement: null, ...unretained(context) }
}

const judgedAt = (context: RecoveryCase, verdict: 'kept' | 'partlyKept' | 'broken') => {
  const promise = openPromise(context)
  if (!promise || verdictOf(promise.amount, promise.paid) !== verdict) return never
  return dayStart(addDays(promise.waitsUntil ?? promise.lastDay, 1))
}

const nextStageAt = ({ due, rules: inForce, stage, changedAt }: RecoveryCase) => {
  const day = businessDay(changedAt)
  return stageOn(due, day, inForce!) === stage ? stageEnds(due, day, inForce!) : changedAt
}

/** A retained case keeps its holder; the lender's own staff may keep none in the last stage. */
const keepsHolder = (context: RecoveryCase, at: number) =>
  Boolean(context.retained) &&
  at !== never &&
  (context.placement !== null || stageOn(context.due, businessDay(at), context.rules!) !== 'm4')

/** The instants at which stages, retentions, promises and holds end. */
export const instants = {
  stageEnds: (context: RecoveryCase) => {
    const at = nextStageAt(context)
    return keepsHolder(context, at) ? never : at
  },
  keptStageEnds: (context: RecoveryCase) => {
    const at = nextStageAt(context)
    return keepsHolder(context, at) ? at : never
  },
  retentionEnds: ({ retained }: RecoveryCase) => (retained ? dayStart(addDays(retained, 1)) : never),
  keptAt: (context: RecoveryCase) => judgedAt(context, 'kept'),
  partlyKeptAt: (context: RecoveryCase) => judgedAt(context, 'partlyKept'),
  brokenAt: (context: RecoveryCase) => judgedAt(context, 'broken'),
  holdEnds: ({ holds }: RecoveryCase) => dayStart(addDays(holds.at(-1)!.until, 1)),
}
