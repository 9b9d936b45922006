import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { provinces } from '../../../src/machines/identity.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { recoveryCounter } from '../../../src/server/recovery/counter.ts'
import { countUpTo, forgetCounts } from '../../../src/server/store/counter.ts'
import type { BodyOf, Endpoint } from '../../../src/services/endpoint.ts'
import * as loan from '../../../src/services/loan.ts'
import * as placement from '../../../src/services/placement.ts'
import { rates, workable } from '../../../src/services/recovery.columns.ts'
import * as recovery from '../../../src/services/recovery.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import { type Caller, start, type TestApp } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { engines } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const today = addDays(businessDay(start), 9)
const tables = Object.keys(recoveryCounter.tables)
const periodOf = (from: string, to = from) => ({ daysFrom: dayStart(from), daysTo: dayStart(addDays(to, 1)) })

const lists = {
  caseHoldings: recovery.holdings,
  caseAttempts: recovery.attempts,
  casePromises: recovery.promises,
  credits: recovery.credits,
  casePlacements: recovery.placements,
} as const

/** Every row of a list. */
const allOf = async (caller: Caller, list: Endpoint, filter: object): Promise<Record<string, number>[]> => {
  const rows: Record<string, number>[] = []
  let after: unknown
  do {
    const page = (await caller.data(
      list as typeof recovery.credits.list,
      {
        ...filter,
        limit: 200,
        ...(after !== undefined && { after }),
      } as BodyOf<typeof recovery.credits.list>,
    )) as unknown as { rows: Record<string, number>[]; next: unknown }
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return rows
}

/** What the rows behind a figure add up to: their number, or their rupiah. */
const inRupiah: Partial<Record<recovery.FigureName, (row: Record<string, number>) => number>> = {
  promised: ({ amount }) => amount!,
  paid: ({ amount, paid }) => Math.min(amount!, paid!),
  principal: ({ principal }) => principal!,
  interest: ({ interest }) => interest!,
  fee: ({ fee }) => fee!,
  recovered: ({ amount }) => amount!,
  self: ({ amount }) => amount!,
  openingPrincipal: ({ principal }) => principal!,
  rolledPrincipal: ({ principal }) => principal!,
  balance: ({ balance }) => balance!,
  placedBalance: ({ balance }) => balance!,
  commission: ({ commission }) => commission!,
  clawback: ({ commission }) => -commission!,
  target: ({ balance, target }) => Math.floor((balance! * target!) / 10_000),
}
const totalBehind = async (
  app: TestApp,
  caller: Caller,
  name: recovery.FigureName,
  { from, to }: { from: string; to: string },
  filter: object,
) => {
  const { screen, days, where = {} } = recovery.behind[name]
  // Of a collector nothing is nobody's.
  if ('collector' in where && 'collector' in filter && filter.collector !== where['collector']) return 0
  const list = lists[screen as keyof typeof lists].list
  const asked = Object.fromEntries(
    days.flatMap((one) => [
      [`${one}From`, dayStart(from)],
      [`${one}To`, dayStart(addDays(one === 'held' ? from : to, 1))],
    ]),
  )
  const words = Object.fromEntries(Object.entries(where).map(([key, value]) => [key, value === '1' ? true : value]))
  const rows = await allOf(caller, list, { ...filter, ...asked, ...words })
  if (isCreditedTo(name)) return recoveredOf(app, creditedTo[name], rows)
  const amount = inRupiah[name] ?? (() => 1)
  return rows.reduce((sum, row) => sum + amount(row), 0)
}

/** The credits of any day of what was given or placed on these days, as the rows behind the figure name them. */
const creditedTo = { cohort: 'holding', placedRecovered: 'placement' } as const
const isCreditedTo = (name: recovery.FigureName): name is keyof typeof creditedTo => name in creditedTo
/** What was credited to rows, from the credits as they are stored. */
const recoveredOf = async (app: TestApp, by: 'holding' | 'placement', rows: readonly Record<string, number>[]) => {
  const { rows: credits } = await sql<{ to: number; amount: number }>`
    select ${sql.ref(by)} as "to", amount from recovery_credit`.execute(app.db.sql)
  const ids = new Set(rows.map(({ id }) => id))
  return credits.reduce((sum, { to, amount }) => (ids.has(to) ? sum + amount : sum), 0)
}

const stored = async (app: TestApp) =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        row: string
      }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(app.db.sql)
      return [table, rows.map(({ row }) => row)]
    }),
  )

/** Some orders are placed with an agency, one is recalled; of another a payment comes and is reversed, a second stands. */
const placed = async (app: TestApp, orders: readonly { orderNo: string }[]) => {
  const [lead, checker, finance] = [
    await app.login('collectionLead'),
    await app.login('financeChecker'),
    await app.login('finance'),
  ]
  const company = 'Agen Penagihan Timur'
  for (const { orderNo } of orders) {
    const version = await app.server.store.version(`placement/${orderNo}`)
    await lead.data(placement.propose, { orderNo, version, company, until: addDays(businessDay(start), 30) })
    await checker.data(placement.confirm, { orderNo, version: version + 1 })
  }
  await app.settle()
  const [first, second] = orders.map(({ orderNo }) => orderNo)
  const confirmed = await app.server.store.version(`placement/${first!}`)
  await lead.data(placement.recall, { orderNo: first!, version: confirmed })
  const pay = async (txid: string, amount: number) => {
    const version = await app.server.store.version(`loan/${second!}`)
    await finance.data(loan.record, { orderNo: second!, version, txid, day: businessDay(start), amount })
    return version + 1
  }
  const version = await pay('agency-1', 30_000)
  await finance.data(loan.proposeReversal, { orderNo: second!, version, txid: 'agency-1', reason: 'bank' })
  await checker.data(loan.confirmReversal, { orderNo: second!, version: version + 1 })
  await pay('agency-2', 50_000)
  await app.settle()
}

/** A collector calls some customers, and days pass in which cases come to another stage. */
const worked = async (app: TestApp) => {
  const lead = await app.login('collectionLead')
  const { rows: all } = await lead.data(recoveryCase.list, { kind: 'post', phase: 'open', limit: 200 })
  await placed(app, all.filter(({ company }) => company === null).slice(-3))
  const collector = await app.login('collector')
  const holder = collector.id
  const { rows: waiting } = await lead.data(recoveryCase.list, { kind: 'post', state: 'open.unassigned', limit: 200 })
  for (const { orderNo, version } of waiting.slice(0, 20))
    await lead.call(recoveryCase.dispatch, { orderNo, version, holder })
  const { rows } = await collector.data(recoveryCase.mine, { limit: 50 })
  for (const [nth, { orderNo, version }] of rows.slice(0, 12).entries()) {
    const { code, data } = await collector.call(recoveryCase.contact, { orderNo, version, channel: 'phone' })
    if (code !== 0) continue
    const outcome = nth % 2 === 0 ? 'reached' : 'noAnswer'
    await collector.call(recoveryCase.noteOutcome, { orderNo, version: (data as { version: number }).version, outcome })
  }
  app.clock.advance(9 * 24 * 3_600_000)
  await app.settle()
  await catchUp(app.db)
}

describe.each(engines())("the simulated lender's collection on $engine", ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 300 })
  let lead: Caller
  let choices: Awaited<ReturnType<Caller['data']>>
  const random = randomOf('collection')
  beforeAll(async () => {
    await worked(app)
    lead = await app.login('collectionLead')
    choices = await lead.data(recovery.choices, {})
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
})

describe.each(engines())('the rows of collection on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })
  beforeAll(async () => {
    await worked(app)
  })

  test('are the same when they are counted anew, in batches of any size', async () => {
    const counted = await stored(app)
    const { pos } = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const anew = async (size: number) =>
      app.db.sql.transaction().execute(async (tx) => {
        await forgetCounts(tx, [recoveryCounter])
        for (let after = 0; after < pos; after += size)
          await recoveryCounter.count(tx, after, Math.min(pos, after + size))
      })
    await anew(997)
    expect(await stored(app)).toEqual(counted)
    await app.db.sql.transaction().execute(async (tx) => {
      await forgetCounts(tx, [recoveryCounter])
      await countUpTo(tx, recoveryCounter, pos, () => {})
    })
    expect(await stored(app)).toEqual(counted)
    expect(counted.every(([, rows]) => rows!.length > 0)).toBe(true)
  })
})
