import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { bureauSandbox } from '../../../src/server/channels/bureau.sandbox.ts'
import { type Bureau, type BureauAnswer, BureauUnavailable, httpBureau } from '../../../src/server/channels/bureau.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listening(app: Hono): Promise<string> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sandbox = async (timeoutMs = 5000) => httpBureau({ url: await listening(bureauSandbox()), timeoutMs })
const answering = async (answer: unknown) =>
  httpBureau({ url: await listening(new Hono().post('/inquiries', (c) => c.json(answer as object))), timeoutMs: 5000 })

const nik = (serial: number | string) => `317401150890${String(serial).padStart(4, '0')}`
const failure = (bureau: Bureau, serial: number | string, reference = 'r-1') =>
  bureau.inquire(nik(serial), reference).then(
    () => expect.fail('an answer came'),
    (error: unknown) => error as BureauUnavailable,
  )

describe('the sandbox', () => {
  test('answers a repeated inquiry alike, from a new process too', async () => {
    const [one, other] = [await sandbox(), await sandbox()]
    for (let serial = 1; serial <= 40; serial += 1) {
      const first = await one.inquire(nik(serial), `order-${serial}`)
      expect(first.reference).toBe(`order-${serial}`)
      expect(await one.inquire(nik(serial), `order-${serial}`)).toEqual(first)
      expect(await other.inquire(nik(serial), `order-${serial}`)).toEqual(first)
    }
  })

  test('knows most people, a few of them badly', async () => {
    const bureau = await sandbox()
    const answers: BureauAnswer[] = []
    for (let serial = 100; serial < 1000; serial += 1) {
      if (serial % 100 < 96) answers.push(await bureau.inquire(nik(serial), 'r'))
    }
    const share = (fits: (answer: BureauAnswer) => boolean) => answers.filter(fits).length / answers.length
    expect(share((it) => !it.found)).toBeCloseTo(0.15, 1)
    expect(share((it) => it.loanQuality === 1)).toBeGreaterThan(0.5)
    expect(share((it) => it.loanQuality === 5)).toBeCloseTo(0.04, 1)
    for (const it of answers) {
      expect(it.openLoans > 0).toBe(it.remainingLoan > 0)
      expect((it.loanQuality ?? 1) > 1).toBe(it.maxDaysPastDue > 0)
    }
  })

  test('97 is not found', async () => {
    expect(await (await sandbox()).inquire(nik(97), 'r-1')).toMatchObject({
      found: false,
      loanQuality: null,
      remainingLoan: 0,
      maxDaysPastDue: 0,
      openLoans: 0,
    })
  })

  test('98 is a loss, 120 days past due', async () => {
    expect(await (await sandbox()).inquire(nik(1298), 'r-1')).toMatchObject({
      found: true,
      loanQuality: 5,
      maxDaysPastDue: 120,
    })
  })

  test.each([
    { nik: '3174013208900001', reference: 'r' },
    { nik: nik(1), reference: '' },
    { nik: nik(1) },
    { nik: nik(1), reference: 'r', name: 'x' },
  ])('refuses %o', async (body) => {
    const answer = await fetch(`${await listening(bureauSandbox())}/inquiries`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
  })
})

describe('the client', () => {
  test('a 503 is unavailable, without a second try', async () => {
    let asked = 0
    const url = await listening(bureauSandbox())
    const bureau = httpBureau({ url, timeoutMs: 5000, fetch: (...call) => ((asked += 1), fetch(...call)) })
    expect(await failure(bureau, 99)).toMatchObject({ name: 'BureauUnavailable', reason: 'status', status: 503 })
    expect(asked).toBe(1)
  })

  test('silence is a time-out', async () => {
    expect(await failure(await sandbox(100), 96)).toMatchObject({ reason: 'timeout', status: undefined })
  })

  test('an answer that never ends is a time-out', async () => {
    const endless = new Hono().post(
      '/inquiries',
      () => new Response(new ReadableStream({ start: (c) => c.enqueue('{') })),
    )
    const bureau = httpBureau({ url: await listening(endless), timeoutMs: 100 })
    expect(await failure(bureau, 1)).toMatchObject({ reason: 'timeout' })
  })

  test('nobody listening is the network', async () => {
    const url = await listening(new Hono())
    const server = servers.pop()!
    server.close()
    await once(server, 'close')
    expect(await failure(httpBureau({ url, timeoutMs: 5000 }), 1)).toMatchObject({ reason: 'network' })
  })

  const good = {
    reference: 'r-1',
    found: true,
    loanQuality: 2,
    remainingLoan: 500_000,
    maxDaysPastDue: 12,
    openLoans: 1,
    inquiries30: 3,
  }

  test('takes an answer with fields it does not know', async () => {
    expect(await (await answering({ ...good, extra: true })).inquire(nik(1), 'r-1')).toEqual(good)
  })

  test.each([
    ['another reference', { ...good, reference: 'r-2' }],
    ['a sixth grade', { ...good, loanQuality: 6 }],
    ['a fraction of a rupiah', { ...good, remainingLoan: 0.5 }],
    ['found without a grade', { ...good, loanQuality: null }],
    ['a missing field', { ...good, openLoans: undefined }],
    ['no object', 'ok'],
  ])('refuses %s', async (_, answer) => {
    expect(await failure(await answering(answer), 1)).toMatchObject({ reason: 'answer' })
  })

  test('never says whom it asked about', async () => {
    const error = await failure(await sandbox(), 99)
    expect(error).toBeInstanceOf(BureauUnavailable)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(nik(99))
  })
})
