import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval, ApprovalEvent, MachineFinding } from '../../../src/machines/approval.facts.ts'
import { businessDay } from '../../../src/machines/calendar.ts'
import { nikWarnings } from '../../../src/machines/identity.ts'
import { evolve, blank, replay, type State } from '../../../src/machines/kernel.ts'
import { machineOf } from '../../../src/machines/lifecycles.ts'
import { firstRules, firstVersion } from '../../../src/machines/rules.first.ts'
import type { PersonRecord } from '../../../src/server/customers/vault.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { compileRules } from '../../../src/server/risk/compile.ts'
import { openInputs } from '../../../src/server/risk/reviewInputs.ts'
import { factOf, recordOf } from '../../../src/server/store/events.ts'
import * as approval from '../../../src/services/approval.ts'
import { customer } from '../../../src/services/customer.ts'
import { runServer, startServer } from '../../kit/child.ts'
import { engines, oneEngine } from '../../kit/engines.ts'
import { emptyHome, type Home } from '../../kit/home.ts'
import { runTask } from '../../kit/tasks.ts'
import { withApp } from '../../kit/withApp.ts'

const charted = 40
const orders = 240

const isCloned = (orderNo: string) => Number(orderNo.slice(8)) > charted
const rejections = ['machineRejected', 'firstRejected', 'finalRejected']

describe.each(oneEngine())('a lender of clones on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders, charted })

  const rows = () => app.db.sql.selectFrom('approval').selectAll().orderBy('applied_at').execute()
  const eventsByStream = async () =>
    Map.groupBy(
      await app.db.sql
        .selectFrom('es_event')
        .selectAll()
        .where('stream', 'like', 'approval/%')
        .orderBy('version')
        .execute(),
      ({ stream }) => stream,
    )

  test('has as many orders as were asked for, numbered one after the other, and nothing that is not as it was written', async () => {
    expect((await verify(app.db)).problems).toEqual([])
    const numbers = (await rows()).map(({ order_no, applied_at }) => {
      expect(order_no.slice(2, 8)).toBe(businessDay(applied_at).replaceAll('-', '').slice(2))
      return Number(order_no.slice(8))
    })
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: orders }, (_, n) => n + 1))
    expect(Number((await app.apply()).slice(8))).toBeGreaterThan(orders)
  })

  test('has one open order a customer at most, and knows of each order how the earlier ones went', async () => {
    const byPerson = Map.groupBy(await rows(), ({ person }) => person)
    expect(byPerson.size).toBeLessThan(orders)
    for (const its of byPerson.values()) {
      let past = { passed: 0, failed: 0, end: 0 }
      const passedBy = new Set<string>()
      for (const row of its) {
        expect([row.loan_count, row.failed_order_count]).toEqual([past.passed, past.failed])
        const isOld = passedBy.has(row.app)
        expect(row.customer_type).toBe(isOld ? 'old' : past.passed > 0 ? 'globalOld' : 'new')
        expect(row.app_customer_type).toBe(isOld ? 'old' : 'new')
        if (row.state === 'passed') passedBy.add(row.app)
        expect(row.applied_at).toBeGreaterThan(past.end)
        const over = row.state === 'passed' || row.state === 'closed' || rejections.includes(row.state)
        past = {
          passed: past.passed + Number(row.state === 'passed'),
          failed: past.failed + Number(rejections.includes(row.state)),
          end: over ? row.since : Infinity,
        }
      }
    }
  })

  test('has customers that the intake would take, no two with one NIK, and cloned ones without pictures', async () => {
    const all = await rows()
    const records = await app.server.vault.read(
      all.map(({ person, person_version }) => ({ person, version: person_version })),
    )
    const people = new Map<string, string>()
    for (const [index, { order_no, person }] of all.entries()) {
      const { documents, device: _, ...declared } = records[index]!
      expect(customer.parse(declared)).toEqual(declared)
      expect(nikWarnings(declared.nik, declared, businessDay(app.clock.now()))).toEqual([])
      expect(documents.length === 0).toBe(isCloned(order_no))
      people.set(person, declared.nik)
    }
    expect(new Set(people.values()).size).toBe(people.size)
  })

  test('has findings of the machine that fit the people they are about', async () => {
    let judged = 0
    for (const events of (await eventsByStream()).values()) {
      const machine = machineOf('approval/')
      let state: State<Approval> = blank(machine)
      for (const row of events) {
        const event = factOf(row) as ApprovalEvent
        state = evolve(machine, state, event).state
        const { person, personVersion, amount } = state.context.application!
        const [record] = await app.server.vault.read([{ person, version: personVersion }])
        if (!event.type.startsWith('machine')) continue
        expect(event.type === 'machineTimedOut').toBe(/9[69]$/.test(record!.nik))
        if (!('finding' in event)) continue
        judged += 1
        const named = event.finding.hits.filter(({ rule }) => ownRules.includes(rule))
        expect(named).toEqual(ownHits(record!, amount, event.at))
        const bank = record!.bank
        expect(event.finding.accountVerified).toBe(bank.holder === record!.name && !bank.account.endsWith('00'))
        const hits = event.finding.hits.map(({ rule }) => rule)
        expect(hits.includes('bureauOverdue') || !record!.nik.endsWith('98')).toBe(true)
        expect(event.finding.missing.includes('openLoans') || !record!.nik.endsWith('97')).toBe(true)
      }
    }
    expect(judged).toBeGreaterThan(orders / 2)
  })

  test('has kept what the machine saw in each review, which judges to what it found', async () => {
    const found = new Map<string, MachineFinding>()
    for (const [stream, events] of await eventsByStream()) {
      for (const event of events.map(factOf) as ApprovalEvent[]) {
        if ('round' in event) found.set(`${stream.slice('approval/'.length)} ${event.round}`, event.finding)
      }
    }
    const kept = await app.db.sql
      .selectFrom('review_input')
      .innerJoin('person_key', 'person_key.person', 'review_input.person')
      .select(['order_no', 'round', 'data', 'key', 'review_input.person'])
      .execute()
    const { judge } = compileRules(firstVersion, firstRules)
    const named = new Map(kept.map((row) => [`${row.order_no} ${row.round}`, row]))
    expect([...named.keys()].toSorted()).toEqual([...found.keys()].toSorted())
    for (const [review, row] of named) {
      const inputs = openInputs(row, row.key)!
      expect(found.get(review)).toMatchObject(judge(inputs))
      const [first] = await app.server.vault.read([{ person: row.person, version: 1 }])
      expect([inputs.gender, inputs.province]).toEqual([first!.gender, first!.address.province])
    }
  })

  test('has the jobs that are left to do and no others', async () => {
    const expected: string[] = []
    for (const [stream, events] of await eventsByStream()) {
      const asked = new Map<string, string>()
      let state: State = blank(machineOf(stream))
      for (const row of events) {
        const step = evolve(machineOf(stream), state, factOf(row))
        state = step.state
        if (state.value !== 'machineReview') asked.delete('runMachineReview')
        for (const effect of step.effects) asked.set(effect, row.id)
      }
      // Payouts exist only for orders that went through the charts; clones have none.
      asked.delete('openPayout')
      asked.delete('cancelPayout')
      for (const [effect, id] of asked) expected.push(`${stream} ${effect} ${id}`)
    }
    const jobs = await app.db.sql.selectFrom('es_effect').selectAll().where('stream', 'like', 'approval/%').execute()
    expect(jobs.map(({ stream, name, event }) => `${stream} ${name} ${event}`).toSorted()).toEqual(expected.toSorted())
  })

  test('answers a repeated command as it did at first', async () => {
    const last = await app.db.sql
      .selectFrom('es_event')
      .selectAll()
      .orderBy('pos', 'desc')
      .where('command', 'like', 'demo %')
      .executeTakeFirstOrThrow()
    const { type, by, at, ...facts } = factOf(last)
    const event = { type, by, at, ...facts } as ApprovalEvent
    const { stream, version, pos, id } = last
    expect(await app.server.store.send({ stream, event, via: 'SYS', key: last.command })).toEqual({
      stream,
      version,
      pos,
      id,
    })
  })

  test('lets staff go on with a cloned order', async () => {
    const reviewer = await app.login('reviewer1')
    const waiting = (await rows()).filter(({ state, order_no }) => state === 'firstReview.wait' && isCloned(order_no))
    const { order_no: orderNo, version } = waiting.at(-1)!
    expect(await reviewer.call(approval.firstClaim, { orderNo, version })).toHaveCode(0)
    const detail = await reviewer.data(approval.detail, { orderNo })
    expect(detail).toMatchObject({ masked: false, documents: [], order: { state: 'firstReview.claimed' } })
    expect(detail.person.name).not.toBe('')
    expect(
      replay(machineOf(`approval/${orderNo}`), (await app.server.store.history(`approval/${orderNo}`)).map(recordOf))
        .version,
    ).toBe(version + 1)
  })
})

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  describe('a lender whose making is killed among its first orders', () => {
    let home: Home
    beforeAll(async () => void (home = await emptyHome(databaseUrl)))
    afterAll(() => home.remove())

    test('is neither served nor made on', async () => {
      expect((await runTask('lender half', home.env)).killed).toBe(true)
      expect(await runServer(home.env)).toMatchObject({ code: 1, err: expect.stringContaining('was interrupted') })
      await expect(runTask('clone', home.env)).rejects.toThrow('ended with 1')
    })
  })

  describe('a lender whose making is killed among its clones', () => {
    let home: Home
    beforeAll(async () => void (home = await emptyHome(databaseUrl)))
    afterAll(() => home.remove())

    test('has a whole chain, lacks what a rebuild makes, is not served before, and is not made over', async () => {
      expect((await runTask('clone half', home.env)).killed).toBe(true)
      expect(await runServer(home.env)).toMatchObject({ code: 1, err: expect.stringContaining('npm run rebuild') })
      await home.open(async (db) => {
        const { problems } = await verify(db)
        expect(problems.length).toBeGreaterThan(0)
        expect(problems.filter((problem) => !problem.endsWith(': its row is missing'))).toEqual([])
        await rebuild(db)
        expect((await verify(db)).problems).toEqual([])
      })
      const server = await startServer(home.env)
      await server.stop()
      await expect(runTask('clone', home.env)).rejects.toThrow('ended with 1')
    })
  })
})

/** The rules that read only the customer and the amount. */
const ownRules = ['ageOutOfRange', 'incomeTooLow', 'amountAboveIncome']

const ownHits = (record: PersonRecord, amount: number, at: number) => {
  const unknown = { loanQuality: null, maxDaysPastDue: null, openLoans: null, inquiries30: null }
  const today = businessDay(at)
  const years = Number(today.slice(0, 4)) - Number(record.birthday.slice(0, 4))
  const age = today.slice(5) < record.birthday.slice(5) ? years - 1 : years
  const inputs = { age, monthlyIncome: record.employment.monthlyIncome, amount, ...unknown }
  const first = compileRules(firstVersion, firstRules)
  return first.judge({ ...inputs, daysSinceRejection: 1, reapplyDays: 0 }).hits
}

describe('npm run demo', () => {
  const demo = fileURLToPath(new URL('../../../src/server/cli/demo.ts', import.meta.url))
  const asked = (...args: string[]) =>
    promisify(execFile)(process.execPath, [demo, ...args], { env: { PATH: process.env.PATH, DATA_DIR: '/dev/null' } })

  test.each([
    ['--orders', 'many'],
    ['--orders', '1.5'],
    ['--orders=-1'],
    ['--orders', '1e99'],
    ['--order', '5'],
    ['5'],
  ])('does not take %s %s, says why, and touches nothing', async (...args) => {
    await expect(asked(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/order|argument '5'/) })
  })
})
