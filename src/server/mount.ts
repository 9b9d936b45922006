import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import type { Logger } from 'pino'
import type { BodyOf, DataOf, Endpoint } from '../services/endpoint.ts'
import type { Call, CallOf } from './call.ts'
import { sha256 } from './chain.ts'
import { isSigned, signatureHeaders } from './channels/signature.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { badInput, fieldIssues } from './issues.ts'
import { Refused } from './refused.ts'
import type { Sessions, Staff } from './sessions.ts'
import { languageOf, say } from './words.ts'

export type Handle = <E extends Endpoint>(
  endpoint: E,
  handler: (body: BodyOf<E>, call: CallOf<E>) => Promise<DataOf<E>>,
) => void

/** Does what an endpoint does, in somebody's name, with nobody at the line: permitted, checked and handled as any call of theirs. */
export type Perform = (endpoint: Endpoint, input: unknown, call: Call<Staff>) => Promise<unknown>

/** The secrets that providers sign with, by their names, and what is done about a call in the name of one that it did not sign. */
type Providers = { secrets: Readonly<Record<string, string>>; forged: (provider: string) => Promise<unknown> }
type Parts = {
  db: Database
  sessions: Sessions
  providers: Providers
  clock: Clock
  ids: () => string
  log: Logger
}

// PostgreSQL's own code.
const diskFull = '53100'

export type Envelope = { code: number; msg: string; data: unknown }

/** Mounts endpoints under a Hono app: who may call, what a body may be, and one envelope for every answer, always HTTP 200. */
export const createMount = ({ db, sessions, providers, clock, ids, log }: Parts) => {
  const api = new Hono()
  const mounted: Endpoint[] = []
  const handlers = new Map<string, (body: never, call: never) => Promise<unknown>>()

  const refuse = (c: Context, error: unknown): Response => {
    const language = languageOf(c.req.header('accept-language'))
    if (error instanceof Refused) {
      return c.json({ code: error.code, msg: say(language, error.key), data: error.data } satisfies Envelope)
    }
    const reference = ids()
    log.error({ reference, path: c.req.path, err: error }, 'fault')
    const key = (error as { code?: unknown }).code === diskFull ? 'errors:diskFull' : 'errors:fault'
    return c.json({ code: 500, msg: say(language, key), data: { reference } } satisfies Envelope)
  }

  /** The member of staff behind both halves of a session; throws 403 without one. */
  const staffOf = async (c: Context, active: boolean): Promise<Staff> => {
    const token = c.req.header('x-token')
    const sid = getCookie(c, 'sid')
    const staff = token && sid ? await sessions.staffOf(token, sid, clock.now(), active) : undefined
    if (!staff) throw new Refused(403, 'errors:loggedOut')
    return staff
  }

  const customerApp = async (c: Context): Promise<string> => {
    const hash = sha256(c.req.header('x-api-key') ?? '')
    const row = await db.sql.selectFrom('api_key').select('name').where('hash', '=', hash).executeTakeFirst()
    if (!row) throw new Refused(4030, 'errors:apiKey')
    return `app/${row.name}`
  }

  const providerOf = async (c: Context): Promise<string> => {
    const name = c.req.param('provider') ?? ''
    if (!Object.hasOwn(providers.secrets, name)) throw new Refused(404, 'errors:noSuchPath')
    const said = {
      timestamp: c.req.header(signatureHeaders.timestamp) ?? '',
      signature: c.req.header(signatureHeaders.signature) ?? '',
      body: await c.req.text(),
    }
    if (!isSigned(providers.secrets[name]!, said, clock.now())) {
      await providers.forged(name)
      throw new Refused(4030, 'errors:signature')
    }
    return `provider/${name}`
  }

  const callerOf = async (endpoint: Endpoint, c: Context): Promise<{ by: string; staff: Staff | undefined }> => {
    if (endpoint.permission === 'anyone') return { by: 'anyone', staff: undefined }
    if (endpoint.permission === 'customerApp') return { by: await customerApp(c), staff: undefined }
    if (endpoint.permission === 'signed') return { by: await providerOf(c), staff: undefined }
    const staff = await staffOf(c, !endpoint.unattended)
    if (endpoint.permission === 'granted' && !staff.may(endpoint.interface))
      throw new Refused(4030, 'errors:notPermitted')
    return { by: staff.id, staff }
  }

  const handle: Handle = (endpoint, handler) => {
    mounted.push(endpoint)
    handlers.set(endpoint.id, handler)
    const limited = bodyLimit({
      maxSize: endpoint.limit,
      onError: (c) => refuse(c, new Refused(400, 'errors:tooLarge')),
    })
    api.on(endpoint.method, endpoint.path, limited, async (c) => {
      try {
        const { by, staff } = await callerOf(endpoint, c)
        const input = endpoint.method === 'GET' ? c.req.query() : await jsonBody(c)
        const language = languageOf(c.req.header('accept-language'))
        const body = endpoint.body.safeParse(input)
        if (!body.success) throw badInput(fieldIssues(body.error.issues, input), language)
        const call: Call<Staff | undefined> = {
          by,
          staff,
          language,
          via: endpoint.interface,
          key: keyOf(endpoint, c, ids),
          request: requestHash(endpoint, body.data),
          now: clock.now(),
          ip: ipOf(c),
          token: c.req.header('x-token'),
          setCookie: (name, value) =>
            setCookie(c, name, value, { httpOnly: true, sameSite: 'Strict', path: '/', secure: isSecure(c) }),
        }
        const data = await handler(body.data as BodyOf<typeof endpoint>, call as CallOf<typeof endpoint>)
        return c.json({ code: 0, msg: '', data } satisfies Envelope)
      } catch (error) {
        return refuse(c, error)
      }
    })
  }

  const perform: Perform = async (endpoint, input, call) => {
    if (!call.staff.may(endpoint.interface)) throw new Refused(4030, 'errors:notPermitted')
    const body = endpoint.body.safeParse(input)
    if (!body.success) throw badInput(fieldIssues(body.error.issues, input), call.language)
    return handlers.get(endpoint.id)!(body.data as never, call as never)
  }

  api.onError((error, c) => refuse(c, error))
  return { api, mounted, handle, perform, staffOf, refuse }
}

const jsonBody = async (c: Context): Promise<unknown> => {
  const from = c.req.header('origin')
  const own = c.req.header('x-forwarded-host') ?? c.req.header('host')
  // A browser names the page's own origin; a page of another site, or of none (`null`), must not write here.
  if (from && (!URL.canParse(from) || new URL(from).host !== own)) {
    throw new Refused(4030, 'errors:origin')
  }
  if (!c.req.header('content-type')?.startsWith('application/json')) throw new Refused(400, 'errors:notJson')
  try {
    return await c.req.json()
  } catch {
    throw new Refused(400, 'errors:badJson')
  }
}

// A quick hash of a password would be a way to guess it.
const requestHash = (endpoint: Endpoint, body: unknown) =>
  sha256(
    JSON.stringify([endpoint.interface, body], (name, value: unknown) => (/password/i.test(name) ? undefined : value)),
  )

const keyOf = (endpoint: Endpoint, c: Context, ids: () => string) => {
  const given = c.req.header('idempotency-key')
  if (!given && endpoint.permission === 'customerApp' && endpoint.method === 'POST')
    throw new Refused(400, 'errors:keyRequired')
  if (given && given.length > 200) throw new Refused(400, 'errors:keyRequired')
  return given || ids()
}

const isSecure = (c: Context) => c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:')

const ipOf = (c: Context): string => {
  try {
    return getConnInfo(c).remote.address ?? ''
  } catch {
    // A request that a test hands to the app has no connection.
    return ''
  }
}
