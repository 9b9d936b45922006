import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pino from 'pino'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { signed } from '../../../src/server/channels/signature.ts'
import type { Endpoint } from '../../../src/services/endpoint.ts'
import { password } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { bodiesOf, textsIn } from '../../kit/inputs.ts'
import type { Known } from '../../kit/inputs.ts'
import { knownIn } from '../../kit/known.ts'
import { withApp } from '../../kit/withApp.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const deep = inject('deep')
const numRuns = deep ? 500 : 20

type Answer = { status: number; text: string }
const text = expect.any(String)
const issue = expect.objectContaining({ field: text, reason: text, message: text })

describe(`every endpoint takes whatever it is sent (FUZZ_SEED=${seed})`, () => {
  /** The last line of the log, which explains a 500. */
  let fault = ''
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void (fault = line) })
  const { app } = withApp({ ...engines().at(-1), orders: deep ? 300 : 60, log })
  let known: Known
  let session: { token: string; sid: string }
  beforeAll(async () => {
    await app.settle()
    known = await knownIn(app)
    await enter()
  })

  /** Begins a session of an administrator, whatever happened to accounts and passwords. */
  const enter = async () => {
    await app.db.sql.deleteFrom('throttle').execute()
    const { id, password: hash } = await app.db.sql
      .selectFrom('account')
      .innerJoin('profile', 'profile.id', 'account.id')
      .select(['account.id', 'password'])
      .where('state', '=', 'active')
      .where((eb) => eb('roles', '@>', '[1]' as never))
      .orderBy('account.id')
      .executeTakeFirstOrThrow()
    session = (await app.server.sessions.begin(id, hash, app.clock.now()))!
  }

  const credentials = ({ permission }: Endpoint, provider: string, body: string): Record<string, string> => {
    if (permission === 'customerApp') return { 'x-api-key': password, 'idempotency-key': randomUUID() }
    if (permission === 'signed') return signed(app.server.channels.secrets[provider]!, body, app.clock.now())
    return { 'x-token': session.token, cookie: `sid=${session.sid}` }
  }

  const send = async (endpoint: Endpoint, body: string): Promise<Answer> => {
    const only = /:provider\{(\w+)\}/.exec(endpoint.path)?.[1]
    const provider = only ?? Object.keys(app.server.channels.secrets)[0]!
    const path = endpoint.path.replace(/:provider(\{\w+\})?/, provider)
    const response = await app.app.request(`/api${path}${endpoint.method === 'GET' ? queryOf(body) : ''}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...credentials(endpoint, provider, body) },
      ...(endpoint.method === 'POST' && { body }),
    })
    return { status: response.status, text: await response.text() }
  }

  const check = (endpoint: Endpoint, { status, text }: Answer) => {
    const envelope = JSON.parse(text) as { code: number; msg: string; data: { issues?: unknown[] } | null }
    expect(Object.keys(envelope)).toEqual(['code', 'msg', 'data'])
    // A body that is too large is not read, so that its connection has to end.
    expect(status).toBe(envelope.code === 413 ? 413 : 200)
    expect([0, 400, 401, 403, 4030, 404, 409, 413, 422, 429]).toContain(envelope.code)
    if (envelope.code === 0) expect(endpoint.data.safeParse(envelope.data).error?.issues ?? []).toEqual([])
    else expect(envelope.msg).not.toBe('')
    for (const one of envelope.data?.issues ?? []) expect(one).toEqual(issue)
    expect(Object.keys(Object.prototype)).toEqual([])
    return envelope.code
  }

  test('and no text of a call may hold what the database refuses, but for secrets, which never get there', () => {
    const held = app.mounted.flatMap(({ id, body }) =>
      textsIn(body)
        .filter(({ path, schema }) => {
          const read = schema.safeParse('a\0b')
          return read.success && String(read.data).includes('\0') && !/[.](token|(old_)?password)$/.test(path)
        })
        .map(({ path }) => `${id}${path}`),
    )
    expect(held).toEqual([])
  })

  test(`and answers ${numRuns} inputs of each with an envelope and no fault`, async () => {
    const met = new Map<number, number>()
    const failed: string[] = []
    for (const endpoint of app.mounted) {
      const bodies = fc.asyncProperty(bodiesOf(endpoint.body, known), async (body) => {
        const code = check(endpoint, await send(endpoint, body))
        met.set(code, (met.get(code) ?? 0) + 1)
        if (code === 403 || code === 429) await enter()
      })
      const found = await fc.check(bodies, { numRuns, seed, endOnFailure: !deep })
      if (found.failed)
        failed.push(
          `${endpoint.method} ${endpoint.path} ${found.counterexample?.[0]?.slice(0, 500)}: ${String(found.errorInstance)} ${fault.slice(0, 400)}`,
        )
    }
    console.log(`FUZZ_SEED=${seed}, ${app.mounted.length} endpoints, answers by code:`, Object.fromEntries(met))
    expect(failed).toEqual([])
    expect(met.get(0)).toBeGreaterThan(0)
  })
})

const queryOf = (body: string): string => {
  try {
    const input = JSON.parse(body) as unknown
    if (typeof input !== 'object' || input === null) return `?${encodeURIComponent(body)}`
    return `?${Object.entries(input)
      .map(
        ([name, value]) =>
          `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(String(typeof value === 'object' ? JSON.stringify(value) : value)))}`,
      )
      .join('&')}`
  } catch {
    return `?${encodeURIComponent(wellFormed(body))}`
  }
}
const wellFormed = (text: string) => text.toWellFormed().slice(0, 2000)
