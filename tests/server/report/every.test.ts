import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { provinces } from '../../../src/machines/identity.ts'
import { reports as names } from '../../../src/machines/routes.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import * as loanLists from '../../../src/services/loan.lists.ts'
import * as order from '../../../src/services/order.ts'
import * as recovery from '../../../src/services/recovery.ts'
import {
  behind,
  type Behind,
  type FilterName,
  type Report,
  type ReportRow,
  reports,
  ripeUntil,
} from '../../../src/services/report.ts'
import * as visitor from '../../../src/services/visitor.ts'
import { type Caller, start } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'
import { totalBehind } from '../recovery/behind.ts'
import { worked } from '../recovery/worked.ts'

const today = addDays(businessDay(start), 9)

type Period = { from: string; to: string }
const periodOf = ({ from, to }: Period) => ({ daysFrom: dayStart(from), daysTo: dayStart(addDays(to, 1)) })

/** A line of a report, or the total of its days. */
type Line = Pick<ReportRow, 'from' | 'to'> & {
  key?: string
  today?: string
  figures: Readonly<Record<string, number | null>>
}

/** A report as this walk asks it. */
type Walked = {
  figures: readonly string[]
  /** What its filters are filtered by. */
  values: Readonly<Record<string, readonly string[]>>
  lines: (period: Period) => Promise<Line[]>
  total: (period: Period, filter: object) => Promise<Line>
  sums: (period: Period) => Promise<Readonly<Record<string, number>>>
  /** What the list behind a figure has; null while no day is old enough for the figure. */
  behind: (figure: string, line: Line, filter: object) => Promise<number | null>
  /** What narrows the report to one of its lines. */
  only: (line: Line) => object
  /** The figure that counts the rows of the list behind one: of an amount, that of its records. */
  counted: (figure: string) => string
  /** Figures of which each counts some of those before it. */
  funnels: readonly (readonly string[])[]
  /** A figure is what there is at the close of a line's last day. */
  atClose: boolean
}

const counts = { orderList: order.count, visitors: visitor.count, repayPlan: loanLists.planCount }

/** How many rows the list behind a figure has; null while no day is old enough for the figure. */
const rowsBehind = async (
  caller: Caller,
  report: Report,
  its: Behind,
  line: Pick<ReportRow, 'from' | 'to' | 'today'>,
  filter: Readonly<Partial<Record<FilterName, string>>>,
): Promise<number | null> => {
  const to = ripeUntil(its, line)
  if (to < line.from) return null
  // Nobody decides for the machine.
  if (filter.reviewer && !its.as?.reviewer) return 0
  const { [its.days]: days, ...where } = behind(report, its, line, filter)
  const from = report.atClose ? line.to : line.from
  expect(days).toBe(`${from}..${to}`)
  const body = Object.fromEntries(Object.entries(where).map(([name, value]) => [name, value === '1' ? true : value]))
  const { daysFrom, daysTo } = periodOf({ from, to })
  const { count } = await caller.data(counts[its.screen as keyof typeof counts] as typeof order.count, {
    ...body,
    [`${its.days}From`]: daysFrom,
    [`${its.days}To`]: daysTo,
    exact: true,
  })
  return count
}

describe.each(oneEngine())('every report of the simulated lender on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 200 })
  let analyst: Caller
  let lead: Caller
  let orders: DataOf<typeof order.choices>
  let visitors: DataOf<typeof visitor.choices>
  let collection: DataOf<typeof recovery.choices>
  beforeAll(async () => {
    await worked(app)
    analyst = await app.login('analyst')
    lead = await app.login('collectionLead')
    orders = await analyst.data(order.choices, {})
    visitors = await analyst.data(visitor.choices, {})
    collection = await lead.data(recovery.choices, {})
  })

  const ofReport = (report: Report): Walked => {
    const values: Record<FilterName, readonly string[]> = {
      app: ['DK', 'PW'],
      channel: report.channels === 'visitor' ? visitors.channels : orders.channels,
      product: ['KILAT', 'CICIL'],
      customerType: ['new', 'old', 'globalOld'],
      reviewer: orders.reviewers.map(({ id }) => id),
      ruleSet: orders.ruleSets,
      basis: ['booked'],
    }
    return {
      figures: Object.keys(report.figures),
      values: Object.fromEntries(report.filters.map((name) => [name, values[name]])),
      lines: async (period) => (await analyst.data(report.list, { ...periodOf(period), limit: 200 })).rows,
      total: async (period, filter) => (await analyst.data(report.standing, { ...filter, ...periodOf(period) })).total,
      sums: async (period) => (await analyst.data(report.count, periodOf(period))).sums,
      behind: (figure, line, filter) => rowsBehind(analyst, report, report.figures[figure]!, line as ReportRow, filter),
      only: ({ key }) => (report.rows === 'day' ? {} : { [report.rows]: key }),
      counted: (figure) => report.figures[figure]!.money ?? figure,
      funnels: report.funnels ?? [],
      atClose: report.atClose ?? false,
    }
  }

  const byPlace = (by: 'province'): Walked => ({
    // Hours at work are those of people, which are of no place.
    figures: recovery.figureNames.filter((one) => one !== 'minutes'),
    values: {
      app: ['DK', 'PW'],
      kind: recovery.kinds,
      stage: ['pre', 's1', 's2', 'm2'],
      collector: [...collection.collectors.map(({ id }) => id), recovery.none],
      group: collection.groups.map(({ id }) => id),
      company: [...collection.companies, recovery.none],
      province: [...Object.keys(provinces), recovery.none],
    },
    lines: async (period) => (await lead.data(recovery.daily.list, { ...periodOf(period), by, limit: 200 })).rows,
    total: async (period, filter) =>
      (await lead.data(recovery.standingOfFigures, { ...filter, ...periodOf(period), by })).total,
    sums: async (period) => (await lead.data(recovery.daily.count, { ...periodOf(period), by })).sums,
    behind: (figure, line, filter) => totalBehind(app, lead, figure as recovery.FigureName, line, filter),
    only: ({ key }) => ({ [by]: key }),
    counted: (figure) => figure,
    funnels: [
      ['attempts', 'attempted', 'reached'],
      ['judged', 'kept'],
      ['promised', 'paid'],
      ['recovered', 'self'],
    ],
    atClose: false,
  })

  describe.each(names)('%s', (name) => {
    const walked = () => (name === 'placeRecovery' ? byPlace('province') : ofReport(reports[name]))

    test('each figure is what the list behind it has, under random filters', async () => {
      const random = randomOf(name)
      const { values, figures, total, behind: rows, counted } = walked()
      let seen = 0
      for (let round = 0; round < 12; round += 1) {
        const chosen = Object.entries(values).filter(() => round > 0 && random.chance(0.3))
        const filter = Object.fromEntries(chosen.map(([filtered, its]) => [filtered, random.pick(its)]))
        const to = addDays(today, -random.int(0, 60))
        const period = { from: addDays(to, -random.int(0, 90)), to }
        const line = await total(period, filter)
        for (const figure of figures) {
          seen += Math.abs(line.figures[figure] ?? 0)
          expect(line.figures[counted(figure)], `${figure} ${JSON.stringify(filter)} ${period.from}..${to}`).toBe(
            await rows(figure, line, filter),
          )
        }
      }
      expect(seen).toBeGreaterThan(100)
    })

    test('so does each line, and the lines add up to the total', async () => {
      const period = { from: addDays(today, -20), to: today }
      const { figures, lines, total, sums, behind: rows, only, counted, atClose } = walked()
      const all = await lines(period)
      expect(all.length).toBeGreaterThan(2)
      const [whole, added] = [await total(period, {}), await sums(period)]
      for (const figure of figures) {
        // What there is at the close of the last day is no sum of the days.
        const ofLines = atClose ? all.filter(({ to }) => to === period.to) : all
        const sum = ofLines.reduce((before, line) => before + (line.figures[figure] ?? 0), 0)
        expect(sum, figure).toBe(whole.figures[figure] ?? 0)
        expect(added[figure] ?? null, figure).toBe(whole.figures[figure])
        for (const line of all.slice(0, 5))
          expect(line.figures[counted(figure)], `${figure} of ${line.key}`).toBe(await rows(figure, line, only(line)))
      }
    })

    test('a funnel never grows from step to step, and nothing but a reversal takes away', async () => {
      const { funnels, lines } = walked()
      const all = await lines({ from: addDays(today, -160), to: today })
      for (const { key, figures } of all) {
        for (const funnel of funnels) {
          const steps = funnel.flatMap((figure) => figures[figure] ?? [])
          expect(steps, key).toEqual(steps.toSorted((less, more) => more - less))
        }
        expect(
          Object.values(figures).every((figure) => (figure ?? 0) >= 0),
          key,
        ).toBe(true)
      }
      expect(all.length).toBeGreaterThan(2)
    })
  })
})
