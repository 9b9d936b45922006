import { type AliasedRawBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import * as recovery from '../../services/recovery.ts'
import { type Condition, is, within } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import { heldAt, lastDay, ofAge, rowsOf, stoodOn } from './filter.ts'
import { hoursAmong, minutesAt } from './hours.ts'

type Parts = Pick<Server, 'db' | 'clock'>
type FilterOf<List extends { count: Endpoint }> = Omit<BodyOf<List['count']>, 'exact'>
type RowOf<List extends { list: Endpoint }> = DataOf<List['list']> extends { rows: (infer Row)[] } ? Row : never
/** The filters that all lists have in common, and how each is read. */
type Shared = Parameters<typeof rowsOf>[0] & { dayFrom?: number | undefined; dayTo?: number | undefined }
type Asked = {
  after?: { day: string; id: number } | undefined
  sort?: 'day' | '-day' | undefined
  limit?: number | undefined
}

export const groupNames = async ({ db }: Pick<Server, 'db'>, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.sql
    .selectFrom('collection_group')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Table =
  | 'recovery_holding'
  | 'recovery_attempt'
  | 'recovery_promise'
  | 'recovery_credit'
  | 'recovery_placement'
  | 'recovery_complaint'
  | 'recovery_standing'
  | 'recovery_hours'
declare module '../db/tables.ts' {
  interface Tables {
    recovery_holding: StoredRow & { episode: number }
    recovery_attempt: StoredRow
    recovery_promise: StoredRow
    recovery_credit: StoredRow
    recovery_placement: StoredRow
    recovery_complaint: StoredRow
    recovery_standing: StoredRow
    recovery_hours: StoredRow
    recovery_settlement: Pick<StoredRow, 'order_no' | 'id' | 'collector' | 'group_id' | 'company'> & {
      settled_at: number
    }
  }
}
/** The columns that the tables of collection have in common. */
type StoredRow = {
  id: number
  order_no: string
  app: string
  day: string
  stage: string
  collector: string
  group_id: string
  company: string
  strategy: string
  province: string
  regency: string
}

const camel = (column: string) =>
  column === 'group_id' ? 'group' : column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Reads a table of collection a page at a time, and counts the rows that a filter finds. */
const listOf = <Filter extends Shared, Row>(
  parts: Parts,
  table: Table,
  conditionsOf: (filter: Filter) => readonly Condition[],
  more: (now: number) => readonly AliasedRawBuilder<unknown, string>[] = () => [],
  among: typeof rowsOf = rowsOf,
) => {
  const { db } = parts
  const filtered = (filter: Filter, onlooker: Onlooker) => {
    const { dayFrom, dayTo } = filter
    const conditions = [...among(filter, onlooker), ...within('day', dayFrom, dayTo), ...conditionsOf(filter)]
    return db.sql.selectFrom(table as 'recovery_holding').where((eb) => eb.and(conditions))
  }

  const page = async (asked: Filter & Asked, onlooker: Onlooker) => {
    const { after, sort = '-day', limit = pageSize } = asked
    const found = await filtered(asked, onlooker)
      .selectAll()
      .select(more(parts.clock.now()))
      .where(beyond(['day', 'id'], sort, after && [after.day, after.id]))
      .orderBy(inOrder(['day', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows, next } = pageOf(found, limit, ({ day, id }) => ({ day, id }))
    const names = await staffNames(
      db,
      rows.map(({ collector }) => collector),
    )
    const groups = await groupNames(
      parts,
      rows.map(({ group_id: id }) => id),
    )
    const shown = rows.map((row) => ({
      ...Object.fromEntries(Object.entries(row).map(([column, value]) => [camel(column), value])),
      collectorName: names.get(row.collector) ?? row.collector,
      groupName: groups.get(row.group_id) ?? row.group_id,
    }))
    return { rows: shown as unknown as Row[], next }
  }

  const count = (filter: Filter & { exact?: boolean | undefined }, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'day', exact: filter.exact })

  return { page, count }
}

const yes = (column: string, wanted: true | undefined) => (wanted ? [sql<boolean>`${sql.ref(column)}`] : [])

const isReversed = sql<boolean>`amount >= 0 and exists (select from repayment
  where repayment.order_no = recovery_credit.order_no and repayment.txid = recovery_credit.txid and reversed)`

/** The lists behind the figures of collection. */
export const recoveryLists = (parts: Parts) => ({
  holdings: listOf<FilterOf<typeof recovery.holdings>, RowOf<typeof recovery.holdings>>(
    parts,
    'recovery_holding',
    (filter) => [
      ...within('ended_on', filter.endedFrom, filter.endedTo),
      ...is('ended_by', filter.endedBy),
      ...heldAt(lastDay(filter.heldFrom, filter.heldTo)),
    ],
  ),
  attempts: listOf<FilterOf<typeof recovery.attempts>, RowOf<typeof recovery.attempts>>(
    parts,
    'recovery_attempt',
    ({ first, firstReached, outcome }) => [
      ...yes('first', first),
      ...yes('first_reached', firstReached),
      ...is('outcome', outcome),
    ],
  ),
  promises: listOf<FilterOf<typeof recovery.promises>, RowOf<typeof recovery.promises>>(
    parts,
    'recovery_promise',
    (filter) => [
      ...within('judged_on', filter.judgedFrom, filter.judgedTo),
      ...is('outcome', filter.outcome),
      ...(filter.verdict ? [sql<boolean>`outcome in (${sql.join([...recovery.judgedOutcomes])})`] : []),
    ],
  ),
  credits: listOf<FilterOf<typeof recovery.credits>, RowOf<typeof recovery.credits>>(
    parts,
    'recovery_credit',
    ({ sign }) =>
      sign === undefined ? [] : [sign === 'payment' ? sql<boolean>`amount >= 0` : sql<boolean>`amount < 0`],
    () => [isReversed.as('reversed')],
  ),
  placements: listOf<FilterOf<typeof recovery.placements>, RowOf<typeof recovery.placements>>(
    parts,
    'recovery_placement',
    (filter) => [...within('ended_on', filter.endedFrom, filter.endedTo), ...is('ended_by', filter.endedBy)],
  ),
  complaints: listOf<FilterOf<typeof recovery.complaints>, RowOf<typeof recovery.complaints>>(
    parts,
    'recovery_complaint',
    ({ topic, channel }) => [...is('topic', topic), ...is('channel', channel)],
  ),
  standings: listOf<FilterOf<typeof recovery.standings>, RowOf<typeof recovery.standings>>(
    parts,
    'recovery_standing',
    ({ asOfFrom, asOfTo, state, age }) => {
      const asOf = lastDay(asOfFrom, asOfTo)
      return [...is('state', state), ...stoodOn(asOf), ...ofAge(age, asOf ?? businessDay(parts.clock.now()))]
    },
  ),
  hours: listOf<FilterOf<typeof recovery.hours>, RowOf<typeof recovery.hours>>(
    parts,
    'recovery_hours',
    () => [],
    (now) => [minutesAt(now).as('minutes')],
    hoursAmong,
  ),
})
