import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signed } from '../../../src/server/channels/signature.ts'
import { payoutSendings } from '../../../src/server/payout/sendings.ts'
import { askProvider } from '../../../src/server/providerReports/askProvider.ts'
import type { Effect } from '../../../src/server/store/outbox.ts'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as order from '../../../src/services/order.ts'
import * as payout from '../../../src/services/payout.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { approvalVersion, approvedOrder, payoutCall, payoutState, send } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, payoutTimeoutMs: 300 })
  let maker: Caller
  let checker: Caller
  let admin: Caller
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ url, close } = await listen(app.app))
    app.callTo(`${url}/api`)
  })
  // A session expires after half an hour without a call.
  let loggedInAt = 0
  const logIn = async () => {
    if (app.clock.now() - loggedInAt < 20 * minute) return
    loggedInAt = app.clock.now()
    maker = await app.login('finance')
    checker = await app.login('financeChecker')
    admin = await app.login('admin')
  }
  beforeEach(logIn)
  afterEach(() => app.callTo(`${url}/api`))
  afterAll(async () => {
    await close()
  })

  const stateOf = (orderNo: string) => payoutState(app, orderNo)
  const call = (by: Caller, command: Parameters<typeof payoutCall>[2], orderNo: string, input = {}) =>
    payoutCall(app, by, command, orderNo, input)
  const ready = (ending?: string) => approvedOrder(app, ending)
  const sent = async (ending?: string) => {
    const orderNo = await ready(ending)
    await send(app, maker, checker, orderNo)
    return orderNo
  }
  /** Lets time pass, delivers the providers' due callbacks, and runs every due job. */
  const later = async (ms: number) => {
    app.clock.advance(ms)
    await app.deliver()
    await app.settle()
    await logIn()
  }
  const eventsOf = async (orderNo: string) =>
    (await app.server.store.history(`payout/${orderNo}`)).map(({ type }) => type)
  const alarmsOf = async (orderNo: string) =>
    (await maker.data(payout.alarms, {})).alarms.filter((alarm) => alarm.orderNo === orderNo)

  describe('an approval and its payout', () => {
    test('it waits from the approval on, for what the customer is to receive', async () => {
      const orderNo = await ready()
      const { value, context } = await stateOf(orderNo)
      expect(value).toBe('waiting')
      // Rp1,500,000 less a service fee of 5 % and Rp15,000.
      expect(context.terms).toMatchObject({
        orderNo,
        amount: 1_410_000,
        app: 'DK',
        product: 'KILAT',
        channel: 'samudra',
      })
      const { rows } = await maker.data(payout.list, { list: 'wait', orderNo })
      expect(rows).toMatchObject([{ orderNo, state: 'waiting', amount: 1_410_000, bank: 'BCA', account: '*******890' }])
    })

    test('it is stopped with the approval, and opened again with the next one', async () => {
      const orderNo = await ready()
      const lead = await app.login('reviewLead')
      await lead.data(approval.undo, {
        orderNo,
        version: await approvalVersion(app, orderNo),
        reason: 'decidedInError',
        note: '',
      })
      await app.settle()
      expect((await stateOf(orderNo)).value).toBe('cancelled')
      const final = await app.login('reviewer2')
      const version = () => approvalVersion(app, orderNo)
      await final.data(approval.finalClaim, { orderNo, version: await version() })
      await final.data(approval.finalPass, { orderNo, version: await version(), amount: 1_000_000, term: 30, note: '' })
      await app.settle()
      const { value, context } = await stateOf(orderNo)
      expect(value).toBe('waiting')
      expect(context.terms!.amount).toBe(935_000)
    })

    test('an approval that is taken back and given again before its jobs are done is paid out as it was given last', async () => {
      const orderNo = await ready()
      const lead = await app.login('reviewLead')
      const final = await app.login('reviewer2')
      const version = () => approvalVersion(app, orderNo)
      await lead.data(approval.undo, { orderNo, version: await version(), reason: 'decidedInError', note: '' })
      // The waiting payout belongs to an approval that was undone.
      expect(await call(maker, payout.submit, orderNo)).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.orderStands' },
      })
      app.clock.advance(minute)
      await final.data(approval.finalClaim, { orderNo, version: await version() })
      await final.data(approval.finalPass, { orderNo, version: await version(), amount: 700_000, term: 30, note: '' })
      expect(await call(maker, payout.submit, orderNo)).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.orderStands' },
      })
      await app.settle()
      expect((await stateOf(orderNo)).context.terms!.amount).toBe(650_000)
      expect(await call(maker, payout.submit, orderNo)).toHaveCode(0)
    })

    test('a changed account is another payout', async () => {
      const orderNo = await ready()
      const support = await app.login('support')
      const lead = await app.login('reviewLead')
      await support.data(order.editBankCard, { orderNo, account: '9876543290' })
      const { edits } = await lead.data(order.editsOf, { orderNo })
      expect(await call(maker, payout.submit, orderNo)).toHaveCode(0)
      await lead.data(order.confirmEdit, { id: edits[0]!.id, version: edits[0]!.version })
      // The approval now refers to another record, which is being checked.
      expect(await call(checker, payout.approve, orderNo)).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.orderStands' },
      })
      await app.settle()
      expect(await eventsOf(orderNo)).toEqual(['payoutOpened', 'payoutSubmitted', 'payoutCancelled', 'payoutReopened'])
      const { rows } = await maker.data(payout.list, { list: 'wait', orderNo })
      expect(rows).toMatchObject([{ state: 'waiting', account: '*******290' }])
    })

    test('a customer withdraws until the money is sent', async () => {
      const [early, late] = [await ready(), await ready()]
      await call(maker, payout.submit, early)
      const withdraw = (orderNo: string) => app.customerApp.call(intake.withdraw, { orderNo }, { key: randomUUID() })
      expect(await withdraw(early)).toHaveCode(0)
      await app.settle()
      expect((await stateOf(early)).value).toBe('cancelled')
      await send(app, maker, checker, late)
      expect(await withdraw(late)).toMatchObject({ code: 422, data: { reason: 'approval:guard.payoutNotSent' } })
    })

    test('of a withdrawal and an approval of the sending at one moment one is too late', async () => {
      const orders = await Promise.all(Array.from({ length: 12 }, () => ready()))
      for (const orderNo of orders) await call(maker, payout.submit, orderNo)
      const outcomes = await Promise.all(
        orders.map(async (orderNo, index) => {
          const withdraw = () => app.customerApp.call(intake.withdraw, { orderNo }, { key: randomUUID() })
          const approveIt = () => call(checker, payout.approve, orderNo)
          // The first to be asked is not always the first to be decided.
          const early = index % 2 === 0 ? withdraw() : undefined
          const approving = approveIt()
          const [withdrawn, approved] = await Promise.all([early ?? withdraw(), approving])
          return { orderNo, withdrawn: withdrawn.code === 0, approved: approved.code === 0 }
        }),
      )
      await app.settle()
      for (const { orderNo, withdrawn, approved } of outcomes) {
        expect([withdrawn, approved].filter(Boolean)).toHaveLength(1)
        expect((await stateOf(orderNo)).value === 'cancelled').toBe(withdrawn)
      }
    })
  })

  describe('two people', () => {
    test('the maker does not check, and the checker does not make', async () => {
      const orderNo = await ready()
      expect(await call(checker, payout.submit, orderNo)).toHaveCode(4030)
      expect(await call(maker, payout.submit, orderNo)).toHaveCode(0)
      expect(await call(maker, payout.approve, orderNo)).toHaveCode(4030)
      expect(await call(checker, payout.approve, orderNo)).toHaveCode(0)
    })

    test('somebody who may do both does not do both on one sending', async () => {
      const orderNo = await ready()
      await call(admin, payout.submit, orderNo)
      expect(await call(admin, payout.approve, orderNo)).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.anotherPerson' },
      })
    })

    test('another amount than what was approved is refused', async () => {
      const orderNo = await ready()
      expect(await call(maker, payout.submit, orderNo, { amount: 1_410_001 })).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.arrivalAmount' },
      })
      for (const [amount, reason] of [
        [-1, 'positive'],
        [0.5, 'whole'],
        [1e12 + 1, 'range'],
      ] as const)
        expect(await call(maker, payout.submit, orderNo, { amount })).toMatchObject({
          code: 400,
          data: { issues: [{ field: 'amount', reason }] },
        })
    })

    test('of many that are approved at once, one whose account was changed since it was ticked is not', async () => {
      const [changed, other] = [await sent('11'), await sent('11')]
      await later(3000)
      for (const orderNo of [changed, other])
        expect(await call(maker, payout.retry, orderNo, { evidence: 'provider’s letter' })).toHaveCode(0)
      const seen = async (key: string) => ({ key, version: (await stateOf(key)).version })
      const rows = [await seen(changed), await seen(other)]

      await call(checker, payout.refuse, changed, { reason: 'ask the customer' })
      const input = { bank: 'BNI', account: '5550001177', evidence: 'sent by the customer' }
      expect(await call(maker, payout.changeAccount, changed, input)).toHaveCode(0)
      const { stream } = await checker.data(jobs.requestBulk, {
        list: payout.list.id,
        filter: { list: 'wait' },
        rows,
        command: 'payoutApproved',
        said: {},
      })
      await app.settle()
      const { rows: results } = await checker.data(jobs.bulkRows, { id: stream.slice('bulk/'.length) })
      expect(results.map(({ key, result }) => [key, result])).toEqual([
        [changed, 'errors:stale'],
        [other, 'done'],
      ])
      expect((await stateOf(changed)).context).toMatchObject({ proposal: { kind: 'accountChanged' }, attempts: [{}] })
      expect((await stateOf(other)).context.attempts).toHaveLength(2)
    })

    test('of two checkers at one moment one is too late, and the money is sent once', async () => {
      const orderNo = await ready()
      await call(maker, payout.submit, orderNo)
      const codes = (
        await Promise.all([call(checker, payout.approve, orderNo), call(admin, payout.approve, orderNo)])
      ).map(({ code }) => code)
      expect(codes.toSorted((one, other) => one - other)).toEqual([0, 409])
      await app.settle()
      expect((await stateOf(orderNo)).context.attempts).toHaveLength(1)
    })
  })

  describe('a provider over HTTP', () => {
    test('takes the order, and calls back when the money arrived', async () => {
      const orderNo = await sent()
      expect((await stateOf(orderNo)).value).toBe('processing')
      app.clock.advance(3000)
      await app.deliver()
      const { value, context } = await stateOf(orderNo)
      expect(value).toBe('succeeded')
      expect(context.paid).toMatchObject({ txid: `${orderNo}-P1`, amount: 1_410_000, day: '2026-11-21' })
      const { payout: record, attempts } = await maker.data(payout.ofOrder, { orderNo })
      expect(record).toMatchObject({ state: 'succeeded', thirdStatus: 'succeeded', message: 'Paid to the account' })
      expect(attempts).toMatchObject([
        { txid: `${orderNo}-P1`, channel: 'samudra', status: 'succeeded', arrivedOn: '2026-11-21' },
      ])
      expect(await alarmsOf(orderNo)).toEqual([])
    })

    test('is asked when its calls do not come', async () => {
      app.callTo('http://127.0.0.1:1/nobody')
      const orderNo = await sent()
      await later(20_000)
      expect((await stateOf(orderNo)).value).toBe('succeeded')
    })

    test('is asked again after whole milliseconds, which is all that a job can wait for', async () => {
      app.callTo('http://127.0.0.1:1/nobody')
      const orderNo = await sent('22')
      const [attempt] = (await stateOf(orderNo)).context.attempts
      app.clock.advance(attempt!.sentAt + 61_003 - app.clock.now())
      const job = { stream: `payout/${orderNo}` } as Parameters<Effect>[0]
      const asked = await askProvider(app.server, [payoutSendings])(job, { stopping: new AbortController().signal })
      expect(asked).toEqual({ again: 15_251 })
    })

    test('that gives no answer to an order is given the same one again', async () => {
      const orderNo = await sent('33')
      expect((await stateOf(orderNo)).value).toBe('sending')
      await later(3000)
      expect((await stateOf(orderNo)).value).toBe('succeeded')
      expect((await stateOf(orderNo)).context.attempts).toHaveLength(1)
    })

    test('that is down leaves it unknown, which is no failure and cannot be retried', async () => {
      const orderNo = await sent('95')
      await later(31 * minute)
      expect((await stateOf(orderNo)).value).toEqual({ unknown: 'open' })
      expect(await call(maker, payout.retry, orderNo, { evidence: 'no answer' })).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.notOffered' },
      })
    })

    test('that answers late is heard all the same', async () => {
      const orderNo = await sent('23')
      await later(31 * minute)
      expect((await stateOf(orderNo)).value).toEqual({ unknown: 'open' })
      await later(6 * hour)
      expect((await stateOf(orderNo)).value).toBe('succeeded')
    })

    test('that says it three times is heard once', async () => {
      const orderNo = await sent('44')
      await later(3000)
      expect((await eventsOf(orderNo)).filter((type) => type === 'payoutSucceeded')).toHaveLength(1)
      expect(await alarmsOf(orderNo)).toEqual([])
    })

    test('that refuses an order at once has failed it', async () => {
      const orderNo = await sent('88')
      const { value, context } = await stateOf(orderNo)
      expect(value).toBe('failed')
      expect(context.attempts).toMatchObject([{ status: 'failed', code: 'ACCOUNT_INVALID' }])
    })

    test('that says paid and then failed is recorded and alarms, and the loan stays', async () => {
      const orderNo = await sent('55')
      await later(3000)
      await later(3000)
      expect((await stateOf(orderNo)).value).toBe('succeeded')
      expect((await eventsOf(orderNo)).at(-1)).toBe('payoutContradicted')
      expect(await alarmsOf(orderNo)).toMatchObject([
        { outcome: 'contradicts', provider: 'samudra', txid: `${orderNo}-P1`, word: 'failed', code: 'ACCOUNT_CLOSED' },
      ])
      const { rows } = await maker.data(payout.list, { list: 'all', contradicted: true, orderNo })
      expect(rows).toMatchObject([{ contradicted: `${orderNo}-P1` }])
    })

    test('that says failed and then paid keeps the money from being sent again, until two people know', async () => {
      const orderNo = await sent('77')
      await later(3000)
      expect((await stateOf(orderNo)).value).toBe('failed')
      await later(3000)
      expect(await call(maker, payout.retry, orderNo, { evidence: 'closed' })).toMatchObject({
        code: 422,
        data: { reason: 'payout:guard.nothingInDoubt' },
      })
      const day = '2026-11-21'
      expect(await call(maker, payout.provePaid, orderNo, { day, evidence: 'statement' })).toHaveCode(0)
      expect(await call(maker, payout.confirmProof, orderNo)).toHaveCode(4030)
      expect(await call(checker, payout.confirmProof, orderNo)).toHaveCode(0)
      expect((await stateOf(orderNo)).context.paid).toMatchObject({ txid: `${orderNo}-P1`, day })
    })

    test('whose customer’s bank sends the money back has failed it after all', async () => {
      const orderNo = await sent('66')
      await later(3000)
      expect((await stateOf(orderNo)).value).toBe('succeeded')
      await later(hour)
      expect((await stateOf(orderNo)).value).toBe('failed')
      await send(app, maker, checker, orderNo)
      expect((await stateOf(orderNo)).context.attempts.map(({ txid }) => txid)).toEqual([
        `${orderNo}-P1`,
        `${orderNo}-P2`,
      ])
    })
  })

  describe('after a failure', () => {
    test('another channel pays what the first could not, proposed with evidence and checked by another', async () => {
      const orderNo = await sent('11')
      await later(3000)
      expect((await stateOf(orderNo)).value).toBe('failed')
      const change = (channel: string) => call(maker, payout.changeChannel, orderNo, { channel, evidence: 'letter 12' })
      expect(await change('atlantis')).toMatchObject({ code: 422, data: { reason: 'payout:guard.channelOpen' } })
      expect(await change('samudra')).toMatchObject({ code: 422, data: { reason: 'payout:guard.anotherChannel' } })
      expect(await change('merapi')).toHaveCode(0)
      const { rows } = await maker.data(payout.list, { list: 'change', orderNo })
      expect(rows).toMatchObject([{ state: 'checking', channel: 'merapi', evidence: 'letter 12', proposer: maker.id }])
      expect(await call(checker, payout.approve, orderNo)).toHaveCode(0)
      await app.settle()
      await later(20_000)
      expect((await stateOf(orderNo)).context.attempts).toMatchObject([
        { channel: 'samudra', status: 'failed' },
        { channel: 'merapi', status: 'succeeded', txid: `${orderNo}-P2` },
      ])
    })

    test('another account is asked for by name, and no event says which it is', async () => {
      const orderNo = await sent('11')
      await later(3000)
      const change = (account: string) =>
        call(maker, payout.changeAccount, orderNo, { bank: 'BNI', account, evidence: 'sent by the customer' })
      expect(await change('5550001100')).toMatchObject({ code: 422, data: { reason: 'payout:guard.holderMatches' } })
      // The sandbox's bank does not answer for it.
      expect(await change('5550001199')).toMatchObject({ code: 422, msg: expect.stringMatching(/bank/i) })
      expect(await change('5550001177')).toHaveCode(0)
      // The second person sees it in the list.
      expect((await maker.data(payout.list, { list: 'wait', orderNo })).rows).toMatchObject([
        { bank: 'BNI', account: '*******177', proposal: 'accountChanged' },
      ])
      await call(checker, payout.approve, orderNo)
      await app.settle()
      const { attempts } = await maker.data(payout.ofOrder, { orderNo })
      expect(attempts.map(({ payee }) => `${payee.bank} ${payee.account}`)).toEqual([
        'BCA *******811',
        'BNI *******177',
      ])
      expect(JSON.stringify(await app.server.store.history(`payout/${orderNo}`))).not.toContain('5550001177')
    })

    test('a call back about the first sending does not count for the second', async () => {
      const orderNo = await sent('11')
      await later(3000)
      await send(app, maker, checker, orderNo)
      const late = { ...word(orderNo), word: 'succeeded', code: 'PAID' }
      expect(await callBack('samudra', late)).toHaveCode(0)
      expect((await stateOf(orderNo)).value).toBe('processing')
      expect(await alarmsOf(orderNo)).toMatchObject([{ outcome: 'contradicts', txid: `${orderNo}-P1` }])
    })
  })

  const word = (orderNo: string) => ({
    txid: `${orderNo}-P1`,
    word: 'failed',
    code: 'ACCOUNT_CLOSED',
    message: '',
    amount: 1_410_000,
    at: app.clock.now(),
  })
  const callBack = async (provider: string, payload: object, headers?: Record<string, string>) => {
    const body = JSON.stringify(payload)
    const secret = app.server.channels.secrets[provider] ?? 'none'
    const response = await fetch(`${url}/api/channels/${provider}/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(secret, body, app.clock.now()), ...headers },
      body,
    })
    return (await response.json()) as { code: number; data: unknown }
  }

  describe('a call back', () => {
    test('that is not signed, signed by another, of long ago or of another body changes nothing and alarms', async () => {
      const orderNo = await sent('22')
      const { version } = await stateOf(orderNo)
      const secret = app.server.channels.secrets.samudra!
      const body = JSON.stringify(word(orderNo))
      const forged = [
        { 'x-signature': '' },
        signed('another secret', body, app.clock.now()),
        signed(secret, body, app.clock.now() - 6 * minute),
        signed(secret, `${body} `, app.clock.now()),
        { 'x-timestamp': String(app.clock.now() + 1) },
      ]
      const before = (await unheardAlarm('signature'))?.count ?? 0
      for (const headers of forged) expect(await callBack('samudra', word(orderNo), headers)).toHaveCode(4030)
      expect((await stateOf(orderNo)).version).toBe(version)
      expect(await unheardAlarm('signature')).toMatchObject({ provider: 'samudra', count: before + forged.length })
      expect(await callBack('atlantis', word(orderNo))).toHaveCode(404)
      expect(await callBack('merapi', word(orderNo))).toHaveCode(0)
      expect((await stateOf(orderNo)).version).toBe(version)
    })

    const unheardAlarm = async (why: 'signature' | 'unreadable') =>
      (await maker.data(payout.alarms, {})).alarms.find(({ outcome }) => outcome === why)

    test('of a sending that nobody knows, of another amount or another time changes nothing and alarms', async () => {
      const orderNo = await sent('22')
      const { version } = await stateOf(orderNo)
      const nowhere = { ...word(orderNo), txid: 'LK010101000001-P1' }
      expect(await callBack('samudra', nowhere)).toHaveCode(0)
      const { alarms } = await maker.data(payout.alarms, {})
      expect(alarms).toContainEqual(
        expect.objectContaining({ outcome: 'unknownTxid', txid: nowhere.txid, orderNo: null }),
      )
      await callBack('samudra', { ...word(orderNo), amount: 1 })
      await callBack('samudra', { ...word(orderNo), word: 'succeeded', at: app.clock.now() + hour })
      expect((await alarmsOf(orderNo)).map(({ outcome }) => outcome).toSorted()).toEqual(['otherAmount', 'otherTime'])
      expect((await stateOf(orderNo)).version).toBe(version)
    })

    test.each([{ amount: 0.5, more: true }, { amount: 1e15 }, { word: 'perhaps' }, { txid: 'Siti'.repeat(16) }])(
      'that says %o is refused by field, changes nothing, and alarms without what it says',
      async (wrong) => {
        const orderNo = await sent('22')
        const { version } = await stateOf(orderNo)
        const before = (await unheardAlarm('unreadable'))?.count ?? 0
        expect(await callBack('samudra', { ...word(orderNo), ...wrong })).toMatchObject({ code: 400 })
        expect((await stateOf(orderNo)).version).toBe(version)
        expect(await unheardAlarm('unreadable')).toMatchObject({
          provider: 'samudra',
          txid: '',
          orderNo: null,
          word: '',
          code: '',
          count: before + 1,
        })
      },
    )

    test('that a fault kept from being written down is said again', async () => {
      const orderNo = await sent()
      app.clock.advance(3000)
      await sql`alter table provider_word rename to provider_word_away`.execute(app.db.sql)
      await app.deliver()
      await sql`alter table provider_word_away rename to provider_word`.execute(app.db.sql)
      const told = () =>
        app.db.sql
          .selectFrom('provider_word')
          .select(['word', 'outcome'])
          .where('txid', '=', `${orderNo}-P1`)
          .where('source', '=', 'callback')
          .execute()
      expect(await told()).toEqual([])
      await app.deliver()
      expect(await told()).toEqual([{ word: 'succeeded', outcome: 'known' }])
    })

    test('alarms until somebody says that they saw it, and anew when it comes again', async () => {
      const orderNo = await sent('22')
      await callBack('samudra', { ...word(orderNo), amount: 1 })
      const [alarm] = await alarmsOf(orderNo)
      await maker.data(payout.alarmSeen, { id: alarm!.id, count: alarm!.count })
      expect(await alarmsOf(orderNo)).toEqual([])
      await callBack('samudra', { ...word(orderNo), amount: 1 })
      const [again] = await alarmsOf(orderNo)
      expect(again).toMatchObject({ id: alarm!.id, count: 2 })
      // Acknowledging the first report leaves later ones unseen.
      await maker.data(payout.alarmSeen, { id: alarm!.id, count: 1 })
      expect(await alarmsOf(orderNo)).toHaveLength(1)
      expect(await maker.call(payout.alarmSeen, { id: alarm!.id, count: 2 ** 31 })).toMatchObject({ code: 400 })
    })
  })

  test('what two people find out about what nobody knows is as good as the provider’s word', async () => {
    const orderNo = await sent('22')
    await later(31 * minute)
    const prove = (day: string) => call(maker, payout.provePaid, orderNo, { day, evidence: 'statement of the bank' })
    expect(await prove('2026-11-30')).toMatchObject({ code: 422, data: { reason: 'payout:guard.notInFuture' } })
    expect(await prove('2026-11-01')).toMatchObject({ code: 422, data: { reason: 'payout:guard.notBeforeSending' } })
    expect(await call(maker, payout.proveUnpaid, orderNo, { evidence: 'on no statement' })).toHaveCode(0)
    expect(await call(checker, payout.refuseProof, orderNo, { reason: 'look again' })).toHaveCode(0)
    expect((await stateOf(orderNo)).value).toEqual({ unknown: 'open' })
    await call(maker, payout.proveUnpaid, orderNo, { evidence: 'on no statement' })
    const [row] = (await maker.data(payout.list, { list: 'wait', orderNo })).rows
    expect(row).toMatchObject({ proposer: null, proposerName: row!.makerName, evidence: 'on no statement' })
    expect(await call(checker, payout.confirmProof, orderNo)).toHaveCode(0)
    expect((await stateOf(orderNo)).value).toBe('failed')
  })

  test('a day’s totals are what its events say', async () => {
    await sent('66')
    await later(3000)
    await later(hour)
    const events = await app.db.sql
      .selectFrom('es_event')
      .select(['stream', 'type', 'data'])
      .where('type', 'in', ['payoutSucceeded', 'payoutResolved', 'payoutBounced'])
      .execute()
    const states = new Map<string, Awaited<ReturnType<typeof stateOf>>>()
    for (const { stream } of events) states.set(stream, await stateOf(stream.slice('payout/'.length)))
    const paid = [...states.values()].flatMap(({ context }) => context.attempts.filter(({ arrived }) => arrived))
    const told = events.filter(({ type }) => type === 'payoutSucceeded').length
    expect(told).toBeGreaterThan(5)
    const sum = (attempts: typeof paid) => attempts.reduce((all, { amount }) => all + amount, 0)
    const back = paid.filter(({ status }) => status === 'bounced')
    expect(back).toHaveLength(events.filter(({ type }) => type === 'payoutBounced').length)
    const { rows } = await maker.data(payout.days, {})
    expect(rows.reduce((all, { paid: count }) => all + count, 0)).toBe(paid.length)
    expect(rows.reduce((all, { amount }) => all + amount, 0)).toBe(sum(paid))
    expect(rows.reduce((all, { returnedAmount }) => all + returnedAmount, 0)).toBe(sum(back))
    expect(await maker.data(payout.dayCount, {})).toEqual({
      count: rows.length,
      capped: false,
      sums: { paid: paid.length, amount: sum(paid), returned: back.length, returnedAmount: sum(back) },
    })
    for (const { day, ...totals } of rows) {
      const { rows: arrivals } = await maker.data(payout.dayList, { day, limit: 200 })
      const { count, sums } = await maker.data(payout.dayTotals, { day })
      expect(sums).toEqual({ amount: totals.amount, returnedAmount: totals.returnedAmount })
      expect(count).toBe(totals.paid)
      expect(arrivals.reduce((all, { amount }) => all + amount, 0)).toBe(totals.amount)
      expect(arrivals.reduce((all, arrival) => all + (payout.returnedOf(arrival) ?? 0), 0)).toBe(totals.returnedAmount)
    }
  })
})
