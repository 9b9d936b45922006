import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import * as approve from '../../src/services/approve.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as user from '../../src/services/user.ts'
import { password } from '../kit/app.ts'

type Answer = { code: number; data: unknown; cookie: string }
type Order = { orderNo: string; version: number; holder: string | null }

/** One call over a connection that is kept; a bare request, so that the caller costs little beside the server. */
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
      let said = ''
      response.setEncoding('utf8').on('data', (part: string) => (said += part))
      response.on('end', () => {
        const cookie = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
        resolve({ ...(JSON.parse(said) as Omit<Answer, 'cookie'>), cookie })
      })
    })
    call.end(text)
  })

/** Reviewers who take an order and put it back, again and again, each with an order of their own; calls a second. */
export const claimsOverHttp = async (url: string, workers: number, seconds: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: workers })
  const login = await post(agent, url, user.login, { email: 'reviewer1@demo.example', password }, {})
  const headers = { 'x-token': (login.data as { token: string }).token, cookie: login.cookie }
  const list = await post(agent, url, approve.list, { list: 'firstWait', limit: 2 * workers }, headers)
  const free = (list.data as { rows: Order[] }).rows.filter(({ holder }) => !holder).slice(0, workers)
  let calls = 0
  const began = performance.now()
  const end = began + seconds * 1000
  const send = async (endpoint: Endpoint, order: { orderNo: string; version: number }) => {
    const key = { 'idempotency-key': randomUUID() }
    const answer = await post(agent, url, endpoint, order, { ...headers, ...key })
    if (answer.code) throw new Error(`${endpoint.id}: ${answer.code}`)
    calls += 1
    order.version = (answer.data as { version: number }).version
  }
  await Promise.all(
    free.map(async ({ orderNo, version }) => {
      const order = { orderNo, version }
      while (performance.now() < end) {
        await send(approve.firstClaim, order)
        await send(approve.firstRelease, order)
      }
    }),
  )
  agent.destroy()
  return (calls / (performance.now() - began)) * 1000
}
