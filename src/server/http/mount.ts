import { subtle } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Language } from '../../services/user.ts'
import type { Audit } from '../audit/audit.ts'
import { noteSearchesIn } from '../audit/searches.ts'
import type { Vault } from '../customers/vault.ts'
import { browserOf } from '../kit/browser.ts'
import { clientOf } from '../kit/clientAddress.ts'
import { sha256 } from '../kit/hash.ts'
import { languageOf, say, sayRefusal } from '../kit/i18n.ts'
import { badInput, fieldIssues } from '../kit/inputIssues.ts'
import { readJson } from '../kit/json.ts'
import type { Limits } from '../kit/limits.ts'
import { createLoopShare } from '../kit/loopShare.ts'
import { Refused } from '../kit/refused.ts'
import { isAboutOrder, mustBeInScope } from '../staff/appScope.ts'
import type { Call, Handle, Perform } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'
import { readBody, tooLarge, Unread } from './body.ts'
import { createBodyRoom, type Place } from './bodyRoom.ts'
import { type Body, type CallerParts, createCallers } from './callers.ts'
import { createConcurrencyLimit, within } from './concurrencyLimit.ts'
import type { Metrics } from './metrics.ts'
import { refuseForeign } from './originCheck.ts'
import { type Request, requestOf, type Seen, watchRequests } from './requests.ts'
import type { Storing } from './storing.ts'

type Parts = CallerParts & {
  vault: Vault
  audit: Audit
  ids: () => string
  log: Logger
  metrics: Metrics
  storing: Storing
  limits: Pick<Limits, 'atOnce' | 'answer' | 'share' | 'inHand' | 'arriving'>
  proxies: number
}

type Handler = (body: never, call: never) => Promise<unknown>

export type Envelope = { code: number; msg: string; data: unknown }

/**
 * Mounts endpoints under a Hono app: permission, body schema, and one envelope for every answer. Its HTTP status is
 * 200, except for a body that was not read to its end, and for a provider that has to call again.
 */
export const createMount = ({
  db,
  vault,
  audit,
  sessions,
  providers,
  clock,
  ids,
  log,
  metrics,
  storing,
  limits,
  proxies,
}: Parts) => {
  const api = new Hono<Seen>()
  api.use(watchRequests({ ids, log, metrics }))
  const mounted: Endpoint[] = []
  const handlers = new Map<string, Handler>()
  const people = createConcurrencyLimit(limits.atOnce, 'errors:tooManyAtOnce')
  const share = createLoopShare(limits.share)
  const room = createBodyRoom(limits.inHand)
  const { callerOf, staffOf, noteUnheard } = createCallers({ db, sessions, providers, clock })

  const refuse = (c: Context<Seen>, error: unknown): Response => {
    const language = languageOf(c.req.header('accept-language'))
    const request = requestOf(c)
    request.code = error instanceof Refused ? error.code : 500
    if (error instanceof Refused) {
      metrics.refused(error.key)
      const envelope = { code: error.code, msg: sayRefusal(language, error), data: error.data } satisfies Envelope
      return c.json(envelope, error instanceof Unread ? error.code : statusOf(request))
    }
    const reference = request.id
    log.error({ id: reference, endpoint: request.endpoint, err: error }, 'fault')
    const key = storing.noted(error) ?? 'errors:fault'
    return c.json({ code: 500, msg: say(language, key), data: { reference } } satisfies Envelope, statusOf(request))
  }

  /** The input of a call, by the endpoint's schema. A signed but unreadable call is recorded before its refusal. */
  const inputIn = async (endpoint: Endpoint, c: Context<Seen>, body: Body, language: Language): Promise<unknown> => {
    try {
      const input = endpoint.method === 'GET' ? c.req.query() : await jsonIn(c, body)
      const parsed = endpoint.body.safeParse(input)
      if (!parsed.success) throw badInput(fieldIssues(parsed.error.issues, input), language)
      return parsed.data
    } catch (error) {
      if (endpoint.permission === 'signed') await noteUnheard(c, c.req.param('provider')!, 'unreadable')
      throw error
    }
  }

  /** Wraps the handler of an endpoint about one order: 404 for an order outside the caller's app scope, or for none. */
  const withinReachOf = (endpoint: Endpoint, handler: Handler): Handler =>
    isAboutOrder(endpoint)
      ? async (body: { orderNo: string }, call: Call<Staff | undefined>) => {
          if (call.staff) await mustBeInScope(db, call.staff, body.orderNo)
          return handler(body as never, call as never)
        }
      : handler

  /** Wraps a handler: writes an audit entry for each customer found by phone, NIK or name, before it answers. */
  const notedOf =
    (endpoint: Endpoint, handler: Handler): Handler =>
    async (body: Readonly<Record<string, unknown>>, call: Call<Staff | undefined>) => {
      const { staff } = call
      if (staff) await noteSearchesIn({ db, vault, audit }, endpoint, body, { ...call, staff })
      return handler(body as never, call as never)
    }

  const handle: Handle = (endpoint, handler) => {
    mounted.push(endpoint)
    const reaching = withinReachOf(endpoint, notedOf(endpoint, handler))
    handlers.set(endpoint.id, reaching)
    const known: MiddlewareHandler<Seen> = (c, next) => {
      const { id, unattended, permission } = endpoint
      Object.assign(requestOf(c), { endpoint: id, unattended, unheard: permission === 'signed' })
      return next()
    }
    // A client that sends `Expect` before a body over the limit would take HTTP 200 as permission to send it.
    const unasked: MiddlewareHandler<Seen> = async (c, next) => {
      if (!c.req.header('expect') || !(Number(c.req.header('content-length')) > endpoint.limit)) return next()
      return refuse(c, tooLarge())
    }
    api.on(endpoint.method, endpoint.path, known, unasked, (c) => share.counted(() => answerTo(endpoint, reaching, c)))
  }

  const answerTo = async (endpoint: Endpoint, handler: Handler, c: Context<Seen>): Promise<Response> => {
    const place = room.enter(() => requestOf(c).by)
    try {
      const { body, call } = await calledBy(endpoint, c, place)
      const data = await within(
        limits.answer,
        inside(call, () => handler(body as never, call as never)).finally(place.leave),
      )
      requestOf(c).code = 0
      return c.json({ code: 0, msg: '', data } satisfies Envelope)
    } catch (error) {
      return refuse(c, error)
    }
  }

  /** Runs work within the caller's concurrency limit. It counts until it ends, even after the call has timed out. */
  const inside = async ({ by, staff }: Call<Staff | undefined>, work: () => Promise<unknown>): Promise<unknown> => {
    const leave = staff ? people.enter(by) : () => {}
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** The body and the call for a handler. Except for a signature, the body is read after the permission check. */
  const calledBy = async (
    endpoint: Endpoint,
    c: Context<Seen>,
    place: Place,
  ): Promise<{ body: unknown; call: Call<Staff | undefined> }> => {
    try {
      refuseForeign(c, proxies)
      const { address, secure } = clientOf(c, proxies)
      let reading: ReturnType<Body> | undefined
      const sent: Body = () => (reading ??= readBody(c, { most: endpoint.limit, place, arriving: limits.arriving }))
      const { by, staff } = await callerOf(endpoint, c, sent)
      // Not for anonymous calls: an office may share one address, and one caller must not block the others' logins.
      if (by !== 'anyone') share.mayGoOn(by)
      const language = languageOf(c.req.header('accept-language'))
      const body = await inputIn(endpoint, c, sent, language)
      const call: Call<Staff | undefined> = {
        by,
        staff,
        language,
        via: endpoint.interface,
        key: keyOf(endpoint, c, ids),
        request: await requestHash(endpoint, body),
        now: clock.now(),
        ip: address,
        browser: browserOf(c.req.header('user-agent')),
        token: c.req.header('x-token'),
        device: getCookie(c, 'device'),
        setCookie: (name, value, maxAge) =>
          setCookie(c, name, value, {
            httpOnly: true,
            sameSite: 'Strict',
            path: '/',
            secure,
            ...(maxAge !== undefined && { maxAge }),
          }),
      }
      return { body, call }
    } catch (error) {
      place.leave()
      throw error
    }
  }

  const perform: Perform = async (endpoint, input, call) => {
    if (!call.staff.may(endpoint.interface)) throw new Refused(4030, 'errors:notPermitted')
    const body = endpoint.body.safeParse(input)
    if (!body.success) throw badInput(fieldIssues(body.error.issues, input), call.language)
    return handlers.get(endpoint.id)!(body.data as never, call as never)
  }

  /** Mounts a path that is no endpoint, for staff with a session. `current` reads the staff member again, or throws. */
  const forStaff = (
    path: string,
    { unattended }: Pick<Endpoint, 'unattended'>,
    answer: (c: Context<Seen>, staff: Staff, current: () => Promise<Staff>) => Response,
  ): void => {
    api.get(path, async (c) => {
      const request = Object.assign(requestOf(c), { endpoint: path.replace(/^\/|\.json$/g, ''), unattended })
      try {
        refuseForeign(c, proxies)
        const current = () => staffOf(c, !unattended)
        const staff = await current()
        request.by = staff.id
        return answer(c, staff, current)
      } catch (error) {
        return refuse(c, error)
      }
    })
  }

  api.onError((error, c) => refuse(c, error))
  return { api, mounted, handle, perform, forStaff, refuse }
}

/** The HTTP status of an envelope. A provider takes 200 for delivered and retries after anything else. */
const statusOf = ({ unheard, code = 500 }: Request): ContentfulStatusCode => {
  if (!unheard) return 200
  // The envelope's own codes, such as 4030, are no HTTP statuses.
  return code < 600 ? (code as ContentfulStatusCode) : 403
}

/** The JSON value of a body; a POST without a body says nothing, which is `{}`. */
const jsonIn = async (c: Context<Seen>, body: Body): Promise<unknown> => {
  if ((await body()).length === 0) return {}
  if (!c.req.header('content-type')?.startsWith('application/json')) throw new Refused(400, 'errors:notJson')
  const parsed = await readJson(await body(), requestOf(c).by)
  if ('value' in parsed) return parsed.value
  throw new Refused(400, parsed.refused === 'json' ? 'errors:badJson' : `errors:beyond.${parsed.refused}`)
}

const requestHash = async (endpoint: Endpoint, body: unknown): Promise<string> => {
  const files: Promise<ArrayBuffer>[] = []
  const text = JSON.stringify([endpoint.interface, body], (name, value: unknown) => {
    // A fast hash of a password would make it easy to guess.
    if (/password/i.test(name)) return undefined
    if (!(value instanceof Uint8Array)) return value
    // In Node's thread pool: 20 MB take 50 ms.
    files.push(subtle.digest('SHA-256', value))
    return null
  })
  const hashes = await Promise.all(files)
  return sha256([text, ...hashes.map((hash) => Buffer.from(hash).toString('hex'))].join(' '))
}

const keyOf = (endpoint: Endpoint, c: Context, ids: () => string) => {
  const given = c.req.header('idempotency-key')
  if (!given && endpoint.permission === 'customerApp' && endpoint.method === 'POST')
    throw new Refused(400, 'errors:keyRequired')
  if (given && given.length > 200) throw new Refused(400, 'errors:keyRequired')
  return given || ids()
}
