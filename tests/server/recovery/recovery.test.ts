import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart, daysBetween } from '../../../src/machines/calendar.ts'
import { targetsOn } from '../../../src/machines/collectionGroup.ts'
import { provinces } from '../../../src/machines/identity.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { owedOn } from '../../../src/server/loan/owed.ts'
import * as collectionGroup from '../../../src/services/collectionGroup.ts'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import { rates, workable } from '../../../src/services/recovery.columns.ts'
import * as recovery from '../../../src/services/recovery.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import { type Caller, start } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { engines } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'
import { allOf, totalBehind } from './behind.ts'
import { worked } from './worked.ts'

const today = addDays(businessDay(start), 9)
const periodOf = (from: string, to = from) => ({ daysFrom: dayStart(from), daysTo: dayStart(addDays(to, 1)) })

describe.each(engines())("the simulated lender's collection on $engine", ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 300 })
  let lead: Caller
  let choices: Awaited<ReturnType<Caller['data']>>
  let orders: string[]
  const random = randomOf('collection')
  beforeAll(async () => {
    await worked(app)
    lead = await app.login('collectionLead')
    choices = await lead.data(recovery.choices, {})
    orders = (await lead.data(recovery.placements.list, {})).rows.map(({ orderNo }) => orderNo)
  })

  const someFilter = () => {
    const { collectors, groups, companies } = choices as {
      collectors: { id: string }[]
      groups: { id: string }[]
      companies: string[]
    }
    const values: Record<string, readonly string[]> = {
      app: ['DK', 'PW'],
      kind: recovery.kinds,
      stage: ['pre', 's1', 's2', 'm2'],
      collector: [...collectors.map(({ id }) => id), recovery.none],
      group: groups.map(({ id }) => id),
      company: [...companies, recovery.none],
      province: [...Object.keys(provinces), recovery.none],
      orderNo: orders,
    }
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, all]) => (random.chance(0.2) ? [[name, random.pick(all)]] : [])),
    )
  }

  test('each figure is what the rows behind it add up to, under random filters', async () => {
    const seen = new Map<string, number>()
    for (let round = 0; round < 20; round += 1) {
      const filter = round === 0 ? {} : someFilter()
      // The first one has the days in which cases came to another stage.
      const to = round === 0 ? today : addDays(today, -random.int(0, 30))
      const from = addDays(to, round === 0 ? -8 : -random.int(0, 60))
      const { total } = await lead.data(recovery.standingOfFigures, { ...filter, ...periodOf(from, to) })
      for (const name of recovery.figureNames) {
        const value = total.figures[name]
        seen.set(name, (seen.get(name) ?? 0) + Math.abs(value))
        expect(value, `${name} ${JSON.stringify(filter)} ${from}..${to}`).toBe(
          await totalBehind(app, lead, name, { from, to }, filter),
        )
      }
    }
    const unseen = recovery.figureNames.filter((name) => !seen.get(name))
    expect(unseen).toEqual([])
  })

  test.each(recovery.groupings)('lines by %s add up to the total, and each opens what it counts', async (by) => {
    const from = addDays(today, -40)
    const filter = { ...periodOf(from, today), by }
    const { rows } = await lead.data(recovery.daily.list, { ...filter, limit: 200 })
    const { count, sums } = await lead.data(recovery.daily.count, filter)
    expect(count).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(1)
    const openings = ['opening', 'openingPrincipal', 'rolledPrincipal']
    for (const name of recovery.figureNames) {
      if (by === 'day' && openings.includes(name)) continue
      expect(
        rows.reduce((sum, { figures }) => sum + figures[name], 0),
        name,
      ).toBe(sums[name])
    }
    expect(sums['workable']).toBe(workable(sums as recovery.Figures))
    const line = rows.find(({ figures }) => figures.given > 0)!
    const ofLine = by === 'day' ? {} : { [by]: line.key }
    for (const name of ['given', 'attempts', 'recovered', 'opening', 'cohort', 'placedRecovered'] as const)
      expect(line.figures[name], `${name} of ${line.key}`).toBe(await totalBehind(app, lead, name, line, ofLine))
  })

  test('a day opens with what the day before left', async () => {
    const { rows } = await lead.data(recovery.daily.list, { ...periodOf(addDays(today, -20), today), by: 'day' })
    for (const [nth, { figures, dayBefore }] of rows.entries()) {
      const before = rows[nth + 1]?.figures
      if (!before) continue
      expect(figures.opening).toBe(workable(before))
      expect(dayBefore).toEqual(before)
    }
    expect(rows[7]!.figures).toEqual(rows[0]!.weekBefore)
  })

  test('the credits of every order are what its payments have paid off in the ledger, part by part', async () => {
    const { rows } = await sql<{ order_no: string; credited: string; paid: string }>`
      select order_no, jsonb_build_array(c.principal, c.interest, c.fee)::text as credited,
        jsonb_build_array(p.principal, p.interest, p.fee)::text as paid
      from (select order_no, sum(principal) as principal, sum(interest) as interest, sum(fee) as fee
        from recovery_credit group by 1) c
      full join (select order_no, sum(principal) as principal, sum(interest) as interest, sum(fee + charge) as fee
        from repayment group by 1) p using (order_no)`.execute(app.db.sql)
    expect(rows.length).toBeGreaterThan(20)
    for (const { order_no, credited, paid } of rows) expect(credited ?? '[0, 0, 0]', order_no).toBe(paid)
  })

  test('an agency is paid for what came inside a placement, and not for what was taken back', async () => {
    const company = 'Agen Penagihan Timur'
    const rows = await allOf(lead, recovery.credits.list, { company, dayFrom: dayStart(businessDay(start)) })
    const own = rows.filter(({ txid }) => String(txid).startsWith('agency-'))
    expect(own.map(({ amount, commission }) => [amount, commission]).toSorted(([a], [b]) => a! - b!)).toEqual([
      [-30_000, -6000],
      [30_000, 6000],
      [50_000, 10_000],
    ])
    const marked = own.filter(({ reversed }) => reversed).map(({ amount }) => amount)
    expect(marked).toEqual([30_000])
    const { rows: lines } = await lead.data(recovery.daily.list, {
      ...periodOf(businessDay(start)),
      by: 'company',
      company,
      outsourced: true,
    })
    expect(lines).toMatchObject([{ name: company, figures: { placed: 3, recalled: 1, clawback: 6000 } }])
  })

  test('the summary counts the cases that are open, each once', async () => {
    const { rows } = await lead.data(recovery.summary.list, { limit: 200 })
    const { rows: open } = await sql<{ count: number }>`
      select count(*) as count from recovery_case where phase = 'open'`.execute(app.db.sql)
    expect(rows.reduce((sum, { cases }) => sum + cases, 0)).toBe(open[0]!.count)
    const asOf = { asOfFrom: dayStart(today), asOfTo: dayStart(addDays(today, 1)) }
    for (const { stage, group, age, cases } of rows) {
      const behind = { ...asOf, stage, group: group || recovery.none, age, exact: true }
      expect((await lead.data(recovery.standings.count, behind)).count, `${stage} ${age}`).toBe(cases)
    }
  })

  test('the figures of one placement are those of its order alone', async () => {
    const { rows: placed } = await lead.data(recovery.placements.list, {})
    const { orderNo, company } = placed[0]!
    const days = periodOf(addDays(today, -40), today)
    const filter = { ...days, by: 'company', outsourced: true, orderNo } as const
    const { rows } = await lead.data(recovery.daily.list, filter)
    expect(rows).toMatchObject([{ key: company, figures: { placed: 1 } }])
    const { rows: credits } = await lead.data(recovery.credits.list, { orderNo, company, limit: 200 })
    expect(rows[0]!.figures.recovered).toBe(credits.reduce((sum, { amount }) => sum + amount, 0))
  })

  test('a settled case is credited to whom the last payment that stands is, and is found by it', async () => {
    const { rows } = await lead.data(recoveryCase.list, { phase: 'settled', limit: 200 })
    const paid = rows.filter(({ creditedTo }) => creditedTo !== null)
    expect(paid.length).toBeGreaterThan(5)
    expect(new Set(paid.map(({ creditedTo }) => creditedTo === '')).size).toBe(2)
    for (const { orderNo, creditedTo, settlement } of paid) {
      expect(settlement).toBe('paid')
      const { rows: credits } = await lead.data(recovery.credits.list, { orderNo, sign: 'payment', limit: 200 })
      const last = credits.filter(({ reversed }) => !reversed).toSorted((one, other) => other.at - one.at)[0]!
      expect(creditedTo, orderNo).toBe(last.collector)
    }
    for (const to of new Set(paid.map(({ creditedTo }) => creditedTo!))) {
      const filter = { phase: 'settled', creditedTo: to || recovery.none } as const
      const found = await lead.data(recoveryCase.list, { ...filter, limit: 200 })
      const wanted = paid.filter(({ creditedTo }) => creditedTo === to).map(({ orderNo }) => orderNo)
      expect(found.rows.map(({ orderNo }) => orderNo)).toEqual(wanted)
      expect(await lead.data(recoveryCase.count, filter)).toMatchObject({ count: wanted.length })
      // A page ends within those of the same person.
      const { next } = await lead.data(recoveryCase.list, { ...filter, limit: 1 })
      const rest = next ? (await lead.data(recoveryCase.list, { ...filter, after: next, limit: 200 })).rows : []
      expect(rest.map(({ orderNo }) => orderNo)).toEqual(wanted.slice(1))
    }
  })

  test('settled cases are found by the day on which they were settled', async () => {
    const { rows } = await lead.data(recoveryCase.list, { phase: 'settled', limit: 200 })
    const day = businessDay(rows[Math.floor(rows.length / 2)]!.settledAt!)
    const found = await lead.data(recoveryCase.list, {
      phase: 'settled',
      settledFrom: dayStart(day),
      settledTo: dayStart(addDays(day, 1)),
      limit: 200,
    })
    expect(found.rows.length).toBeGreaterThan(0)
    expect(found.rows).toEqual(rows.filter(({ settledAt }) => businessDay(settledAt!) === day))
  })

  test.each(['pre', 'post'] as const)('the bands of days divide the open cases of kind %s', async (kind) => {
    const filter = { phase: 'open', kind } as const
    const all = await lead.data(recoveryCase.count, filter)
    let sum = 0
    for (const days of Object.keys(recoveryCase.everyDayBand) as (keyof typeof recoveryCase.everyDayBand)[]) {
      const [first, last] = recoveryCase.everyDayBand[days]
      const { rows } = await lead.data(recoveryCase.list, { ...filter, days, limit: 200 })
      for (const { due } of rows) {
        const late = daysBetween(due, today)
        expect(late >= first && late <= last, `${due} ${days}`).toBe(true)
      }
      sum += (await lead.data(recoveryCase.count, { ...filter, days })).count
    }
    expect(all.count).toBeGreaterThan(0)
    expect(sum).toBe(all.count)
  })

  test('a day that has not come gets words', async () => {
    const ahead = dayStart(addDays(today, 2))
    expect(await lead.call(recovery.daily.list, { daysFrom: ahead })).toHaveCode(400)
    expect(await lead.call(recovery.summary.list, { asOfTo: ahead }, { language: 'en' })).toMatchObject({
      code: 400,
      data: { issues: [{ message: 'This day has not come yet' }] },
    })
  })

  test.each(recovery.groupings)('by %s, a period that there is not, and an app that is gone, get words', async (by) => {
    const refused = async (filter: Partial<BodyOf<typeof recovery.standingOfFigures>>) => {
      const messages = new Set<string>()
      for (const call of [recovery.daily.list, recovery.daily.count, recovery.standingOfFigures]) {
        const { code, data } = await lead.call(call, { ...filter, by }, { language: 'en' })
        expect(code).toBe(400)
        messages.add((data as unknown as { issues: { message: string }[] }).issues[0]!.message)
      }
      return [...messages]
    }
    expect(await refused(periodOf(addDays(today, -3650), today))).toEqual(['At most three years at once'])
    expect(await refused({ daysFrom: dayStart(today), daysTo: dayStart(addDays(today, -5)) })).toEqual([
      'The first day is after the last',
    ])
    expect(await refused(periodOf(addDays(today, 1), addDays(today, 5)))).toEqual(['This day has not come yet'])
    expect(await refused({ app: 'GONE' })).toEqual(['No such app'])
  })

  test('by place, the days are the last thirty without a choice, and the lines are drawn with their recovery rate', async () => {
    const filter = { usual: true, by: 'province', drawn: true } as const
    const { total, drawn } = await lead.data(recovery.standingOfFigures, filter)
    expect([total.from, total.to]).toEqual([addDays(today, -29), today])
    const { rows } = await lead.data(recovery.daily.list, { usual: true, by: 'province', limit: 200 })
    const rateOf = ({ figures }: recovery.Figured) => rates.recoveryRate(figures)
    const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)
    expect(drawn!.toSorted(byKey)).toEqual(
      rows
        .toSorted(byKey)
        .map((line) => ({ key: line.key, name: line.name, unfinished: true, values: [rateOf(line)] })),
    )
    expect(drawn!.some(({ values }) => values[0]! > 0)).toBe(true)
    expect((await lead.data(recovery.standingOfFigures, { by: 'province' })).drawn).toBeNull()
  })

  test('of a day that is being counted, every line says that it is not over', async () => {
    for (const by of recovery.groupings) {
      const { rows } = await lead.data(recovery.daily.list, { ...periodOf(addDays(today, -2), today), by, limit: 200 })
      expect(rows.filter(({ unfinished, to }) => unfinished !== (to === today))).toEqual([])
      expect(rows.length).toBeGreaterThan(0)
    }
  })

  test('whoever was not granted them is refused', async () => {
    const support = await app.login('support')
    for (const call of [recovery.daily.list, recovery.summary.list, recovery.credits.list])
      expect(await support.call(call, {})).toMatchObject({ code: 4030 })
  })

  describe('with targets', () => {
    const past = addDays(today, -45)
    let group: collectionGroup.CollectionGroup
    const planned = async () => (await lead.data(collectionGroup.list, { limit: 200 })).rows
    beforeAll(async () => {
      group = (await planned()).find(({ kind, company }) => kind === 'post' && company === '')!
    })
    const linesOf = async (day: string, by: (typeof recovery.groupings)[number]) =>
      (await lead.data(recovery.daily.list, { ...periodOf(day), by, limit: 200 })).rows

    test('the lead plans from tomorrow on, and the list of groups shows those in force and the next ones', async () => {
      const { id, targets } = group
      const plan = async (from: string) => {
        const version = await app.server.store.version(`collectionGroup/${id}`)
        return lead.call(
          collectionGroup.plan,
          { ...targets.at(-1)!, from, coverage: 9900, id, version },
          { language: 'en' },
        )
      }
      const msg = 'Targets apply from tomorrow at the earliest'
      expect(await plan(today)).toMatchObject({ code: 422, msg })
      expect(await plan(addDays(today, 1))).toMatchObject({ code: 0 })
      const shown = (await planned()).find((one) => one.id === id)!
      expect(shown.targetsNow).toEqual(targetsOn(targets, today))
      expect(shown.targetsAhead).toMatchObject({ from: addDays(today, 1), coverage: 9900 })
    })

    test('each line has those of its groups on its day, and of no group there are none', async () => {
      const groups = new Map((await planned()).map(({ id, targets }) => [id, targets]))
      const seen = new Set<number>()
      const keys = new Set<string>()
      for (const day of [today, past, businessDay(start)]) {
        const rows = await linesOf(day, 'group')
        for (const { key, targets } of rows) {
          keys.add(key)
          const its = targetsOn(groups.get(key), day)
          for (const name of recovery.targetNames) expect(targets[name], `${name} of ${key}`).toBe(its?.[name] ?? null)
          if (its) seen.add(its.coverage)
        }
        const [ofDay] = await linesOf(day, 'day')
        const { total } = await lead.data(recovery.standingOfFigures, periodOf(day))
        expect(ofDay!.targets).toEqual(total.targets)
        const { sums } = await lead.data(recovery.daily.count, periodOf(day))
        expect(sums['coverageTarget']).toBe(total.targets.coverage)
        const people = await linesOf(day, 'collector')
        expect(people.some(({ targets }) => targets.coverage !== null)).toBe(true)
      }
      // Those of the day in the past were others.
      expect(seen.size).toBe(2)
      expect(keys).toContain(recovery.none)
    })

    test('today tells how much of the working day is over, and no other day does', async () => {
      const of = async (filter: BodyOf<typeof recovery.daily.list>) =>
        (await lead.data(recovery.daily.list, { by: 'group', ...filter })).rows.find(({ key }) => key === group.id)!
      expect((await of({})).dayOver).toBeGreaterThan(0)
      expect((await of(periodOf(addDays(today, -1), today))).dayOver).toBeNull()
      expect((await of(periodOf(addDays(today, -1)))).dayOver).toBeNull()
      expect((await lead.data(recovery.daily.count, {})).sums['dayOver']).toBeGreaterThan(0)
    })
  })

  // The last one: the days go on.
  test('the fees of the summary are those of the loans, and those of a past day stay what they were', async () => {
    const summed = async (filter: BodyOf<typeof recovery.summary.list>) =>
      (await lead.data(recovery.summary.list, { ...filter, limit: 200 })).rows.map(
        ({ stage, group, age, cases, fee }) => ({ stage, group, age, cases, fee }),
      )
    const before = await summed({})
    const { rows: owed } = await sql<{ fee: number }>`
      select sum(${owedOn(today).fee} - fee_met)::bigint as fee from instalment
      where standing = 'open' and order_no in (select order_no from recovery_case where phase = 'open')`.execute(
      app.db.sql,
    )
    expect(owed[0]!.fee).toBeGreaterThan(0)
    expect(before.reduce((sum, { fee }) => sum + fee, 0)).toBe(owed[0]!.fee)
    app.clock.advance(4 * 24 * 3_600_000)
    await app.settle()
    await catchUp(app.db)
    lead = await app.login('collectionLead')
    const asOf = { asOfFrom: dayStart(today), asOfTo: dayStart(addDays(today, 1)) }
    expect(await summed(asOf)).toEqual(before)
    expect(await summed({})).not.toEqual(before)
    // On each day between, the fees grow as the loans' own do.
    const grown = await summed({ asOfTo: dayStart(addDays(today, 3)) })
    expect(grown.reduce((sum, { fee }) => sum + fee, 0)).toBeGreaterThan(owed[0]!.fee)
  })
})
