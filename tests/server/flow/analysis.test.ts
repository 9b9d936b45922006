import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { placesIn } from '../../../src/machines/chart.ts'
import { blank, stateName } from '../../../src/machines/kernel.ts'
import { lifecycles } from '../../../src/machines/lifecycles.ts'
import { statements } from '../../../src/server/db/schema/0105-flow-long-ways.ts'
import { flowCounter } from '../../../src/server/flow/projection.ts'
import { forgetCounts } from '../../../src/server/store/counter.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as flow from '../../../src/services/flow.ts'
import type { Caller, TestApp } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { engines } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

type Event = { pos: number; stream: string; at: number; type: string; state: string; data: string }
type Step = {
  kind: string
  stream: string
  pos: number
  at: number
  from: string
  event: string
  to: string
  again: boolean
  stay: number | null
  app: string
  channel: string
}

/** Every step, told from the events by somebody who walks each stream from its beginning. */
const naive = async ({ db }: TestApp): Promise<Step[]> => {
  const { rows } = await sql<Event>`
    select pos, stream, at, type, state, data from es_event order by stream, version`.execute(db.sql)
  const beginnings = new Map(lifecycles.map(({ name, machine }) => [name, stateName(blank(machine).value)]))
  const orders = new Map(
    rows.flatMap(({ stream, type, data }) =>
      type === 'submitted'
        ? [[stream.split('/')[1]!, JSON.parse(data).application as { app: string; channel: string }]]
        : [],
    ),
  )
  const steps: Step[] = []
  for (const [stream, events] of Map.groupBy(rows, (row) => row.stream)) {
    const [kind, record] = [stream.slice(0, stream.indexOf('/')), stream.split('/')[1]!]
    const been = new Set<string>()
    let state = beginnings.get(kind)
    if (state === undefined) continue
    let since: number | null = null
    for (const { pos, at, type, state: to } of events) {
      const isMove = been.size === 0 || to !== state
      steps.push({
        kind,
        stream,
        pos,
        at,
        from: state,
        event: type,
        to,
        again: isMove && been.has(to),
        stay: isMove && since !== null ? Math.max(0, at - since) : null,
        app: orders.get(record)?.app ?? '',
        channel: orders.get(record)?.channel ?? '',
      })
      if (isMove) since = at
      been.add(to)
      state = to
    }
  }
  return steps
}

const machineOf = (chart: string) => lifecycles.find(({ name }) => name === chart)!.machine

describe.each(engines())('the flow of a lender with a past, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })
  let analyst: Caller
  let all: Step[]
  beforeAll(async () => {
    await catchUp(app.db)
    analyst = await app.login('analyst')
    all = await naive(app)
  })

  const today = () => businessDay(app.clock.now())
  const within = (from: number, to: number) => ({
    daysFrom: dayStart(addDays(today(), -from)),
    daysTo: dayStart(addDays(today(), 1 - to)),
  })
  const filters = (): Omit<InputOf<typeof flow.summary>, 'chart'>[] => {
    const [one] = all.filter((step) => step.kind === 'approval' && step.app !== '')
    return [
      {},
      within(30, 0),
      within(40, 8),
      { app: one!.app, ...within(25, 0) },
      { channel: one!.channel, ...within(60, 3) },
    ]
  }
  const fits =
    ({ daysFrom, daysTo, app: code, channel }: ReturnType<typeof filters>[number]) =>
    (step: Step) =>
      (daysFrom === undefined || step.at >= daysFrom) &&
      (daysTo === undefined || step.at < daysTo) &&
      (code === undefined || step.app === code) &&
      (channel === undefined || step.channel === channel)

  test.each(['approval', 'payout', 'setting', 'account', 'loan'])(
    'of %s: each figure is as many steps as a walk over the events finds, and opens as many rows',
    async (chart) => {
      for (const filter of filters()) {
        const { states, transitions } = await analyst.data(flow.summary, { chart, ...filter })
        const mine = all.filter((step) => step.kind === chart).filter(fits(filter))
        expect(transitions.reduce((sum, { count }) => sum + count, 0)).toBe(mine.length)
        for (const { state, entered, again } of states) {
          // A loan is in several states at once, and comes to one of them while it stays in the others.
          const isIn = (stored: string) => placesIn(machineOf(chart), stored).includes(state)
          const came = mine.filter(({ from, to }) => isIn(to) && !isIn(from))
          const back = chart === 'loan' ? 0 : came.filter((step) => step.again).length
          expect([state, entered, again]).toEqual([state, came.length, back])
          const { count } = await analyst.data(flow.steps.count, { entered: `${chart}/${state}`, ...filter })
          expect(count, `rows of ${state}`).toBe(entered)
        }
        for (const { from, event, to, count, again } of transitions.filter((one) => one.count > 0)) {
          const behind = { step: [chart, from, event, to].join('/'), ...filter }
          expect((await analyst.data(flow.steps.count, behind)).count, `${from} ${event} ${to}`).toBe(count)
          const back =
            chart === 'loan' ? { count: again } : await analyst.data(flow.steps.count, { ...behind, again: true })
          expect(back.count).toBe(again)
        }
      }
    },
  )

  test('what left a place is shared out among the ways that left it', async () => {
    const { transitions } = await analyst.data(flow.summary, { chart: 'approval' })
    const [wait, claimed] = ['firstReview.wait', 'firstReview.claimed']
    const out = transitions.filter(({ from, to }) => from === wait && to !== wait)
    expect(out.reduce((sum, { part }) => sum + part!, 0)).toBeGreaterThan(9_990)
    expect(out.find(({ event }) => event === 'firstClaimed')!.part).toBeGreaterThan(0)
    const stays = transitions.filter(({ from, to }) => from === claimed && to === claimed)
    expect(stays.map(({ part }) => part)).toEqual(stays.map(() => null))
  })

  test('as many records stand in a state as its figure says, and are listed', async () => {
    for (const chart of ['approval', 'loan']) {
      const { states } = await analyst.data(flow.summary, { chart })
      for (const { state, now } of states) {
        const { count } = await analyst.data(flow.records.count, { state: `${chart}/${state}` })
        expect(count, `${chart} ${state}`).toBe(now)
      }
    }
  })

  test('the median of a period lies in the bucket of the middle stay', async () => {
    const { transitions } = await analyst.data(flow.summary, { chart: 'approval', ...within(40, 0) })
    const one = transitions.find(({ event }) => event === 'firstClaimed')!
    const stays = all
      .filter(({ kind, event }) => kind === 'approval' && event === 'firstClaimed')
      .filter(fits(within(40, 0)))
      .map(({ stay }) => stay!)
      .toSorted((a, b) => a - b)
    expect(one.count).toBe(stays.length)
    const middle = stays[Math.ceil(stays.length / 2) - 1]!
    expect(Math.abs(one.medianMs! / middle - 1)).toBeLessThan(0.01)
  })

  test.each(['approval', 'loan'])(
    'every %s is in one way, with its work and its waiting; each way opens its records',
    async (chart) => {
      for (const filter of filters().slice(1)) {
        const { ways } = await analyst.data(flow.summary, { chart, ...filter })
        const courses = [
          ...Map.groupBy(
            all.filter(({ kind }) => kind === chart),
            ({ stream }) => stream,
          ).values(),
        ].filter(([first]) => fits(filter)(first!))
        const paths = courses.map((steps) =>
          steps
            .filter(({ from, to }) => from !== to)
            .map(({ to }) => to)
            .join(' '),
        )
        expect(ways.begun).toBe(courses.length)
        expect(ways.kinds).toBe(new Set(paths).size)
        for (const { variant, path, count } of ways.variants) {
          expect(
            paths.filter((one) => one === path.join(' ')),
            path.join(' '),
          ).toHaveLength(count)
          const behind = await analyst.data(flow.records.list, { chart, variant, ...filter, limit: 200 })
          expect(behind.rows).toHaveLength(count)
          for (const { total, work, waited } of behind.rows) expect(work + waited).toBe(total)
        }
        const back = courses.filter((steps) => steps.some(({ again }) => again))
        const { count } = await analyst.data(flow.records.count, { chart, again: true, ...filter })
        expect(count).toBe(back.length)
      }
    },
  )

  test('ways that were stored by the beginning of their path alone are told apart by an upgrade', async () => {
    const records = async () => (await sql`select * from flow_record order by stream`.execute(app.db.sql)).rows
    const before = await records()
    const long = sql`update flow_record set path = left(path, 400), variant = md5(left(path, 400)) where length(path) > 400`
    expect((await long.execute(app.db.sql)).numAffectedRows).toBeGreaterThan(0n)
    for (const statement of statements) await sql.raw(statement).execute(app.db.sql)
    expect(await records()).toEqual(before)
  })

  test('the work at an application is the time that a reviewer held it', async () => {
    const { rows } = await analyst.data(flow.records.list, { chart: 'approval', ended: true, limit: 50 })
    expect(rows.length).toBeGreaterThan(5)
    for (const { stream, work } of rows) {
      const held = all.filter((step) => step.stream === stream && step.from.endsWith('.claimed'))
      expect(work, stream).toBe(held.reduce((sum, { stay }) => sum + (stay ?? 0), 0))
    }
  })

  test('the period before stands beside it, of as many finished days', async () => {
    const { period, before } = await analyst.data(flow.summary, { chart: 'approval', compare: true, ...within(13, 7) })
    expect(period).toEqual({ from: addDays(today(), -13), to: addDays(today(), -7) })
    expect([before!.from, before!.to]).toEqual([addDays(today(), -20), addDays(today(), -14)])
    const alone = await analyst.data(flow.summary, { chart: 'approval', ...within(20, 14) })
    expect(before!.transitions).toEqual(alone.transitions)
  })

  test('of some orders without days, the last thirty days are counted; ever since has no days, its ways those of thirty', async () => {
    const app0 = filters().find((filter) => filter.app !== undefined)!.app!
    const some = await analyst.data(flow.summary, { chart: 'approval', app: app0 })
    const days = { from: addDays(today(), -29), to: today() }
    expect(some.period).toEqual(days)
    const same = await analyst.data(flow.summary, { chart: 'approval', app: app0, ...within(29, 0) })
    expect(some.transitions).toEqual(same.transitions)
    const ever = await analyst.data(flow.summary, { chart: 'approval' })
    expect([ever.period, ever.ways.from, ever.ways.to]).toEqual([null, days.from, days.to])
    expect(ever.ways).toEqual((await analyst.data(flow.summary, { chart: 'approval', ...within(29, 0) })).ways)
  })

  test('an approval is measured against the time that a decision should take, and nothing else is', async () => {
    const { ways } = await analyst.data(flow.summary, { chart: 'approval', ...within(90, 0) })
    const behind = { chart: 'approval', ended: true, limit: 200, ...within(90, 0) } as const
    const { rows } = await analyst.data(flow.records.list, behind)
    expect(ways.target!.within).toBe(rows.filter(({ total }) => total <= ways.target!.ms).length)
    expect((await analyst.data(flow.summary, { chart: 'role' })).ways.target).toBeNull()
  })

  test.each([
    ['ahead', -2, -3, 'daysFrom'],
    ['too long', 1200, 0, 'daysFrom'],
    ['backwards', 3, 9, 'daysTo'],
  ])('a period %s is refused in words', async (_name, from, to, field) => {
    const { code, data } = await analyst.call(flow.summary, { chart: 'approval', ...within(from, to) })
    expect([code, (data as unknown as { issues: { field: string }[] }).issues[0]!.field]).toEqual([400, field])
  })

  test('page after page, either way, every step and every record comes once', async () => {
    for (const sort of ['at', '-at'] as const) {
      const seen: number[] = []
      for (let after: { at: number; id: number } | undefined, more = true; more;) {
        const { rows, next } = await analyst.data(flow.steps.list, {
          chart: 'approval',
          sort,
          limit: 200,
          ...(after && { after }),
        })
        seen.push(...rows.map(({ id }) => id))
        after = next ?? undefined
        more = next !== null
      }
      const mine = all.filter(({ kind }) => kind === 'approval').toSorted((a, b) => a.at - b.at || a.pos - b.pos)
      const expected = mine.map(({ pos }) => pos)
      expect(seen).toEqual(sort === 'at' ? expected : expected.toReversed())
      const { rows } = await analyst.data(flow.records.list, { sort, limit: 200 })
      const begins = rows.map(({ at }) => at)
      expect(begins).toEqual(begins.toSorted((a, b) => (sort === 'at' ? a - b : b - a)))
    }
  })

  test('counted in batches of any size, the rows are the same', async () => {
    const tables = Object.keys(flowCounter.tables)
    const rows = async () =>
      Promise.all(
        tables.map(
          async (table) => (await sql`select * from ${sql.table(table)} t order by t::text`.execute(app.db.sql)).rows,
        ),
      )
    const before = await rows()
    await app.db.sql.transaction().execute(async (tx) => {
      await forgetCounts(tx, [flowCounter])
      const { pos: last } = await tx.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
      for (let pos = 0; pos < last; pos += 97) await flowCounter.count(tx, pos, Math.min(last, pos + 97))
    })
    expect(await rows()).toEqual(before)
  })
})
