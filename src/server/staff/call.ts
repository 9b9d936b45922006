import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import type { Language } from '../../services/user.ts'
import type { Staff } from './sessions.ts'

/** What a handler knows of a call beside its body. `key` and `request` make a command repeatable. */
export type Call<Who> = {
  by: string
  via: string
  key: string
  request: string
  now: number
  language: Language
  ip: string
  /** Browser and system by name, as far as they are known. */
  browser: string
  token: string | undefined
  /** What a browser that somebody was logged in with before keeps of it. */
  device: string | undefined
  staff: Who
  /** For the browser's session, or for so many seconds. */
  setCookie: (name: string, value: string, maxAge?: number) => void
}

export type CallOf<E extends Endpoint> = Call<E['permission'] extends 'staff' | 'granted' ? Staff : undefined>

/** Mounts a handler under its endpoint. */
export type Handle = <E extends Endpoint>(
  endpoint: E,
  handler: (body: BodyOf<E>, call: CallOf<E>) => Promise<DataOf<E>>,
) => void

/** Does what an endpoint does, in somebody's name, with nobody at the line: permitted, checked and handled as any call of theirs. */
export type Perform = (endpoint: Endpoint, input: unknown, call: Call<Staff>) => Promise<unknown>

/** Who did it and when, as every event says. */
export const stamp = (call: { by: string; now: number }) => ({ by: call.by, at: call.now })

/** From where it was done, as every audit entry of it says. */
export const place = (call: { ip: string; browser: string }) => ({ ip: call.ip, device: call.browser })

/** How a command came in and how it is recognised when it comes again. */
export const origin = (call: { via: string; key: string; request: string }) => ({
  via: call.via,
  key: call.key,
  request: call.request,
})
