import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../src/machines/calendar.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { openLoans } from '../../kit/loans.ts'
import { allEvents } from '../../kit/log.ts'
import { rowsMade } from '../../kit/made.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'
import { openFloor } from './weekFloor.ts'
import { type Credit, judge, provinces } from './weekJudge.ts'

const seed = process.env.WEEK_SEED ?? String(Date.now())
const loans = 150
/** A Monday; the Friday of its week is a national holiday. */
const monday = '2026-03-30'
/** Before, at and after the hours of the three zones. */
const times = ['06:10', '08:00', '13:00', '18:30', '19:59', '20:00']
const at = (day: string, time: string) => Date.parse(`${day}T${time}:00+07:00`)

/** What a week at random has to have had, for its end to mean something. */
const usual = {
  events: [
    'allotted',
    'dispatched',
    'reassigned',
    'recalled',
    'memberLeft',
    'stageChanged',
    'contacted',
    'promised',
    'held',
    'placementBegan',
    'placementEnded',
    'episodeSettled',
    'episodeReopened',
    'repaid',
    'repaymentReversed',
  ],
  rules: ['withinHours', 'notDayOff', 'notHoliday', 'spaced', 'collectionCap'],
}

const total = (rows: readonly Credit[], by: (row: Credit) => string) => {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[by(row)] = (sums[by(row)] ?? 0) + row.amount
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

describe.each(onlyPostgres())(
  `fifty collectors and two dispatchers on two servers and one $engine (WEEK_SEED=${seed})`,
  ({ databaseUrl }) => {
    const { app } = withApp({ databaseUrl, at: at(monday, '05:00') })
    const provinceOf = new Map<string, string>()
    let floor: Awaited<ReturnType<typeof openFloor>>

    beforeAll(async () => {
      const random = randomOf(`${seed} loans`)
      for (let nth = 0; nth < loans; nth += 1) {
        const customer = passingCustomer()
        const province = random.pick(provinces)
        const body = passing({ customer: { ...customer, address: { ...customer.address, province } } })
        // The first instalment is due on a day from one long past to one at the end of the week.
        const late = random.weighted([
          [() => random.int(-9, 0), 2],
          [() => random.int(1, 30), 4],
          [() => random.int(31, 80), 3],
          [() => random.int(81, 95), 3],
        ] as const)()
        const [orderNo] = await openLoans(app, { from: addDays(monday, -20 - late) }, [body])
        provinceOf.set(orderNo!, province)
      }
      await app.settle()
      floor = await openFloor(app, databaseUrl!, seed)
    })
    afterAll(() => floor.close())

    const judged = async () => judge(await allEvents(app.db), (orderNo) => provinceOf.get(orderNo)!, floor.tried)
    type Judged = Awaited<ReturnType<typeof judged>>

    const holders = async () =>
      app.db.sql
        .selectFrom('recovery_case')
        .select(['order_no', 'holder', 'company'])
        .where('phase', '=', 'open')
        .orderBy('order_no')
        .execute()

    /** What of the cases and credits is not as the log tells. */
    const compare = async ({ problems, left, cases, credits }: Judged) => {
      expect(problems).toEqual([])
      expect(left(app.clock.now())).toEqual([])
      expect(await holders()).toEqual(
        [...cases]
          .filter(([, { open }]) => open)
          .map(([order_no, { holder, company }]) => ({ order_no, holder: holder || null, company: company || null }))
          .toSorted((one, other) => (one.order_no < other.order_no ? -1 : 1)),
      )
      await catchUp(app.db)
      const { rows } = await sql<Credit>`
        select order_no as "orderNo", day, collector, amount from recovery_credit`.execute(app.db.sql)
      expect(total(rows, ({ day }) => day)).toEqual(total(credits, ({ day }) => day))
      const whose = ({ orderNo, day, collector }: Credit) => `${day} ${collector} ${orderNo}`
      expect(total(rows, whose)).toEqual(total(credits, whose))
      const { rows: ledger } = await sql<Credit>`
        select order_no as "orderNo", sum(principal + interest + fee + charge)::bigint as amount from repayment group by 1`.execute(
        app.db.sql,
      )
      expect(total(rows, ({ orderNo }) => orderNo)).toEqual(total(ledger, ({ orderNo }) => orderNo))
      expect(await verify(app.db)).toMatchObject({ problems: [], forbidden: [] })
    }

    /** An agency's collectors see the cases that are placed with their agency, and no other. */
    const blind = async ({ cases, members, groups }: Judged) => {
      const random = randomOf(`${seed} ${app.clock.now()}`)
      for (const agent of floor.collectors.filter(({ company }) => company !== '')) {
        const { code, data } = await floor.ask(agent, recoveryCase.list, { limit: 200 })
        // Who is disabled has no session.
        if (code === 403) continue
        const company = groups.get(members.get(agent.id)!.group)?.company
        const theirs = [...cases].filter(([, its]) => company !== undefined && its.company === company)
        expect(data.rows.map(({ orderNo }) => orderNo).toSorted()).toEqual(
          theirs.map(([orderNo]) => orderNo).toSorted(),
        )
        const orderNo = random.pick([...cases.keys()].filter((one) => !theirs.some(([its]) => its === one)))
        expect(await floor.ask(agent, recoveryCase.detail, { orderNo })).toMatchObject({ code: 404 })
      }
    }

    test(`work ${loans} cases for a week at random, within every rule`, async () => {
      for (let nth = 0; nth < 7; nth += 1) {
        const day = addDays(monday, nth)
        for (const [index, time] of times.entries()) {
          app.clock.advance(at(day, time) - app.clock.now())
          if (index === 0) await floor.morning()
          await floor.round()
        }
        const found = await judged()
        await compare(found)
        await blind(found)
      }
      const types = new Set((await allEvents(app.db)).map(({ type }) => type))
      expect(usual.events.filter((type) => !types.has(type))).toEqual([])
      const { blocked } = await judged()
      expect(usual.rules.filter((rule) => !blocked.includes(rule))).toEqual([])

      const before = await rowsMade(app.db)
      await rebuild(app.db)
      expect(await rowsMade(app.db)).toEqual(before)
    })
  },
)
