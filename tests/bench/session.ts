import * as user from '../../src/services/user.ts'
import { password } from '../kit/app.ts'

/** Logs in and answers the session's headers. */
export const session = async (url: string, who: string): Promise<Record<string, string>> => {
  const response = await fetch(`${url}/api${user.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@demo.example`, password }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return { 'x-token': data.token, cookie: response.headers.getSetCookie()[0]!.split(';')[0]! }
}
