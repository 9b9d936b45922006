import * as z from 'zod/mini'
import { lifecycles } from '../machines/lifecycles.ts'
import { chosenDay, endpoint, nothing, text, whole } from './endpoint.ts'

export const charts = lifecycles.map(({ name }) => name)

const code = z.optional(text(80))
/** Filters by the order that a record is about. A record without an order matches none of them. */
const ofOrder = { app: code, product: code, channel: code }
/** Whole days in Jakarta, as the instants `[daysFrom, daysTo)`. */
const days = { daysFrom: z.optional(chosenDay), daysTo: z.optional(chosenDay) }
const chart = z.enum(charts)
const limit = z.optional(whole.check(z.minimum(1), z.maximum(200)))
const exact = z.optional(z.boolean())
// One right for the figures and for the records behind them.
const shared = { method: 'POST', permission: 'granted', interface: 'flow.summary' } as const
const counted = z.object({ count: whole, capped: z.boolean() })

// Durations of the stays that ended, each to within 0.4 to 0.8 %; null while none has ended.
const lasting = { medianMs: z.nullable(whole), p90Ms: z.nullable(whole) }
const transition = z.object({
  from: z.string(),
  event: z.string(),
  to: z.string(),
  count: whole,
  again: whole,
  part: z.nullable(whole),
  ...lasting,
})
const figures = z.object({
  /**
   * `now`: how many are in the state, as far as the filter knows them; null for a period, which tells no standing.
   * `entered`: how often it was entered; `again`: of these, by a record that had been in it before. `work`: somebody
   * holds the record meanwhile; in every other state it waits.
   */
  states: z.array(
    z.object({
      state: z.string(),
      now: z.nullable(whole),
      entered: whole,
      again: whole,
      work: z.boolean(),
      ...lasting,
    }),
  ),
  /** `from` may be the group of states that a step stands on. `part`: basis points of the steps out of `from`; null where it leads back to it. */
  /** `from` may be the group of states that a step stands on. `part`: basis points of the steps out of `from`; null where it leads back to it. */
  transitions: z.array(transition),
})
export type Figures = z.infer<typeof figures>

/** The records that began within a period, by the states that they went through: the commonest ways, and how long the ended ones took. */
const ways = z.object({
  /** The period of the figures; without one, the last thirty days. */
  from: z.iso.date(),
  to: z.iso.date(),
  variants: z.array(
    z.object({
      variant: z.string(),
      path: z.array(z.string()),
      /** Whether the way is longer than its path here. */
      isCut: z.boolean(),
      ended: z.boolean(),
      count: whole,
      ...lasting,
    }),
  ),
  /** How many ways there are, and how many records took one that is not listed. */
  kinds: whole,
  others: whole,
  begun: whole,
  ended: whole,
  /** How long the ended records were worked at, and how long they waited; null while none has ended. */
  work: z.object(lasting),
  waited: z.object(lasting),
  /** The number of ended records that came back to a state. */
  back: whole,
  /** The time that a record should take, and the number of ended records within it; null for a chart without one. */
  target: z.nullable(z.object({ ms: whole, within: whole })),
})
export type Ways = z.infer<typeof ways>

/**
 * How the records of one chart have flowed, counted from the events up to `asOf.pos`; `asOf.head` is the newest there is.
 * Without days: ever since; of some orders only, the last thirty days. `before`: the same figures of as many days before.
 */
export const summary = endpoint({
  ...shared,
  id: 'flow.summary',
  path: '/flow/summary',
  unattended: true,
  body: z.strictObject({ chart, ...days, ...ofOrder, compare: z.optional(z.literal(true)) }),
  data: z.object({
    chart: z.string(),
    asOf: z.object({ pos: whole, head: whole, at: z.nullable(whole) }),
    period: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })),
    ...figures.shape,
    before: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date(), ...figures.shape })),
    ways,
  }),
})

/** The options of the filters. */
export const choices = endpoint({
  ...shared,
  method: 'GET',
  id: 'flow.choices',
  path: '/flow/choices',
  body: nothing,
  data: z.object({
    products: z.array(z.object({ code: z.string(), name: z.string() })),
    channels: z.array(z.string()),
  }),
})

const about = { app: z.string(), product: z.string(), channel: z.string() }
/** A chart with one of its states, or with a transition: where it stands, its event, and the state it leads to. */
const name = text(300)

const stepFilters = {
  chart: z.optional(chart),
  ...days,
  /** Steps that came to a state: `approval/firstReview.wait`. */
  entered: z.optional(name),
  /** One transition: `approval/firstReview/withdrawn/closed`. */
  step: z.optional(name),
  again: z.optional(z.literal(true)),
  ...ofOrder,
}
const stepRow = z.object({
  /** The log position. */
  id: whole,
  chart: z.string(),
  /** The record's stream without its chart: an order's number, for one. */
  record: z.string(),
  at: whole,
  from: z.string(),
  event: z.string(),
  to: z.string(),
  /** In ms; null where no stay ended. */
  stay: z.nullable(whole),
  again: z.boolean(),
  ...about,
})
export type StepRow = z.infer<typeof stepRow>
const stepCursor = z.object({ at: whole, id: whole })
/** The steps behind a figure, newest first. */
export const steps = {
  list: endpoint({
    ...shared,
    id: 'flow.steps',
    path: '/flow/steps',
    body: z.strictObject({
      ...stepFilters,
      sort: z.optional(z.enum(['at', '-at'])),
      after: z.optional(z.strictObject(stepCursor.shape)),
      limit,
    }),
    data: z.object({ rows: z.array(stepRow), next: z.nullable(stepCursor) }),
  }),
  count: endpoint({
    ...shared,
    id: 'flow.stepsCount',
    path: '/flow/steps/count',
    unattended: true,
    body: z.strictObject({ ...stepFilters, exact }),
    data: counted,
  }),
}

const recordFilters = {
  chart: z.optional(chart),
  ...days,
  state: z.optional(name),
  variant: z.optional(text(32)),
  ended: z.optional(z.literal(true)),
  again: z.optional(z.literal(true)),
  ...ofOrder,
}
const recordRow = z.object({
  stream: z.string(),
  chart: z.string(),
  record: z.string(),
  /** When it began. */
  at: whole,
  state: z.string(),
  ended: z.boolean(),
  /** From its beginning until it came to its state, and the parts of this in which it was worked at and in which it waited; in ms. */
  total: whole,
  work: whole,
  waited: whole,
  /** How often it came back to a state. */
  again: whole,
  ...about,
})
export type RecordRow = z.infer<typeof recordRow>
const recordCursor = z.object({ at: whole, stream: text(200) })
/** The records behind a figure, those that began last first. */
export const records = {
  list: endpoint({
    ...shared,
    id: 'flow.records',
    path: '/flow/records',
    body: z.strictObject({
      ...recordFilters,
      sort: z.optional(z.enum(['at', '-at'])),
      after: z.optional(z.strictObject(recordCursor.shape)),
      limit,
    }),
    data: z.object({ rows: z.array(recordRow), next: z.nullable(recordCursor) }),
  }),
  count: endpoint({
    ...shared,
    id: 'flow.recordsCount',
    path: '/flow/records/count',
    unattended: true,
    body: z.strictObject({ ...recordFilters, exact }),
    data: counted,
  }),
}

/** The figures of each step as a list of its own, to be exported. */
export const transitions = {
  list: endpoint({
    ...shared,
    id: 'flow.transitions',
    path: '/flow/transitions',
    body: z.strictObject({ chart: z._default(chart, 'approval'), ...days, ...ofOrder }),
    data: z.object({ rows: z.array(z.extend(transition, { chart: z.string() })), next: z.null() }),
  }),
}
