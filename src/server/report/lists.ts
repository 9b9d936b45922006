import { type RawBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import { drawnNames, type Report, type ReportName, type ReportRow, reports, ripeUntil } from '../../services/report.ts'
import type { Language } from '../../services/user.ts'
import { badInput } from '../kit/inputIssues.ts'
import { channelsOf, ruleSetsOf } from '../lists/channels.ts'
import { type Condition, is } from '../lists/conditions.ts'
import { pageSize } from '../lists/keyset.ts'
import { isProduct, productsOf } from '../lists/products.ts'
import { reviewersOf } from '../lists/reviewers.ts'
import type { Server } from '../server.ts'
import { isApp, type Onlooker, withinScope } from '../staff/appScope.ts'
import type { Tx } from '../store/command.ts'
import { readAtOnce, standingOf } from '../store/counter.ts'
import { type Source, sources } from './figures.ts'
import { comparedWith, type Grain, type Period, periodOf, spansOf } from './period.ts'

type Parts = Pick<Server, 'db' | 'clock'>
type Filter = BodyOf<Report['standing']>
type Asked = Omit<BodyOf<Report['list']>, keyof Filter> & Filter
export type Reader = Onlooker & { language: Language }
type Figures = Record<string, number | null>
type Summed = DataOf<Report['standing']>['total']

/** SQL: the first day of the week or month of a day. */
const firstDay: Record<Grain, RawBuilder<string>> = {
  week: sql`to_char(date_trunc('week', day::date), 'YYYY-MM-DD')`,
  month: sql`left(day, 7) || '-01'`,
}

/** Reads one report: its lines, their totals, and how they stand against the days before. */
export const reportReader = ({ db, clock }: Parts, name: ReportName) => {
  const report: Report = reports[name]
  const source: Source = sources[name]

  const names = Object.keys(report.figures)
  /** Sums each figure over the days that are old enough for it. */
  const sumsUntil = (period: Period, today: string) =>
    sql.join(
      names.map((figure) => {
        const until = ripeUntil(report.figures[figure]!, { ...period, today })
        const ripe = until === period.to ? sql`` : sql`filter (where day <= ${until})`
        return sql`sum(${source.figures[figure]!}) ${ripe}::bigint as ${sql.id(figure)}`
      }),
    )
  const read = async (tx: Tx, by: RawBuilder<unknown>, period: Period, conditions: readonly Condition[]) => {
    const { from, to } = period
    const sums = sumsUntil(period, businessDay(clock.now()))
    const { table, months, counted: instead, joined = sql`` } = source
    const month = `${from.slice(0, 7)}-01`
    // The stock at the close of a day is the sum of the changes of all days until then.
    const counted = months
      ? sql`(
          select * from ${sql.table(months)} where day < ${month}
          union all select * from ${sql.table(table)} where day >= ${month}) change`
      : (instead?.(businessDay(clock.now())) ?? sql.table(table))
    const first = months ? [] : [sql`day >= ${from}`]
    const where = sql.join([...first, sql`day <= ${to}`, ...conditions], sql` and `)
    const { rows } = await sql<{ key: string } & Figures>`
      select ${by} as key, ${sums} from ${counted} ${joined} where ${where} group by 1`.execute(tx)
    return rows.map(({ key, ...figures }) => ({ key, figures }))
  }
  /** The figures of a period from what was found: nothing is zero, unless no day of it is old enough. */
  const figuresOf = (period: Period & { today: string }, found: Figures | undefined): Figures =>
    Object.fromEntries(
      names.map((figure) => {
        const isRipe = ripeUntil(report.figures[figure]!, period) >= period.from
        return [figure, isRipe ? (found?.[figure] ?? 0) : null]
      }),
    )

  const ratesOf = (figures: Figures) =>
    Object.fromEntries(
      Object.entries(report.rates).map(([rate, [part, whole]]) => {
        const unit = report.each?.includes(rate) ? 1n : undefined
        return [rate, share(figures[part]!, figures[whole]!, unit)]
      }),
    )

  const conditionsOf = async (filter: Filter, { staff, language }: Reader): Promise<Condition[]> => {
    const { app, channel, product, customerType, reviewer, ruleSet, basis } = filter
    const unknown = [
      ...(app !== undefined && !(await isApp(db, app)) ? [{ field: 'app', reason: 'app' }] : []),
      ...(channel !== undefined && !(await channelsOf(db, report.channels ?? 'approval')).includes(channel)
        ? [{ field: 'channel', reason: 'choice' }]
        : []),
      ...(product !== undefined && !(await isProduct(db, product)) ? [{ field: 'product', reason: 'product' }] : []),
    ]
    // No figure is better than one of nothing.
    if (unknown.length > 0) throw badInput(unknown, language)
    return [
      ...withinScope({ staff }),
      ...is('app', app),
      ...is('channel', channel),
      ...is('product', product),
      ...is('customer_type', customerType),
      ...is('reviewer', reviewer),
      ...is('rule_set', ruleSet),
      ...(report.filters.includes('basis') ? is('basis', basis ?? 'value') : []),
    ]
  }

  const summed = (period: Period, found: Figures | undefined): Summed => {
    const days = { ...period, today: businessDay(clock.now()) }
    const figures = figuresOf(days, found)
    return { ...days, figures, rates: ratesOf(figures) }
  }
  /** The totals of days, which are added up from their lines where these end with them, and otherwise read. */
  const total = async (
    tx: Tx,
    period: Period,
    conditions: readonly Condition[],
    all: readonly ReportRow[] = [],
  ): Promise<Summed> => {
    const spans = all.filter(({ to }) => to <= period.to)
    const last = spans.find(({ to }) => to === period.to)
    if (!last) {
      const [found] = await read(tx, sql`''`, period, conditions)
      return summed(period, found?.figures)
    }
    return summed(period, report.atClose ? last.figures : addUp(spans.map(({ figures }) => figures)))
  }
  /** The totals of days that are compared: without the figures for which some of them are not old enough. */
  const whole = ({ figures, ...days }: Summed): Summed => {
    const known = Object.fromEntries(
      names.map((figure) => [figure, ripeUntil(report.figures[figure]!, days) < days.to ? null : figures[figure]!]),
    )
    return { ...days, figures: known, rates: ratesOf(known) }
  }

  /** All lines: each day, also one without anything; or the channels, the largest first. */
  const lines = async (
    tx: Tx,
    period: Period,
    conditions: readonly Condition[],
    grain?: Grain,
  ): Promise<ReportRow[]> => {
    const isDaily = report.rows === 'day'
    const spans = new Map(isDaily ? spansOf(period, grain).map((span) => [span.from, span]) : [])
    const by = grain && !report.atClose ? sql`greatest(${period.from}, ${firstDay[grain]})` : sql.ref(report.rows)
    const found = await read(tx, by, period, conditions)
    const byKey = report.atClose
      ? closes([...spans.values()], found)
      : new Map(found.map(({ key, figures }) => [key, figures]))
    const largest = (one: string, other: string) =>
      byKey.get(other)![names[0]!]! - byKey.get(one)![names[0]!]! || (one < other ? -1 : 1)
    const keys = isDaily ? [...spans.keys()].toReversed() : [...byKey.keys()].toSorted(largest)
    const today = businessDay(clock.now())
    return keys.map((key) => {
      const { from, to } = spans.get(key) ?? period
      const figures = figuresOf({ from, to, today }, byKey.get(key))
      return { key, from, to, today, unfinished: to >= today, figures, rates: ratesOf(figures) }
    })
  }

  const drawnOf = (all: readonly ReportRow[]) =>
    (report.rows === 'day' ? all.toReversed() : all).map(({ key, from, to, unfinished, figures, rates }) => {
      const values = { ...figures, ...rates }
      return { key, from, to, unfinished, values: drawnNames(report).map((name) => values[name] ?? null) }
    })

  const page = async ({ after, sort, limit = pageSize, ...filter }: Asked, reader: Reader) => {
    const period = periodOf(filter, { now: clock.now(), language: reader.language })
    const conditions = await conditionsOf(filter, reader)
    const cut = <Line>(sorted: readonly Line[], keyOf: (line: Line) => string) => {
      const start = after ? sorted.findIndex((line) => keyOf(line) === after.key) + 1 : 0
      const pageRows = sorted.slice(start, start + limit)
      return { pageRows, next: start + limit < sorted.length ? { key: keyOf(pageRows.at(-1)!) } : null }
    }
    const turned = <Line>(rising: readonly Line[]) => (sort === 'key' ? rising : rising.toReversed())
    if (report.rows === 'channel') {
      const all = await readAtOnce(db, (tx) => lines(tx, period, conditions))
      const byName = () => turned(all.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
      const { pageRows: rows, next } = cut(sort ? byName() : all, ({ key }) => key)
      return { rows, next }
    }
    // The days of the page alone are read.
    const { pageRows: spans, next } = cut(turned(spansOf(period, filter.grain)), ({ from }) => from)
    if (spans.length === 0) return { rows: [], next }
    const [first, last] = sort === 'key' ? [spans[0]!, spans.at(-1)!] : [spans.at(-1)!, spans[0]!]
    const shown = { from: first.from, to: last.to }
    const rows = await readAtOnce(db, (tx) => lines(tx, shown, conditions, filter.grain))
    return { rows: sort === 'key' ? rows.toReversed() : rows, next }
  }

  const count = async (filter: Filter, reader: Reader) => {
    const period = periodOf(filter, { now: clock.now(), language: reader.language })
    const conditions = await conditionsOf(filter, reader)
    return readAtOnce(db, async (tx) => {
      const all = await lines(tx, period, conditions, filter.grain)
      const { figures, rates } = await total(tx, period, conditions, all)
      const known = Object.entries({ ...figures, ...rates }).filter((one): one is [string, number] => one[1] !== null)
      return {
        count: all.length,
        capped: false,
        sums: Object.fromEntries(known),
      }
    })
  }

  const standing = async (filter: Filter, reader: Reader) => {
    const now = clock.now()
    const period = periodOf(filter, { now, language: reader.language })
    const conditions = await conditionsOf(filter, reader)
    const both = comparedWith(period, businessDay(now)) ?? null
    return readAtOnce(db, async (tx) => {
      const all = await lines(tx, period, conditions, filter.grain)
      return {
        asOf: await standingOf(tx, source.counter.name),
        total: await total(tx, period, conditions, all),
        compared: both && {
          now: whole(await total(tx, both.now, conditions, all)),
          before: whole(await total(tx, both.before, conditions)),
        },
        drawn: drawnOf(all),
      }
    })
  }

  return { page, count, standing, conditionsOf }
}

/** The sum of figures, without those that no day is old enough for. */
const addUp = (some: readonly Figures[]): Figures => {
  const sums: Record<string, number> = {}
  for (const figures of some)
    for (const [name, figure] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + (figure ?? 0)
  return sums
}

/** The stock at the close of each span: the sum of the changes until then. */
const closes = (spans: readonly Period[], changes: readonly { key: string; figures: Figures }[]) => {
  const ahead = changes.toSorted((one, other) => (one.key < other.key ? 1 : -1))
  const sums: Record<string, number> = {}
  return new Map(
    spans.map(({ from, to }) => {
      while (ahead.length > 0 && ahead.at(-1)!.key <= to)
        for (const [name, change] of Object.entries(ahead.pop()!.figures))
          sums[name] = (sums[name] ?? 0) + (change ?? 0)
      return [from, { ...sums }]
    }),
  )
}

/** A part of a whole, in units of it (10,000 are basis points), rounded half up; null of nothing. */
export const share = (part: number | null, whole: number | null, unit = 10_000n): number | null =>
  part === null || !whole ? null : Number((BigInt(part) * unit * 2n + BigInt(whole)) / (BigInt(whole) * 2n))

export const reportHandlers = (server: Server) => {
  for (const name of Object.keys(reports) as ReportName[]) {
    const { list, count, choices, standing, filters, channels = 'approval' }: Report = reports[name]
    const reader = reportReader(server, name)
    server.handle(list, reader.page)
    server.handle(count, ({ exact: _, ...filter }, call) => reader.count(filter, call))
    server.handle(standing, reader.standing)
    server.handle(choices, async () => ({
      products: filters.includes('product') ? await productsOf(server.db) : [],
      channels: filters.includes('channel') ? await channelsOf(server.db, channels) : [],
      reviewers: filters.includes('reviewer') ? await reviewersOf(server.db) : [],
      ruleSets: filters.includes('ruleSet') ? await ruleSetsOf(server.db) : [],
    }))
  }
}
