import { type RawBuilder, sql } from 'kysely'
import { placesIn } from '../../machines/chart.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import { chartOf } from '../../machines/ways.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as flow from '../../services/flow.ts'
import { between, type Condition, is } from '../lists/conditions.ts'
import { beyond, cap, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinReach } from '../staff/appScope.ts'
import { wayOf } from './regions.ts'

type StepFilter = Omit<BodyOf<typeof flow.steps.count>, 'exact'>
type RecordFilter = Omit<BodyOf<typeof flow.records.count>, 'exact'>
type Exact = { exact?: boolean | undefined }

const record = sql`substr(stream, position('/' in stream) + 1) as record`

const together = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const common = (
  { chart, daysFrom, daysTo, app, product, channel }: RecordFilter | StepFilter,
  onlooker: Onlooker,
): Condition[] => [
  ...withinReach(onlooker),
  ...is('kind', chart),
  ...between('at', daysFrom, daysTo),
  ...is('app', app),
  ...is('product', product),
  ...is('channel', channel),
]

type Known = { id: number; kind: string; from: string; event: string; to: string }

/** The ways of one chart that were ever taken. */
const waysTaken = async (db: Server['db'], kind: string): Promise<Known[]> => {
  const { rows } = await sql<Known>`
    select id, kind, from_state as "from", event, to_state as "to" from flow_way where kind = ${kind}`.execute(db.sql)
  return rows
}

const partsOf = (name: string) => {
  const [kind = '', ...parts] = name.split('/')
  return { kind, parts, machine: lifecycles.find((one) => one.name === kind)?.machine }
}

const isOneOf = (column: string, values: readonly (string | number)[]): Condition =>
  values.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(values)})`

/** The ways that came to a state, of whatever region it is. */
const cameTo = async (db: Server['db'], name: string): Promise<Condition> => {
  const { kind, parts, machine } = partsOf(name)
  const [state = ''] = parts
  const isIn = (stored: string) => machine !== undefined && placesIn(machine, stored).includes(state)
  const ways = await waysTaken(db, kind)
  return isOneOf(
    'way',
    ways.flatMap(({ id, from, to }) => (isIn(to) && !isIn(from) ? [id] : [])),
  )
}

/** The ways that were one transition of the chart. */
const wentBy = async (db: Server['db'], name: string): Promise<Condition> => {
  const { kind, parts, machine } = partsOf(name)
  if (!machine) return sql`false`
  const { ways } = chartOf(machine)
  const taken = await waysTaken(db, kind)
  return isOneOf(
    'way',
    taken.flatMap((one) => {
      const way = wayOf(machine, ways, one) ?? { ...one, stands: one.from }
      return [way.stands, way.event, way.to].join('/') === parts.join('/') ? [one.id] : []
    }),
  )
}

/** The records that are in a state, of whatever region it is. */
const standsIn = async (db: Server['db'], name: string): Promise<Condition[]> => {
  const { kind, parts, machine } = partsOf(name)
  const [state = ''] = parts
  const stored = new Set((await waysTaken(db, kind)).map(({ to }) => to))
  const fitting = [...stored].filter((one) => machine !== undefined && placesIn(machine, one).includes(state))
  return [sql<boolean>`kind = ${kind}`, isOneOf('state', fitting)]
}

const ofSteps = async (db: Server['db'], filter: StepFilter, onlooker: Onlooker) => sql`
  (select flow_step.*, kind, from_state, event, to_state from flow_way join flow_step on way = flow_way.id) step
  where ${together([
    ...common(filter, onlooker),
    ...(filter.entered === undefined ? [] : [await cameTo(db, filter.entered)]),
    ...(filter.step === undefined ? [] : [await wentBy(db, filter.step)]),
    ...(filter.again ? [sql<boolean>`again`] : []),
  ])}`

const ofRecords = async (db: Server['db'], filter: RecordFilter, onlooker: Onlooker) => sql`
  flow_record where ${together([
    ...common(filter, onlooker),
    ...(filter.state === undefined ? [] : await standsIn(db, filter.state)),
    ...is('variant', filter.variant),
    ...(filter.ended ? [sql<boolean>`ended`] : []),
    ...(filter.again ? [sql<boolean>`again > 0`] : []),
  ])}`

/** The steps and the records behind the figures. */
export const flowLists = ({ db }: Pick<Server, 'db'>) => {
  const count = async (found: RawBuilder<unknown>, { exact = false }: Exact) => {
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
    const { rows } = await sql<flow.StepRow>`
      select pos as id, kind as chart, ${record}, page.at, from_state as "from", event, to_state as "to", stay, again,
        app, product, channel
      from (
        select * from ${await ofSteps(db, filter, onlooker)} and ${beyond(order, sort, after && [after.at, after.id])}
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
    const { rows } = await sql<flow.RecordRow>`
      select stream, kind as chart, ${record}, at, state, ended, total, work, total - work as waited, again,
        app, product, channel
      from ${await ofRecords(db, filter, onlooker)} and ${beyond(order, sort, after && [after.at, after.stream])}
      order by ${inOrder(order, sort)} limit ${limit + 1}`.execute(db.sql)
    return pageOf(rows, limit, ({ at, stream }) => ({ at, stream }))
  }

  return {
    steps: {
      page: steps,
      count: async ({ exact, ...filter }: StepFilter & Exact, onlooker: Onlooker) =>
        count(await ofSteps(db, filter, onlooker), { exact }),
    },
    records: {
      page: records,
      count: async ({ exact, ...filter }: RecordFilter & Exact, onlooker: Onlooker) =>
        count(await ofRecords(db, filter, onlooker), { exact }),
    },
  }
}
