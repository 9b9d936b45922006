import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Endpoint } from '../../services/endpoint.ts'
import { isSigned, signatureHeaders } from '../channels/signature.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { sha256 } from '../kit/hash.ts'
import { Refused } from '../kit/refused.ts'
import type { Unheard } from '../providerReports/noteReport.ts'
import type { Sessions, Staff } from '../staff/sessions.ts'
import { requestOf, type Seen } from './requests.ts'

/** The signing secrets of providers by name. `unheard` records a call in a provider's name that was not accepted. */
type Providers = {
  secrets: Readonly<Record<string, string>>
  unheard: (provider: string, why: Unheard) => Promise<unknown>
}
export type CallerParts = { db: Database; sessions: Sessions; providers: Providers; clock: Clock }
export type Body = () => Promise<Uint8Array<ArrayBuffer>>
type Caller = { by: string; staff: Staff | undefined }

/** Who makes a call, and whether their role may make it. Throws 403 without a session, 4030 without the right. */
export const createCallers = ({ db, sessions, providers, clock }: CallerParts) => {
  const noteUnheard = async (c: Context<Seen>, provider: string, why: Unheard): Promise<void> => {
    await providers.unheard(provider, why)
    requestOf(c).unheard = false
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

  const providerOf = async (c: Context<Seen>, body: Uint8Array): Promise<string> => {
    const name = c.req.param('provider') ?? ''
    if (!Object.hasOwn(providers.secrets, name)) throw new Refused(404, 'errors:noSuchPath')
    const message = {
      timestamp: c.req.header(signatureHeaders.timestamp) ?? '',
      signature: c.req.header(signatureHeaders.signature) ?? '',
      body: new TextDecoder().decode(body),
    }
    if (!isSigned(providers.secrets[name]!, message, clock.now())) {
      await noteUnheard(c, name, 'signature')
      throw new Refused(4030, 'errors:signature')
    }
    return `provider/${name}`
  }

  const callerOf = async (endpoint: Endpoint, c: Context<Seen>, body: Body): Promise<Caller> => {
    const caller = await knownCaller(endpoint, c, body)
    requestOf(c).by = caller.by
    if (endpoint.permission === 'granted' && !caller.staff?.may(endpoint.interface))
      throw new Refused(4030, 'errors:notPermitted')
    return caller
  }
  const knownCaller = async (endpoint: Endpoint, c: Context<Seen>, body: Body): Promise<Caller> => {
    if (endpoint.permission === 'anyone') return { by: 'anyone', staff: undefined }
    if (endpoint.permission === 'customerApp') return { by: await customerApp(c), staff: undefined }
    if (endpoint.permission === 'signed') return { by: await providerOf(c, await body()), staff: undefined }
    const staff = await staffOf(c, !endpoint.unattended)
    return { by: staff.id, staff }
  }

  return { callerOf, staffOf, noteUnheard }
}
