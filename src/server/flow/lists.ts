import { type RawBuilder, sql } from 'kysely'
import { placesIn } from '../../machines/chart.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import { chartOf } from '../../machines/ways.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as flow from '../../services/flow.ts'
import { between, type Condition, is } from '../lists/conditions.ts'
import { beyond, cap, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { ofOrders } from './filter.ts'
import { wayOf } from './regions.ts'

type StepFilter = Omit<BodyOf<typeof flow.steps.count>, 'exact'>
type RecordFilter = Omit<BodyOf<typeof flow.records.count>, 'exact'>
type Exact = { exact?: boolean | undefined }

const record = sql`substr(stream, position('/' in stream) + 1) as record`

const together = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const common = (filter: RecordFilter | StepFilter, onlooker: Onlooker): Condition[] => [
  ...ofOrders(filter, onlooker),
  ...between('at', filter.daysFrom, filter.daysTo),
]

type Taken = { id: number; kind: string; from: string; event: string; to: string }

/** The ways that were ever taken: some hundred. */
const waysTaken = async ({ sql: db }: Server['db'], kind: string | undefined): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    select id, kind, from_state as "from", event, to_state as "to" from flow_way
    where ${together(is('kind', kind))}`.execute(db)
  return rows
}

const machines = new Map(lifecycles.map(({ name, machine }) => [name, { machine, ...chartOf(machine) }]))

/** Whether a stored state is the one that is named with its chart; of parallel regions, in any of them. */
const isState = (kind: string, stored: string, name: string) => {
  const chart = machines.get(kind)
  return chart !== undefined && placesIn(chart.machine, stored).some((place) => `${kind}/${place}` === name)
}

/** Whether a way was the transition that is named with its chart. */
const isStep = (way: Taken, name: string) => {
  const chart = machines.get(way.kind)
  const drawn = chart && wayOf(chart.machine, chart.ways, way)
  return [way.kind, drawn?.stands ?? way.from, way.event, drawn?.to ?? way.to].join('/') === name
}

const waysOf = async (db: Server['db'], { chart, entered, step }: StepFilter): Promise<number[]> =>
  (await waysTaken(db, chart))
    .filter(
      ({ kind, from, to }) => entered === undefined || (isState(kind, to, entered) && !isState(kind, from, entered)),
    )
    .filter((way) => step === undefined || isStep(way, step))
    .map(({ id }) => id)

/** The charts of the records that a filter finds; with a state, each with the stored states that are it. */
const standings = async (db: Server['db'], { chart, state }: RecordFilter): Promise<string> => {
  const stored = (await waysTaken(db, chart)).filter(({ kind, to }) => state === undefined || isState(kind, to, state))
  const found = stored.map(({ kind, to }) => (state === undefined ? { kind } : { kind, state: to }))
  return JSON.stringify([...new Map(found.map((one) => [JSON.stringify(one), one])).values()])
}

type Part = { order: readonly string[]; after: readonly (string | number)[] | undefined; sort: string; limit: number }

/** SQL: what a part of the rows gives to a page: as many as the page has, so that every part is read along its index. */
const pageFrom = ({ order, after, sort, limit }: Part) => sql`
  and ${beyond(order, sort, after)} order by ${inOrder(order, sort)} limit ${limit}`

/** SQL: the steps of each way, a part each. */
const ofSteps = async (db: Server['db'], filter: StepFilter, onlooker: Onlooker, part: RawBuilder<unknown>) => sql`
  unnest(${await waysOf(db, filter)}::int[]) taken(id) join flow_way using (id) cross join lateral (
    select * from flow_step where ${together([
      sql<boolean>`way = taken.id`,
      ...common(filter, onlooker),
      ...(filter.again ? [sql<boolean>`again`] : []),
    ])} ${part}
  ) step`

/** SQL: the records of each chart, or in each of its states, a part each. */
const ofRecords = async (db: Server['db'], filter: RecordFilter, onlooker: Onlooker, part: RawBuilder<unknown>) => sql`
  jsonb_to_recordset(${await standings(db, filter)}::jsonb) stood(kind text, state text) cross join lateral (
    select * from flow_record where ${together([
      sql<boolean>`kind = stood.kind`,
      ...(filter.state === undefined ? [] : [sql<boolean>`state = stood.state`]),
      ...common(filter, onlooker),
      ...is('variant', filter.variant),
      ...(filter.ended ? [sql<boolean>`ended`] : []),
      ...(filter.again ? [sql<boolean>`again > 0`] : []),
    ])} ${part}
  ) course`

/** The steps and the records behind the figures. */
export const flowLists = ({ db }: Pick<Server, 'db'>) => {
  const count = async (found: RawBuilder<unknown>, exact: boolean) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select from ${found} ${exact ? sql`` : sql`limit ${cap + 1}`}) counted`.execute(
      db.sql,
    )
    const known = rows[0]!.count
    return known > cap && !exact ? { count: cap, capped: true } : { count: known, capped: false }
  }

  const steps = async (
    { after, sort = '-at', limit = pageSize, ...filter }: BodyOf<typeof flow.steps.list>,
    onlooker: Onlooker,
  ) => {
    const order = ['at', 'pos']
    const part = pageFrom({ order, sort, after: after && [after.at, after.id], limit: limit + 1 })
    const { rows } = await sql<flow.StepRow>`
      select pos as id, page.kind as chart, ${record}, page.at, from_state as "from", event, to_state as "to", stay, again,
        app, product, channel
      from (
        select step.*, kind, from_state, event, to_state from ${await ofSteps(db, filter, onlooker, part)}
        order by ${inOrder(order, sort)} limit ${limit + 1}
      ) page join es_event using (pos)
      order by ${inOrder(['page.at', 'pos'], sort)}`.execute(db.sql)
    return pageOf(rows, limit, ({ at, id }) => ({ at, id }))
  }

  const records = async (
    { after, sort = '-at', limit = pageSize, ...filter }: BodyOf<typeof flow.records.list>,
    onlooker: Onlooker,
  ) => {
    const order = ['at', 'stream']
    const part = pageFrom({ order, sort, after: after && [after.at, after.stream], limit: limit + 1 })
    const { rows } = await sql<flow.RecordRow>`
      select stream, course.kind as chart, ${record}, at, course.state, ended, total, work, total - work as waited, again,
        app, product, channel
      from ${await ofRecords(db, filter, onlooker, part)}
      order by ${inOrder(order, sort)} limit ${limit + 1}`.execute(db.sql)
    return pageOf(rows, limit, ({ at, stream }) => ({ at, stream }))
  }

  return {
    steps: {
      page: steps,
      count: async ({ exact = false, ...filter }: StepFilter & Exact, onlooker: Onlooker) =>
        count(await ofSteps(db, filter, onlooker, sql``), exact),
    },
    records: {
      page: records,
      count: async ({ exact = false, ...filter }: RecordFilter & Exact, onlooker: Onlooker) =>
        count(await ofRecords(db, filter, onlooker, sql``), exact),
    },
  }
}
