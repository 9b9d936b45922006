import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { leftOf, leftOfLine } from '../../../src/machines/allocation.ts'
import { addDays, businessDay, daysBetween, dayStart } from '../../../src/machines/calendar.ts'
import { replay } from '../../../src/machines/kernel.ts'
import { type Book, ledgerOn } from '../../../src/machines/ledger.ts'
import { ages, daysAfterDue } from '../../../src/machines/loan.course.ts'
import { bookOf, type Loan } from '../../../src/machines/loan.facts.ts'
import { loanMachine } from '../../../src/machines/loan.ts'
import { schedule } from '../../../src/machines/schedule.ts'
import { recordOf } from '../../../src/server/store/events.ts'
import type { BodyOf, DataOf } from '../../../src/services/endpoint.ts'
import * as loans from '../../../src/services/loan.ts'
import * as order from '../../../src/services/order.ts'
import { rollColumns } from '../../../src/services/report.columns.ts'
import {
  drawnNames,
  type FilterName,
  mostDays,
  type Report,
  type ReportName,
  type ReportRow,
  reports,
  rollMatrix,
} from '../../../src/services/report.ts'
import * as visitor from '../../../src/services/visitor.ts'
import { type Caller, start } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { fetchFile, requestExport, settleExport } from '../../kit/exports.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const names = Object.keys(reports) as ReportName[]
const declared = (name: ReportName): Report => reports[name]
const periodOf = ({ from, to }: { from: string; to: string }) => ({
  daysFrom: dayStart(from),
  daysTo: dayStart(addDays(to, 1)),
})

const isFirst = {
  week: (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1,
  month: (day: string) => day.endsWith('-01'),
}

describe.each(oneEngine())("the simulated lender's months on $engine", ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 200 })
  let analyst: Caller
  let reviewers: string[]
  let ruleSets: string[]
  let channels: Record<'approval' | 'visitor', string[]>
  beforeAll(async () => {
    await catchUp(app.db)
    analyst = await app.login('analyst')
    const choices = await analyst.data(order.choices, {})
    reviewers = choices.reviewers.map(({ id }) => id)
    ruleSets = choices.ruleSets
    channels = { approval: choices.channels, visitor: (await analyst.data(visitor.choices, {})).channels }
  })

  test('a channel costs what its applications cost by the setting of their day, as the list of orders says of each', async () => {
    await putInForce(app, 'channelCost', 'organic', { from: addDays(today, -10), perApplication: 700 })
    const period = { from: addDays(today, -60), to: today }
    const { rows } = await analyst.data(reports.channelConversionRate.list, { ...periodOf(period), limit: 200 })
    const days = { appliedFrom: periodOf(period).daysFrom, appliedTo: periodOf(period).daysTo }
    const ofOrganic: unknown[] = []
    for (const { key, figures } of rows) {
      let cost = 0
      let after: DataOf<typeof order.list>['next'] | undefined
      do {
        const page = await analyst.data(order.list, { ...days, channel: key, limit: 200, ...(after && { after }) })
        for (const one of page.rows) {
          if (key === 'organic') ofOrganic.push([businessDay(one.appliedAt) >= addDays(today, -10), one.channelCost])
          cost += one.channelCost ?? 0
        }
        after = page.next
      } while (after)
      expect(figures.cost, key).toBe(cost)
    }
    expect(rows.map(({ figures }) => Number(figures.cost) > 0)).toContain(true)
    expect(new Set(ofOrganic.map((one) => JSON.stringify(one)))).toEqual(new Set(['[true,700]', '[false,null]']))
  })

  describe.each(names)('%s', (name) => {
    const report = declared(name)

    test('every line is drawn, and counted', async () => {
      const period = periodOf({ from: addDays(today, -20), to: today })
      const { rows, next } = await analyst.data(report.list, { ...period, limit: 200 })
      expect(next).toBeNull()
      const { drawn } = await analyst.data(report.standing, period)
      const values = new Map(rows.map(({ key, figures, rates }) => [key, { ...figures, ...rates }]))
      expect(drawn.map(({ key, values: its }) => [key, its])).toEqual(
        (report.rows === 'day' ? rows.toReversed() : rows).map(({ key }) => [
          key,
          drawnNames(report).map((name) => values.get(key)![name]),
        ]),
      )
      expect((await analyst.data(report.count, period)).count).toBe(rows.length)
    })

    test('a rate is its part of its whole, and nothing of nothing', async () => {
      const isEach = (rate: string) => report.each?.includes(rate)
      const { rows } = await analyst.data(report.list, {
        ...periodOf({ from: addDays(today, -60), to: today }),
        limit: 200,
      })
      for (const { figures, rates } of rows)
        for (const [rate, [part, whole]] of Object.entries(report.rates)) {
          const expected =
            !figures[whole] || figures[part] === null
              ? null
              : Math.round(((figures[part] ?? 0) / figures[whole]) * (isEach(rate) ? 1 : 10_000))
          expect(rates[rate]).toBe(expected)
          expect(isEach(rate) || (figures[part] ?? 0) <= (figures[whole] ?? 0), rate).toBe(true)
        }
      expect(rows.length).toBeGreaterThan(2)
    })

    test('pages hold every line once, in either direction', async () => {
      const period = periodOf({ from: addDays(today, -40), to: today })
      for (const sort of ['key', '-key'] as const) {
        const keys: string[] = []
        let after: { key: string } | undefined
        do {
          const { rows, next } = await analyst.data(report.list, { ...period, sort, limit: 3, ...(after && { after }) })
          keys.push(...rows.map(({ key }) => key))
          after = next ?? undefined
        } while (after)
        expect(keys).toEqual([...new Set(keys)].toSorted((a, b) => (a < b === (sort === 'key') ? -1 : 1)))
        expect(keys).toHaveLength((await analyst.data(report.count, period)).count)
      }
    })

    test('a period that there is not, and an app that is gone, get words', async () => {
      const refused = async (filter: Partial<BodyOf<Report['standing']>>) => {
        for (const call of [report.list, report.count, report.standing]) {
          const answer = await analyst.call(call, filter, { language: 'en' })
          expect(answer).toHaveCode(400)
          expect(answer.data).toMatchObject({ issues: [{ message: expect.stringMatching(/\w/) }] })
        }
        const { data } = await analyst.call(report.standing, filter, { language: 'en' })
        return (data as unknown as { issues: { message: string }[] }).issues.map(({ message }) => message)
      }
      const span = (from: number, to: number) => periodOf({ from: addDays(today, from), to: addDays(today, to) })
      expect(await refused(span(-3650, 0))).toEqual(['At most three years at once'])
      expect(await refused(span(-mostDays, 0))).toEqual(['At most three years at once'])
      expect(await refused({ daysFrom: dayStart(today), daysTo: dayStart(addDays(today, -5)) })).toEqual([
        'The first day is after the last',
      ])
      expect(await refused(span(1, 5))).toEqual(['This day has not come yet'])
      expect(await refused(span(-3, 1))).toEqual(['This day has not come yet'])
      expect(await refused({ app: 'GONE' })).toEqual(['No such app'])
      const last = report.filters.includes('product') ? 'No such product' : 'This field is not known'
      expect(await refused({ product: 'GONE' })).toEqual([last])
      expect(await analyst.call(report.standing, span(1 - mostDays, 0))).toHaveCode(0)
    })

    test('tells whoever may open it the options of its filters, and no others', async () => {
      const told = await analyst.data(report.choices, {})
      const has = (name: FilterName) => report.filters.includes(name)
      expect(told.channels).toEqual(has('channel') ? channels[report.channels ?? 'approval'] : [])
      expect(told.products.map(({ code }) => code).includes('KILAT')).toBe(has('product'))
      expect(told.reviewers.map(({ id }) => id)).toEqual(has('reviewer') ? reviewers : [])
      expect(told.ruleSets).toEqual(has('ruleSet') ? ruleSets : [])
    })

    test('whoever was not granted it is refused', async () => {
      const support = await app.login('support')
      for (const call of [report.list, report.count, report.choices, report.standing])
        expect(await support.call(call, {})).toMatchObject({ code: 4030 })
    })
  })

  test('each day of a period is a line, and only the unfinished one is left out of the comparison', async () => {
    const { list, standing } = reports.conversionRate
    const { rows } = await analyst.data(list, {})
    expect(rows.map(({ key }) => key)).toEqual(Array.from({ length: 30 }, (_, nth) => addDays(today, -nth)))
    expect(rows.filter(({ unfinished }) => unfinished).map(({ key }) => key)).toEqual([today])
    const { compared } = await analyst.data(standing, {})
    expect(compared).toMatchObject({
      now: { from: addDays(today, -29), to: addDays(today, -1) },
      before: { from: addDays(today, -58), to: addDays(today, -30) },
    })
    expect((await analyst.data(standing, periodOf({ from: today, to: today }))).compared).toBeNull()
  })

  test('what is unpaid of an instalment is what the ledger of its loan says, by value day and as it was booked', async () => {
    const { rows } = await sql<{ stream: string }>`
      select distinct stream from es_event where stream like 'loan/%'`.execute(app.db.sql)
    const period = { from: addDays(today, -150), to: addDays(today, -1) }
    const unpaid: Record<string, number> = {}
    let movedLate = 0
    for (const { stream } of rows) {
      const records = (await app.server.store.history(stream)).map(recordOf)
      const bookAt = (until: number) => {
        const known = records.findLastIndex(({ fact }) => fact.at < until)
        return bookOf(replay(loanMachine, records.slice(0, Math.max(1, known + 1))).context as Loan)
      }
      if (replay(loanMachine, records).value === 'voided') continue
      const book = bookAt(Infinity)
      for (const [nth, { due }] of schedule(book.terms).entries())
        for (const after of daysAfterDue) {
          const day = addDays(due, after)
          if (due < period.from || due > period.to || day >= today) continue
          const left = (one: Book) => leftOf(ledgerOn(one, day).lines[nth]!.principal)
          const sums = { value: left(book), booked: left(bookAt(dayStart(addDays(day, 1)))) }
          if (sums.value !== sums.booked) movedLate += 1
          for (const [basis, sum] of Object.entries(sums))
            unpaid[`${basis} ${after}`] = (unpaid[`${basis} ${after}`] ?? 0) + sum
        }
    }
    const { standing } = reports.overdueMonitoring
    for (const basis of ['value', 'booked'] as const) {
      const { total } = await analyst.data(standing, { ...periodOf(period), ...(basis === 'booked' && { basis }) })
      for (const after of daysAfterDue) expect(total.figures[`unpaid${after}`]).toBe(unpaid[`${basis} ${after}`] ?? 0)
    }
    expect(unpaid['value 7']).toBeGreaterThan(0)
    expect(movedLate).toBeGreaterThan(0)
  })

  test('the ages of a day add up to what the ledgers of all loans leave, and the written-off stands apart', async () => {
    const { rows } = await sql<{ stream: string }>`
      select distinct stream from es_event where stream like 'loan/%'`.execute(app.db.sql)
    const states = await Promise.all(
      rows.map(async ({ stream }) => replay(loanMachine, (await app.server.store.history(stream)).map(recordOf))),
    )
    const loans = states.filter(({ value }) => value !== 'voided').map(({ context }) => bookOf(context as Loan))
    let old = 0
    for (const ago of [0, 1, 30, 75, 110]) {
      const day = addDays(today, -ago)
      const left: Record<string, number> = {}
      for (const book of loans) {
        if (day < book.terms.from) continue
        const { lines } = ledgerOn(book, day)
        const principal = lines.reduce((sum, line) => sum + leftOf(line.principal), 0)
        const isWrittenOff = book.entries.some((entry) => entry.kind === 'writtenOff' && entry.day <= day)
        const late = daysBetween(lines.find((line) => leftOfLine(line) > 0)?.due ?? day, day)
        const starts = [1, 8, 31, 61, 91]
        const aged = ['current', 'from1', 'from8', 'from31', 'from61', 'over90']
        const age = isWrittenOff ? 'writtenOff' : aged[starts.filter((days) => days <= late).length]!
        left[age] = (left[age] ?? 0) + principal
        if (!isWrittenOff) left.outstanding = (left.outstanding ?? 0) + principal
      }
      const { total } = await analyst.data(reports.overdueMonitoringTotal.standing, periodOf({ from: day, to: day }))
      for (const age of ['outstanding', ...ages]) expect(total.figures[age], `${age} of ${day}`).toBe(left[age] ?? 0)
      old += (left.over90 ?? 0) + (left.writtenOff ?? 0)
    }
    expect(old).toBeGreaterThan(0)
  })

  test('what became of each age in a month is what the balances of its ends say, and each cell opens its loans', async () => {
    const filter = { app: 'DK' } as const
    let seen = 0
    for (const ago of [0, 40, 75]) {
      const period = { from: addDays(today, -ago - 30), to: addDays(today, -ago) }
      const { from, to, cells } = await analyst.data(rollMatrix, { ...periodOf(period), ...filter })
      expect([
        from <= period.to,
        to <= period.to,
        to < today,
        addDays(to, 1).slice(8),
        addDays(from, 1).slice(8),
      ]).toEqual([true, true, true, '01', '01'])
      const standingAt = async (day: string) =>
        (
          await analyst.data(reports.overdueMonitoringTotal.standing, {
            ...periodOf({ from: day, to: day }),
            ...filter,
          })
        ).total.figures
      const [begun, ended] = [await standingAt(from), await standingAt(to)]
      for (const age of ages) {
        const left = cells.filter(({ before }) => before === age).reduce((sum, { principal }) => sum + principal, 0)
        expect(left, `${age} of ${from}`).toBe(begun[age])
        const came = cells.filter(({ after }) => after === age).reduce((sum, { loans }) => sum + loans, 0)
        // The others were paid out in the month.
        expect(came, `${age} of ${to}`).toBeLessThanOrEqual(ended[`${age}Loans`]!)
      }
      for (const { before, after, loans } of cells) {
        const { daysFrom: balanceFrom, daysTo: balanceTo } = periodOf({ from: to, to })
        const asked = { ...filter, balanceFrom, balanceTo, age: after, ageBefore: before, exact: true }
        expect((await analyst.data(order.count, asked)).count, `${before} to ${after} by ${to}`).toBe(loans)
        seen += loans
      }
    }
    expect(seen).toBeGreaterThan(10)
  })

  test('weeks and months are the days of a period, as far as it has them', async () => {
    const { list, standing, count } = reports.overdueMonitoring
    const period = periodOf({ from: addDays(today, -40), to: today })
    const days = await analyst.data(list, { ...period, limit: 200 })
    for (const grain of ['week', 'month'] as const) {
      const { rows } = await analyst.data(list, { ...period, grain, limit: 200 })
      expect((await analyst.data(count, { ...period, grain })).count).toBe(rows.length)
      for (const { from, to, figures } of rows) {
        const its = days.rows.filter(({ key }) => key >= from && key <= to)
        expect(figures.instalments).toBe(its.reduce((sum, row) => sum + row.figures.instalments!, 0))
      }
      const { total } = await analyst.data(standing, { ...period, grain })
      expect(rows.reduce((sum, { figures }) => sum + figures.principal!, 0)).toBe(total.figures.principal)
      expect(rows.every(({ from }, nth) => nth === rows.length - 1 || isFirst[grain](from))).toBe(true)
    }
  })

  test('an export has the lines that are shown, with each rate in percent', async () => {
    const { list } = reports.conversionRate
    const filter = { ...periodOf({ from: addDays(today, -2), to: today }), app: 'DK' }
    const columns = ['key', 'unfinished', 'applied', 'machine', 'machineRate']
    const id = await requestExport(analyst, { filter, columns }, list.id)
    await settleExport(app, analyst, id)
    const { rows } = await analyst.data(list, filter)
    const lines = rows.map(({ key, unfinished, figures, rates: { machineRate } }) => [
      key,
      unfinished ? 'not over yet' : '',
      String(figures.applied),
      String(figures.machine),
      machineRate == null ? '' : String(machineRate / 100),
    ])
    const file = (await fetchFile(analyst, id)).toString().replace('\ufeff', '').trim().split('\r\n')
    expect(file.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))).toEqual([
      ['Day', 'Day over?', 'Applied', 'Passed machine', '% of applied'],
      ...lines,
    ])
    expect(lines).toHaveLength(3)
  })

  test('an export of what became of each age has the cells that are shown, with their shares in percent', async () => {
    const filter = { ...periodOf({ from: addDays(today, -30), to: today }), app: 'DK' }
    const id = await requestExport(analyst, { filter, columns: Object.keys(rollColumns) }, rollMatrix.id)
    await settleExport(app, analyst, id)
    const { from, to, cells } = await analyst.data(rollMatrix, filter)
    const file = (await fetchFile(analyst, id)).toString().replace('\ufeff', '').trim().split('\r\n')
    const lines = file.slice(1).map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
    expect(lines.map(([first, , last, , ...numbers]) => [first, last, ...numbers])).toEqual(
      cells.map(({ loans, principal, share }) => [from, to, String(loans), String(principal), String(share / 100)]),
    )
    expect(lines.map(([, before, , after]) => [before, after])).toContainEqual(['Not overdue', 'Not overdue'])
    for (const age of ages) {
      const row = cells.filter(({ before }) => before === age)
      const whole = row.reduce((sum, { principal }) => sum + principal, 0)
      expect(row.map(({ share }) => share)).toEqual(
        row.map(({ principal }) => Math.round((principal * 10_000) / whole)),
      )
    }
  })

  test('a cohort of the past changes only by what is booked late or reversed, and as it was booked not at all', async () => {
    const { list } = reports.overdueMonitoring
    const period = { ...periodOf({ from: addDays(today, -120), to: addDays(today, -1) }), limit: 200 }
    const cells = async () => {
      await catchUp(app.db)
      const [value, booked] = [
        await analyst.data(list, period),
        await analyst.data(list, { ...period, basis: 'booked' }),
      ]
      return { value: value.rows, booked: booked.rows }
    }
    // `moved` counts the instalments that late facts have changed: the mark.
    const unmarked = (rows: readonly ReportRow[]) =>
      rows.map(({ figures: { moved: _, ...figures }, ...row }) => ({ ...row, figures }))
    const loan = await app.db.sql
      .selectFrom('loan')
      .select(['order_no', 'oldest_due', 'remaining'])
      .where('state', 'like', 'overdue%')
      .where('oldest_due', '<', addDays(today, -10))
      .orderBy('oldest_due', 'desc')
      .executeTakeFirstOrThrow()
    const [finance, checker] = [await app.login('finance'), await app.login('financeChecker')]
    const meant = async () => ({
      orderNo: loan.order_no,
      version: await app.server.store.version(`loan/${loan.order_no}`),
    })
    const pay = async (txid: string, day: string) =>
      finance.data(loans.record, { ...(await meant()), txid, day, amount: loan.remaining })
    const reverse = async (txid: string) => {
      await finance.data(loans.proposeReversal, { ...(await meant()), txid, reason: 'another payer' })
      await checker.data(loans.confirmReversal, await meant())
    }

    const before = await cells()
    await pay('in-time', today)
    expect(await cells()).toEqual(before)
    await reverse('in-time')
    expect(await cells()).toEqual(before)

    await pay('late', addDays(loan.oldest_due!, 3))
    const late = await cells()
    expect(unmarked(late.booked)).toEqual(unmarked(before.booked))
    const changed = late.value.filter((row, nth) => JSON.stringify(row) !== JSON.stringify(before.value[nth]))
    expect(changed.map(({ key }) => key)).toContain(loan.oldest_due)
    for (const { key, figures } of changed)
      expect(figures.moved).toBeGreaterThan(before.value.find((row) => row.key === key)!.figures.moved!)
    const of = ({ value }: typeof late) => value.find(({ key }) => key === loan.oldest_due)!.figures
    expect(of(late)['unpaid7']).toBeLessThan(of(before)['unpaid7']!)
    expect(of(late)['unpaid1']).toBe(of(before)['unpaid1'])
    await reverse('late')
    const reversed = await cells()
    for (const basis of ['value', 'booked'] as const) expect(unmarked(reversed[basis])).toEqual(unmarked(before[basis]))
  })

  test('says up to which event it has counted', async () => {
    await catchUp(app.db)
    const head = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const last = await app.db.sql
      .selectFrom('es_event')
      .select('at')
      .where('pos', '=', head.pos)
      .executeTakeFirstOrThrow()
    for (const name of names)
      expect((await analyst.data(declared(name).standing, {})).asOf).toEqual({
        pos: head.pos,
        head: head.pos,
        at: last.at,
      })
  })
})
