import { beforeAll, describe, expect, test } from 'vitest'
import { type BacktestResult, fates } from '../../../src/machines/backtest.ts'
import type { StreamOf } from '../../../src/machines/lifecycles.ts'
import { firstRules } from '../../../src/machines/rules.first.ts'
import type { Rule, RuleInputs } from '../../../src/machines/rules.ts'
import { runBacktest } from '../../../src/server/backtest/runBacktest.ts'
import { keepInputs, openInputs } from '../../../src/server/risk/reviewInputs.ts'
import * as access from '../../../src/services/access.ts'
import * as backtest from '../../../src/services/backtest.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as risk from '../../../src/services/risk.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 1500

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl, orders, charted: 40 })
  const analyst = as('risk')
  beforeAll(async () => {
    await app.settle()
  })

  /** Creates a draft of the first rules with some other expressions; answers its number. */
  const drafted = async (expressions: Record<string, string>): Promise<string> => {
    const { stream, version } = await analyst.data(risk.draft, { title: 'other', base: 'builtin-1' })
    const number = Number(stream.slice('ruleSet/'.length))
    const rules = firstRules.rules.map((rule) => ({ ...rule, expression: expressions[rule.name] ?? rule.expression }))
    await analyst.data(risk.save, { number, version, title: 'other', content: { ...firstRules, rules } })
    return String(number)
  }

  type Asked = Partial<InputOf<typeof backtest.request>>
  const request = async (ruleSet: string, more: Asked = {}): Promise<string> => {
    const to = app.clock.now() + 1
    const body = { ruleSet, against: null, from: 0, to, most: 100_000, ...more }
    return (await analyst.data(backtest.request, body)).stream.slice('backtest/'.length)
  }
  const found = (id: string) => analyst.data(backtest.one, { id })
  const finished = async (id: string) => {
    const its = await ended(id)
    expect(its.state).toBe('done')
    return its
  }
  const ended = async (id: string): Promise<backtest.BacktestFound> => {
    await app.settle()
    const its = await found(id)
    if (its.state !== 'requested') return its
    // It waits for its turn.
    app.clock.advance(1000)
    return ended(id)
  }
  /** Processes the first page of a waiting backtest, as a server does that is told to stop meanwhile. */
  const firstPage = async (id: string) => {
    await app.work.runDue()
    const stream = `backtest/${id}`
    const job = { stream: stream as StreamOf<'backtest'>, name: 'runBacktest', event: '', version: 2, attempts: 1 }
    const stopping = AbortSignal.abort()
    expect(await runBacktest(app.server)(job, { stopping })).toEqual({ again: 0 })
    return found(id)
  }
  const inCell = async (id: string, cell: string, limit = 200): Promise<string[]> => {
    const [before, now] = cell.split('.') as ['passed', 'passed']
    const all: string[] = []
    let after: { page: number; index: number } | null | undefined
    while (after !== null) {
      const { rows, next } = await analyst.data(backtest.orders, { id, before, now, limit, ...(after && { after }) })
      all.push(...rows.map(({ orderNo }) => orderNo))
      after = next
    }
    return all
  }

  /**
   * The inputs of each order's last machine review, opened one by one. Undefined where they were not kept, null where
   * erased.
   */
  const seen = async () => {
    const orders = await app.db.sql
      .selectFrom('approval')
      .leftJoin('loan', 'loan.order_no', 'approval.order_no')
      .select(['approval.order_no', 'approval.person', 'stage', 'amount', 'loan.state as loan'])
      .execute()
    const reviews = await app.db.sql
      .selectFrom('review_input')
      .leftJoin('person_key', 'person_key.person', 'review_input.person')
      .selectAll('review_input')
      .select('key')
      .orderBy('round')
      .execute()
    const last = new Map(reviews.map((review) => [review.order_no, review]))
    return orders.map((order) => {
      const review = last.get(order.order_no)
      const inputs = review && (review.key ? openInputs(review, review.key) : null)
      return { ...order, round: review?.round ?? 0, inputs: inputs as RuleInputs | null | undefined }
    })
  }
  /** The outcome of each order's last machine event. */
  const findingsOf = async () => {
    const outcomes = { machinePassed: 'passed', machineReferred: 'referred', machineRejected: 'rejected' } as const
    const events = await app.db.sql
      .selectFrom('es_event')
      .select(['stream', 'type'])
      .where('type', 'in', ['machinePassed', 'machineReferred', 'machineRejected'])
      .orderBy('pos')
      .execute()
    return new Map(
      events.map(({ stream, type }) => [stream.slice('approval/'.length), outcomes[type as keyof typeof outcomes]]),
    )
  }
  type Seen = Awaited<ReturnType<typeof seen>>[number]

  /** The rules as plain TypeScript. */
  const naive = (inputs: RuleInputs, other: Partial<Record<string, (inputs: RuleInputs) => boolean | 'failed'>>) => {
    const i = inputs as { [Name in keyof RuleInputs]: never }
    const has = (...names: (keyof RuleInputs)[]) => names.every((name) => inputs[name] !== null)
    const rules: Record<string, () => boolean | undefined> = {
      ageOutOfRange: () => (has('age') ? i.age < 21 || i.age > 60 : undefined),
      reappliedTooSoon: () =>
        has('daysSinceRejection', 'reapplyDays') ? i.daysSinceRejection < i.reapplyDays : undefined,
      bureauOverdue: () => (has('maxDaysPastDue') ? i.maxDaysPastDue > 90 : undefined),
      bureauPoorQuality: () => (has('loanQuality') ? i.loanQuality >= 4 : undefined),
      incomeTooLow: () => (has('monthlyIncome') ? i.monthlyIncome < 2_500_000 : undefined),
      amountAboveIncome: () => (has('amount', 'monthlyIncome') ? i.amount > i.monthlyIncome : undefined),
      tooManyOpenLoans: () => (has('openLoans') ? i.openLoans > 3 : undefined),
      tooManyInquiries: () => (has('inquiries30') ? i.inquiries30 > 5 : undefined),
    }
    const hits: Rule[] = []
    let isWhole = true
    for (const rule of firstRules.rules) {
      const answer = other[rule.name] ? other[rule.name]!(inputs) : rules[rule.name]!()
      if (answer === true) hits.push(rule)
      if (answer === undefined || answer === 'failed') isWhole = false
    }
    const score = hits.reduce((left, { points }) => left - points, 800)
    const rating = ['A', 'B', 'C', 'D'].find((_, index) => score >= [760, 680, 600, 520][index]!) ?? 'E'
    const outcome = hits.some(({ kind }) => kind === 'knockOut') ? 'rejected' : isWhole ? 'passed' : 'referred'
    return { outcome, hits: hits.map(({ name }) => name), rating: isWhole ? rating : 'U' }
  }

  const fateOfLoan: Record<string, (typeof fates)[number]> = {
    current: 'owing',
    due: 'owing',
    'overdue.early': 'overdue',
    'overdue.late': 'overdue',
    settled: 'repaid',
    writtenOff: 'writtenOff',
  }
  const naively = (all: readonly Seen[], other: Parameters<typeof naive>[1]) => {
    const result = { judged: 0, changed: 0, erased: 0, notKept: 0, cells: {}, rules: {}, ratings: {} } as BacktestResult
    const orders: Record<string, string[]> = {}
    for (const { order_no, stage, loan, amount, inputs } of all) {
      if (inputs === undefined) result.notKept += 1
      else if (inputs === null) result.erased += 1
      else {
        const [before, now] = [naive(inputs, {}), naive(inputs, other)]
        result.judged += 1
        result.changed += before.outcome === now.outcome ? 0 : 1
        const name = `${before.outcome}.${now.outcome}` as keyof BacktestResult['cells']
        const cell = (result.cells[name] ??= { count: 0, amount: 0, became: {} })
        const fate = (loan && fateOfLoan[loan]) || (fates.find((one) => one === stage) ?? 'underWay')
        cell.count += 1
        cell.amount += amount
        cell.became[fate] = (cell.became[fate] ?? 0) + 1
        ;(orders[name] ??= []).push(order_no)
        for (const [when, judged] of Object.entries({ before, now }) as ['before' | 'now', typeof now][]) {
          for (const rule of judged.hits) (result.rules[rule] ??= { before: 0, now: 0 })[when] += 1
          ;(result.ratings[judged.rating] ??= { before: 0, now: 0 })[when] += 1
        }
      }
    }
    return { result, orders }
  }

  test('what it counts is what counting one by one comes to, cell by cell and order by order', async () => {
    const draft = await drafted({ incomeTooLow: 'monthlyIncome < 6000000', ageOutOfRange: 'age < 30' })
    const id = await request(draft)
    const { result, done, applications } = await finished(id)
    const all = await seen()
    const expected = naively(all, {
      incomeTooLow: ({ monthlyIncome }) => monthlyIncome! < 6_000_000,
      ageOutOfRange: ({ age }) => age! < 30,
    })
    expect(result).toEqual(expected.result)
    expect([done, applications]).toEqual([all.length, all.length])
    expect(result!.changed).toBeGreaterThan(100)
    const became = new Set(Object.values(result!.cells).flatMap((cell) => Object.keys(cell.became)))
    expect([...became]).toEqual(expect.arrayContaining(['repaid', 'owing', 'machineRejected']))
    for (const [cell, its] of Object.entries(expected.orders))
      expect((await inCell(id, cell)).toSorted(), cell).toEqual(its.toSorted())
  })

  test('what it says was decided then is what the finding of each order says', async () => {
    const id = await request('builtin-1')
    await finished(id)
    const before = new Map<string, string>()
    for (const cell of ['passed.passed', 'referred.referred', 'rejected.rejected'])
      for (const orderNo of await inCell(id, cell)) before.set(orderNo, cell.split('.')[0]!)
    const findings = await findingsOf()
    const judged = (await seen()).filter(({ inputs }) => inputs).map(({ order_no }) => order_no)
    expect(judged.map((orderNo) => before.get(orderNo))).toEqual(judged.map((orderNo) => findings.get(orderNo)))
    expect(before.size).toBeGreaterThan(1000)
  })

  test('what a later round took over from the machine review of an earlier one counts', async () => {
    const { count } = await app.db.sql
      .selectFrom('approval')
      .innerJoin('review_input', 'review_input.order_no', 'approval.order_no')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .whereRef('approval.round', '>', 'review_input.round')
      .where('stage', 'in', ['passed', 'finalRejected'])
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThan(0)
    const { result } = await finished(await request('builtin-1'))
    expect(result!.notKept).toBe((await seen()).filter(({ inputs }) => inputs === undefined).length)
  })

  test('a rule that fails for some refers them, and lets none of them pass', async () => {
    const draft = await drafted({ tooManyOpenLoans: '10.0 / (openLoans - 1.0) > 100.0' })
    const id = await request(draft)
    const { result } = await finished(id)
    const expected = naively(await seen(), {
      tooManyOpenLoans: ({ openLoans }) =>
        openLoans === null || openLoans === 1 ? 'failed' : 10 / (openLoans - 1) > 100,
    })
    expect(result).toEqual(expected.result)
    expect(result!.cells['passed.referred']!.count).toBeGreaterThan(0)
  })

  test('beside another version, that one stands in for what was decided then', async () => {
    const strict = await drafted({ ageOutOfRange: 'age < 40' })
    const lax = await drafted({ ageOutOfRange: 'age < 0' })
    const [one, other] = [await request(lax, { against: strict }), await request(strict, { against: lax })]
    const [{ result }, { result: mirrored }] = [await finished(one), await finished(other)]
    const turned = (cells: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(cells).map(([name, its]) => [name.split('.').toReversed().join('.'), its]))
    expect(turned(result!.cells)).toEqual(mirrored!.cells)
    expect(result!.cells['rejected.passed']!.count).toBeGreaterThan(0)
    expect(result!.cells['passed.rejected']).toBeUndefined()
  })

  test('beside a draft it goes by what that one was when it was asked for', async () => {
    const draft = await drafted({ ageOutOfRange: 'age < 40' })
    const id = await request('builtin-1', { against: draft })
    const whole = await finished(await request('builtin-1', { against: draft }))
    const content = { ...firstRules, best: 700, bands: [] }
    const { row } = await analyst.data(risk.version, { version: draft })
    await analyst.data(risk.save, { number: Number(draft), version: row!.version, title: 'other', content })
    expect(whole.changed).toBeGreaterThan(0)
    expect((await finished(id)).result).toEqual(whole.result)
  })

  test('of a period it takes the newest, and no more than asked for', async () => {
    const numbers = async (id: string) =>
      (await Promise.all(Object.keys((await found(id)).result!.cells).map(async (cell) => inCell(id, cell))))
        .flat()
        .toSorted()
    const newest = await app.db.sql
      .selectFrom('approval')
      .select(['approval.order_no', 'applied_at'])
      .where('approval.order_no', 'in', app.db.sql.selectFrom('review_input').select('order_no'))
      .orderBy('applied_at', 'desc')
      .orderBy('approval.order_no', 'desc')
      .execute()
    const to = newest[200]!.applied_at
    const from = newest[900]!.applied_at
    const within = newest.filter(({ applied_at: at }) => at >= from && at < to)
    const period = await request('builtin-1', { from, to })
    const few = await request('builtin-1', { from, to, most: 10 })
    await finished(period)
    expect(await numbers(period)).toEqual(within.map((row) => row.order_no).toSorted())
    expect(await finished(few)).toMatchObject({ applications: 10, done: 10 })
    expect(within.slice(0, 10).map((row) => row.order_no)).toEqual(expect.arrayContaining(await numbers(few)))
  })

  test('the orders of a cell come page by page, newest first, each once', async () => {
    const id = await request('builtin-1')
    await finished(id)
    const all = await inCell(id, 'passed.passed')
    expect(await inCell(id, 'passed.passed', 7)).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
    const rows = await app.db.sql.selectFrom('approval').select(['order_no', 'applied_at']).execute()
    const appliedAt = new Map(rows.map((row) => [row.order_no, row.applied_at]))
    const times = all.map((orderNo) => appliedAt.get(orderNo)!)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test('a cancel in the midst stops it, and leaves nothing that was counted', async () => {
    const id = await request('builtin-1')
    const { state, done, result } = await firstPage(id)
    expect(state).toBe('running')
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(orders)
    expect(result!.judged).toBeLessThanOrEqual(done)
    await analyst.data(backtest.cancel, { id })
    await app.settle()
    expect(await found(id)).toMatchObject({ state: 'cancelled', result: null, done: 0 })
    const left = app.db.sql.selectFrom('backtest_cell').select('n').where('backtest', '=', id)
    expect(await left.execute()).toEqual([])
  })

  test('what a server that stopped had gone over, the next does not go over again', async () => {
    const draft = await drafted({ ageOutOfRange: 'age < 40' })
    const whole = await finished(await request(draft))
    const id = await request(draft)
    const { done } = await firstPage(id)
    expect(done).toBeGreaterThan(0)
    const { result } = await finished(id)
    expect(result).toEqual(whole.result)
    for (const [cell, { count }] of Object.entries(result!.cells)) {
      const numbers = await inCell(id, cell)
      expect(numbers).toHaveLength(count)
      expect(new Set(numbers).size).toBe(count)
    }
  })

  test('two wait for each other', async () => {
    const [one, other] = [await request('builtin-1'), await request('builtin-1')].toSorted()
    await app.settle()
    expect([(await found(one!)).state, (await found(other!)).state]).toEqual(['done', 'requested'])
    await finished(other!)
  })

  test('nobody but its asker cancels it', async () => {
    const id = await request('builtin-1')
    const other = await app.login('risk.2')
    expect(await other.call(backtest.cancel, { id })).toMatchObject({
      code: 422,
      data: { reason: 'backtest:guard.asker' },
    })
    await finished(id)
  })

  test('a draft that was tried says so; one that was edited meanwhile does not', async () => {
    const draft = await drafted({ ageOutOfRange: 'age < 40' })
    const id = await request(draft)
    const { judged, changed } = await finished(id)
    const { row, tests } = await analyst.data(risk.version, { version: draft })
    expect(row!.state).toBe('tested')
    expect(tests).toMatchObject([{ kind: 'backtest', subject: id, judged, changed, by: { id: analyst.id } }])
    const late = await request(draft)
    const content = { ...firstRules, best: 700, bands: [] }
    await analyst.data(risk.save, { number: Number(draft), version: row!.version, title: 'other', content })
    // It uses the rules as they were at the request.
    expect((await finished(late)).changed).toBe(changed)
    expect((await analyst.data(risk.version, { version: draft })).row!.state).toBe('draft')
  })

  test('customers whose data was destroyed are counted as such, and orders of which nothing was kept as well', async () => {
    const before = (await finished(await request('builtin-1'))).result!
    const kept = (await seen()).filter(({ inputs }) => inputs)
    const [erased, forgotten] = [kept[0]!, kept.find(({ person }) => person !== kept[0]!.person)!]
    const theirs = kept.filter(({ person }) => person === erased.person).length
    await app.db.sql.deleteFrom('person_key').where('person', '=', erased.person).execute()
    await app.db.sql.deleteFrom('review_input').where('order_no', '=', forgotten.order_no).execute()
    const after = (await finished(await request('builtin-1'))).result!
    expect(after).toMatchObject({ erased: before.erased + theirs, notKept: before.notKept + 1 })
    expect(after.judged).toBe(before.judged - theirs - 1)
    const review = {
      orderNo: forgotten.order_no,
      round: forgotten.round,
      person: forgotten.person,
      ruleSet: 'builtin-1',
      at: 0,
    }
    await app.db.sql.transaction().execute((tx) => keepInputs(tx, review, forgotten.inputs!))
    expect((await finished(await request('builtin-1'))).result!.notKept).toBe(before.notKept)
  })

  describe('is refused', () => {
    test.each<[string, Asked, object]>([
      ['a period that ends before it begins', { from: 5, to: 5 }, { code: 400, data: { issues: [{ field: 'to' }] } }],
      [
        'none of which nothing is in',
        { from: 0, to: 5 },
        { code: 422, data: { reason: 'backtest:guard.someApplications' } },
      ],
      ['no application', { most: 0 }, { code: 400, data: { issues: [{ field: 'most' }] } }],
      ['more than can be gone over', { most: 1_000_001 }, { code: 400, data: { issues: [{ field: 'most' }] } }],
      ['a version that is not there', { ruleSet: '999' }, { code: 404 }],
      ['beside one that is not there', { against: '999' }, { code: 400, data: { issues: [{ field: 'against' }] } }],
    ])('%s', async (_, asked, answer) => {
      const body = { ruleSet: 'builtin-1', against: null, from: 0, to: app.clock.now(), most: 10, ...asked }
      expect(await analyst.call(backtest.request, body)).toMatchObject(answer)
    })

    test('who may not', async () => {
      const reviewer = await app.login('reviewer1')
      const body = { ruleSet: 'builtin-1', against: null, from: 0, to: 5, most: 10 }
      expect(await reviewer.call(backtest.request, body)).toMatchObject({ code: 4030 })
      expect(await reviewer.call(backtest.list, { ruleSet: 'builtin-1' })).toMatchObject({ code: 4030 })
    })
  })

  test('a right that is lost meanwhile ends it', async () => {
    const id = await request('builtin-1')
    const admin = await app.login('admin')
    const { roles } = await admin.data(access.getRoles, {})
    const role_id = roles.find(({ name }) => name === 'risk')!.id
    const interfaces = [backtest.list.interface]
    await admin.data(access.interfaceSave, { role_id, interfaces })
    expect(await ended(id)).toMatchObject({ state: 'failed', reason: 'notPermitted' })
  })
})
