import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import type { Language } from '../../services/user.ts'
import type { Staff } from './sessions.ts'

/** A call without its body. `key` is the idempotency key, `request` the hash of the contents that came with it. */
export type Call<Who> = {
  by: string
  via: string
  key: string
  request: string
  now: number
  language: Language
  ip: string
  /** Browser and operating system, as far as they are known. */
  browser: string
  token: string | undefined
  /** The cookie of a known device. */
  device: string | undefined
  staff: Who
  /** `maxAge` is in seconds; left out: until the browser's session ends. */
  setCookie: (name: string, value: string, maxAge?: number) => void
}

export type CallOf<E extends Endpoint> = Call<E['permission'] extends 'staff' | 'granted' ? Staff : undefined>

export type Handle = <E extends Endpoint>(
  endpoint: E,
  handler: (body: BodyOf<E>, call: CallOf<E>) => Promise<DataOf<E>>,
) => void

/** Runs an endpoint on somebody's behalf without a request, with the same permission check, validation and handler. */
export type Perform = (endpoint: Endpoint, input: unknown, call: Call<Staff>) => Promise<unknown>

/** The actor and instant of an event. */
export const stamp = (call: { by: string; now: number }) => ({ by: call.by, at: call.now })

/** The address and browser for an audit entry. */
export const place = (call: { ip: string; browser: string }) => ({ ip: call.ip, device: call.browser })

/** The interface of a command, and its idempotency key with the hash of its contents. */
export const origin = (call: { via: string; key: string; request: string }) => ({
  via: call.via,
  key: call.key,
  request: call.request,
})
