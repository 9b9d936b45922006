import { type RawBuilder, sql } from 'kysely'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { provinces } from '../../machines/identity.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { productivity, rates, targetColumns, workable } from '../../services/recovery.columns.ts'
import {
  type daily,
  type Figured,
  figureNames,
  type Figures,
  type groupings,
  none,
  targetNames,
} from '../../services/recovery.ts'
import type { Language } from '../../services/user.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Condition } from '../lists/conditions.ts'
import { pageSize } from '../lists/keyset.ts'
import { daysIn, type Period, periodOf } from '../report/period.ts'
import type { Server } from '../server.ts'
import { isApp, type Onlooker } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import type { Tx } from '../store/command.ts'
import { readAtOnce, standingOf } from '../store/counter.ts'
import { recoveryCounter } from './counter.ts'
import { heldAt, rowsOf } from './filter.ts'
import { hoursAmong, minutesAt } from './hours.ts'
import { groupNames } from './lists.ts'
import { dayOverOf, goalsAt, targetsOf } from './targets.ts'

type Parts = Pick<Server, 'db' | 'clock'>
type Filter = Omit<BodyOf<typeof daily.count>, 'exact'>
type Grouping = (typeof groupings)[number]
type Reader = Onlooker & { language: Language }
type Sums = Record<string, RawBuilder<unknown>>

const rows = sql`count(*)`
const rowsIf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
const sum = (amount: RawBuilder<unknown>) => sql`coalesce(sum(${amount}), 0)::bigint`

/** The figures of the days of a period, each once: a table, the column of its days, and the sums of its rows. */
const counted: readonly { table: string; day: string; sums: Sums }[] = [
  {
    table: 'recovery_holding',
    day: 'day',
    sums: {
      given: rows,
      givenPrincipal: sum(sql`principal`),
      balance: sum(sql`balance`),
      target: sum(sql`balance * target / 10000`),
      cohort: sum(sql`(select sum(amount) from recovery_credit where holding = recovery_holding.id and holding > 0)`),
    },
  },
  {
    table: 'recovery_holding',
    day: 'ended_on',
    sums: {
      taken: rows,
      takenPrincipal: sum(sql`principal`),
      cured: rowsIf(sql`ended_by = 'paid'`),
      rolledOnDay: sum(sql`case when ended_by = 'stage' and day < ended_on then principal else 0 end`),
    },
  },
  {
    table: 'recovery_attempt',
    day: 'day',
    sums: { attempts: rows, attempted: rowsIf(sql`first`), reached: rowsIf(sql`first_reached`) },
  },
  { table: 'recovery_promise', day: 'day', sums: { promises: rows } },
  {
    table: 'recovery_promise',
    day: 'judged_on',
    sums: {
      judged: rows,
      kept: rowsIf(sql`outcome = 'kept'`),
      promised: sum(sql`amount`),
      paid: sum(sql`least(paid, amount)`),
    },
  },
  {
    table: 'recovery_credit',
    day: 'day',
    sums: {
      principal: sum(sql`principal`),
      interest: sum(sql`interest`),
      fee: sum(sql`fee`),
      recovered: sum(sql`amount`),
      self: sum(sql`case when collector = '' then amount else 0 end`),
      commission: sum(sql`greatest(commission, 0)`),
      clawback: sum(sql`greatest(-commission, 0)`),
    },
  },
  {
    table: 'recovery_placement',
    day: 'day',
    sums: {
      placed: rows,
      placedBalance: sum(sql`balance`),
      placedRecovered: sum(
        sql`(select sum(amount) from recovery_credit where placement = recovery_placement.id and placement > 0)`,
      ),
    },
  },
  { table: 'recovery_placement', day: 'ended_on', sums: { recalled: rowsIf(sql`ended_by = 'recalled'`) } },
  { table: 'recovery_complaint', day: 'day', sums: { complaints: rows } },
]
/** The cases when a period began, and those of them that moved to a worse stage since. */
const openingOf = (to: string): Sums => ({
  opening: rows,
  openingPrincipal: sum(sql`principal`),
  rolledPrincipal: sum(sql`case when ended_by = 'stage' and ended_on <= ${to} then principal else 0 end`),
})

/** The conditions on the rows of orders, and on those of hours; undefined where no hours are told. */
type Conditions = { conditions: readonly Condition[]; hours: readonly Condition[] | undefined }
const ofOrders: readonly string[] = ['stage', 'strategy', 'province', 'regency'] satisfies Grouping[]

type Found = Record<string, number>
/** What is found of each line, by group and by the line's key: a line is measured by the targets of its groups. */
type ByGroup = ReadonlyMap<string, ReadonlyMap<string, Found>>

const byKey = (one: Figured, other: Figured) => (one.key < other.key ? -1 : 1)
const rateOf = ({ figures }: Figured) => rates.recoveryRate(figures) ?? -1
/** Without a wish, who recovered most stands first. */
const orderOf = (sort: BodyOf<typeof daily.list>['sort']) => (one: Figured, other: Figured) => {
  if (sort === 'key') return byKey(one, other)
  if (sort === '-key') return byKey(other, one)
  if (sort) return (rateOf(one) - rateOf(other)) * (sort === 'rate' ? 1 : -1) || byKey(one, other)
  return other.figures.recovered - one.figures.recovered || byKey(one, other)
}
const added = (all: readonly Figures[]): Figures =>
  Object.fromEntries(figureNames.map((name) => [name, all.reduce((sum, figures) => sum + figures[name], 0)])) as Figures
const columns: Readonly<Record<Exclude<Grouping, 'day'>, string>> = {
  collector: 'collector',
  group: 'group_id',
  company: 'company',
  stage: 'stage',
  strategy: 'strategy',
  province: 'province',
  regency: 'regency',
}

const mapValues = <Key, From, To>(all: ReadonlyMap<Key, From>, to: (value: From) => To) =>
  new Map([...all].map(([key, value]) => [key, to(value)]))

/** The groups of each line that did something. */
const byLine = (byGroup: ReadonlyMap<string, ReadonlyMap<string, Figures>>) => {
  const lines = new Map<string, Map<string, Figures>>()
  for (const [group, figuresOfLines] of byGroup)
    for (const [key, figures] of figuresOfLines) {
      const groups = lines.get(key) ?? new Map<string, Figures>()
      lines.set(key, groups)
      if (figureNames.some((name) => figures[name] !== 0)) groups.set(group, figures)
    }
  return lines
}

/** Reads the figures of collection: its lines and their total. */
export const recoveryFigures = ({ db, clock }: Parts) => {
  const sumsOf = async (
    tx: Tx,
    table: string,
    key: RawBuilder<unknown>,
    sums: Sums,
    conditions: readonly Condition[],
  ) => {
    const names = sql.join(Object.entries(sums).map(([name, value]) => sql`${value} as ${sql.id(name)}`))
    const { rows: found } = await sql<{ key: string; of_group: string } & Found>`
      select ${key} as key, group_id as of_group, ${names} from ${sql.table(table)}
      where ${sql.join([sql`true`, ...conditions], sql` and `)} group by 1, 2`.execute(tx)
    return found
  }

  /** What is found of each line. A total has one line. */
  const read = async (
    tx: Tx,
    { from, to }: Period,
    by: Grouping | 'total',
    { conditions, hours }: Conditions,
  ): Promise<ByGroup> => {
    const groups = new Map<string, Map<string, Found>>()
    const keyOf = (day: string) => {
      if (by === 'total') return sql`''::text`
      return by === 'day' ? sql.ref(day) : sql.ref(columns[by])
    }
    const add = (found: readonly ({ key: string; of_group: string } & Found)[]) => {
      for (const { key, of_group: group, ...its } of found) {
        const lines = groups.get(group) ?? new Map<string, Found>()
        groups.set(group, lines.set(key, { ...lines.get(key), ...its }))
      }
    }
    for (const { table, day, sums } of counted)
      add(
        await sumsOf(tx, table, keyOf(day), sums, [
          sql`${sql.ref(day)} >= ${from}`,
          sql`${sql.ref(day)} <= ${to}`,
          ...conditions,
        ]),
      )
    if (hours && !ofOrders.includes(by))
      add(
        await sumsOf(tx, 'recovery_hours', keyOf('day'), { minutes: sum(minutesAt(clock.now())) }, [
          sql`day >= ${from}`,
          sql`day <= ${to}`,
          ...hours,
        ]),
      )
    // Of days, only what was there when the first one began: each next one begins with what the one before left.
    const key = by === 'day' ? sql`${from}::text` : keyOf('day')
    add(await sumsOf(tx, 'recovery_holding', key, openingOf(to), [...heldAt(from), ...conditions]))
    return groups
  }

  const figuresOf = (found: Found | undefined): Figures =>
    Object.fromEntries(figureNames.map((name) => [name, found?.[name] ?? 0])) as Figures

  /** The figures of each day of a period: a day opens with what the day before left. */
  const dailyOf = (lines: ReadonlyMap<string, Found>, period: Period): Map<string, Figures> => {
    let opening = lines.get(period.from)?.['opening'] ?? 0
    let openingPrincipal = lines.get(period.from)?.['openingPrincipal'] ?? 0
    return new Map(
      daysIn(period).map((day) => {
        const found = lines.get(day) ?? {}
        const figures = figuresOf({ ...found, opening, openingPrincipal, rolledPrincipal: found['rolledOnDay'] ?? 0 })
        opening += (found['given'] ?? 0) - (found['taken'] ?? 0)
        openingPrincipal += (found['givenPrincipal'] ?? 0) - (found['takenPrincipal'] ?? 0)
        return [day, figures]
      }),
    )
  }

  const figuresByGroup = (found: ByGroup) =>
    new Map([...found].map(([group, lines]) => [group, mapValues(lines, figuresOf)]))

  /** Adds up the groups of a line, and measures them by their targets of its days, and by the hour. */
  const measures = async (tx: Tx) => {
    const now = clock.now()
    const today = businessDay(now)
    const { goals, usual } = await goalsAt(tx, now)
    return (groups: ReadonlyMap<string, Figures> = new Map(), { from, to }: Period) => ({
      from,
      to,
      figures: added([...groups.values()]),
      targets: targetsOf(goals, groups, { from, to }),
      dayOver:
        from === today && to === today
          ? dayOverOf(
              [...groups.keys()].flatMap((group) => goals.get(group) ?? []),
              usual,
              now,
            )
          : null,
    })
  }

  const asked = ({ daysFrom, daysTo, by, usual, outsourced, ...shared }: Filter, reader: Reader) => {
    const now = clock.now()
    const today = businessDay(now)
    const agenciesOnly = outsourced ? [sql<boolean>`company <> ''`] : []
    const isDated = usual || daysFrom !== undefined || daysTo !== undefined
    return {
      today,
      period: isDated ? periodOf({ daysFrom, daysTo }, { now, language: reader.language }) : { from: today, to: today },
      conditions: {
        conditions: [...rowsOf(shared, reader), ...agenciesOnly],
        // The lines say whose hours they are only where they are of people.
        hours: by && ofOrders.includes(by) ? undefined : [...hoursAmong(shared, reader), ...agenciesOnly],
      },
    }
  }

  // No figure is better than one of nothing.
  const refuseGone = async ({ app }: Filter, { language }: Reader) => {
    if (app !== undefined && !(await isApp(db, app))) throw badInput([{ field: 'app', reason: 'app' }], language)
  }

  // Outside the transaction, which has the only connection of the embedded engine.
  const named = async (by: Grouping | undefined, some: readonly Figured[]): Promise<Figured[]> => {
    const keys = some.map(({ key }) => key)
    const nameOf: ReadonlyMap<string, string> = new Map(by === 'province' ? Object.entries(provinces) : [])
    const names =
      by === undefined || by === 'collector'
        ? await staffNames(db, keys)
        : by === 'group'
          ? await groupNames({ db }, keys)
          : nameOf
    return some.map((line) => ({ ...line, name: names.get(line.key) ?? line.name }))
  }

  const totalOf = async (tx: Tx, period: Period, conditions: Conditions) => {
    const found = byLine(figuresByGroup(await read(tx, period, 'total', conditions)))
    return (await measures(tx))(found.get(''), period)
  }

  /** The lines, and their total. */
  const lines = async (tx: Tx, filter: Filter, reader: Reader) => {
    const { period, today, conditions } = asked(filter, reader)
    const { by = 'collector' } = filter
    const measuredOn = await measures(tx)
    if (by === 'day') {
      const longer = { from: addDays(period.from, -7), to: period.to }
      const found = await read(tx, longer, 'day', conditions)
      const days = byLine(new Map([...found].map(([group, lines]) => [group, dailyOf(lines, longer)])))
      const figuresOn = (day: string) => added([...(days.get(day)?.values() ?? [])])
      const rows = daysIn(period)
        .toReversed()
        .map((day): Figured => ({
          key: day,
          name: day,
          unfinished: day >= today,
          ...measuredOn(days.get(day), { from: day, to: day }),
          dayBefore: figuresOn(addDays(day, -1)),
          weekBefore: figuresOn(addDays(day, -7)),
        }))
      // A day opens with what the one before left, so that days do not add up.
      return { rows, total: async () => totalOf(tx, period, conditions) }
    }
    const byGroup = figuresByGroup(await read(tx, period, by, conditions))
    const found = byLine(byGroup)
    const rows = [...found.keys()].toSorted().map((key): Figured => ({
      key: key || none,
      name: key,
      unfinished: period.to >= today,
      ...measuredOn(found.get(key), period),
      dayBefore: null,
      weekBefore: null,
    }))
    const inAll = mapValues(byGroup, (its) => added([...its.values()]))
    return { rows, total: async () => measuredOn(inAll, period) }
  }

  const page = async ({ after, sort, limit = pageSize, ...filter }: BodyOf<typeof daily.list>, reader: Reader) => {
    await refuseGone(filter, reader)
    const { rows: found } = await readAtOnce(db, (tx) => lines(tx, filter, reader))
    // Places are ranked, who works is listed by what came, and days run backwards.
    const ranked = filter.by === 'province' || filter.by === 'regency' ? '-rate' : undefined
    const all = filter.by === 'day' && !sort ? found : found.toSorted(orderOf(sort ?? ranked))
    const start = after ? all.findIndex(({ key }) => key === after.key) + 1 : 0
    const shown = all.slice(start, start + limit)
    return { rows: await named(filter.by, shown), next: start + limit < all.length ? { key: shown.at(-1)!.key } : null }
  }

  const count = async ({ exact: _, ...filter }: BodyOf<typeof daily.count>, reader: Reader) => {
    await refuseGone(filter, reader)
    return readAtOnce(db, async (tx) => {
      const all = await lines(tx, filter, reader)
      const { figures: total, targets, dayOver } = await all.total()
      const known = Object.entries(rates).flatMap(([name, of]) => {
        const rate = of(total)
        return rate === null ? [] : [[name, rate] as const]
      })
      return {
        count: all.rows.length,
        capped: false,
        sums: {
          ...total,
          workable: workable(total),
          ...(total.minutes > 0 && { productivity: productivity(total)! }),
          ...Object.fromEntries(known),
          ...Object.fromEntries(
            targetNames.flatMap((name) => (targets[name] === null ? [] : [[targetColumns[name], targets[name]]])),
          ),
          ...(dayOver !== null && { dayOver }),
        },
      }
    })
  }

  const standing = async ({ drawn, ...filter }: Filter & { drawn?: true | undefined }, reader: Reader) => {
    await refuseGone(filter, reader)
    const { period, conditions } = asked(filter, reader)
    const { againstFrom: daysFrom, againstTo: daysTo } = filter
    const against =
      daysFrom === undefined && daysTo === undefined ? undefined : asked({ daysFrom, daysTo }, reader).period
    const known = await readAtOnce(db, async (tx) => ({
      asOf: await standingOf(tx, recoveryCounter.name),
      total: await totalOf(tx, period, conditions),
      against: against ? await totalOf(tx, against, conditions) : null,
      drawn: drawn ? (await lines(tx, filter, reader)).rows : null,
    }))
    const rated = (line: Figured) => {
      const { key, name, unfinished, figures } = line
      return { key, name, unfinished, values: [rates.recoveryRate(figures)] }
    }
    return { ...known, drawn: known.drawn && (await named(filter.by, known.drawn)).map(rated) }
  }

  return { page, count, standing }
}
