import { randomUUID } from 'node:crypto'
import pino, { type Logger } from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { type Limits, limits as usual } from '../../src/server/kit/limits.ts'
import type { BodyOf, DataOf, Endpoint, InputOf } from '../../src/services/endpoint.ts'
import * as intake from '../../src/services/intake.ts'
import * as user from '../../src/services/user.ts'
import { changeable } from './handlers.ts'
import { password, prepareLender } from './lender.ts'
import { passing } from './passing.ts'
import { olderDatabase, ownDatabase } from './templates.ts'

export { password }
/** 10:00 on a Saturday in Jakarta. */
export const start = Date.UTC(2026, 10, 21, 3)

export type Answered<E extends Endpoint> = { code: number; msg: string; data: DataOf<E> }
export type Call = { key?: string; language?: string; headers?: Record<string, string> }

/**
 * A caller of the server: `call` answers the whole envelope; `data` answers the data of a success and throws otherwise.
 */
export type Caller = {
  id: string
  token: string
  cookie: string
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: Call) => Promise<Answered<E>>
  data: <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: Call) => Promise<DataOf<E>>
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/**
 * The usual limits without the share of the event loop: tests call without a pause, and the embedded database uses the
 * loop too.
 */
export const unhurried: Limits = { ...usual, share: { ...usual.share, most: Infinity } }

/**
 * The real server on its own database, with the simulated lender's staff and orders, or with the content of `dump`. The
 * clock stands still until it is advanced.
 */
export const testApp = async ({
  databaseUrl,
  dump,
  orders = 0,
  charted = orders,
  at = start,
  madeAt = at,
  payoutTimeoutMs = 10_000,
  smsTimeoutMs = 10_000,
  log,
  metricsToken,
  limits = unhurried,
  proxies = 0,
}: {
  databaseUrl?: string | undefined
  /** SQL statements that create the database of an earlier version. */
  dump?: string
  orders?: number
  charted?: number
  at?: number
  /** The instant (epoch ms) up to which the lender has orders. */
  madeAt?: number
  /** The timeout of calls to a payout provider. */
  payoutTimeoutMs?: number
  /** The timeout of calls to an SMS provider. */
  smsTimeoutMs?: number
  log?: Logger
  metricsToken?: string
  limits?: Limits
  proxies?: number
} = {}) => {
  const time = { at }
  const clock = {
    now: () => time.at,
    advance: (ms: number) => {
      time.at += ms
    },
  }
  const lender = { orders, charted, at: madeAt }
  const db = dump ? await olderDatabase(databaseUrl, dump) : await ownDatabase(databaseUrl, log ? undefined : lender)
  // Creating a template must not write to this log, because some tests read it whole.
  if (log && !dump) await prepareLender(db, lender, log)
  let own: string | undefined
  const sandboxes = await startSandboxes({ clock, payoutTimeoutMs, smsTimeoutMs, callTo: () => own })
  const parts = await createApp({
    db,
    clock,
    ids: randomUUID,
    channels: sandboxes.channels,
    log: log ?? pino({ level: 'silent' }),
    metricsToken,
    limits,
    proxies,
  })
  changeable(parts.server.store)

  const caller = (id: string, token: string, cookie: string, more: Record<string, string> = {}): Caller => {
    const call: Caller['call'] = async (endpoint, input, { key, language = 'en', headers = {} } = {}) => {
      const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const response = await parts.app.request(`/api${endpoint.path}${query}`, {
        method: endpoint.method,
        headers: {
          'content-type': 'application/json',
          'accept-language': language,
          'x-token': token,
          cookie,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...more,
          ...headers,
        },
        ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
      })
      return (await response.json()) as Answered<typeof endpoint>
    }
    const data: Caller['data'] = async (endpoint, input, options) => {
      const answer = await call(endpoint, input, options)
      if (answer.code) throw new Error(`${endpoint.id}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data
    }
    return { id, token, cookie, call, data }
  }

  const nobody = caller('anyone', '', '')

  /** Logs a member of staff in by the first part of their e-mail, with a given password. */
  const loginWith = async (name: string, word: string): Promise<Caller> => {
    const response = await parts.app.request(`/api${user.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@demo.example`, password: word }),
    })
    const { code, data } = (await response.json()) as Answered<typeof user.login>
    if (code) throw new Error(`login of ${name}: ${code}`)
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { id } = await caller('', data.token, cookie).data(user.userInfo, { token: data.token })
    return caller(id, data.token, cookie)
  }

  /** Logs a member of staff in by role, or by the first part of their e-mail. */
  const login = (name: string) => loginWith(name, password)

  /** A customer app with the demo's API key. */
  const customerApp = caller('app/demo', '', '', { 'x-api-key': password })

  /**
   * Sends an application of a new customer that the machine will pass; answers its order number before the machine
   * review.
   */
  const apply = async (more: Partial<BodyOf<typeof intake.apply>> = {}): Promise<string> => {
    const { orderNo } = await customerApp.data(intake.apply, passing(more), { key: randomUUID() })
    return orderNo
  }

  /** Runs all work that is due at the clock's time. */
  const settle = async () => {
    while ((await parts.work.runDue()) > 0);
  }

  /** Sets the URL that providers call back from now on. */
  const callTo = (url: string) => {
    own = url
  }

  const close = async () => {
    await parts.stop()
    await sandboxes.stop()
    await db.close()
  }

  return {
    ...parts,
    db,
    clock,
    nobody,
    login,
    loginWith,
    customerApp,
    apply,
    settle,
    deliver: sandboxes.deliver,
    sandboxUrl: sandboxes.url,
    sandboxMessages: sandboxes.messages,
    callTo,
    close,
  }
}
