import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { kindOf } from '../../machines/lifecycles.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import { auditTypes, type Happened, seenTypes } from '../../services/audit.ts'
import type * as audit from '../../services/audit.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { AuditRow, EventRow } from '../db/tables.ts'
import { beyond, cap, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { type Asked, personsOf, recordsOf, streamsOf } from './customer.ts'

type Parts = Pick<Server, 'db' | 'vault'>
type Conditions = readonly RawBuilder<boolean>[]
/** `few` marks conditions that match few rows for certain. */
type Asking = { conditions: Conditions; few?: boolean }
/** The conditions for each log; a log that cannot match is left out. */
type Narrowed = { event?: Asking; audit?: Asking }
type Filter = Omit<BodyOf<typeof audit.list>, 'sort' | 'after' | 'limit'>
type Paging = Pick<BodyOf<typeof audit.list>, 'sort' | 'after' | 'limit'>
type Page = { sort: string; after: Paging['after']; limit: number }
type Counting = { exact?: boolean | undefined }

const order = ['at', 'pos']
const personIn = sql<string>`data::jsonb ->> 'person'`

const during = ({ from, to }: { from?: number | undefined; to?: number | undefined }): Conditions => [
  ...(from === undefined ? [] : [sql<boolean>`at >= ${from}`]),
  ...(to === undefined ? [] : [sql<boolean>`at < ${to}`]),
]
const by = (actor: string | undefined): Conditions =>
  actor === undefined ? [] : [sql`actor = ${actor}`, sql`actor like 'staff/%'`]
const oneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(values)})`

/** Entries about these customers or any of their streams. */
const about = (persons: readonly string[], streams: readonly string[]): RawBuilder<boolean> =>
  persons.length === 0 ? sql`false` : sql`(${oneOf('subject', streams)} or ${personIn} in (${sql.join(persons)}))`

/** A filtered log. For `few`, `offset 0` makes the planner filter first, instead of scanning the time index. */
const matching = <All, Table extends keyof All, Row>(
  log: SelectQueryBuilder<All, Table, Row>,
  { conditions, few = false }: Asking,
) => {
  const found = log.where((eb) => eb.and([...conditions]))
  return (few ? found.offset(sql.lit(0)) : found).as('logged')
}

/** Reads both logs as one list, or a part of the audit chain alone. */
export const auditLists = (parts: Parts) => {
  const { db } = parts

  const events = (asked: Asking) => db.sql.selectFrom(matching(db.sql.selectFrom('es_event').selectAll(), asked))
  const entries = (asked: Asking) => db.sql.selectFrom(matching(db.sql.selectFrom('audit').selectAll(), asked))

  const onPage = <All, Row>(
    found: SelectQueryBuilder<All, 'logged' & keyof All, Row>,
    log: Logged['log'],
    { sort, after, limit }: Page,
  ) => {
    // Audit entries sort before events of the same instant; the cursor is translated for the other log.
    const bound = after && (after.log === log ? after.pos : log === 'event' ? -1 : Number.MAX_SAFE_INTEGER)
    return found
      .where(beyond(order, sort, after && [after.at, bound!]))
      .orderBy(inOrder(order, sort))
      .limit(limit + 1)
      .execute()
  }

  const page = async (narrowed: Narrowed, { sort = '-at', after, limit = pageSize }: Paging) => {
    const paging = { sort, after, limit }
    const [happened, recorded] = await Promise.all([
      narrowed.event ? onPage(events(narrowed.event).selectAll(), 'event', paging) : [],
      narrowed.audit ? onPage(entries(narrowed.audit).selectAll(), 'audit', paging) : [],
    ])
    const both: Logged[] = [
      ...recorded.map((row) => ({ log: 'audit' as const, row })),
      ...happened.map((row) => ({ log: 'event' as const, row })),
    ]
    const down = sort.startsWith('-') ? -1 : 1
    const merged = both.toSorted(
      (one, other) =>
        down * (one.row.at - other.row.at || one.log.localeCompare(other.log) || one.row.pos - other.row.pos),
    )
    const { rows, next } = pageOf(merged, limit, ({ log, row }) => ({ at: row.at, log, pos: row.pos }))
    const names = await staffNames(
      db,
      rows.map(({ row }) => row.actor),
    )
    const titles = await titlesOf(parts, rows)
    return { rows: rows.map((one) => happenedIn(one, names, titles)), next }
  }

  const count = async (narrowed: Narrowed, { exact }: Counting) => {
    const counting = { by: 'at', exact }
    const counts = await Promise.all([
      ...(narrowed.event ? [countRows(db, events(narrowed.event), counting)] : []),
      ...(narrowed.audit ? [countRows(db, entries(narrowed.audit), counting)] : []),
    ])
    const total = counts.reduce((sum, { count: n }) => sum + n, 0)
    const isCapped = counts.some(({ capped }) => capped) || (total > cap && !exact)
    return isCapped ? { count: cap, capped: true } : { count: total, capped: false }
  }

  const narrow = async ({ orderNo, phone, nik, record, kind, ...filter }: Filter): Promise<Narrowed> => {
    const persons = await personsOf(parts, { orderNo, phone, nik })
    const streams = persons && (await streamsOf(parts, persons))
    const records = record === undefined ? undefined : wholeOrderNo.test(record) ? recordsOf(record) : [record]
    const both = [...during(filter), ...by(filter.by)]
    const isEntry = kind !== undefined && auditTypes.some((type) => type === kind)
    const event = [
      ...both,
      ...(streams ? [oneOf('stream', streams)] : []),
      ...(records ? [oneOf('stream', records)] : []),
      ...(kind === undefined ? [] : [sql<boolean>`split_part(stream, '/', 1) = ${kind}`]),
    ]
    const entries = [
      ...both,
      ...(streams && persons ? [about(persons, streams)] : []),
      ...(records ? [oneOf('subject', records)] : []),
      ...(kind === undefined ? [] : [sql<boolean>`type = ${kind}`]),
    ]
    const few = streams !== undefined || records !== undefined
    return {
      ...(!isEntry && { event: { conditions: event, few } }),
      ...((kind === undefined || isEntry) && { audit: { conditions: entries, few } }),
    }
  }

  const seenNarrowed = async ({
    orderNo,
    from,
    to,
  }: Asked & { from?: number | undefined; to?: number | undefined }) => {
    const persons = (await personsOf(parts, { orderNo })) ?? []
    const streams = await streamsOf(parts, persons)
    const conditions = [...during({ from, to }), about(persons, streams), oneOf('type', seenTypes)]
    return { audit: { conditions, few: true } }
  }

  type LoginFilter = Omit<BodyOf<typeof audit.loginCount>, 'exact'>
  const loginsNarrowed = ({ by: who, result, ip, from, to }: LoginFilter) => {
    const conditions = [
      result === undefined ? sql<boolean>`subject = 'login'` : sql<boolean>`type = ${result}`,
      ...during({ from, to }),
      ...by(who),
      ...(ip === undefined ? [] : [sql<boolean>`subject = 'login'`, sql<boolean>`data::jsonb ->> 'ip' = ${ip}`]),
    ]
    return { audit: { conditions } }
  }

  return {
    page: async ({ sort, after, limit, ...filter }: BodyOf<typeof audit.list>) =>
      page(await narrow(filter), { sort, after, limit }),
    count: async ({ exact, ...filter }: BodyOf<typeof audit.count>) => count(await narrow(filter), { exact }),
    seen: async ({ sort, after, limit, ...filter }: BodyOf<typeof audit.seen>) =>
      page(await seenNarrowed(filter), { sort, after, limit }),
    seenCount: async ({ exact, ...filter }: BodyOf<typeof audit.seenCount>) =>
      count(await seenNarrowed(filter), { exact }),
    logins: ({ sort, after, limit, ...filter }: BodyOf<typeof audit.logins>) =>
      page(loginsNarrowed(filter), { sort, after, limit }),
    loginCount: ({ exact, ...filter }: BodyOf<typeof audit.loginCount>) => count(loginsNarrowed(filter), { exact }),
  }
}

export type Logged = { log: 'event' | 'audit'; row: EventRow | AuditRow }

const recordIn = (row: Logged['row']) => ('stream' in row ? row.stream : row.subject)

/** The titles of exported files among these rows, by stream. */
export const titlesOf = async ({ db }: Pick<Server, 'db'>, rows: readonly Logged[]): Promise<Map<string, string>> => {
  const records = rows.map(({ row }) => recordIn(row))
  const sheets = records.filter((record) => record.startsWith('orderSheet/'))
  const ids = records.flatMap((record) => (record.startsWith('export/') ? [record.slice(7)] : []))
  const exports =
    ids.length === 0 ? [] : await db.sql.selectFrom('export').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map([
    ...sheets.map((sheet) => [sheet, 'routes:excelList'] as const),
    ...exports.map(({ id, title }) => [`export/${id}`, title] as const),
  ])
}

// The fields of an entry that people may read.
const told = ['reason', 'kind', 'by', 'language', 'field', 'purpose', 'words', 'contact']

/** A row of either log as lists show it. */
export const happenedIn = (
  { log, row }: Logged,
  names: ReadonlyMap<string, string>,
  titles: ReadonlyMap<string, string>,
): Happened => {
  const record = recordIn(row)
  const id = record.slice(record.indexOf('/') + 1)
  const data = 'subject' in row ? (JSON.parse(row.data) as Record<string, unknown>) : {}
  const details = Object.fromEntries(Object.entries(data).filter(([name]) => told.includes(name)))
  const title = titles.get(record)
  return {
    log,
    pos: row.pos,
    at: row.at,
    by: row.actor,
    byName: names.get(row.actor) ?? row.actor,
    type: row.type,
    kind: 'stream' in row ? kindOf(row.stream) : null,
    // A customer's id means nothing to a reader.
    record: record.startsWith('person/') ? '' : record,
    orderNo: wholeOrderNo.test(id) ? id : null,
    ip: typeof data.ip === 'string' ? data.ip : '',
    device: typeof data.device === 'string' ? data.device : '',
    said: title === undefined ? details : { ...details, title },
  }
}
