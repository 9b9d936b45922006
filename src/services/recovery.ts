import * as z from 'zod/mini'
import { collectionStages } from '../machines/collectionStages.ts'
import { channels, outcomes } from '../machines/contact.facts.ts'
import type { ScreenName } from '../machines/paths.ts'
import { placementOutcomes } from '../machines/placement.ts'
import { complaintChannels, complaintTopics } from '../machines/recoveryCase.facts.ts'
import { chosenDay, endpoint, nothing, text, whole } from './endpoint.ts'

const day = z.iso.date()
const instant = whole
const code = text(40)
const yes = z.literal(true)

export const endings = [
  'paid',
  'stage',
  'recalled',
  'reassigned',
  'left',
  'retentionEnded',
  'placed',
  'placementEnded',
  'writtenOff',
  'voided',
] as const
/** Why somebody no longer holds a case. */
export type Ending = (typeof endings)[number]
export const kinds = ['pre', 'post'] as const
const promiseOutcomes = ['open', 'kept', 'partlyKept', 'broken', 'superseded', 'ended'] as const
export const standingStates = ['unassigned', 'assigned', 'following', 'promised', 'held'] as const
/** The outcomes of a promise that its day has judged. */
export const judgedOutcomes = ['kept', 'partlyKept', 'broken'] as const

/** The fields of every row: the order, who collected it, and at which stage. `id` is the log position. */
const about = {
  id: whole,
  orderNo: z.string(),
  app: z.string(),
  product: z.string(),
  /** Where the customer lived when the case began: a two-digit code, and a name; empty where it is not known. */
  province: z.string(),
  regency: z.string(),
  at: instant,
  /** In Jakarta; of a credit the value day. */
  day,
  /** Empty while nothing was to be collected. */
  stage: z.union([z.enum(collectionStages), z.literal('')]),
  /** Empty where nobody held the case. */
  collector: z.string(),
  collectorName: z.string(),
  group: z.string(),
  groupName: z.string(),
  /** The agency; empty for the lender's own staff. */
  company: z.string(),
  /** The way of choosing the collector, with its version; empty where nobody held the case, or a lead chose. */
  strategy: z.string(),
}
/** In rupiah. */
const parts = { principal: whole, interest: whole, fee: whole }

const holding = z.object({
  ...about,
  episode: whole,
  daysLate: whole,
  /** The debt of the order when the case was given, by part and in all. */
  ...parts,
  balance: whole,
  /** The share of it that the group was to recover then, in basis points. */
  target: whole,
  endedAt: z.nullable(instant),
  endedOn: z.nullable(day),
  endedBy: z.nullable(z.enum(endings)),
})
const attempt = z.object({
  ...about,
  channel: z.enum(channels),
  outcome: z.nullable(z.enum(outcomes)),
  /** The first of its case, person and day, and the first of them at which the customer was reached. */
  first: z.boolean(),
  firstReached: z.boolean(),
})
const promise = z.object({
  ...about,
  amount: whole,
  promisedFor: day,
  paid: whole,
  outcome: z.enum(promiseOutcomes),
  judgedOn: z.nullable(day),
  /** A payment that came late, or was reversed, changed the verdict. */
  corrected: z.boolean(),
})
/** How a case stood when a day closed, from `day` to the day before `until`. */
const standing = z.object({
  ...about,
  due: day,
  state: z.enum(standingStates),
  /** Outstanding of the whole loan. */
  principal: whole,
  until: z.nullable(day),
})
/** From `day` on, the first on which the agency collects. */
const placement = z.object({
  ...about,
  until: day,
  /** The debt of the order then. */
  balance: whole,
  /** The commission in basis points. */
  rate: whole,
  endedAt: z.nullable(instant),
  endedOn: z.nullable(day),
  endedBy: z.nullable(z.enum(placementOutcomes)),
})
/** A complaint about collection: of who held the case, of the agency that it was placed with, or of who held it last. */
const complaint = z.object({
  ...about,
  topic: z.enum(complaintTopics),
  channel: z.enum(complaintChannels),
  words: z.string(),
  /** The case was put on hold because of it. */
  held: z.boolean(),
})
const credit = z.object({
  ...about,
  txid: z.string(),
  daysLate: whole,
  ...parts,
  amount: whole,
  /** The agency's share: of a payment positive, of a reversal negative. */
  commission: whole,
  /** A payment that a reversal has taken back; false for the reversal's own row. */
  reversed: z.boolean(),
})

/** The part of a collector's stay at work that is on one day. */
const hoursAtWork = z.object({
  /** The log position of the sign-in. */
  id: whole,
  day,
  collector: z.string(),
  collectorName: z.string(),
  group: z.string(),
  groupName: z.string(),
  company: z.string(),
  /** That of the group; empty where the collector was in none. */
  kind: z.union([z.enum(kinds), z.literal('')]),
  at: instant,
  /** The last possible end while `ended` is false. */
  until: instant,
  ended: z.boolean(),
  /** Whole minutes up to now. */
  minutes: whole,
})

export type Hours = z.infer<typeof hoursAtWork>
export type Holding = z.infer<typeof holding>
export type Attempt = z.infer<typeof attempt>
export type Promise = z.infer<typeof promise>
export type CasePlacement = z.infer<typeof placement>
export type Complaint = z.infer<typeof complaint>
export type Standing = z.infer<typeof standing>
export type Credit = z.infer<typeof credit>

/** Days overdue: the first of each age. */
export const ages = ['0', '1', '4', '8', '16', '31', '61', '91', '181'] as const

/** In filters and keys: the lender's own staff, no group, or nobody. */
export const none = '-'
/** The ways by which the system has chosen a collector. */
export const strategies = ['leastLoaded.1'] as const

/** `orderNo` is a whole one; `company`, `group`, `collector`, `strategy`, `province` and `regency` take `none` as well. */
const shared = {
  orderNo: z.optional(code),
  app: z.optional(code),
  kind: z.optional(z.enum(kinds)),
  stage: z.optional(z.enum(collectionStages)),
  collector: z.optional(code),
  group: z.optional(code),
  company: z.optional(text(80)),
  strategy: z.optional(code),
  province: z.optional(code),
  regency: z.optional(text(120)),
}
const days = { dayFrom: z.optional(chosenDay), dayTo: z.optional(chosenDay) }
const at = z.object({ day, id: whole })

/** Declares a list of the rows of collection and its count, newest first by day; `next` continues it. */
const listOf = <Row extends z.ZodMiniType, Filters extends z.core.$ZodShape>(
  name: string,
  row: Row,
  filters: Filters,
  granted = `recovery.${name}`,
) => ({
  list: endpoint({
    id: `recovery.${name}`,
    interface: granted,
    method: 'POST',
    path: `/collection/${name}/list`,
    permission: 'granted',
    body: z.strictObject({
      ...shared,
      ...days,
      ...filters,
      sort: z.optional(z.enum(['day', '-day'])),
      after: z.optional(at),
      limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
    }),
    data: z.object({ rows: z.array(row), next: z.nullable(at) }),
  }),
  count: endpoint({
    id: `recovery.${name}Count`,
    interface: granted,
    method: 'POST',
    path: `/collection/${name}/count`,
    permission: 'granted',
    unattended: true,
    body: z.strictObject({ ...shared, ...days, ...filters, exact: z.optional(z.boolean()) }),
    data: z.object({ count: whole, capped: z.boolean() }),
  }),
})

/** The holdings: whom each case was given to, when and why they held it no more. */
export const holdings = listOf('holdings', holding, {
  endedFrom: z.optional(chosenDay),
  endedTo: z.optional(chosenDay),
  endedBy: z.optional(z.enum(endings)),
  /** Held when the last of these days began. */
  heldFrom: z.optional(chosenDay),
  heldTo: z.optional(chosenDay),
})
/** The attempts to contact a customer for a case. */
export const attempts = listOf('attempts', attempt, {
  /** The first of its case, person and day. */
  first: z.optional(yes),
  /** The first of its case, person and day at which the customer was reached. */
  firstReached: z.optional(yes),
  outcome: z.optional(z.enum(outcomes)),
})
/** The promises of payments; those that a later one replaced included. */
export const promises = listOf('promises', promise, {
  judgedFrom: z.optional(chosenDay),
  judgedTo: z.optional(chosenDay),
  outcome: z.optional(z.enum(promiseOutcomes)),
  /** With a verdict: kept, partly kept or broken. */
  verdict: z.optional(yes),
})
/** The credits: what each repayment recovered, and what each reversal took back, by value day. */
export const credits = listOf('credits', credit, {
  /** Payments, or reversals and what they took back. */
  sign: z.optional(z.enum(['payment', 'reversal'])),
})

/** The placements of orders with agencies, by the first day. */
export const placements = listOf('placements', placement, {
  endedFrom: z.optional(chosenDay),
  endedTo: z.optional(chosenDay),
  endedBy: z.optional(z.enum(placementOutcomes)),
})
/** The complaints of customers about collection. */
export const complaints = listOf('complaints', complaint, {
  topic: z.optional(z.enum(complaintTopics)),
  channel: z.optional(z.enum(complaintChannels)),
})
/** How the open cases stood when a day closed; those of today as they stand now. */
export const standings = listOf('standings', standing, {
  /** Open at the close of the last of these days; of today as they stand now. */
  asOfFrom: z.optional(chosenDay),
  asOfTo: z.optional(chosenDay),
  state: z.optional(z.enum(standingStates)),
  /** The first of the days overdue of an age, on that day. */
  age: z.optional(z.enum(ages)),
})

/** When collectors were at work, for whoever sees the figures. */
export const hours = listOf('hours', hoursAtWork, {}, 'recovery.figures')

/** The choices of the lists' filters. */
export const choices = endpoint({
  id: 'recovery.choices',
  method: 'GET',
  path: '/collection/figures/choices',
  permission: 'staff',
  body: nothing,
  data: z.object({
    collectors: z.array(z.object({ id: z.string(), name: z.string() })),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    companies: z.array(z.string()),
  }),
})

export const figureNames = [
  'opening',
  'given',
  'taken',
  'attempted',
  'attempts',
  'reached',
  'promises',
  'judged',
  'kept',
  'promised',
  'paid',
  'principal',
  'interest',
  'fee',
  'recovered',
  'self',
  'cured',
  'openingPrincipal',
  'rolledPrincipal',
  'balance',
  'target',
  'cohort',
  'placed',
  'placedBalance',
  'placedRecovered',
  'recalled',
  'commission',
  'clawback',
  'complaints',
  'minutes',
] as const
export type FigureName = (typeof figureNames)[number]
/** Numbers of cases, attempts and promises, and rupiah. */
const figures = z.record(z.enum(figureNames), whole)
export type Figures = z.infer<typeof figures>

export const groupings = ['collector', 'group', 'company', 'stage', 'strategy', 'day', 'province', 'regency'] as const
/** The rates that have a target; that of the recovery rate is the figure `target`. */
export const targetNames = [
  'coverage',
  'rightParty',
  'promiseRate',
  'keptRate',
  'cureRate',
  'rollRate',
  'productivity',
] as const
export type TargetName = (typeof targetNames)[number]
/** In basis points, and rupiah an hour; null without one. */
const targets = z.record(z.enum(targetNames), z.nullable(whole))
export type Targets = z.infer<typeof targets>
const measured = {
  /** The days that it counts; the last may not be over. */
  from: day,
  to: day,
  figures,
  /** What the groups were to reach on these days. */
  targets,
}
const figured = z.object({
  ...measured,
  key: z.string(),
  name: z.string(),
  unfinished: z.boolean(),
  /** How much of today's working day is over, in basis points; null of other days, and where nobody works today. */
  dayOver: z.nullable(whole),
  /** Of a day: those of the day before, and of the same day of the week before. */
  dayBefore: z.nullable(figures),
  weekBefore: z.nullable(figures),
})
export type Figured = z.infer<typeof figured>
const figureFilters = {
  ...shared,
  /** Whole days in Jakarta, as the instants `[daysFrom, daysTo)`; today without them. */
  daysFrom: z.optional(chosenDay),
  daysTo: z.optional(chosenDay),
  /** The kind of a line; a person unless it says so. */
  by: z.optional(z.enum(groupings)),
  /** Without days: the last thirty, as a report has them, and not today. */
  usual: z.optional(yes),
  /** Agencies alone. */
  outsourced: z.optional(yes),
  /** Days that are compared with the others. */
  againstFrom: z.optional(chosenDay),
  againstTo: z.optional(chosenDay),
}
const total = z.object(measured)

/** The figures of collection, a line a person, group, company, stage or day; from the rows that the lists here show. */
export const daily = {
  list: endpoint({
    id: 'recovery.figures',
    method: 'POST',
    path: '/collection/figures/list',
    permission: 'granted',
    body: z.strictObject({
      ...figureFilters,
      sort: z.optional(z.enum(['key', '-key', 'rate', '-rate'])),
      after: z.optional(z.strictObject({ key: text(120) })),
      limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
    }),
    data: z.object({ rows: z.array(figured), next: z.nullable(z.object({ key: z.string() })) }),
  }),
  count: endpoint({
    id: 'recovery.figuresCount',
    interface: 'recovery.figures',
    method: 'POST',
    path: '/collection/figures/count',
    permission: 'granted',
    unattended: true,
    body: z.strictObject({ ...figureFilters, exact: z.optional(z.boolean()) }),
    data: z.object({
      count: whole,
      capped: z.boolean(),
      /** Of all lines; basis points where the column is a rate. */
      sums: z.record(z.string(), whole),
    }),
  }),
}

/** Up to which event the figures are counted, with their totals and those of the days to compare with. */
export const standingOfFigures = endpoint({
  id: 'recovery.figuresStanding',
  interface: 'recovery.figures',
  method: 'POST',
  path: '/collection/figures/standing',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...figureFilters, drawn: z.optional(yes) }),
  data: z.object({
    /** The last event that is counted, its time, and the newest event. */
    asOf: z.object({ pos: whole, head: whole, at: z.nullable(whole) }),
    total,
    against: z.nullable(total),
    /** All lines with the recovery rate of each, where they are asked for. */
    drawn: z.nullable(
      z.array(
        z.object({ key: z.string(), name: z.string(), unfinished: z.boolean(), values: z.array(z.nullable(whole)) }),
      ),
    ),
  }),
})

/** The list behind a figure: its filter by days, and what else it is filtered by. */
export type Behind = { screen: ScreenName; days: readonly string[]; where?: Readonly<Record<string, string>> }
const held = { screen: 'caseHoldings', days: ['held'] } as const
const given = { screen: 'caseHoldings', days: ['day'] } as const
const judged = { screen: 'casePromises', days: ['judged'], where: { verdict: '1' } } as const
const credited = { screen: 'credits', days: ['day'] } as const
const placed = { screen: 'casePlacements', days: ['day'] } as const
const tried = { screen: 'caseAttempts', days: ['day'] } as const
/** Of numbers, the list has as many rows; of rupiah, its rows add up to them. */
export const behind: Readonly<Record<FigureName, Behind>> = {
  opening: held,
  given,
  taken: { screen: 'caseHoldings', days: ['ended'] },
  attempted: { ...tried, where: { first: '1' } },
  attempts: tried,
  reached: { ...tried, where: { firstReached: '1' } },
  promises: { screen: 'casePromises', days: ['day'] },
  judged,
  kept: { ...judged, where: { outcome: 'kept' } },
  promised: judged,
  paid: judged,
  principal: credited,
  interest: credited,
  fee: credited,
  recovered: credited,
  self: { ...credited, where: { collector: none } },
  cured: { screen: 'caseHoldings', days: ['ended'], where: { endedBy: 'paid' } },
  openingPrincipal: held,
  rolledPrincipal: { screen: 'caseHoldings', days: ['held', 'ended'], where: { endedBy: 'stage' } },
  balance: given,
  target: given,
  cohort: given,
  placed,
  placedBalance: placed,
  placedRecovered: placed,
  recalled: { screen: 'casePlacements', days: ['ended'], where: { endedBy: 'recalled' } },
  commission: { ...credited, where: { sign: 'payment' } },
  clawback: { ...credited, where: { sign: 'reversal' } },
  complaints: { screen: 'caseComplaints', days: ['day'] },
  minutes: { screen: 'collectorHours', days: ['day'] },
}

const summed = z.object({
  key: z.string(),
  stage: z.enum(collectionStages),
  group: z.string(),
  groupName: z.string(),
  age: z.enum(ages),
  asOf: day,
  cases: whole,
  principal: whole,
  /** Overdue fees that were left on that day, as payments were known when it closed. */
  fee: whole,
  promised: whole,
  held: whole,
  unassigned: whole,
})
export type Summed = z.infer<typeof summed>
const summaryFilters = {
  ...shared,
  /** The last of these days; today without them. */
  asOfFrom: z.optional(chosenDay),
  asOfTo: z.optional(chosenDay),
}
/** The open cases by stage, group and age at the close of a day. */
export const summary = {
  list: endpoint({
    id: 'recovery.summary',
    method: 'POST',
    path: '/collection/summary/list',
    permission: 'granted',
    body: z.strictObject({
      ...summaryFilters,
      after: z.optional(z.strictObject({ key: text(80) })),
      limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
    }),
    data: z.object({ rows: z.array(summed), next: z.nullable(z.object({ key: z.string() })) }),
  }),
  count: endpoint({
    id: 'recovery.summaryCount',
    interface: 'recovery.summary',
    method: 'POST',
    path: '/collection/summary/count',
    permission: 'granted',
    unattended: true,
    body: z.strictObject({ ...summaryFilters, exact: z.optional(z.boolean()) }),
    data: z.object({ count: whole, capped: z.boolean(), sums: z.record(z.string(), whole) }),
  }),
}
