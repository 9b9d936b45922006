import { ofetch } from 'ofetch'
import type { DataOf, Endpoint, InputOf } from '../../src/services/endpoint.ts'
import * as user from '../../src/services/user.ts'
import { password } from '../kit/app.ts'

export type Ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<DataOf<E>>
type Answer<Data> = { code: number; msg: string; data: Data }

/** Logs in one of the simulated lender's staff at a server. A refused call throws. */
export const loggedIn = async (url: string, name: string): Promise<Ask> => {
  const login = await ofetch.raw<Answer<{ token: string }>>(`${url}/api${user.login.path}`, {
    method: 'POST',
    body: { email: `${name}@demo.example`, password },
  })
  const headers = {
    'x-token': login._data!.data.token,
    cookie: login.headers.getSetCookie()[0]!.split(';')[0]!,
  }
  return async ({ id, method, path }, input) => {
    const options =
      method === 'GET' ? { query: input as Record<string, string> } : { body: input as Record<string, unknown> }
    const answer = await ofetch<Answer<never>>(`${url}/api${path}`, { method, headers, ...options })
    if (answer.code) throw new Error(`${id}: ${answer.msg}`)
    return answer.data
  }
}
