import { type RawBuilder, sql } from 'kysely'
import {
  type ApprovalRules,
  approvalTimes,
  usualApprovalRules,
  usualApprovalTimes,
} from '../../machines/approvalRules.ts'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { inForceAt } from '../../machines/contactRules.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import { chartOf, worksOf } from '../../machines/ways.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type * as flow from '../../services/flow.ts'
import type { Language } from '../../services/user.ts'
import { versionsOf } from '../inForce.ts'
import { between, type Condition } from '../lists/conditions.ts'
import { comparedWith, type Period, periodOf } from '../report/period.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import type { Tx } from '../store/command.ts'
import { readAtOnce, standingOf } from '../store/counter.ts'
import { ofOrders } from './filter.ts'
import { flowCounter, longestPath, noStay } from './projection.ts'
import { byRegion, hasRegions, type Move } from './regions.ts'

type Filter = Omit<BodyOf<typeof flow.summary>, 'compare'>
type Reader = Onlooker & { language: Language }
type State = flow.Figures['states'][number]
type Transition = flow.Figures['transitions'][number]

const charts = new Map(lifecycles.map(({ name, machine }) => [name, { ...chartOf(machine), works: worksOf(machine) }]))
const unmeasured = { medianMs: null, p90Ms: null }
type Targets = readonly ApprovalRules[]
/** How long an application should take that came at an instant. */
const targetAt = (targets: Targets, at: number) =>
  approvalTimes(inForceAt(targets, at) ?? usualApprovalRules).decideWithin
/** SQL: the same for a record of a chart. */
const targetOf = (targets: Targets) =>
  targets.reduce(
    (earlier, { from, ...rules }) =>
      sql`case when at >= ${dayStart(from)} then ${approvalTimes(rules).decideWithin}::bigint else ${earlier} end`,
    sql`${usualApprovalTimes.decideWithin}::bigint`,
  )
/** As many ways are listed by name. */
const mostWays = 20

/** Reads how a chart's records moved: within a period or ever since, and of which orders. */
export const flowFigures = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  /** The period that is asked for, thirty days without one; `period` is null where the figures are those of all time. */
  const periodsOf = (filter: Filter, reader: Reader) => {
    const asked = periodOf(filter, { now: clock.now(), language: reader.language })
    // The sums of all time know no orders, and all steps are too many to be counted at each call.
    const isEver = filter.daysFrom === undefined && filter.daysTo === undefined && ofOrders(filter, reader).length === 0
    return { asked, period: isEver ? null : asked }
  }

  const summary = async (
    { compare, ...filter }: BodyOf<typeof flow.summary>,
    reader: Reader,
  ): Promise<DataOf<typeof flow.summary>> => {
    const { chart } = filter
    const { asked, period } = periodsOf(filter, reader)
    const targets = chart === 'approval' ? await versionsOf({ db }, 'approvalRules') : undefined
    const earlier = compare && period && comparedWith(period, businessDay(clock.now()))?.before
    return readAtOnce(db, async (tx) => ({
      chart,
      asOf: await standingOf(tx, flowCounter.name),
      period,
      ...(await figuresOf(tx, filter, period, reader)),
      before: earlier ? { ...earlier, ...(await figuresOf(tx, filter, earlier, reader)) } : null,
      ways: await waysOf(tx, filter, asked, reader, targets),
    }))
  }

  const transitions = async (filter: BodyOf<typeof flow.transitions.list>, reader: Reader) => {
    const { period } = periodsOf(filter, reader)
    const figures = await db.sql.transaction().execute((tx) => figuresOf(tx, filter, period, reader))
    return figures.transitions.map((one) => ({ ...one, chart: filter.chart }))
  }

  return { summary, transitions }
}

/** The conditions on the orders, and on the days of a period. */
const conditionsOf = (filter: Filter, { from, to }: Period, onlooker: Onlooker): Condition[] => [
  ...ofOrders(filter, onlooker),
  ...between('at', dayStart(from), dayStart(addDays(to, 1))),
]

/** SQL: how often each way was taken, by the length of the stay before it. */
const counts = async (tx: Tx, filter: Filter, period: Period | null, onlooker: Onlooker) => {
  if (!period) return sql`select * from flow where kind = ${filter.chart}`
  // Known before the query is planned, so that each way is read along its index.
  const { rows: ways } = await sql<{ id: number }>`select id from flow_way where kind = ${filter.chart}`.execute(tx)
  return sql`
    select from_state, event, to_state, again, bucket, count(*) as count
    from flow_way join flow_step on way = id
    where ${sql.join([sql`way = any(${ways.map(({ id }) => id)}::int[])`, ...conditionsOf(filter, period, onlooker)], sql` and `)}
    group by 1, 2, 3, 4, 5`
}

const figuresOf = async (tx: Tx, filter: Filter, period: Period | null, onlooker: Onlooker): Promise<flow.Figures> => {
  const { chart } = filter
  const { machine } = lifecycles.find(({ name }) => name === chart)!
  const taken = await counts(tx, filter, period, onlooker)
  const { states, transitions } = hasRegions(machine)
    ? byRegion(machine, charts.get(chart)!, await moves(tx, taken))
    : { states: await statesIn(tx, chart, taken), transitions: await transitionsIn(tx, chart, taken) }
  return {
    states: states.map((state) => ({
      ...state,
      // The steps of a period do not say how many records were in the state before it.
      now: period ? null : state.now,
      work: charts.get(chart)!.works.includes(state.state),
    })),
    transitions: withParts(transitions),
  }
}

const moves = async (tx: Tx, taken: RawBuilder<unknown>): Promise<Move[]> => {
  const { rows } = await sql<Move>`
    select from_state as "from", event, to_state as "to", sum(count)::bigint as count
    from (${taken}) taken group by 1, 2, 3`.execute(tx)
  return rows
}

const statesIn = async (tx: Tx, chart: string, taken: RawBuilder<unknown>): Promise<Omit<State, 'work'>[]> => {
  const left = figures(sql`from_state`, sql`select * from taken where bucket <> ${noStay}`)
  const { rows } = await sql<Omit<State, 'work'>>`
    with taken as materialized (${taken})
    select state, (entered - coalesce(count, 0))::bigint as now, entered, arrived.again, "medianMs", "p90Ms"
    from (
      select to_state as state, sum(count)::bigint as entered, coalesce(sum(count) filter (where again), 0)::bigint as again
      from taken where from_state <> to_state group by 1
    ) arrived
    left join (${left}) gone on from_state = state`.execute(tx)
  const expected = charts.get(chart)!.states.map((state) => ({ state, now: 0, entered: 0, again: 0, ...unmeasured }))
  return inOrder(expected, rows, ({ state }) => state)
}

const transitionsIn = async (
  tx: Tx,
  chart: string,
  taken: RawBuilder<unknown>,
): Promise<Omit<Transition, 'part'>[]> => {
  const { ways } = charts.get(chart)!
  const drawn = sql`
    select coalesce(stands, from_state) as "from", taken.event, to_state as "to", again, bucket, count
    from (${taken}) taken left join jsonb_to_recordset(${JSON.stringify(ways)}::jsonb)
      as way("from" text, event text, "to" text, stands text)
      on way."from" = from_state and way.event = taken.event and way."to" = to_state`
  const { rows } = await figures<Omit<Transition, 'part'>>(sql`"from", event, "to"`, drawn).execute(tx)
  const expected = ways.map(({ stands, event, to }) => ({ from: stands, event, to, count: 0, again: 0, ...unmeasured }))
  return inOrder(expected, rows, ({ from, event, to }) => `${from} ${event} ${to}`)
}

/** SQL: per value of these columns the count, and the median and 90th percentile of the stays, by bucket. */
const figures = <Row>(by: RawBuilder<unknown>, counts: RawBuilder<unknown>) => sql<Row>`
  select ${by}, sum(count)::bigint as count, coalesce(sum(count) filter (where again), 0)::bigint as again,
    min(bucket) filter (where bucket <> ${noStay} and upto * 2 >= stays) as "medianMs",
    min(bucket) filter (where bucket <> ${noStay} and upto * 10 >= stays * 9) as "p90Ms"
  from (
    select *, sum(count) filter (where bucket <> ${noStay}) over (partition by ${by}) as stays,
      sum(count) filter (where bucket <> ${noStay}) over (partition by ${by} order by bucket) as upto
    from (${counts}) counts
  ) running
  group by ${by}`

/** Rows of the present chart in its order, then those that only events of an earlier chart have. */
const inOrder = <Row>(expected: readonly Row[], found: readonly Row[], keyOf: (row: Row) => string): Row[] => [
  ...new Map([...expected, ...found].map((row) => [keyOf(row), row])).values(),
]

/** Each step with its part of all that left the same place; a group of states is left from any state of it. */
const withParts = (transitions: readonly Omit<Transition, 'part'>[]): Transition[] => {
  const leaving = transitions.filter(({ from, to }) => from !== to)
  const within = (from: string, group: string) => from === group || from.startsWith(`${group}.`)
  return transitions.map((one) => {
    const whole = leaving.filter(({ from }) => within(from, one.from)).reduce((sum, { count }) => sum + count, 0)
    return { ...one, part: one.from === one.to || whole === 0 ? null : Math.round((one.count * 10_000) / whole) }
  })
}

type Course = {
  variant: string
  path: string
  ended: boolean
  count: number
  medianMs: number | null
  p90Ms: number | null
}

/** SQL: the time within which half, and nine tenths, of the ended records of a group lie. */
const lasting = (time: RawBuilder<unknown>, [median, p90]: readonly [string, string]) => sql`
  percentile_disc(0.5) within group (order by ${time}) filter (where ended) as ${sql.id(median)},
  percentile_disc(0.9) within group (order by ${time}) filter (where ended) as ${sql.id(p90)}`

type Times = Record<'workMedian' | 'workP90' | 'waitMedian' | 'waitP90', number | null>

const isCut = (path: string) => path.length === longestPath

/** The states of a stored path. One that was cut off ends with a piece of a name. */
const statesOf = (path: string) => path.split(' ').slice(0, isCut(path) ? -1 : undefined)

const waysOf = async (
  tx: Tx,
  filter: Filter,
  period: Period,
  onlooker: Onlooker,
  targets: Targets | undefined,
): Promise<flow.Ways> => {
  const found = sql`flow_record where ${sql.join(
    [sql`kind = ${filter.chart}`, ...conditionsOf(filter, period, onlooker)],
    sql` and `,
  )}`
  const { rows } = await sql<Course & { kinds: number; begun: number }>`
    select *, count(*) over () as kinds, (sum(count) over ())::bigint as begun from (
      select variant, min(path) as path, bool_or(ended) as ended, count(*) as count, ${lasting(sql`total`, ['medianMs', 'p90Ms'])}
      from ${found} group by variant
    ) course order by count desc, variant limit ${mostWays}`.execute(tx)
  const { rows: times } = await sql<Times & Record<'ended' | 'back' | 'within', number>>`
    select ${lasting(sql`work`, ['workMedian', 'workP90'])}, ${lasting(sql`total - work`, ['waitMedian', 'waitP90'])},
      count(*) filter (where ended) as ended, count(*) filter (where ended and again > 0) as back,
      count(*) filter (where ended and total <= ${targets ? targetOf(targets) : 0}) as within
    from ${found}`.execute(tx)
  const { ended, back, within, workMedian, workP90, waitMedian, waitP90 } = times[0]!
  const begun = rows[0]?.begun ?? 0
  return {
    ...period,
    variants: rows.map(({ path, kinds: _, begun: __, ...one }) => ({
      ...one,
      path: statesOf(path),
      isCut: isCut(path),
    })),
    kinds: rows[0]?.kinds ?? 0,
    others: begun - rows.reduce((sum, { count }) => sum + count, 0),
    begun,
    ended,
    work: { medianMs: workMedian, p90Ms: workP90 },
    waited: { medianMs: waitMedian, p90Ms: waitP90 },
    back,
    target: targets ? { ms: targetAt(targets, dayStart(period.to)), within } : null,
  }
}
