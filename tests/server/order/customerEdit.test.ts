import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CustomerEditEvent } from '../../../src/machines/customerEdit.ts'
import * as approval from '../../../src/services/approval.ts'
import * as dashboard from '../../../src/services/dashboard.ts'
import * as order from '../../../src/services/order.ts'
import type { Caller } from '../../kit/app.ts'
import { customer } from '../../kit/application.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { send } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const refused = (rule: string) => ({ code: 422, data: { reason: `customerEdit:guard.${rule}` } })

/** The call for each kind of edit, with a change. */
const ofEachKind = () => [
  { endpoint: order.editUserInfo, changed: { street: 'Jalan Kenanga 9' } },
  { endpoint: order.editNik, changed: { nik: passingCustomer().nik } },
  { endpoint: order.editBankName, changed: { bank: 'BRI' } },
  { endpoint: order.editBankCard, changed: { account: '5554443331' } },
]

const decision = { amount: 1_500_000, term: 30, note: '' }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const support = as('support')
  const lead = as('reviewLead')
  const reviewer = as('reviewer1')
  const checker = as('reviewer2')
  const finance = as('finance')
  const financeChecker = as('financeChecker')

  const stateOf = async (orderNo: string) => await app.server.store.state(`approval/${orderNo}`)
  const versionOf = async (orderNo: string) => (await stateOf(orderNo)).version
  const stepsOf = async (orderNo: string) =>
    (await app.server.store.history(`approval/${orderNo}`)).map(({ type }) => type)
  const recordOf = async (orderNo: string) => {
    const { person, personVersion } = (await stateOf(orderNo)).context.application!
    return (await app.server.vault.read([{ person, version: personVersion }]))[0]!
  }
  const editsOf = async (orderNo: string, by = lead) => (await by.data(order.editsOf, { orderNo })).edits

  const inFirstReview = async (more: Parameters<typeof passing>[0] = {}) => {
    const orderNo = await app.apply(passing(more))
    await app.settle()
    return orderNo
  }
  const claimedFinally = async (more: Parameters<typeof passing>[0] = {}) => {
    const orderNo = await inFirstReview(more)
    const step = async (by: Caller, command: typeof approval.firstClaim, input = {}) =>
      by.data(command, { orderNo, version: await versionOf(orderNo), ...input })
    await step(reviewer, approval.firstClaim)
    await step(reviewer, approval.firstPass, decision)
    await step(checker, approval.finalClaim)
    return orderNo
  }
  const pass = async (orderNo: string, version?: number) =>
    checker.call(approval.finalPass, { orderNo, version: version ?? (await versionOf(orderNo)), ...decision })
  const approved = async () => {
    const orderNo = await claimedFinally()
    expect(await pass(orderNo)).toHaveCode(0)
    return orderNo
  }
  const confirm = async (orderNo: string, by = lead) => {
    const [edit] = await editsOf(orderNo)
    return by.call(order.confirmEdit, { id: edit!.id, version: edit!.version })
  }

  describe('before the approval', () => {
    test('an edit is taken at once, in a version of its own, and no event says what it is', async () => {
      const orderNo = await inFirstReview()
      const before = await recordOf(orderNo)
      const { code } = await support.call(order.editUserInfo, {
        orderNo,
        street: 'Jalan Kenanga 9',
        phone: '0812-9999-8888',
      })
      expect(code).toBe(0)
      expect(await recordOf(orderNo)).toEqual({
        ...before,
        phone: '+6281299998888',
        address: { ...before.address, street: 'Jalan Kenanga 9' },
      })
      expect((await stateOf(orderNo)).context.unchecked).toEqual([])
      const events = await app.server.store.history(`approval/${orderNo}`)
      expect(JSON.stringify(events)).not.toContain('Kenanga')
      expect(JSON.stringify(events)).not.toContain('99998888')
      expect(await editsOf(orderNo)).toMatchObject([
        {
          state: 'applied',
          kind: 'userInfo',
          changes: [
            { field: 'phone', before: '+628******7890', after: '+628******8888' },
            { field: 'street', before: 'J*** M*** ***', after: 'J*** K*** ***' },
          ],
        },
      ])
    })

    test('another bank account is no verified one until the bank was asked', async () => {
      const orderNo = await claimedFinally()
      await support.data(order.editBankCard, { orderNo, account: '9876543210' })
      expect((await stateOf(orderNo)).context).toMatchObject({
        unchecked: ['account'],
        finding: { accountVerified: false },
      })
      expect(await pass(orderNo)).toMatchObject({ code: 422, data: { reason: 'approval:guard.nothingUnchecked' } })
      await app.settle()
      expect((await stateOf(orderNo)).context).toMatchObject({ unchecked: [], finding: { accountVerified: true } })
      expect(await pass(orderNo)).toHaveCode(0)
    })

    test('an account that is somebody else’s keeps the order from being passed', async () => {
      const orderNo = await claimedFinally()
      await support.data(order.editBankCard, { orderNo, account: '9876543200' })
      await app.settle()
      expect((await stepsOf(orderNo)).at(-1)).toBe('recheckFailed')
      expect(await pass(orderNo)).toMatchObject({ code: 422, data: { reason: 'approval:guard.accountVerified' } })
    })

    test('a birthday that the rules refuse keeps the order from being passed', async () => {
      const orderNo = await claimedFinally()
      await support.data(order.editUserInfo, { orderNo, birthday: '2012-08-17' })
      expect(await pass(orderNo)).toMatchObject({ code: 422, data: { reason: 'approval:guard.nothingUnchecked' } })
      await app.settle()
      expect(await pass(orderNo)).toMatchObject({ code: 422, data: { reason: 'approval:guard.notKnockedOut' } })
    })

    test('while the machine looks, what it finds about the old record counts for nothing', async () => {
      const orderNo = await app.apply(passing())
      const { context } = await stateOf(orderNo)
      await support.data(order.editBankName, { orderNo, bank: 'MANDIRI' })
      const old = app.server.store.append([
        {
          stream: `approval/${orderNo}`,
          event: {
            type: 'machinePassed',
            by: 'SYS',
            at: app.clock.now(),
            round: 1,
            personVersion: context.application!.personVersion,
            finding: {
              ruleSet: 'x',
              hits: [],
              missing: [],
              score: 1,
              rating: 'A',
              bureau: null,
              accountVerified: true,
            },
          },
          via: 'SYS',
          key: randomUUID(),
        },
      ])
      expect(await old).toMatchObject([{ code: 422, key: 'approval:guard.thisRecord' }])
      await app.settle()
      expect(await stepsOf(orderNo)).toEqual(['submitted', 'customerAmended', 'machinePassed'])
    })

    test('a pass that was decided before the edit does not go through after it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const orderNo = await claimedFinally()
        const version = await versionOf(orderNo)
        const [passed] = await Promise.all([
          pass(orderNo, version),
          support.call(order.editBankCard, { orderNo, account: '9876543200' }),
        ])
        await app.settle()
        const { value, context } = await stateOf(orderNo)
        const [edit] = await editsOf(orderNo)
        const account = (await recordOf(orderNo)).bank.account === customer().bank.account ? 'verified' : 'another'
        const standing = [value, edit!.state, account, context.unchecked.length, context.finding!.accountVerified]
        // Either the pass came first: the order has the verified account and its edit is pending. Or the edit came
        // first.
        expect(standing).toEqual(
          passed.code === 0
            ? ['passed', 'pending', 'verified', 0, true]
            : [{ finalReview: 'claimed' }, 'applied', 'another', 0, false],
        )
      }
    })

    test('of two edits at once neither undoes the other unseen', async () => {
      const orderNo = await inFirstReview()
      const answers = await Promise.all([
        support.call(order.editUserInfo, { orderNo, job: 'Guru' }),
        support.call(order.editBankName, { orderNo, bank: 'BRI' }),
      ])
      expect(answers.map(({ code }) => code)).toEqual([0, 0])
      const states = (await editsOf(orderNo)).map(({ kind, state }) => `${kind} ${state}`).sort()
      const record = await recordOf(orderNo)
      const both = states.every((one) => one.endsWith('applied'))
      expect(both || states.filter((one) => one.endsWith('lapsed')).length === 1).toBe(true)
      expect(record.employment.job === 'Guru').toBe(states.includes('userInfo applied'))
      expect(record.bank.name === 'BRI').toBe(states.includes('bankName applied'))
    })

    test('what a server that was killed had not done is done by the next', async () => {
      const orderNo = await inFirstReview()
      const { person, personVersion } = (await stateOf(orderNo)).context.application!
      const record = await recordOf(orderNo)
      const after = (await app.server.vault.newest(person)) + 1
      const stream = `customerEdit/${randomUUID()}`
      const asked = {
        type: 'bankNameProposed',
        by: support.id,
        at: app.clock.now(),
        orderNo,
        person,
        before: personVersion,
        personVersion: after,
        fields: ['bank'],
        orderOpen: true,
        waiting: 0,
      } satisfies CustomerEditEvent
      await app.server.store.send({
        stream,
        event: asked,
        via: 'order.editBankName',
        key: randomUUID(),
        writes: (tx) =>
          app.server.vault.propose(
            tx,
            { person, version: after },
            { ...record, bank: { ...record.bank, name: 'BNI' } },
          ),
      })
      await app.settle()
      expect((await recordOf(orderNo)).bank.name).toBe('BNI')
      expect((await editsOf(orderNo))[0]!.state).toBe('applied')
      expect((await stepsOf(orderNo)).slice(-2)).toEqual(['customerAmended', 'rechecked'])
    })
  })

  describe('once it was approved', () => {
    test('an edit waits for somebody else, and the order stays as it is', async () => {
      const orderNo = await approved()
      const before = await stateOf(orderNo)
      await support.data(order.editBankCard, { orderNo, account: '5554443332' })
      expect(await stateOf(orderNo)).toEqual(before)
      expect(await editsOf(orderNo)).toMatchObject([{ state: 'pending', proposer: support.id }])
      const [edit] = await editsOf(orderNo)
      const own = app.server.store.append([
        {
          stream: `customerEdit/${edit!.id}`,
          event: { type: 'editConfirmed', by: support.id, at: app.clock.now() },
          via: 'order.confirmEdit',
          key: randomUUID(),
        },
      ])
      expect(await own).toMatchObject([{ code: 422, key: 'customerEdit:guard.anotherPerson' }])
      expect(await confirm(orderNo)).toHaveCode(0)
      expect((await stateOf(orderNo)).context).toMatchObject({
        unchecked: ['account'],
        finding: { accountVerified: false },
      })
      await app.settle()
      const { value, context } = await stateOf(orderNo)
      const { ruleSet, score, rating } = before.context.finding!
      expect(value).toBe('passed')
      expect(context.finding).toMatchObject({ ruleSet, score, rating, accountVerified: true })
      expect((await recordOf(orderNo)).bank.account).toBe('5554443332')
      expect((await stepsOf(orderNo)).slice(-2)).toEqual(['customerAmended', 'rechecked'])
      expect(await editsOf(orderNo)).toMatchObject([{ state: 'applied', checkerName: expect.any(String) }])
    })

    test('what does not hold after the change takes the order back to the final review', async () => {
      const orderNo = await approved()
      await support.data(order.editBankCard, { orderNo, account: '5554443300' })
      expect(await confirm(orderNo)).toHaveCode(0)
      await app.settle()
      expect((await stateOf(orderNo)).value).toEqual({ finalReview: 'wait' })
    })

    test('who may confirm it sees it whole while it waits, which the audit says; nobody else does, and nobody afterwards', async () => {
      const orderNo = await approved()
      await support.data(order.editBankCard, { orderNo, account: '5554443332' })
      const masked = { field: 'account', before: '*******890', after: '*******332' }
      const whole = { field: 'account', before: '1234567890', after: '5554443332' }
      const shownTo = async (by: Caller) => (await editsOf(orderNo, by))[0]!.changes
      const opened = async () =>
        app.db.sql
          .selectFrom('audit')
          .select('actor')
          .where('type', '=', 'editOpened')
          .where('subject', '=', `approval/${orderNo}`)
          .execute()
      expect(await shownTo(support)).toEqual([masked])
      expect(await shownTo(reviewer)).toEqual([masked])
      expect(await opened()).toEqual([])
      expect([await shownTo(lead), await shownTo(lead)]).toEqual([[whole], [whole]])
      expect(await opened()).toEqual([{ actor: lead.id }])
      expect(await confirm(orderNo)).toHaveCode(0)
      expect(await shownTo(lead)).toEqual([masked])
    })

    test('one that is confirmed after the money was sent changes nothing', async () => {
      const orderNo = await approved()
      await app.settle()
      await support.data(order.editBankCard, { orderNo, account: '5554443332' })
      await send(app, finance, financeChecker, orderNo)
      expect(await confirm(orderNo)).toHaveCode(0)
      await app.settle()
      expect(await editsOf(orderNo)).toMatchObject([{ state: 'lapsed' }])
      expect((await recordOf(orderNo)).bank.account).toBe(customer().bank.account)
    })

    test('a NIK that was corrected is free for whose it is: their application is not taken for this customer’s', async () => {
      const mistaken = passingCustomer()
      const orderNo = await inFirstReview({ customer: mistaken })
      const { nik } = passingCustomer()
      await support.data(order.editNik, { orderNo, nik })
      const theirs = await inFirstReview({ customer: { ...mistaken, name: 'Ratna Dewi' } })
      const [one, other] = await Promise.all(
        [orderNo, theirs].map(async (which) => (await stateOf(which)).context.application!.person),
      )
      expect(other).not.toBe(one)
      expect(await app.server.vault.find('nik', nik)).toEqual([one])
      expect(await app.server.vault.find('nik', mistaken.nik)).toEqual([other])
    })

    test('a refused edit changes nothing, and its new number leads to nobody', async () => {
      const orderNo = await approved()
      const { nik } = passingCustomer()
      await support.data(order.editNik, { orderNo, nik })
      const [edit] = await editsOf(orderNo)
      await lead.data(order.refuseEdit, { id: edit!.id, version: edit!.version, note: 'not on the card' })
      expect(await editsOf(orderNo)).toMatchObject([{ state: 'refused', note: 'not on the card' }])
      expect(await app.server.vault.find('nik', nik)).toEqual([])
      expect((await stepsOf(orderNo)).at(-1)).toBe('finalPassed')
    })

    test('there is one that waits at a time', async () => {
      const orderNo = await approved()
      await support.data(order.editBankCard, { orderNo, account: '5554443332' })
      for (const { endpoint, changed } of ofEachKind())
        expect(await support.call(endpoint, { orderNo, ...changed })).toMatchObject(refused('noneWaiting'))
    })

    test('an order whose edit waits is found by it until somebody decided, and counted for whoever may', async () => {
      const admin = await app.login('admin')
      const waiting = async () => (await admin.data(dashboard.summary, {})).edits!
      const found = async () => [
        ...(await lead.data(approval.list, { list: 'all', editWaits: true })).rows,
        ...(await support.data(order.list, { editWaits: true })).rows,
      ]
      const numbers = async () => (await found()).map((row) => row.orderNo)
      const before = await waiting()
      const orderNo = await approved()
      expect(await numbers()).not.toContain(orderNo)
      await support.data(order.editBankCard, { orderNo, account: '5554443332' })
      expect((await numbers()).filter((one) => one === orderNo)).toHaveLength(2)
      expect((await waiting()).count).toBe(before.count + 1)
      expect((await waiting()).oldest).not.toBeNull()
      expect(await confirm(orderNo)).toHaveCode(0)
      expect(await numbers()).not.toContain(orderNo)
      expect(await waiting()).toEqual(before)

      const both = await app.login('approve')
      expect((await both.data(dashboard.summary, {})).edits).toBeNull()
      expect(await lead.call(approval.list, { list: 'firstWait', editWaits: true })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'editWaits', reason: 'unknown' }] },
      })
    })

    test('one that waited until the approval was undone is taken all the same', async () => {
      const orderNo = await approved()
      await support.data(order.editBankCard, { orderNo, account: '5554443332' })
      await lead.data(approval.undo, { orderNo, version: await versionOf(orderNo), reason: 'decidedInError', note: '' })
      expect(await confirm(orderNo)).toHaveCode(0)
      await app.settle()
      expect((await recordOf(orderNo)).bank.account).toBe('5554443332')
    })
  })

  test('of a bank and its account is one, and the account may be written in groups', async () => {
    const orderNo = await inFirstReview()
    await support.data(order.editBankCard, { orderNo, bank: 'BNI', account: '555 444-3332' })
    await app.settle()
    expect((await recordOf(orderNo)).bank).toMatchObject({ name: 'BNI', account: '5554443332' })
    expect((await editsOf(orderNo))[0]).toMatchObject({
      changes: [{ field: 'bank', before: 'BCA', after: 'BNI' }, { field: 'account' }],
    })
  })

  describe('is refused', () => {
    test('when nothing would be otherwise', async () => {
      const orderNo = await inFirstReview()
      const { bank } = await recordOf(orderNo)
      const same = await support.call(order.editBankCard, { orderNo, account: bank.account })
      expect(same).toMatchObject(refused('somethingChanged'))
      for (const { endpoint } of ofEachKind())
        expect(await support.call(endpoint, { orderNo })).toMatchObject(refused('somethingChanged'))
    })

    test('with the NIK of another customer', async () => {
      const other = passingCustomer()
      await inFirstReview({ customer: other })
      const orderNo = await inFirstReview()
      expect(await support.call(order.editNik, { orderNo, nik: other.nik })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'nik', reason: 'nikTaken' }] },
      })
    })

    test.each([
      ['editNik', { nik: '123' }, 'nik', 'nikDigits'],
      ['editUserInfo', { phone: '12' }, 'phone', 'phone'],
      ['editUserInfo', { birthday: '1992-02-30' }, 'birthday', 'invalid'],
      ['editUserInfo', { name: '' }, 'name', 'required'],
      ['editUserInfo', { name: 'Budi <b>' }, 'name', 'personName'],
      ['editUserInfo', { name: 'Budi 😀' }, 'name', 'personName'],
      ['editBankCard', { accountHolder: 'Budi 😀' }, 'accountHolder', 'personName'],
      ['editUserInfo', { nik: '3171025708920001' }, 'nik', 'unknown'],
      ['editBankCard', { account: '12ab' }, 'account', 'account'],
      ['editBankCard', { card: '6019 8800' }, 'card', 'card'],
    ] as const)('%s with %j', async (name, input, field, reason) => {
      const answer = await support.call(order[name], { orderNo: 'LK1', ...input })
      expect(answer).toMatchObject({ code: 400, data: { issues: [{ field, reason }] } })
    })

    test('on an order that was rejected, one that there is not, and by whom it was not granted to', async () => {
      const orderNo = await app.apply({ ...passing(), customer: passingCustomer({ birthday: '2012-08-17' }) })
      await app.settle()
      expect((await stateOf(orderNo)).value).toBe('machineRejected')
      for (const { endpoint, changed } of ofEachKind())
        expect(await support.call(endpoint, { orderNo, ...changed })).toMatchObject(refused('orderOpen'))
      expect(await support.call(order.editNik, { orderNo: 'LK1', nik: passingCustomer().nik })).toHaveCode(404)
      expect(await reviewer.call(order.editNik, { orderNo, nik: passingCustomer().nik })).toHaveCode(4030)
      expect(await support.call(order.confirmEdit, { id: 'x', version: 1 })).toHaveCode(4030)
      expect(await lead.call(order.confirmEdit, { id: 'x', version: 1 })).toHaveCode(404)
    })
  })
})
