import { businessDay } from './calendar.ts'
import { type AgreedHours, type Closed, closedOn, type ContactRules, localTime, type Zone } from './contactRules.ts'
import type { Holiday } from './decree.ts'
import { byAnother, type Fact, onPayload, type Payload } from './kernel.ts'

export const purposes = ['service', 'collection', 'marketing'] as const
export const channels = ['phone', 'whatsapp', 'sms', 'email', 'visit'] as const
export const outcomes = ['reached', 'promised', 'leftMessage', 'noAnswer', 'busy', 'wrongNumber', 'refused'] as const
export type ContactPurpose = (typeof purposes)[number]
export type ContactChannel = (typeof channels)[number]
export type ContactOutcome = (typeof outcomes)[number]

/** The lender's rules in force at an attempt, the person's time zone, and the holiday of the person's day. */
export type InForce = {
  rules: ContactRules | null
  zone: Zone | null
  /** Whether the holidays of the year are on record. */
  yearKnown: boolean
  holiday: Holiday | null
}

/** The one who is asked: the person, or an emergency contact as '2/1', the second record's first contact. */
export type Whom = 'self' | `${number}/${number}`

export type Reach = { purpose: ContactPurpose; channel: ContactChannel }

/** An attempt to reach a person, and the order that it is about with its days overdue. */
export type Wish = Reach & {
  attempt: string
  whom: Whom
  order: string | null
  overdue: number | null
  /** An agency's staff attempt it, for the order that is placed with them. */
  agency?: true
  /** The holder of the order's case attempts it. */
  ofHolder?: true
  /** The last day of the certificate of the collector who attempts it; left out for everybody else. */
  certifiedUntil?: string
  /** Why nothing is to be collected for the order: nothing is due, or its case rests. Left out where something is. */
  rests?: 'nothingDue' | 'held'
  /** A message that the law requires. */
  byLaw?: true
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type ContactEvent =
  | Did<'attempted' | 'holderAttempted' | 'whereaboutsAsked', Wish & InForce>
  | Did<'attemptBlocked', Wish & InForce & { rule: string }>
  | Did<'outcomeNoted', { attempt: string; outcome: ContactOutcome }>
  | Did<'hoursAgreed', AgreedHours & { proof: string }>
  | Did<'hoursWithdrawn'>
  | Did<'consentGiven', Reach & { proof: string; also?: readonly ContactChannel[] }>
  | Did<'consentWithdrawn', Reach>
  | Did<'relativeConfirmed', { relative: string; proof: string }>
  | Did<'relativeRefused', { relative: string }>
  | Did<'optedOut', { way: 'app' | 'link' }>
  | Did<'marketingBarred' | 'contactBarred', { reason: string }>
  | Did<'liftProposed', { reason: string }>
  | Did<'liftConfirmed'>
  | Did<'contactLifted'>
  | Did<'liftRefused', { reason: string }>

/** An attempt of the last two days. */
export type Attempt = Wish & { by: string; at: number; outcome: ContactOutcome | null }

type Bar = { scope: 'marketing' | 'all'; by: string; at: number; reason: string }

export type Contact = {
  attempts: Attempt[]
  /** The instants of the last attempt, and of the last one for collection; 0 before the first. */
  lastAt: number
  collectedAt: number
  hours: (AgreedHours & { proof: string }) | null
  /** The last word of the person for each purpose and channel. */
  consents: (Reach & { given: boolean })[]
  /** The last word of each emergency contact. */
  relatives: { relative: string; confirmed: boolean }[]
  barred: Bar | null
  /** The bar of marketing that a bar of all contact covers. It stands again when that one is lifted. */
  covered: Bar | null
  /** The proposal to lift the bar. */
  lift: { by: string; at: number; reason: string } | null
  /** The last attempt that a rule forbade. */
  blocked: { rule: string; at: number } | null
}

const minute = 60_000
const kept = 48 * 60 * minute

/** A consent to a purpose and channel, and to further channels by the same proof. */
type Reaches = Reach & { also?: readonly ContactChannel[] }
const reachesOf = ({ purpose, channel, also = [] }: Reaches): Reach[] =>
  [channel, ...also].map((one) => ({ purpose, channel: one }))

/** Whether the person gave consent to a purpose and channel; undefined when they said neither yes nor no. */
export const consentTo = ({ consents }: Contact, { purpose, channel }: Reach): boolean | undefined =>
  consents.find((one) => one.purpose === purpose && one.channel === channel)?.given

type About = { context: Contact; event: Payload<ContactEvent> }

/** Attempts of one purpose on the person's present day. */
const today = ({ context, event: { at, zone, purpose } }: About): Attempt[] => {
  const { day } = localTime(at, zone!)
  return context.attempts.filter((one) => one.purpose === purpose && localTime(one.at, zone!).day === day)
}

const closed = ({ context, event }: About): Closed | undefined => {
  const { at, zone, purpose, rules: inForce, yearKnown, holiday } = event
  if (purpose === 'service') return undefined
  const onDay = { rules: inForce, holiday: yearKnown ? holiday : undefined, agreed: context.hours }
  return closedOn(at, zone!, onDay, purpose!)
}

const ofPurpose = (purpose: ContactPurpose, rule: (about: About) => boolean) =>
  onPayload((about: About) => about.event.purpose !== purpose || rule(about))
const limited = (rule: (about: About) => boolean) =>
  onPayload((about: About) => about.event.purpose === 'service' || rule(about))

const consentStands = ({ context, event: { purpose, channel, rules: inForce } }: About) => {
  const given = consentTo(context, { purpose: purpose!, channel: channel! })
  return purpose === 'marketing' && inForce!.consent ? given === true : given !== false
}

export const rules = {
  selfAlone: onPayload(({ event }: About) => event.whom === 'self'),
  relativeAgreed: onPayload(({ context, event }: About) =>
    context.relatives.some(({ relative, confirmed }) => relative === event.whom && confirmed),
  ),
  forCollection: onPayload(({ event }: About) => event.purpose === 'collection'),
  notBarred: onPayload(({ event }: About) => event.byLaw === true && event.purpose === 'service'),
  marketingOpen: ofPurpose('marketing', ({ context }) => context.barred === null),
  rulesInForce: limited(({ event }) => event.rules !== null),
  consentStands: limited(consentStands),
  zoneKnown: limited(({ event }) => event.zone !== null),
  holidaysKnown: limited((about) => closed(about)?.reason !== 'noHolidays'),
  notDayOff: limited((about) => closed(about)?.reason !== 'weekday'),
  notHoliday: limited((about) => !['national', 'jointLeave'].includes(closed(about)?.reason ?? '')),
  withinHours: limited((about) => closed(about)?.reason !== 'hours'),
  certified: ofPurpose(
    'collection',
    ({ event: { certifiedUntil, at } }) => certifiedUntil === undefined || certifiedUntil >= businessDay(at),
  ),
  somethingDue: ofPurpose('collection', ({ event: { rests } }) => rests !== 'nothingDue'),
  notHeld: ofPurpose('collection', ({ event: { rests } }) => rests !== 'held'),
  stillInHouse: ofPurpose(
    'collection',
    ({ event }) => event.agency === true || (event.overdue ?? 0) <= event.rules!.lastDay,
  ),
  agencyGoesOn: ofPurpose(
    'collection',
    ({ event }) =>
      event.agency !== true || event.rules!.agencies !== false || (event.overdue ?? 0) <= event.rules!.lastDay,
  ),
  collectionCap: ofPurpose('collection', (about) => today(about).length < about.event.rules!.attempts),
  smsCap: ofPurpose(
    'collection',
    (about) =>
      about.event.channel !== 'sms' ||
      today(about).filter(({ channel }) => channel === 'sms').length < about.event.rules!.collectionSms,
  ),
  marketingCap: ofPurpose('marketing', (about) => today(about).length < about.event.rules!.marketingAttempts),
  spaced: ofPurpose(
    'collection',
    ({ context: { collectedAt }, event }) => event.at - collectedAt >= event.rules!.gap * minute,
  ),

  noOutcomeYet: onPayload(({ context, event }: About) =>
    context.attempts.some(({ attempt, outcome }) => attempt === event.attempt && outcome === null),
  ),
  proofGiven: onPayload(({ event }: About) => Boolean(event.proof)),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  opensFirst: onPayload(({ event }: About) => event.opens! < event.closes!),
  hoursStand: ({ context }: About) => context.hours !== null,
  notGivenYet: onPayload(({ context, event }: About) =>
    reachesOf(event as Reaches).some((reach) => consentTo(context, reach) !== true),
  ),
  notWithdrawnYet: onPayload(({ context, event }: About) => consentTo(context, event as Reach) !== false),
  nothingCovered: ({ context }: { context: Contact }) => context.covered === null,
  marketingCovered: ({ context }: { context: Contact }) => context.covered !== null,
  notProposer: byAnother(({ lift }: Contact) => [lift?.by]),
}

/** The rules of an attempt, in the order in which they are asked: before each attempt, and for the screen. */
const calendar = ['zoneKnown', 'holidaysKnown', 'notDayOff', 'notHoliday', 'withinHours'] as const
const collecting = [
  'certified',
  'somethingDue',
  'notHeld',
  'stillInHouse',
  'agencyGoesOn',
  'collectionCap',
  'smsCap',
  'spaced',
] as const
const byConsent = ['rulesInForce', 'consentStands', ...calendar, ...collecting] as const
export const attempting = ['selfAlone', ...byConsent, 'marketingCap'] as const
export const attemptingUnlessMarketing = ['selfAlone', 'marketingOpen', ...byConsent] as const
export const attemptingAsHolder = ['forCollection', 'selfAlone', ...byConsent] as const
export const askingWhereabouts = [
  'forCollection',
  'relativeAgreed',
  'rulesInForce',
  ...calendar,
  ...collecting,
] as const

type By<More = unknown> = { event: Fact & More }
type At<More = unknown> = By<More> & { context: Contact }

export type Attempted = Fact & Wish
export type OutcomeNoted = Fact & { attempt: string; outcome: ContactOutcome }
export type HoursAgreed = Fact & AgreedHours & { proof: string }
export type Consented = Fact & Reach
export type RelativeSaid = Fact & { relative: string }
export type OptedOut = Fact & { way: string }
export type Barred = Fact & { reason: string }

export const attempted = ({ context, event }: At<Wish>) => {
  const { attempt, purpose, channel, whom, order, overdue, by, at } = event
  return {
    attempts: [
      ...context.attempts.filter((one) => one.at > at - kept),
      { attempt, purpose, channel, whom, order, overdue, by, at, outcome: null },
    ],
    lastAt: at,
    collectedAt: purpose === 'collection' ? at : context.collectedAt,
  }
}

export type Blocked = Fact & { rule: string }
export const blocked = ({ event: { rule, at } }: { event: Blocked }) => ({ blocked: { rule, at } })

export const outcomeNoted = ({ context, event }: { context: Contact; event: OutcomeNoted }) => ({
  attempts: context.attempts.map((one) => (one.attempt === event.attempt ? { ...one, outcome: event.outcome } : one)),
})

export const hoursAgreed = ({ event: { opens, closes, days, proof } }: { event: HoursAgreed }) => ({
  hours: { opens, closes, days, proof },
})

export const consented =
  (given: boolean) =>
  ({ context, event }: At<Reaches>) => {
    const told = reachesOf(event)
    const isTold = (one: Reach) =>
      told.some(({ purpose, channel }) => one.purpose === purpose && one.channel === channel)
    return {
      consents: [...context.consents.filter((one) => !isTold(one)), ...told.map((reach) => ({ ...reach, given }))],
    }
  }

export const relativeSaid =
  (confirmed: boolean) =>
  ({ context, event: { relative } }: { context: Contact; event: RelativeSaid }) => ({
    relatives: [...context.relatives.filter((one) => one.relative !== relative), { relative, confirmed }],
  })

const barOf = (scope: Bar['scope'], { by, at, reason }: Barred): Bar => ({ scope, by, at, reason })
const wordOf = ({ by, at, way }: OptedOut): Bar => ({ scope: 'marketing', by, at, reason: way })

export const marketingBarred = ({ event }: { event: Barred }) => ({ barred: barOf('marketing', event), lift: null })

export const contactBarred = ({ context, event }: { context: Contact; event: Barred }) => ({
  barred: barOf('all', event),
  covered: context.barred,
  lift: null,
})

export const optedOut = ({ event }: { event: OptedOut }) => ({ barred: wordOf(event), lift: null })

export const optedOutBelow = ({ event }: { event: OptedOut }) => ({ covered: wordOf(event) })

export const contactLifted = ({ context }: { context: Contact }) => ({
  barred: context.covered,
  covered: null,
  lift: null,
})

export const liftProposed = ({ event: { by, at, reason } }: By<{ reason: string }>) => ({ lift: { by, at, reason } })
