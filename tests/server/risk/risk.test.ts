import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstRules, firstVersion } from '../../../src/machines/rules.first.ts'
import type { Rule, RuleContent } from '../../../src/machines/rules.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { projections } from '../../../src/server/processes.ts'
import { lastReview, openInputs } from '../../../src/server/risk/reviewInputs.ts'
import { createRuleVersions } from '../../../src/server/risk/versions.ts'
import { createStore } from '../../../src/server/store/store.ts'
import * as approval from '../../../src/services/approval.ts'
import * as risk from '../../../src/services/risk.ts'
import type { TestApp } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

const plus = (more: Partial<Rule>): RuleContent => ({
  ...firstRules,
  rules: [...firstRules.rules, { ...firstRules.rules[0]!, name: 'mine', expression: 'amount > 1', ...more }],
})

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const rina = as('risk')
  const sari = as('risk.2')
  let orderNo: string
  beforeAll(async () => {
    orderNo = await app.apply({ customer: passingCustomer() })
    await app.settle()
  })

  const stands = async (number: number) => (await rina.data(risk.version, { version: String(number) })).row!
  const of = async (number: number) => ({ number, version: (await stands(number)).version })
  const drafted = async (content?: RuleContent): Promise<number> => {
    const { stream } = await rina.data(risk.draft, { title: 'Mine', base: firstVersion })
    const number = Number(stream.split('/')[1])
    if (content) await rina.data(risk.save, { ...(await of(number)), title: 'Mine', content })
    return number
  }
  const proposed = async (content: RuleContent): Promise<number> => {
    const number = await drafted(content)
    await rina.data(risk.test, { ...(await of(number)), orderNo })
    await rina.data(risk.propose, await of(number))
    return number
  }
  const inForce = async () => (await rina.data(risk.versions, {})).inForce

  test('at first the rules that came with the program are in force', async () => {
    expect(await inForce()).toBe(firstVersion)
    const { content, row, state } = await rina.data(risk.version, { version: firstVersion })
    expect([content, row, state]).toEqual([firstRules, null, null])
  })

  test('the machine keeps what it saw, under its customer alone, and names the version that it went by', async () => {
    const { finding } = await asReviewed(app, orderNo)
    expect(finding!.ruleSet).toBe(firstVersion)
    const row = await app.db.sql
      .selectFrom('review_input')
      .selectAll()
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ round: 1, rule_set: firstVersion })
    const { key } = await app.db.sql
      .selectFrom('person_key')
      .selectAll()
      .where('person', '=', row.person)
      .executeTakeFirstOrThrow()
    expect(openInputs(row, key)).toMatchObject({ amount: 2_000_000, product: 'KILAT', reapplyDays: 30 })
    expect(() => openInputs({ ...row, round: 2 }, key)).toThrow('authenticate')
    expect(openInputs(row, null)).toBeUndefined()
  })

  test('what the applicant said is neither in an event nor shown to whoever does not hold the application', async () => {
    const employment = { employer: 'Toko Maju', job: 'Kasir', monthlyIncome: 1_234_567, since: '2019-02-01' }
    const poor = await app.apply({ customer: passingCustomer({ employment }) })
    await app.settle()
    const events = await app.db.sql
      .selectFrom('es_event')
      .select('data')
      .where('stream', '=', `approval/${poor}`)
      .execute()
    const detail = await asReviewed(app, poor)
    expect(detail.finding!.hits).toContainEqual({ rule: 'incomeTooLow', knockOut: false })
    expect(detail.rules.find(({ name }) => name === 'amountAboveIncome')!.values).toEqual({ amount: 2_000_000 })
    expect(JSON.stringify([events, detail])).not.toContain('1234567')
    expect(await lastReview(app.db, poor, 1)).toMatchObject({ inputs: { monthlyIncome: 1_234_567 } })
  })

  describe('a draft', () => {
    test('begins with the content of another version, and is saved as a whole', async () => {
      const number = await drafted()
      expect(await stands(number)).toMatchObject({ state: 'draft', base: firstVersion, rules: 8, title: 'Mine' })
      await sari.data(risk.save, { ...(await of(number)), title: 'Ours', content: plus({}) })
      expect(await stands(number)).toMatchObject({ title: 'Ours', rules: 9, editor: { id: sari.id } })
      const { content } = await rina.data(risk.version, { version: String(number) })
      expect(content).toEqual(plus({}))
    })

    test('with problems is refused, each with its place, in the language of the caller', async () => {
      const number = await drafted()
      const content = plus({ expression: 'amount > incme', words: { id: '', en: 'x', zh: 'x' } })
      const { code, data } = await rina.call(
        risk.save,
        { ...(await of(number)), title: 'Mine', content },
        { language: 'id' },
      )
      expect([code, data]).toEqual([
        400,
        {
          issues: [
            {
              field: 'rules.8.words.id',
              reason: 'words',
              message: 'Isi kata-katanya, paling banyak 120 huruf',
            },
            {
              field: 'rules.8.expression',
              reason: 'unknownField',
              message: 'Tidak ada masukan bernama “incme”',
              start: 9,
              end: 14,
            },
          ],
        },
      ])
      expect(await stands(number)).toMatchObject({ version: 1, rules: 8 })
    })

    test.each([
      ['a megabyte of text', { expression: 'a'.repeat(1 << 20) }, 413, 'The request body is too large', undefined],
      [
        'an expression that is too long',
        { expression: 'a'.repeat(2001) },
        400,
        'Some fields need correcting',
        'tooLong',
      ],
      [
        'a character that no database keeps',
        { expression: '\u0000' },
        400,
        'Some fields need correcting',
        'characters',
      ],
    ])('with %s is refused', async (_, more, refused, message, reason) => {
      const number = await drafted()
      const { code, msg, data } = await rina.call(risk.save, {
        ...(await of(number)),
        title: 'Mine',
        content: plus(more),
      })
      const { issues } = { issues: undefined, ...(data as object) } as { issues?: { field: string; reason: string }[] }
      expect([code, msg]).toEqual([refused, message])
      expect(issues?.map((issue) => [issue.field, issue.reason])).toEqual(
        reason && [['content.rules.8.expression', reason]],
      )
    })

    test('that somebody else has saved meanwhile is not overwritten', async () => {
      const number = await drafted()
      const seen = await of(number)
      await sari.data(risk.save, { ...seen, title: 'Ours', content: firstRules })
      expect(await rina.call(risk.save, { ...seen, title: 'Mine', content: firstRules })).toMatchObject({ code: 409 })
    })

    test('of nothing is not made, and a version that is not there is not found', async () => {
      expect(await rina.call(risk.draft, { title: 'Mine', base: '999' })).toMatchObject({ code: 400 })
      expect(await rina.call(risk.version, { version: '999' })).toMatchObject({ code: 404 })
      expect(await rina.call(risk.discard, { number: 999, version: 1 })).toMatchObject({ code: 404 })
    })
  })

  test('an expression is checked as it is typed', async () => {
    expect(await rina.data(risk.check, { expression: 'amount > monthlyIncome * 2' })).toEqual({
      reads: ['amount', 'monthlyIncome'],
      problem: null,
    })
    expect(await rina.data(risk.check, { expression: 'amount > ' })).toEqual({
      reads: [],
      problem: { message: 'Cannot be read here', start: 9, end: 9 },
    })
  })

  describe('on the test bench', () => {
    test('a version shows what each rule makes of an order, beside what was decided', async () => {
      const number = await drafted(plus({ name: 'dividing', expression: 'amount / failedOrderCount > 1' }))
      const result = await rina.data(risk.bench, { version: String(number), orderNo })
      expect(result).toMatchObject({
        decided: { outcome: 'passed', ruleSet: firstVersion },
        judged: { outcome: 'referred' },
      })
      expect(result.rules.at(-1)).toMatchObject({
        name: 'dividing',
        outcome: 'failed',
        reads: ['amount', 'failedOrderCount'],
        values: { amount: 2_000_000, failedOrderCount: 0 },
      })
      expect(result.rules.slice(0, -1).map(({ outcome }) => outcome)).not.toContain('failed')
    })

    test('each look at what the machine saw of a customer is in the audit', async () => {
      const looks = () =>
        app.db.sql
          .selectFrom('audit')
          .select(['actor', 'subject'])
          .where('type', '=', 'reviewInputsViewed')
          .where('actor', '=', sari.id)
          .execute()
      expect(await looks()).toEqual([])
      await sari.data(risk.bench, { version: firstVersion, orderNo })
      expect(await looks()).toEqual([{ actor: sari.id, subject: `approval/${orderNo}` }])
    })

    test('an order that the machine has not seen is refused in words', async () => {
      expect(await rina.call(risk.bench, { version: firstVersion, orderNo: 'LK261121999999' })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'orderNo', reason: 'notReviewed' }] },
      })
    })

    test('a recorded try is what lets a draft be proposed', async () => {
      const number = await drafted(plus({}))
      expect(await rina.call(risk.propose, await of(number))).toMatchObject({ code: 422 })
      await rina.data(risk.test, { ...(await of(number)), orderNo })
      const { tests } = await rina.data(risk.version, { version: String(number) })
      expect(tests).toMatchObject([{ kind: 'order', subject: orderNo, changed: 1, by: { id: rina.id } }])
      await rina.data(risk.propose, await of(number))
      expect(await stands(number)).toMatchObject({ state: 'proposed', proposer: { id: rina.id } })
    })
  })

  describe('put in force', () => {
    test('takes two people', async () => {
      const number = await proposed(plus({}))
      expect(await rina.call(risk.publish, await of(number))).toMatchObject({ code: 422 })
      expect(await inForce()).toBe(firstVersion)
      await sari.data(risk.refuse, { ...(await of(number)), reason: 'Not yet' })
      const { refusal, row } = await rina.data(risk.version, { version: String(number) })
      expect([refusal, row!.state]).toEqual(['Not yet', 'draft'])
    })

    test('it is what the next application is judged by, and the one before it is retired', async () => {
      const onAnotherServer = createRuleVersions({
        db: app.db,
        store: createStore({ db: app.db, projections, ids: randomUUID }),
      })
      const before = (await onAnotherServer.current()).version
      // The sandbox bureau counts many inquiries for one in eight, whoever it is.
      const { rules: all, ...content } = plus({})
      const one = await proposed({ ...content, rules: all.filter(({ name }) => name !== 'tooManyInquiries') })
      await sari.data(risk.publish, await of(one))
      expect([before, (await onAnotherServer.current()).version]).toEqual([firstVersion, String(one)])
      const two = await proposed(plus({ name: 'other', expression: 'amount > 2' }))
      const next = await app.apply({ customer: passingCustomer() })
      await app.settle()
      const { finding, rules } = await asReviewed(app, next)
      expect(finding).toMatchObject({ ruleSet: String(one), hits: [{ rule: 'mine', knockOut: true }] })
      expect(rules.at(-1)).toMatchObject({ name: 'mine', outcome: 'hit', values: { amount: 2_000_000 } })
      expect(await lastReview(app.db, next, 1)).toMatchObject({ inputs: { amount: 2_000_000 } })

      await sari.data(risk.publish, await of(two))
      await app.settle()
      expect(await inForce()).toBe(String(two))
      expect([(await stands(one)).state, (await stands(two)).state]).toEqual(['retired', 'published'])
    })

    test('of two at once one takes the place, and the other has to be proposed anew', async () => {
      const [one, two] = [await proposed(plus({})), await proposed(plus({}))]
      const answers = await Promise.all([one, two].map(async (number) => sari.call(risk.publish, await of(number))))
      expect(answers.map(({ code }) => String(code)).toSorted()).toEqual(['0', '422'])
      await app.settle()
      const states = [(await stands(one)).state, (await stands(two)).state]
      expect(states.toSorted()).toEqual(['proposed', 'published'])
      expect(await inForce()).toBe(String(states[0] === 'published' ? one : two))
      const { rows } = {
        rows: await app.db.sql.selectFrom('rule_set').selectAll().where('state', '=', 'published').execute(),
      }
      expect(rows).toHaveLength(1)
    })

    test('and the same click twice is one version in force', async () => {
      const number = await proposed(plus({}))
      const body = await of(number)
      const [one, other] = await Promise.all([0, 1].map(() => sari.call(risk.publish, body, { key: 'twice' })))
      expect(one!).toHaveCode(0)
      expect(other).toEqual(one)
      await app.settle()
    })
  })

  test('a rebuild makes the same rows', async () => {
    const rows = () => app.db.sql.selectFrom('rule_set').selectAll().orderBy('number').execute()
    const live = await rows()
    expect(live.length).toBeGreaterThan(5)
    await rebuild(app.db)
    expect(await rows()).toEqual(live)
  })

  test.each([
    ['reviewer1', risk.versions, {}],
    ['reviewer1', risk.bench, { version: firstVersion, orderNo: 'LK1' }],
    ['approve', risk.publish, { number: 1, version: 1 }],
  ] as const)('%s may not: %o', async (role, endpoint, body) => {
    const caller = await app.login(role)
    expect(await caller.call(endpoint, body as never)).toMatchObject({ code: 4030 })
  })
})

/** An order as a reviewer sees it. */
const asReviewed = async (app: TestApp, orderNo: string) =>
  (await app.login('approve')).data(approval.detail, { orderNo })
