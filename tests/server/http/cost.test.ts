import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signed } from '../../../src/server/channels/signature.ts'
import type { Endpoint } from '../../../src/services/endpoint.ts'
import { login } from '../../../src/services/user.ts'
import { password } from '../../kit/app.ts'
import { application } from '../../kit/application.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import { watchMemory } from '../../kit/memory.ts'
import { callsTo } from '../../kit/pair.ts'
import { worstPulse } from '../../kit/pulse.ts'
import { ownDirectory } from '../../kit/templates.ts'
import { withApp } from '../../kit/withApp.ts'
import { worstBodies, worstOf } from '../../kit/worst.ts'

const megabyte = 1024 * 1024
// In MB, above the memory of an idle server: bodies in hand, and one image of 49 million pixels.
const mostGrown = 400
const mostMs = 200

type Answer = { bytes: number; code: number }
const codes = (answers: Answer[]) => [...new Set(answers.map(({ code }) => code))].sort((one, other) => one - other)

/** A server of its own, whose memory is watched from the first test on. */
const watchedServer = () => {
  let child: Child
  let headers: Record<string, string>
  let allowed: number
  let memory: ReturnType<typeof watchMemory>
  beforeAll(async () => {
    child = await startServer({ DATA_DIR: await ownDirectory(lenderOfToday()), LOG_LEVEL: 'silent' })
    const { token, cookie } = await callsTo(child.url).login('admin')
    headers = { 'x-token': token, cookie }
    // Warm-up: the worker thread and the fonts are loaded on first use.
    await post('/order/sheet/upload', worstBodies['deep nesting']!(megabyte))
    // Bytes that are refused unread cost the machine their transfer, and the server almost nothing.
    const unread = worstBodies['a huge text']!(7 * megabyte - 100)
    const idle = await worstPulse(child.url, async () => {
      for (let nth = 0; nth < 40; nth += 1) await post('/user/login', '{}', {})
      await Promise.all(Array.from({ length: 20 }, () => post('/order/sheet/upload', unread, {})))
    })
    // On a busy machine even an idle server stalls.
    allowed = Math.max(mostMs, 4 * idle)
    memory = watchMemory(child.pid)
  })
  afterAll(async () => void (await child?.kill()))

  const post = async (path: string, body: string, more: Record<string, string> = headers) => {
    const response = await fetch(`${child.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', ...more },
      body,
    })
    const text = await response.text()
    return { bytes: text.length, code: (JSON.parse(text) as { code: number }).code }
  }

  /** The answers to calls during which the server stayed responsive. */
  const beside = async (work: () => Promise<Answer[]>): Promise<Answer[]> => {
    let answers: Answer[] = []
    let worst = Infinity
    let grown = Infinity
    // A busy machine stalls any server now and then, and leaves its garbage uncollected for a while; a server that
    // freezes, or that needs the memory, does so each time.
    for (let left = 3; left > 0 && (worst >= allowed || grown >= mostGrown); left -= 1) {
      memory.restart()
      worst = await worstPulse(child.url, async () => {
        answers = await work()
      })
      grown = memory.grown()
    }
    expect(worst).toBeLessThan(allowed)
    expect(grown).toBeLessThan(mostGrown)
    for (const { bytes } of answers) expect(bytes).toBeLessThan(8_000)
    return answers
  }

  return { url: () => child.url, post, beside }
}

// A decoder's memory is not all given back, so that it would be held against the tests after it.
describe('what pictures cost everybody else', () => {
  const { post, beside } = watchedServer()

  test('thirty images of 49 million pixels, in six calls', async () => {
    const blank = sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#7090b0' } })
    const image = (await blank.webp({ effort: 0 }).toBuffer()).toString('base64')
    const kinds = ['idFront', 'idBack', 'handheld', 'workLicence', 'incomeProof'] as const
    const apply = (count: number) =>
      post(
        '/intake/applications',
        JSON.stringify(application({ documents: kinds.slice(0, count).map((kind) => ({ kind, image })) })),
        {
          'x-api-key': password,
          'idempotency-key': randomUUID(),
        },
      )
    expect(codes(await beside(() => Promise.all(Array.from({ length: 6 }, () => apply(5)))))).toEqual([400])
    // One image per call, the limit of a call, as often.
    expect(codes(await beside(() => Promise.all(Array.from({ length: 6 }, () => apply(1)))))).toEqual([0])
  })
})

describe('what a call costs everybody else', () => {
  const { url, post, beside } = watchedServer()

  test('a thousand bodies of unknown keys without a login, after which a login is still possible', async () => {
    const body = worstBodies['unknown keys']!(login.limit - 100)
    const junk = async () => {
      const answers: Answer[] = []
      for (let nth = 0; nth < 1000; nth += 1) answers.push(await post('/user/login', body, {}))
      return answers
    }
    expect(codes(await beside(junk))).toEqual([400])
    expect(await post('/user/login', worstBodies['unknown keys']!(login.limit), {})).toMatchObject({ code: 413 })
    expect((await callsTo(url()).login('reviewer1')).token).toBeTruthy()
  })

  test.each(Object.keys(worstBodies))('7 MB of %s', async (kind) => {
    const body = worstBodies[kind]!(7 * megabyte - 100)
    expect(codes(await beside(async () => [await post('/order/sheet/upload', body)]))).toEqual([400])
  })

  test.each(['unknown keys', 'a huge file'])('twenty times 7 MB of %s at the same time', async (kind) => {
    const body = worstBodies[kind]!(7 * megabyte - 100)
    const twenty = () => Promise.all(Array.from({ length: 20 }, () => post('/order/sheet/upload', body)))
    expect(codes(await beside(twenty))).toEqual([400])
  })
})

describe('every endpoint refuses the worst body that it takes', () => {
  const { app } = withApp()
  let headers: Record<string, string>
  beforeAll(async () => {
    const { token, cookie } = await app.login('admin')
    headers = { 'x-token': token, cookie, 'x-api-key': password }
  })

  const send = async (endpoint: Endpoint, body: string): Promise<string> => {
    const provider = /:provider\{(\w+)\}/.exec(endpoint.path)?.[1] ?? Object.keys(app.server.channels.secrets)[0]!
    const path = endpoint.path.replace(/:provider(\{\w+\})?/, provider)
    const signature =
      endpoint.permission === 'signed' && signed(app.server.channels.secrets[provider]!, body, app.clock.now())
    const response = await app.app.request(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers, ...signature },
      body,
    })
    return response.text()
  }

  test.each(Object.keys(worstBodies))('of %s', async (kind) => {
    const dear: string[] = []
    for (const endpoint of app.mounted.filter(({ method }) => method === 'POST')) {
      const text = await send(endpoint, worstOf(kind, endpoint))
      const { code } = JSON.parse(text) as { code: number }
      if (code !== 400 || text.length > 8_000) dear.push(`${endpoint.id}: ${code} ${text.length}`)
    }
    expect(dear).toEqual([])
  })
})
