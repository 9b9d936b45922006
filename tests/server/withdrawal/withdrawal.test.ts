import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { signed } from '../../../src/server/channels/signature.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as payout from '../../../src/services/payout.ts'
import * as withdrawal from '../../../src/services/withdrawal.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, payoutTimeoutMs: 300 })
  let maker: Caller
  let checker: Caller
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ url, close } = await listen(app.app))
  })
  const logIn = async () => {
    maker = await app.login('finance')
    checker = await app.login('financeChecker')
  }
  beforeEach(logIn)
  afterEach(() => app.callTo(`${url}/api`))
  afterAll(async () => {
    await close()
  })

  const order = (ending: string): InputOf<typeof withdrawal.request> => ({
    version: 0,
    account: 'BCA-OUT',
    amount: 25_000_000,
    bank: 'BCA',
    card: `12345678${ending}`,
    holder: 'PT Sewa Kantor',
    channel: 'samudra',
    purpose: 'Office rent',
  })
  const idOf = (stream: string) => stream.slice('withdrawal/'.length)
  const requested = async (ending = '90') => idOf((await maker.data(withdrawal.request, order(ending))).stream)
  const stateOf = async (txid: string) => await app.server.store.state(`withdrawal/${txid}`)
  const at = async (txid: string) => ({ txid, version: (await stateOf(txid)).version })
  const sent = async (ending?: string) => {
    const txid = await requested(ending)
    await checker.data(withdrawal.approve, await at(txid))
    await app.settle()
    return txid
  }
  /** Lets time pass, delivers the providers' due callbacks, and runs every due job. */
  const later = async (ms: number) => {
    app.clock.advance(ms)
    await app.deliver()
    await app.settle()
    await logIn()
  }
  const rowOf = async (txid: string) => (await maker.data(withdrawal.list, { txid })).rows[0]!
  const alarmsOf = async (txid: string) =>
    (await maker.data(payout.alarms, {})).alarms.filter((alarm) => alarm.txid === txid)

  describe('who asks and who approves', () => {
    test('one asks, another approves, and the money arrives once', async () => {
      app.callTo(`${url}/api`)
      const txid = await requested()
      expect(await rowOf(txid)).toMatchObject({
        state: 'requested',
        account: 'BCA-OUT',
        bank: 'BCA',
        card: '*******890',
        amount: 25_000_000,
        channel: 'samudra',
        requester: maker.id,
      })
      await checker.data(withdrawal.approve, await at(txid))
      await app.settle()
      expect((await stateOf(txid)).value).toBe('processing')
      await later(minute)
      expect(await rowOf(txid)).toMatchObject({ state: 'succeeded', thirdStatus: 'succeeded' })
      expect(await alarmsOf(txid)).toEqual([])
    })

    test('whoever asked does not approve, even with every right', async () => {
      const admin = await app.login('admin')
      const { stream } = await admin.data(withdrawal.request, order('90'))
      const body = await at(idOf(stream))
      expect(await admin.call(withdrawal.approve, body)).toMatchObject({
        code: 422,
        data: { reason: 'withdrawal:guard.anotherPerson' },
      })
      expect(await maker.call(withdrawal.approve, body)).toHaveCode(4030)
      expect(await checker.call(withdrawal.request, order('90'))).toHaveCode(4030)
    })

    test('asked for twice in one breath it is one, and approved twice it is sent once', async () => {
      const key = randomUUID()
      const both = await Promise.all([1, 2].map(() => maker.data(withdrawal.request, order('90'), { key })))
      expect(both[0]!.stream).toBe(both[1]!.stream)
      const body = await at(idOf(both[0]!.stream))
      const codes = (await Promise.all([1, 2].map(() => checker.call(withdrawal.approve, body)))).map(
        ({ code }) => code,
      )
      expect(codes).toEqual(expect.arrayContaining([0, 409]))
    })

    test('what is refused or given up is never sent', async () => {
      const refused = await requested()
      await checker.data(withdrawal.refuse, { ...(await at(refused)), reason: 'Paid already' })
      expect(await rowOf(refused)).toMatchObject({ state: 'refused', refusal: 'Paid already' })
      const given = await requested()
      await maker.data(withdrawal.cancel, await at(given))
      expect((await rowOf(given)).state).toBe('cancelled')
      expect(await checker.call(withdrawal.approve, await at(given))).toHaveCode(422)
    })
  })

  describe('what is asked for', () => {
    test.each([
      ['nothing', { amount: 0 }, 'amount'],
      ['less than nothing', { amount: -1 }, 'amount'],
      ['a part of a rupiah', { amount: 1.5 }, 'amount'],
      ['more than 10^12', { amount: 1e12 + 1 }, 'amount'],
      ['money of an account that is not there', { account: 'NONE' }, 'account'],
      ['money to the account that it comes from', { card: '5220304455' }, 'card'],
      ['money to no number', { card: '12-34' }, 'card'],
      ['money for no purpose', { purpose: ' ' }, 'purpose'],
    ])('%s is refused in words', async (_, wrong, field) => {
      const { code, data } = await maker.call(withdrawal.request, { ...order('90'), ...wrong }, { language: 'id' })
      const { issues } = data as unknown as { issues: { field: string; message: string }[] }
      expect(code).toBe(400)
      expect(issues).toMatchObject([{ field }])
      expect(issues[0]!.message).not.toContain('errors:')
    })

    test.each([
      ['to an account of somebody else', { card: '1234567800' }, 'holderMatches'],
      ['through a channel that is not there', { channel: 'none' }, 'channelOpen'],
      ['of more than the channel takes', { amount: 1e12 }, 'withinChannel'],
    ])('%s it is refused', async (_, wrong, reason) => {
      expect(await maker.call(withdrawal.request, { ...order('90'), ...wrong })).toMatchObject({
        code: 422,
        data: { reason: `withdrawal:guard.${reason}` },
      })
    })

    test('it is not made without the bank’s word on its account, and may be asked for again', async () => {
      const key = randomUUID()
      const asked = () => maker.call(withdrawal.request, order('99'), { key, language: 'en' })
      for (const { code, msg } of [await asked(), await asked()])
        expect([code, msg]).toEqual([422, expect.stringMatching(/^The bank did not say/)])
    })

    test('the number that it goes to stands sealed, and in no event', async () => {
      const txid = await requested('90')
      const events = await app.server.store.history(`withdrawal/${txid}`)
      const kept = await app.db.sql
        .selectFrom('withdrawal_card')
        .select('data')
        .where('txid', '=', txid)
        .executeTakeFirstOrThrow()
      for (const stored of [JSON.stringify(events), Buffer.from(kept.data).toString('latin1')]) {
        expect(stored).not.toContain('1234567890')
        expect(stored).not.toContain('PT Sewa Kantor')
      }
    })
  })

  describe('what a provider says', () => {
    test('no answer is unknown; a late word counts', async () => {
      const txid = await sent('23')
      await later(31 * minute)
      expect((await stateOf(txid)).value).toBe('unknown')
      await later(6 * hour)
      expect((await stateOf(txid)).value).toBe('succeeded')
    })

    const unknown = async () => {
      const txid = await sent('23')
      await later(31 * minute)
      expect((await stateOf(txid)).value).toBe('unknown')
      return txid
    }
    const today = () => businessDay(app.clock.now())
    const evidence = 'Rekening koran BCA, ref. 774-120'

    test('of one that it is silent about, one says that it arrived and another confirms it', async () => {
      const txid = await unknown()
      await maker.data(withdrawal.provePaid, { ...(await at(txid)), day: today(), evidence })
      expect(await rowOf(txid)).toMatchObject({ state: 'provingPaid', evidence, proofDay: today(), prover: maker.id })
      expect(await maker.call(withdrawal.confirmProof, await at(txid))).toHaveCode(4030)
      const admin = await app.login('admin')
      await checker.data(withdrawal.refuseProof, { ...(await at(txid)), reason: 'That is last month’s rent' })
      expect(await rowOf(txid)).toMatchObject({
        state: 'unknown',
        evidence: null,
        refusal: 'That is last month’s rent',
      })
      await admin.data(withdrawal.provePaid, { ...(await at(txid)), day: today(), evidence })
      expect(await admin.call(withdrawal.confirmProof, await at(txid))).toMatchObject({
        code: 422,
        data: { reason: 'withdrawal:guard.notProver' },
      })
      await checker.data(withdrawal.confirmProof, await at(txid))
      expect(await rowOf(txid)).toMatchObject({ state: 'succeeded', thirdStatus: 'succeeded', evidence, refusal: null })
      // Its provider finally reports the same, which changes nothing.
      await later(6 * hour)
      expect(await rowOf(txid)).toMatchObject({ state: 'succeeded', contradicted: false })
    })

    test('while people find out it is still asked, and its word is the last', async () => {
      const txid = await unknown()
      await maker.data(withdrawal.proveUnpaid, { ...(await at(txid)), evidence })
      await later(6 * hour)
      expect(await rowOf(txid)).toMatchObject({ state: 'succeeded', evidence: null })
      expect(await checker.call(withdrawal.confirmProof, await at(txid))).toHaveCode(422)
    })

    test('found not to have arrived it failed; that it did after all contradicts, and alarms', async () => {
      const txid = await unknown()
      await maker.data(withdrawal.proveUnpaid, { ...(await at(txid)), evidence })
      await checker.data(withdrawal.confirmProof, await at(txid))
      expect(await rowOf(txid)).toMatchObject({ state: 'failed', evidence, proofDay: null })
      await later(6 * hour)
      expect(await rowOf(txid)).toMatchObject({ state: 'failed', contradicted: true })
      expect(await alarmsOf(txid)).toMatchObject([{ outcome: 'contradicts' }])
    })

    test.each([
      ['a day to come', (day: string) => ({ day: addDays(day, 1) }), 422],
      ['no day at all', () => ({ day: 'yesterday' }), 400],
      ['nothing to rest on', () => ({ evidence: ' ' }), 400],
    ])('a finding with %s is refused', async (_, wrong, code) => {
      const txid = await unknown()
      const body = { ...(await at(txid)), day: today(), evidence, ...wrong(today()) }
      expect(await maker.call(withdrawal.provePaid, body)).toHaveCode(code)
    })

    test('whoever calls back nowhere is asked', async () => {
      app.callTo('http://127.0.0.1:9')
      const txid = await sent('90')
      await later(minute)
      expect((await stateOf(txid)).value).toBe('succeeded')
    })

    test('what it does not pay failed', async () => {
      const txid = await sent('11')
      await later(minute)
      expect(await rowOf(txid)).toMatchObject({ state: 'failed', code: 'ACCOUNT_CLOSED' })
    })

    test('what it says twice happens once, and two different things alarm', async () => {
      const again = await sent('44')
      await later(minute)
      expect((await stateOf(again)).value).toBe('succeeded')
      expect(await alarmsOf(again)).toEqual([])
      const txid = await sent('55')
      await later(minute)
      await later(minute)
      expect(await rowOf(txid)).toMatchObject({ state: 'succeeded', contradicted: true })
      expect(await alarmsOf(txid)).toMatchObject([{ outcome: 'contradicts', orderNo: null }])
    })

    test('what comes back failed after all', async () => {
      const txid = await sent('66')
      await later(minute)
      expect((await stateOf(txid)).value).toBe('succeeded')
      await later(hour)
      expect(await rowOf(txid)).toMatchObject({ state: 'failed', code: 'RETURNED', thirdStatus: 'bounced' })
    })

    test.each([
      ['another amount', { amount: 1 }, 'otherAmount'],
      ['a withdrawal that is not there', { txid: 'WD261121-000000000000' }, 'unknownTxid'],
    ])('a word about %s changes nothing, and alarms', async (_, wrong, outcome) => {
      const txid = await sent('22')
      const word = { txid, word: 'succeeded', code: '', message: '', amount: 25_000_000, at: app.clock.now(), ...wrong }
      const body = JSON.stringify(word)
      const headers = signed(app.server.channels.secrets.samudra!, body, app.clock.now())
      await fetch(`${url}/api/channels/samudra/callback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      expect((await stateOf(txid)).value).toBe('processing')
      expect(await alarmsOf(word.txid)).toMatchObject([{ outcome }])
    })
  })

  test('the list is narrowed by state, account, channel and day, page by page, and says how much it is', async () => {
    const { count, sums } = await maker.data(withdrawal.count, { state: 'cancelled', account: 'BCA-OUT' })
    expect([count, sums]).toEqual([1, { amount: 25_000_000 }])
    const first = await maker.data(withdrawal.list, { channel: 'samudra', limit: 2 })
    const second = await maker.data(withdrawal.list, { channel: 'samudra', limit: 2, after: first.next! })
    const seen = [...first.rows, ...second.rows].map(({ txid }) => txid)
    expect(new Set(seen).size).toBe(4)
    expect((await maker.data(withdrawal.list, { requestedFrom: app.clock.now() + 1 })).rows).toEqual([])
  })
})
