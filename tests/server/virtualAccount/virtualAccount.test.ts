import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import { signed } from '../../../src/server/channels/signature.ts'
import { limits } from '../../../src/server/kit/limits.ts'
import { virtualAccountOf } from '../../../src/server/loan/openLoan.ts'
import * as lists from '../../../src/services/loan.lists.ts'
import { start } from '../../kit/app.ts'
import { openEdge } from '../../kit/edge.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan, openLoans } from '../../kit/loans.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const heads = { 'content-type': 'application/json' }

describe.each(oneEngine())('virtual accounts on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let server: ReturnType<typeof serve>
  let url: string
  beforeAll(async () => {
    const address = await new Promise<AddressInfo>((resolve) => {
      server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' }, resolve)
    })
    url = `http://127.0.0.1:${address.port}/api`
    app.callTo(url)
  })
  afterAll(async () => {
    server.close()
  })

  const words = async () => {
    const rows = await app.db.sql
      .selectFrom('provider_word')
      .select(['txid', 'outcome', 'count', 'alarming', 'order_no'])
      .where('provider', '=', 'va')
      .orderBy('first_at')
      .orderBy('outcome')
      .execute()
    await app.db.sql.deleteFrom('provider_word').execute()
    return rows.map(({ txid: _, ...row }) => row)
  }
  const paidOf = async (orderNo: string) => {
    const finance = await app.login('finance')
    return (await finance.data(lists.payments, { orderNo })).rows.map(({ amount, day }) => ({ amount, day }))
  }
  /** Sends a report, signed by the provider or with another secret; answers the envelope. */
  const report = async (payload: object, { secret = app.server.channels.secrets.va!, at = app.clock.now() } = {}) => {
    const body = JSON.stringify(payload)
    const response = await fetch(`${url}/channels/va/callback`, {
      method: 'POST',
      headers: { ...heads, ...signed(secret, body, at) },
      body,
    })
    return (await response.json()) as { code: number; msg: string; data: unknown }
  }
  const pay = async (account: string, amount: number) => {
    const response = await fetch(`${app.sandboxUrl}/va/payments`, {
      method: 'POST',
      headers: heads,
      body: JSON.stringify({ account, amount }),
    })
    expect(response.status).toBe(200)
    await app.deliver()
  }

  test('a customer pays, the bank reports it twice, and it is booked once', async () => {
    const orderNo = await openLoan(app, { from: today })
    await pay(virtualAccountOf(orderNo), 250_000)
    expect(await paidOf(orderNo)).toEqual([{ amount: 250_000, day: today }])
    expect(await words()).toEqual([
      { outcome: 'known', count: 1, alarming: false, order_no: orderNo },
      { outcome: 'taken', count: 1, alarming: false, order_no: orderNo },
    ])
  })

  test('how a customer paid is what the provider says, and a virtual account when it does not', async () => {
    const orderNo = await openLoan(app, { from: today })
    const at = app.clock.now()
    const paid = { account: virtualAccountOf(orderNo), amount: 1000, at }
    expect(await report({ ...paid, txid: 'VA-told', method: 'retail', channel: 'Indomaret' })).toMatchObject({
      code: 0,
    })
    expect(await report({ ...paid, txid: 'VA-untold' })).toMatchObject({ code: 0 })
    const finance = await app.login('finance')
    const { rows } = await finance.data(lists.payments, { orderNo, sort: 'day' })
    expect(rows.map(({ method, payChannel }) => [method, payChannel])).toEqual([
      ['retail', 'Indomaret'],
      ['virtualAccount', null],
    ])
    await words()
  })

  test('money that the bank’s statement brought before its report is not booked twice, and alarms', async () => {
    const orderNo = await openLoan(app, { from: today })
    const stream = `statementLine/VA-${orderNo}`
    const line = { account: 'VA', n: 1, statement: 'file', place: 0, txid: `bank-${orderNo}`, day: today }
    const moved = { bookedAt: start, direction: 'credit', amount: 40_000, start: 0, end: 40_000 } as const
    const stamp = { by: 'SYS', at: app.clock.now() }
    const { store } = app.server
    const imported = { type: 'lineImported', ...stamp, ...line, ...moved } as const
    await store.send({ stream, event: imported, via: 'SYS', key: `${stream} 1` })
    const matched = { type: 'lineMatched', ...stamp, orderNo, recorded: null, how: 'account' } as const
    await store.send({ stream, event: matched, via: 'SYS', key: `${stream} 2` })
    // Also while the posting to the loan is under way.
    await pay(virtualAccountOf(orderNo), 40_000)
    await app.settle()
    await pay(virtualAccountOf(orderNo), 40_000)
    expect(await paidOf(orderNo)).toEqual([{ amount: 40_000, day: today }])
    const alarm = { outcome: 'onStatement', count: 2, alarming: true, order_no: orderNo }
    expect(await words()).toEqual([alarm, alarm])
    await pay(virtualAccountOf(orderNo), 41_000)
    expect(await paidOf(orderNo)).toHaveLength(2)
    await words()
  })

  test('a report that comes again, also many times at once, is answered alike', async () => {
    const orderNo = await openLoan(app, { from: today })
    const payload = { txid: `again-${orderNo}`, account: virtualAccountOf(orderNo), amount: 1000, at: app.clock.now() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(payload)))
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ code: 0, msg: '', data: {} })))
    expect(await report(payload)).toEqual(answers[0])
    expect(await paidOf(orderNo)).toHaveLength(1)
    expect((await words()).every(({ alarming }) => !alarming)).toBe(true)
  })

  test.each([
    ['with another amount', { amount: 2000 }],
    ['of another day', { at: start - 5 * 86_400_000 }],
  ])('a known transaction %s alarms and changes nothing', async (_, other) => {
    const orderNo = await openLoan(app, { from: businessDay(start - 10 * 86_400_000) })
    const payload = { txid: `o-${orderNo}`, account: virtualAccountOf(orderNo), amount: 1000, at: app.clock.now() }
    await report(payload)
    const answer = await report({ ...payload, ...other })
    expect(answer).toHaveCode(0)
    expect(await paidOf(orderNo)).toHaveLength(1)
    expect(await words()).toContainEqual({ outcome: 'otherAmount', count: 1, alarming: true, order_no: orderNo })
  })

  test('a known transaction into the account of another loan alarms and changes nothing', async () => {
    const [one, other] = await openLoans(app, { from: today }, [{}, {}])
    const payload = { txid: `t-${one}`, account: virtualAccountOf(one!), amount: 1000, at: app.clock.now() }
    await report(payload)
    await report({ ...payload, account: virtualAccountOf(other!) })
    expect(await paidOf(other!)).toEqual([])
    expect(await words()).toContainEqual({ outcome: 'otherAmount', count: 1, alarming: true, order_no: other })
  })

  test('money for an account that is of no loan alarms', async () => {
    await report({ txid: 'nobodys', account: '880899999999', amount: 1000, at: app.clock.now() })
    expect(await words()).toEqual([{ outcome: 'unknownAccount', count: 1, alarming: true, order_no: null }])
  })

  test('what a loan does not take alarms: a day before its payout', async () => {
    const orderNo = await openLoan(app, { from: today })
    const at = app.clock.now() - 2 * 86_400_000
    await report({ txid: `before-${orderNo}`, account: virtualAccountOf(orderNo), amount: 1000, at })
    expect(await paidOf(orderNo)).toEqual([])
    expect(await words()).toEqual([{ outcome: 'refused', count: 1, alarming: true, order_no: orderNo }])
  })

  test('an instant ahead alarms and is not booked', async () => {
    const orderNo = await openLoan(app, { from: today })
    const at = app.clock.now() + 86_400_000
    await report({ txid: `ahead-${orderNo}`, account: virtualAccountOf(orderNo), amount: 1000, at })
    expect(await paidOf(orderNo)).toEqual([])
    expect(await words()).toEqual([{ outcome: 'otherTime', count: 1, alarming: true, order_no: orderNo }])
  })

  test('who does not know the secret, or signed long ago, is not heard', async () => {
    const orderNo = await openLoan(app, { from: today })
    const payload = { txid: 'forged', account: virtualAccountOf(orderNo), amount: 1000, at: app.clock.now() }
    expect(await report(payload, { secret: 'somebody else' })).toHaveCode(4030)
    expect(await report(payload, { at: app.clock.now() - 6 * 60_000 })).toHaveCode(4030)
    const payouts = Object.entries(app.server.channels.secrets).find(([name]) => name !== 'va')!
    expect(await report(payload, { secret: payouts[1] })).toHaveCode(4030)
    expect(await paidOf(orderNo)).toEqual([])
    expect(await words()).toEqual([{ outcome: 'signature', count: 3, alarming: true, order_no: null }])
  })

  test.each([
    { amount: 0 },
    { amount: -5 },
    { amount: 10.5 },
    { amount: 1e12 + 1 },
    { amount: '1000' },
    { account: 'x' },
    { txid: 'x'.repeat(61) },
    { extra: 1 },
  ])('a report that says %o is refused by field, alarms and changes nothing', async (wrong) => {
    const orderNo = await openLoan(app, { from: today })
    const payload = { txid: 'w', account: virtualAccountOf(orderNo), amount: 1, at: app.clock.now(), ...wrong }
    expect(await report(payload)).toMatchObject({ code: 400, data: { issues: [{ field: Object.keys(wrong)[0] }] } })
    expect(await paidOf(orderNo)).toEqual([])
    expect(await words()).toEqual([{ outcome: 'unreadable', count: 1, alarming: true, order_no: null }])
  })

  test('what is signed and no JSON alarms; what is neither says only that it is not signed', async () => {
    const send = async (body: string, secret: string) => {
      const headers = { ...heads, ...signed(secret, body, app.clock.now()) }
      const response = await fetch(`${url}/channels/va/callback`, { method: 'POST', headers, body })
      return ((await response.json()) as { code: number }).code
    }
    expect(await send('{ "txid": ', app.server.channels.secrets.va!)).toBe(400)
    expect(await send('{ "txid": ', 'somebody else')).toBe(4030)
    expect((await words()).map(({ outcome }) => outcome).toSorted()).toEqual(['signature', 'unreadable'])
  })

  const statusOf = async (path: string, payload: object, secret: string) => {
    const body = JSON.stringify(payload)
    const headers = { ...heads, ...signed(secret, body, app.clock.now()) }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    const { code } = (await response.json()) as { code: number }
    return { status: response.status, code }
  }

  test('what was written down is HTTP 200, also when it alarms; the rest is the status of its code', async () => {
    const payload = { txid: 'status', account: '880899999999', amount: 1000, at: app.clock.now() }
    const secret = app.server.channels.secrets.va!
    const path = '/channels/va/callback'
    expect(await statusOf(path, payload, secret)).toEqual({ status: 200, code: 0 })
    expect(await statusOf(path, { ...payload, amount: '1000' }, secret)).toEqual({ status: 200, code: 400 })
    expect(await statusOf(path, payload, 'somebody else')).toEqual({ status: 200, code: 4030 })
    expect(await statusOf('/channels/atlantis/callback', payload, secret)).toEqual({ status: 404, code: 404 })
    expect(await statusOf(path, { ...payload, txid: 'x'.repeat(70_000) }, secret)).toEqual({ status: 413, code: 413 })
    await words()
  })

  test('what a fault kept from being written down is reported again, and booked once', async () => {
    const orderNo = await openLoan(app, { from: today })
    const payload = { txid: 'fault', account: '880899999999', amount: 1000, at: app.clock.now() }
    const secret = app.server.channels.secrets.va!
    await sql`alter table provider_word rename to provider_word_away`.execute(app.db.sql)
    expect(await statusOf('/channels/va/callback', payload, secret)).toEqual({ status: 500, code: 500 })
    expect(await statusOf('/channels/va/callback', payload, 'somebody else')).toEqual({ status: 500, code: 500 })
    await pay(virtualAccountOf(orderNo), 70_000)
    await sql`alter table provider_word_away rename to provider_word`.execute(app.db.sql)
    expect(await words()).toEqual([])
    await app.deliver()
    expect(await paidOf(orderNo)).toEqual([{ amount: 70_000, day: today }])
    expect(await words()).toEqual([{ outcome: 'known', count: 2, alarming: false, order_no: orderNo }])
  })

  test('what comes too fast is reported again, and what browsers do there counts for nothing', async () => {
    const calls = { ...limits.calls, window: 600_000, ofSession: 1, timesOfAddress: 1 }
    const edge = await openEdge(app.app, { limits: { ...limits, calls } })
    const roomy = await openEdge(app.app)
    try {
      const apps = async () => ((await (await fetch(`${edge.url}/api/power/get_apps`)).json()) as { code: number }).code
      expect([await apps(), await apps()]).toEqual([403, 429])
      const orderNo = await openLoan(app, { from: today })
      app.callTo(`${edge.url}/api`)
      await pay(virtualAccountOf(orderNo), 80_000)
      expect(await words()).toEqual([{ outcome: 'taken', count: 1, alarming: false, order_no: orderNo }])
      const refused = await fetch(`${edge.url}/api/channels/va/callback`, { method: 'POST' })
      expect(refused.status).toBe(429)
      expect(await refused.json()).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
      app.callTo(`${roomy.url}/api`)
      await app.deliver()
      expect(await paidOf(orderNo)).toEqual([{ amount: 80_000, day: today }])
      expect(await words()).toEqual([{ outcome: 'known', count: 1, alarming: false, order_no: orderNo }])
    } finally {
      app.callTo(url)
      await edge.close()
      await roomy.close()
    }
  })

  test('the sandbox meets each case by how an amount ends', async () => {
    const orderNo = await openLoan(app, { from: today })
    for (const amount of [100_044, 100_055, 100_066, 100_077]) await pay(virtualAccountOf(orderNo), amount)
    expect((await paidOf(orderNo)).map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      100_044, 100_055,
    ])
    const outcomes = (await words()).map(({ outcome, count }) => `${outcome} ${count}`)
    expect(outcomes.toSorted()).toEqual(
      ['known 2', 'otherAmount 1', 'signature 1', 'taken 1', 'taken 1', 'unknownAccount 1'].toSorted(),
    )
  })
})
