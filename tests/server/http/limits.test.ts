import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { limits } from '../../../src/server/kit/limits.ts'
import * as approval from '../../../src/services/approval.ts'
import { type Edge, openEdge } from '../../kit/edge.ts'
import { rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const databaseUrl = inject('databaseUrl')

/** All limits, some of them small enough to be reached in a test. */
const small = {
  ...limits,
  calls: { ...limits.calls, ofSession: 20, timesOfAddress: 3 },
  connection: { ...limits.connection, head: 800, request: 1200, lookedAfter: 50 },
}

describe('the pace of calls', () => {
  const { app } = withApp({ proxies: 1 })
  let edge: Edge
  // A server per test: it counts in its memory.
  const open = async () => {
    edge = await openEdge(app.app, { proxies: 1, limits: small })
    return (token: string, from: string, language = 'en') =>
      fetch(`${edge.url}/api/power/get_apps`, {
        headers: { 'accept-language': language, 'x-forwarded-for': from, ...(token && { 'x-token': token }) },
      }).then((response) => response.json() as Promise<{ code: number; msg: string; data: { retryAfter: number } }>)
  }
  afterEach(() => edge.close())

  const codesOf = async (count: number, call: () => Promise<{ code: number }>) => {
    const codes: number[] = []
    for (let nth = 0; nth < count; nth += 1) codes.push((await call()).code)
    return codes
  }

  test('is that of a session, from wherever it calls, and another session has its own', async () => {
    const call = await open()
    expect(await codesOf(20, () => call('one', '192.0.2.1'))).toEqual(Array(20).fill(403))
    const refused = await call('one', '192.0.2.2')
    expect(refused).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
    expect(refused.msg).toMatch(/^Too many calls; try again in \d+ seconds?$/)
    expect((await call('one', '192.0.2.2', 'id')).msg).toMatch(/^Terlalu banyak permintaan; coba lagi dalam \d+ detik$/)
    expect((await call('one', '192.0.2.2', 'zh')).msg).toMatch(/^请求过多，请在\d+秒钟后再试$/)
    expect(await call('other', '192.0.2.1')).toMatchObject({ code: 403 })
  })

  test('is that of an address, whatever sessions are made up there, and another address has its own', async () => {
    const call = await open()
    let made = 0
    const codes = await codesOf(61, () => call(`made up ${made++}`, '192.0.2.1'))
    expect(codes).toEqual([...Array<number>(60).fill(403), 429])
    expect(await call('made up', '192.0.2.9')).toMatchObject({ code: 403 })
  })

  test('does not slow the console’s own files', async () => {
    const call = await open()
    await codesOf(70, () => call('one', '192.0.2.1'))
    const page = () => fetch(`${edge.url}/login`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect((await page()).status).toBe(200)
  })
})

describe('a slow client', () => {
  const { app } = withApp()
  let edge: Edge
  beforeAll(async () => {
    edge = await openEdge(app.app, { limits: small })
  })
  afterAll(async () => {
    await edge.close()
  })

  const head = 'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  /** Sends a letter every 20 ms until the connection closes. */
  const drip = (socket: Socket, letter: string) => {
    const dripping = setInterval(() => socket.write(letter), 20)
    socket.once('close', () => clearInterval(dripping))
  }
  const dripping = async (begin: string, letter: string): Promise<string> => {
    const socket = connect(edge.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => void (answer += String(chunk)))
    // A letter under way when the server closes may reset the connection.
    socket.on('error', () => {})
    socket.write(begin)
    drip(socket, letter)
    await new Promise((resolve) => socket.once('close', resolve))
    return answer
  }

  test.each([
    ['the head of its request a letter at a time', `${head}X-Slow: `, 'x'],
    ['its body a letter at a time', `${head}Content-Length: 4000\r\n\r\n{"email":"`, 'x'],
  ])('that sends %s is told that it took too long, and cut', async (_, begin, letter) => {
    expect(await dripping(begin, letter)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })

  test('two hundred of them keep nobody waiting', async () => {
    const slow = Array.from({ length: 200 }, () => dripping(`${head}X-Slow: `, 'x'))
    const calls = rawCalls({
      request: (async (path: string, init: RequestInit) => fetch(edge.url + path, init)) as never,
    })
    expect(await (await calls.login('admin')).info()).toMatchObject({ code: 0 })
    const answers = await Promise.all(slow)
    expect(answers.filter((answer) => answer && !answer.startsWith('HTTP/1.1 408'))).toEqual([])
  })

  test('that says nothing at all is cut', async () => {
    const socket = connect(edge.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesWritten).toBe(0)
  })

  test('whose body is larger than the endpoint takes is refused before it was sent', async () => {
    const socket = connect(edge.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}Content-Length: 1000000\r\nConnection: close\r\nAccept-Language: en\r\n\r\n`)
    expect(await text(socket)).toContain('The request body is too large')
  })
})

describe.runIf(databaseUrl)('a call that waits for another', () => {
  // A login has to fit into it as well, on a busy machine too.
  const { app } = withApp({ databaseUrl, limits: { ...limits, atOnce: 4, answer: 2500 } })

  /** Runs `work` while another transaction locks a table that these calls read. */
  const whileHeld = async <Found>(work: () => Promise<Found>): Promise<Found> => {
    const held = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const holding = app.db.sql.transaction().execute(async (tx) => {
      await sql`lock table lending_app in access exclusive mode`.execute(tx)
      held.resolve()
      await over.promise
    })
    await held.promise
    try {
      return await work()
    } finally {
      over.resolve()
      await holding
    }
  }

  test('is given up after a while, in words, and the next one is answered', async () => {
    const admin = await rawCalls(app.app).login('admin')
    const apps = () => admin.call('GET /power/get_apps')
    expect(await whileHeld(apps)).toMatchObject({
      status: 200,
      code: 504,
      msg: 'The server took too long to answer; look whether it was done before you repeat it',
      data: null,
    })
    await expect.poll(apps).toMatchObject({ code: 0 })
  })

  test('is one of four of one person at a time; others are not among them', async () => {
    const [one, other] = [await app.login('reviewer1'), await app.login('reviewer1.2')]
    const calls = rawCalls(app.app)
    const apps = () => calls.as(one).call('GET /power/get_apps')
    const codes = await whileHeld(async () => {
      const four = Array.from({ length: 4 }, apps)
      await expect.poll(apps).toHaveCode(429)
      expect(await apps()).toMatchObject({
        msg: 'Too many calls at the same time; try again in 1 second',
        data: { retryAfter: 1 },
      })
      expect(await other.call(approval.list, { list: 'firstWait' })).toMatchObject({ code: 0 })
      return (await Promise.all(four)).map(({ code }) => code)
    })
    expect(codes).toEqual([504, 504, 504, 504])
    await expect.poll(apps).toMatchObject({ code: 0 })
  })
})
