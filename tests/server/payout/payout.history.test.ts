import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import * as payout from '../../../src/services/payout.ts'
import { reveal } from '../../../src/services/reveal.ts'
import { userInfo } from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { approvalVersion, approvedOrder, payoutCall, send } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(oneEngine())('what happened to a payout on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, payoutTimeoutMs: 300 })
  let maker: Caller
  let checker: Caller
  let close: () => Promise<void>
  const logIn = async () => {
    maker = await app.login('finance')
    checker = await app.login('financeChecker')
  }
  beforeAll(async () => {
    const { url, close: closeIt } = await listen(app.app)
    close = closeIt
    app.callTo(`${url}/api`)
    await logIn()
  })
  afterAll(async () => {
    await close()
  })

  const call = async (by: Caller, command: Parameters<typeof payoutCall>[2], orderNo: string, input = {}) => {
    expect(await payoutCall(app, by, command, orderNo, input)).toMatchObject({ code: 0 })
    await app.settle()
  }
  const sent = async (ending?: string) => {
    const orderNo = await approvedOrder(app, ending)
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
  const stepsOf = async (orderNo: string, by = maker) => (await by.data(payout.ofOrder, { orderNo })).history
  const told = async (orderNo: string) => (await stepsOf(orderNo)).map(({ type, details }) => [type, details])
  const nameOf = async (caller: Caller) => (await caller.data(userInfo, { token: caller.token })).name

  test('is told step by step, by whom, with what was proposed on which evidence and what the provider said', async () => {
    const orderNo = await approvedOrder(app, '11')
    await call(maker, payout.submit, orderNo)
    await call(checker, payout.refuse, orderNo, { reason: 'ask the customer first' })
    await send(app, maker, checker, orderNo)
    await later(3000)
    await call(maker, payout.changeChannel, orderNo, { channel: 'merapi', evidence: 'letter 12 of Samudra' })
    await call(checker, payout.approve, orderNo)
    const known = { bank: 'BCA', account: '*******811', accountHolder: 'S*** W***', record: 1 }
    const [first, second] = [`${orderNo}-P1`, `${orderNo}-P2`]
    const history = await stepsOf(orderNo)
    expect(history.map(({ type, details }) => [type, details])).toEqual([
      ['payoutOpened', { amount: 1_410_000, channel: 'samudra', payee: known }],
      ['payoutSubmitted', { amount: 1_410_000 }],
      ['payoutRefused', { reason: 'ask the customer first' }],
      ['payoutSubmitted', { amount: 1_410_000 }],
      ['payoutApproved', { amount: 1_410_000, channel: 'samudra', txid: first, payee: known }],
      ['payoutAccepted', { channel: 'samudra', txid: first, message: 'Being processed' }],
      ['payoutFailed', { channel: 'samudra', txid: first, code: 'ACCOUNT_CLOSED', message: 'The account is closed' }],
      ['channelChanged', { channelBefore: 'samudra', channel: 'merapi', evidence: 'letter 12 of Samudra' }],
      ['payoutApproved', { amount: 1_410_000, channel: 'merapi', txid: second, payee: known }],
      ['payoutAccepted', { channel: 'merapi', txid: second, message: 'Being processed' }],
    ])
    const [finance, other] = [await nameOf(maker), await nameOf(checker)]
    const names = ['SYS', finance, other, finance, other, 'SYS', 'SYS', finance, other, 'SYS']
    expect(history.map(({ byName }) => byName)).toEqual(names)
    expect(history.map(({ version }) => version)).toEqual(history.map((_step, index) => index + 1))
    expect(history.at(-1)).toMatchObject({ state: 'processing', by: 'SYS', at: app.clock.now() })
  })

  test('keeps what was found out about a sending that was in doubt, what was refused of it, and why', async () => {
    const orderNo = await sent('77')
    await later(3000)
    await later(3000)
    const day = '2026-11-21'
    await call(maker, payout.provePaid, orderNo, { day, evidence: 'page 3 of the statement' })
    await call(checker, payout.refuseProof, orderNo, { reason: 'that is another payment' })
    await call(maker, payout.proveUnpaid, orderNo, { evidence: 'on no statement' })
    await call(checker, payout.confirmProof, orderNo)
    await call(maker, payout.retry, orderNo, { evidence: 'Samudra writes that it may be sent' })
    const sending = { channel: 'samudra', txid: `${orderNo}-P1` }
    expect((await told(orderNo)).slice(4)).toEqual([
      ['payoutFailed', { ...sending, code: 'ACCOUNT_CLOSED', message: 'The account is closed' }],
      ['payoutContradicted', { ...sending, word: 'succeeded', code: 'PAID', message: 'Paid to the account' }],
      ['paidProposed', { ...sending, day, evidence: 'page 3 of the statement' }],
      ['proofRefused', { reason: 'that is another payment' }],
      ['unpaidProposed', { ...sending, evidence: 'on no statement' }],
      ['payoutResolved', sending],
      ['payoutRetried', { channel: 'samudra', evidence: 'Samudra writes that it may be sent' }],
    ])
  })

  test('says when nobody knew of a sending, on which day it was found to be paid, and that money came back', async () => {
    const silent = await sent('22')
    await later(31 * minute)
    const day = '2026-11-21'
    await call(maker, payout.provePaid, silent, { day, evidence: 'on the statement' })
    await call(checker, payout.confirmProof, silent)
    expect((await told(silent)).slice(4)).toEqual([
      ['noAnswer', { channel: 'samudra', txid: `${silent}-P1` }],
      ['paidProposed', { channel: 'samudra', txid: `${silent}-P1`, day, evidence: 'on the statement' }],
      ['payoutResolved', { channel: 'samudra', txid: `${silent}-P1`, day }],
    ])
    const returned = await sent('66')
    await later(3000)
    await later(hour)
    const sending = { channel: 'samudra', txid: `${returned}-P1` }
    expect((await told(returned)).slice(4)).toEqual([
      ['payoutSucceeded', { ...sending, amount: 1_410_000, day, message: 'Paid to the account' }],
      ['payoutBounced', { ...sending, code: 'RETURNED', message: "Returned by the customer's bank" }],
    ])
  })

  test('says with which approval it was cancelled and opened again', async () => {
    const orderNo = await approvedOrder(app)
    const lead = await app.login('reviewLead')
    const final = await app.login('reviewer2')
    const version = () => approvalVersion(app, orderNo)
    await lead.data(approval.undo, { orderNo, version: await version(), reason: 'decidedInError', note: '' })
    await app.settle()
    await final.data(approval.finalClaim, { orderNo, version: await version() })
    await final.data(approval.finalPass, { orderNo, version: await version(), amount: 1_000_000, term: 30, note: '' })
    await app.settle()
    expect((await told(orderNo)).slice(1)).toEqual([
      ['payoutCancelled', {}],
      ['payoutReopened', expect.objectContaining({ amount: 935_000, channel: 'samudra' })],
    ])
  })

  test('names another account masked, also when it was refused, and shows it to who may be shown it', async () => {
    const orderNo = await sent('11')
    await later(3000)
    const input = { bank: 'BNI', account: '5550001190', evidence: 'sent by the customer' }
    await call(maker, payout.changeAccount, orderNo, input)
    await call(checker, payout.refuse, orderNo, { reason: 'ask the customer' })
    const history = await stepsOf(orderNo)
    const { payee, payeeBefore, evidence } = history.at(-2)!.details
    expect({ evidence, payee, payeeBefore }).toMatchObject({
      evidence: 'sent by the customer',
      payee: { bank: 'BNI', account: '*******190', accountHolder: 'S*** W***' },
      payeeBefore: { bank: 'BCA', account: '*******811' },
    })
    for (const known of ['5550001190', '1234567811', 'Sri', 'Wahyuni'])
      expect(JSON.stringify(history)).not.toContain(known)
    const showing = { orderNo, record: payee!.record, field: 'account' as const, purpose: 'payment' as const }
    expect(await checker.data(reveal, showing)).toEqual({ value: '5550001190' })
    expect(await checker.call(reveal, { ...showing, record: 99 })).toMatchObject({ code: 404 })
  })

  test('is told as of an instant as it was told then, and beside it is all that happened', async () => {
    const openedAfter = app.clock.now()
    app.clock.advance(minute)
    const orderNo = await approvedOrder(app, '11')
    const seen: { until: number; told: DataOf<typeof payout.ofOrder> }[] = []
    const look = async () => {
      seen.push({ until: app.clock.now(), told: await maker.data(payout.ofOrder, { orderNo }) })
      app.clock.advance(minute)
    }
    await look()
    await call(maker, payout.submit, orderNo)
    await look()
    await call(checker, payout.refuse, orderNo, { reason: 'ask the customer' })
    await look()
    await send(app, maker, checker, orderNo)
    await later(3000)
    await look()
    await call(maker, payout.changeChannel, orderNo, { channel: 'merapi', evidence: 'letter 12' })
    await look()
    await call(checker, payout.approve, orderNo)
    await later(20_000)
    await look()
    expect(seen.map(({ told: { payout } }) => payout!.state)).toEqual([
      'waiting',
      'checking',
      'waiting',
      'failed',
      'checking',
      'succeeded',
    ])
    const history = await stepsOf(orderNo)
    for (const { until, told: before } of seen)
      expect(await maker.data(payout.ofOrder, { orderNo, until })).toEqual({ ...before, asOf: until, history })
    expect(await maker.data(payout.ofOrder, { orderNo, until: openedAfter })).toEqual({
      asOf: openedAfter,
      payout: null,
      attempts: [],
      history,
    })
  })

  test('is for whom the order is, as the payout itself', async () => {
    const orderNo = await approvedOrder(app)
    const reviewer = await app.login('reviewer1')
    expect(await stepsOf(orderNo, reviewer)).toEqual(await stepsOf(orderNo))
    const telemarketer = await app.login('telemarketer')
    expect(await telemarketer.call(payout.ofOrder, { orderNo })).toMatchObject({ code: 4030 })
    expect(await app.nobody.call(payout.ofOrder, { orderNo })).toMatchObject({ code: 403 })
    expect(await maker.data(payout.ofOrder, { orderNo: await waitingOrder(app) })).toEqual({
      asOf: null,
      payout: null,
      attempts: [],
      history: [],
    })
  })
})
