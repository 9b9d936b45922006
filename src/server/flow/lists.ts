import { type RawBuilder, sql } from 'kysely'
import { lifecycles } from '../../machines/lifecycles.ts'
import type { DataOf } from '../../services/endpoint.ts'
import * as flow from '../../services/flow.ts'
import type { Server } from '../server.ts'
import type { Tx } from '../store/command.ts'
import { standingOf } from '../store/counter.ts'
import { chartOf } from './chart.ts'
import { flowCounter, noStay } from './projection.ts'
import { byRegion, hasRegions, type Move } from './regions.ts'

type Summary = DataOf<typeof flow.summary>
type State = Summary['states'][number]
type Transition = Summary['transitions'][number]

const charts = new Map(lifecycles.map(({ name, machine }) => [name, chartOf(machine)]))
const never = { count: 0, medianMs: null, p90Ms: null }

/** Where a chart's records are, which transitions they took and how long they stayed, as counted from the events. */
export const flowHandlers = ({ db, handle }: Server) => {
  handle(flow.summary, ({ chart }) =>
    db.sql
      .transaction()
      // The figures and their log position come from one snapshot.
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => ({
        chart,
        asOf: await asOf(tx),
        ...(await figuresOf(tx, chart)),
      })),
  )
}

const figuresOf = async (tx: Tx, chart: string): Promise<Pick<Summary, 'states' | 'transitions'>> => {
  const { machine } = lifecycles.find(({ name }) => name === chart)!
  return hasRegions(machine)
    ? byRegion(machine, charts.get(chart)!, await moves(tx, chart))
    : { states: await states(tx, chart), transitions: await transitions(tx, chart) }
}

const moves = async (tx: Tx, chart: string): Promise<Move[]> => {
  const { rows } = await sql<Move>`
    select from_state as "from", event, to_state as "to", sum(count)::bigint as count
    from flow where kind = ${chart} group by 1, 2, 3`.execute(tx)
  return rows
}

const asOf = async (tx: Tx): Promise<Summary['asOf']> => {
  const { pos, head } = await standingOf(tx, flowCounter.name)
  return { pos, head }
}

const states = async (tx: Tx, chart: string): Promise<State[]> => {
  const left = figures(sql`from_state`, sql`select * from flow where kind = ${chart} and bucket <> ${noStay}`)
  const { rows } = await sql<State>`
    select state, (arrivals - coalesce(count, 0))::bigint as count, "medianMs", "p90Ms"
    from (
      select to_state as state, sum(count) as arrivals from flow where kind = ${chart} and from_state <> to_state group by 1
    ) arrived
    left join (${left}) gone on from_state = state`.execute(tx)
  const expected = charts.get(chart)!.states.map((state) => ({ state, ...never }))
  return inOrder(expected, rows, ({ state }) => state)
}

const transitions = async (tx: Tx, chart: string): Promise<Transition[]> => {
  const { ways } = charts.get(chart)!
  const drawn = sql`
    select coalesce(stands, from_state) as "from", flow.event, to_state as "to", bucket, count
    from flow left join jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) as way("from" text, event text, "to" text, stands text)
      on way."from" = from_state and way.event = flow.event and way."to" = to_state
    where kind = ${chart}`
  const { rows } = await figures<Transition>(sql`"from", event, "to"`, drawn).execute(tx)
  const expected = ways.map(({ stands, event, to }) => ({ from: stands, event, to, ...never }))
  return inOrder(expected, rows, ({ from, event, to }) => `${from} ${event} ${to}`)
}

/** SQL: per value of these columns the count, and the median and 90th percentile of the stays, by bucket. */
const figures = <Row>(by: RawBuilder<unknown>, counts: RawBuilder<unknown>) => sql<Row>`
  select ${by}, sum(count)::bigint as count,
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
