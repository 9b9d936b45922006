import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import * as approval from '../../src/services/approval.ts'
import { type CallError, type Client, createClient, loggedOut, noAnswer, unfit } from '../../src/services/http.ts'
import { bulkStatus } from '../../src/services/jobs.ts'
import * as leadImport from '../../src/services/leadImport.ts'
import { userInfo } from '../../src/services/user.ts'

type Turn = (response: ServerResponse, request: IncomingMessage) => void

const claim = { orderNo: 'LK1', version: 2 }
const file = { content: 'cGhvbmU=', batch: 'B1', source: 'web', proof: 'Form of the fair' }
const done = { stream: 'approval/LK1', version: 3, pos: 9, id: 'e9' }

const envelope = (code: number, data: unknown) => JSON.stringify({ code, msg: 'in words', data })
const answers =
  (code: number, data: unknown = done): Turn =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(envelope(code, data))
const breaks: Turn = (_response, request) => request.socket.destroy()
const breaksMidway: Turn = (response) => {
  const all = envelope(0, done)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': all.length })
  response.write(all.slice(0, 20), () => response.destroy())
}
const failsWith =
  (status: number): Turn =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>no</h1>')

const cleanup: (() => void)[] = []
afterEach(() => {
  for (const end of cleanup.splice(0)) end()
})

const tokens = { now: 't1' }

/** A client with a fake server that handles each request by the next turn; records keys, pauses and messages. */
const open = async (...turns: Turn[]) => {
  const keys: (string | undefined)[] = []
  const pauses: number[] = []
  const toasts: string[] = []
  const endings: string[] = []
  const answered: string[] = []
  const broken: number[] = []
  const waits: boolean[] = []
  const waiting = { begun: () => {} }
  const pausing = { during: () => {} }
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    turns.shift()!(response, request)
  }).listen(0, '127.0.0.1')
  cleanup.push(() => server.close())
  await once(server, 'listening')
  const client = createClient({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => tokens.now,
    language: () => 'en',
    onLoggedOut: (byHand) => endings.push(byHand ? 'by hand' : 'by itself'),
    inWords: (failure) => Object.values(failure).join(' '),
    onFailed: ({ code, message }) => code < 0 && toasts.push(message),
    onAnswered: (line) => answered.push(line),
    onBroken: () => broken.push(keys.length),
    onWaiting: (isWaiting) => {
      waits.push(isWaiting)
      if (isWaiting) waiting.begun()
    },
    pause: async (ms) => {
      pauses.push(ms)
      pausing.during()
    },
  })
  return { client, keys, pauses, toasts, endings, answered, broken, waits, waiting, pausing, left: turns }
}

test.each([
  ['before an answer', breaks],
  ['in the midst of an answer', breaksMidway],
])('a command whose connection breaks %s is sent again under its key', async (_, broken) => {
  const { client, keys, toasts } = await open(broken, broken, answers(0))
  expect(await client.call(approval.firstClaim, claim, { key: 'key 1' })).toEqual(done)
  expect({ keys, toasts }).toEqual({ keys: ['key 1', 'key 1', 'key 1'], toasts: [] })
})

test('a command without a key of its own gets one, and keeps it', async () => {
  const { client, keys } = await open(breaks, answers(0))
  await client.call(approval.firstClaim, claim)
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]])
})

test('a read whose connection breaks is read again', async () => {
  const { client, toasts, answered, broken } = await open(breaks, answers(0, { roles: ['admin'] }))
  expect(await client.call(userInfo, { token: 't' })).toMatchObject({ roles: ['admin'] })
  expect({ toasts, answered, broken }).toEqual({ toasts: [], answered: ['GET /user/user_info'], broken: [] })
})

test('after three more tries, each later than the one before, the caller is told once', async () => {
  const { client, keys, pauses, toasts, broken } = await open(breaks, breaks, breaks, breaks)
  const error = await client.call(approval.firstClaim, claim, { key: 'key 1' }).catch((thrown: CallError) => thrown)
  expect(error).toMatchObject({ code: noAnswer, message: 'noAnswer' })
  expect(keys).toHaveLength(4)
  expect(broken).toEqual([2])
  expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(5000)
  expect(toasts).toEqual(['noAnswer'])
})

test.each([
  ['a refusal', answers(422, null), 422],
  ['a fault in words', answers(500, { reference: 'r' }), 500],
  ['an HTTP error of something in between', failsWith(502), noAnswer],
])('%s is an answer and is not asked for again', async (_, turn, code) => {
  const { client, keys } = await open(turn, answers(0))
  await expect(client.call(approval.firstClaim, claim)).rejects.toMatchObject({ code })
  expect(keys).toHaveLength(1)
})

test('a call without an answer says that it waits, and when that is over', async () => {
  const { client, waits, waiting } = await open((response, request) => {
    waiting.begun = () => answers(0)(response, request)
  })
  expect(await client.call(approval.firstClaim, claim)).toEqual(done)
  expect(waits).toEqual([true, false])
})

test('a call whose answer was lost is sent again under its key when it is told to', async () => {
  const { client, keys, waiting, toasts } = await open(() => {}, answers(0))
  waiting.begun = () => client.resend()
  expect(await client.call(approval.firstClaim, claim, { key: 'key 1' })).toEqual(done)
  expect({ keys, toasts }).toEqual({ keys: ['key 1', 'key 1'], toasts: [] })
})

test('an upload is not sent again, which may be what keeps the line busy', async () => {
  const { client, keys, waiting } = await open((response, request) => {
    waiting.begun = () => {
      client.resend()
      answers(0)(response, request)
    }
  })
  await client.call(leadImport.upload, { ...file, name: 'leads.csv' })
  expect(keys).toHaveLength(1)
})

test.each([
  ['has no such path', failsWith(404), 'reached'],
  ['has nobody behind it', failsWith(502), 'not reached'],
  ['breaks off', breaks, 'not reached'],
])('a server that %s when it is probed is %s', async (_, turn, expected) => {
  const { client } = await open(turn)
  const outcome = await client.probe(new AbortController().signal).then(
    () => 'reached',
    () => 'not reached',
  )
  expect(outcome).toBe(expected)
})

test('a call that is stopped while it waits for its next try is not sent again', async () => {
  const { client, keys, toasts, pausing } = await open(breaks, answers(0))
  const stop = new AbortController()
  pausing.during = () => stop.abort()
  await expect(client.call(approval.firstClaim, claim, { signal: stop.signal })).rejects.toThrow(/abort/i)
  expect({ keys: keys.length, toasts }).toEqual({ keys: 1, toasts: [] })
})

test.each([
  ['a command', 'by hand', (client: Client) => client.call(approval.firstClaim, claim)],
  ['a list that somebody opens', 'by hand', (client: Client) => client.call(approval.list, page)],
  ['a poll', 'by itself', (client: Client) => client.call(bulkStatus, { id: 'b1' })],
])('whether %s is made by hand is known when the session turns out to have ended', async (_, how, made) => {
  const { client, endings } = await open(answers(loggedOut, null))
  await expect(made(client)).rejects.toMatchObject({ code: loggedOut })
  expect(endings).toEqual([how])
})

test('the end of a session that another one has replaced meanwhile is nothing to it', async () => {
  const { client, endings } = await open((response, request) => {
    tokens.now = 't2'
    answers(loggedOut, null)(response, request)
  })
  await expect(client.call(approval.list, page)).rejects.toMatchObject({ code: loggedOut })
  expect(endings).toEqual([])
})

const page = { list: 'firstWait', limit: 50 } as const

const rows = { rows: [], next: null }

test.each([
  ['null', answers(0, null)],
  ['nothing', answers(0, {})],
  ['a list of nulls', answers(0, { rows: [null, null], next: null })],
  ['a page', (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')],
])('an answer that is %s where rows are declared is a fault in words', async (_, turn) => {
  const { client, toasts } = await open(turn)
  await expect(client.call(approval.list, page)).rejects.toMatchObject({ code: unfit, message: 'unfit' })
  expect(toasts).toEqual(['unfit'])
})

test('a call that was made ahead answers the same call once', async () => {
  const { client, keys, left } = await open(answers(0, rows), answers(0, rows), answers(0, rows))
  const over = client.prefetch(approval.list, page)
  expect(client.arrived(approval.list, page)).toBeUndefined()
  await over
  expect([client.arrived(approval.list, page), client.arrived(approval.list, page)]).toEqual([rows, rows])
  expect(await client.call(approval.list, { ...page, limit: 100 })).toEqual(rows)
  expect(await client.call(approval.list, page)).toEqual(rows)
  expect(keys).toHaveLength(2)
  expect(client.arrived(approval.list, page)).toBeUndefined()
  expect(await client.call(approval.list, page)).toEqual(rows)
  expect(left).toEqual([])
})

test('a call that was made ahead of a change is made again', async () => {
  const { client, left } = await open(answers(0, rows), answers(0, rows))
  await client.prefetch(approval.list, page)
  client.forget()
  expect(client.arrived(approval.list, page)).toBeUndefined()
  expect(await client.call(approval.list, page)).toEqual(rows)
  expect(left).toEqual([])
})

test('a call that failed ahead fails for whoever makes it, and nobody else hears of it', async () => {
  const { client, toasts } = await open(...Array<Turn>(4).fill(breaks))
  await client.prefetch(approval.list, page)
  expect(client.arrived(approval.list, page)).toBeUndefined()
  await expect(client.call(approval.list, page)).rejects.toMatchObject({ code: noAnswer })
  expect(toasts).toHaveLength(1)
})
