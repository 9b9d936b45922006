import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { limits } from '../../src/server/kit/limits.ts'
import * as approval from '../../src/services/approval.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as user from '../../src/services/user.ts'
import { password } from '../kit/app.ts'
import { same } from './happened.ts'

type Answer = { code: number; data: unknown; cookie: string }
type Order = { orderNo: string; version: number; holder: string | null }

/** One call over a keep-alive connection, by `node:http`, whose client cost is small beside the server's. */
const post = (agent: Agent, url: string, { path }: Endpoint, body: unknown, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    const text = JSON.stringify(body)
    const call = request(`${url}/api${path}`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (part: string) => (answer += part))
      response.on('end', () => {
        const cookie = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
        resolve({ ...(JSON.parse(answer) as Omit<Answer, 'cookie'>), cookie })
      })
    })
    call.end(text)
  })

/** Workers that claim and release an order of their own repeatedly; answers calls per second. */
export const claimsOverHttp = async (url: string, workers: number, seconds: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: workers })
  const loggedIn = async (email: string) => {
    const { data, cookie } = await post(agent, url, user.login, { email, password }, {})
    return { 'x-token': (data as { token: string }).token, cookie }
  }
  // The server limits each account's concurrent calls, so the workers share enough accounts.
  const people = Array.from(
    { length: Math.ceil(workers / limits.atOnce) },
    (_, n) => `reviewer1${n > 0 ? `.${n + 1}` : ''}@demo.example`,
  )
  const reviewers = await Promise.all(people.map(loggedIn))
  const list = await post(agent, url, approval.list, { list: 'firstWait', limit: 2 * workers }, reviewers[0]!)
  const free = (list.data as { rows: Order[] }).rows.filter(({ holder }) => !holder).slice(0, workers)
  same('orders that are free, and workers', free.length, workers)
  let [calls, steps] = [0, 0]
  const began = performance.now()
  const end = began + seconds * 1000
  type Own = { orderNo: string; version: number }
  const send = async (endpoint: Endpoint, order: Own, headers: Record<string, string>) => {
    const key = { 'idempotency-key': randomUUID() }
    const answer = await post(agent, url, endpoint, order, { ...headers, ...key })
    if (answer.code) throw new Error(`${endpoint.id}: ${answer.code}`)
    calls += 1
    const { version } = answer.data as { version: number }
    steps += version - order.version
    order.version = version
  }
  await Promise.all(
    free.map(async ({ orderNo, version }, n) => {
      const order = { orderNo, version }
      const headers = reviewers[n % reviewers.length]!
      while (performance.now() < end) {
        await send(approval.firstClaim, order, headers)
        await send(approval.firstRelease, order, headers)
      }
    }),
  )
  agent.destroy()
  same('events that calls over HTTP wrote, and calls', steps, calls)
  return (calls / (performance.now() - began)) * 1000
}
