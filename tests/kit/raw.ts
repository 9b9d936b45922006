import type { Hono } from 'hono'
import { password } from './app.ts'

export type Raw<Data = unknown> = { status: number; code: number; msg: string; data: Data; cookies: string[] }
export type Halves = { token: string; cookie: string }

/** Calls with literal paths, methods, headers and fields, so that a test notices when one changes. */
export const rawCalls = (app: Pick<Hono, 'request'>) => {
  const call = async <Data = unknown>(
    line: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Raw<Data>> => {
    const [method, path] = line.split(' ') as [string, string]
    const response = await app.request(`/api${path}`, {
      method,
      headers: { 'accept-language': 'en', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as { code: number; msg: string; data: Data }
    return { status: response.status, ...envelope, cookies: response.headers.getSetCookie() }
  }

  const login = async (name: string, secret = password) => {
    const credentials = { email: `${name}@demo.example`, password: secret }
    const { data, cookies } = await call<{ token: string }>('POST /user/login', credentials)
    return as({ token: data.token, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })
  }

  /** A caller with both halves of a session. */
  const as = ({ token, cookie }: Halves) => ({
    token,
    cookie,
    call: <Data = unknown>(line: string, body?: unknown, headers: Record<string, string> = {}) =>
      call<Data>(line, body, { 'x-token': token, cookie, ...headers }),
    info: () => call<Info>(`GET /user/user_info?token=${token}`, undefined, { 'x-token': token, cookie }),
  })

  return { call, login, as }
}

export type Info = { id: string; roles: string[]; interfaces: string[]; language: string }
export type Calls = ReturnType<typeof rawCalls>
export type Person = Awaited<ReturnType<Calls['login']>>
