import { setTimeout as delay } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Clock } from '../kit/clock.ts'
import type { ProviderWord } from './payout.ts'
import { isSigned, signatureHeaders, signed } from './signature.ts'

const order = z.strictObject({
  txid: z.string().check(z.minLength(1), z.maxLength(60)),
  amount: z.int().check(z.positive()),
  bank: z.string(),
  account: z.string().check(z.regex(/^\d{5,20}$/)),
  holder: z.string(),
  callback: z.optional(z.url()),
})
type Order = z.infer<typeof order>
type Report = Pick<ProviderWord, 'word' | 'code' | 'message'>
/** A callback that is sent `times` times, `afterMs` after the order. */
type Step = Report & { afterMs: number; times: number }
type Taken = { order: Order; at: number; steps: Step[]; told: number[] }

const hour = 3_600_000
const accepted: Report = { word: 'accepted', code: 'IN_PROCESS', message: 'Being processed' }
const paid: Report = { word: 'succeeded', code: 'PAID', message: 'Paid to the account' }
const closed: Report = { word: 'failed', code: 'ACCOUNT_CLOSED', message: 'The account is closed' }
const invalid: Report = { word: 'failed', code: 'ACCOUNT_INVALID', message: 'No such account' }
const returned: Report = { word: 'bounced', code: 'RETURNED', message: "Returned by the customer's bank" }

// The last two digits of an account force a case, so that faults come from real inputs.
const ending = {
  fails: '11',
  neverAnswers: '22',
  answersLate: '23',
  timesOut: '33',
  repeatsItself: '44',
  paysThenFails: '55',
  bounces: '66',
  failsThenPays: '77',
  refusesAtOnce: '88',
  down: '95',
} as const

type Options = {
  secret: string
  clock: Clock
  /** The usual time until it pays, in milliseconds. */
  usualMs: number
  /** Endings of accounts that this provider pays normally. */
  pays?: readonly string[]
  silenceMs?: number
}

/** A simulated payout provider: it accepts orders, sends callbacks, and answers status inquiries. */
export const payoutSandbox = ({ secret, clock, usualMs, pays = [], silenceMs = 120_000 }: Options) => {
  const taken = new Map<string, Taken>()

  const stepsOf = (end: string): Step[] => {
    const once = (report: Report, afterMs = usualMs): Step => ({ ...report, afterMs, times: 1 })
    if (end === ending.fails) return [once(closed)]
    if (end === ending.neverAnswers) return []
    if (end === ending.answersLate) return [once(paid, 6 * hour)]
    if (end === ending.repeatsItself) return [{ ...paid, afterMs: usualMs, times: 3 }]
    if (end === ending.paysThenFails) return [once(paid), once(closed, 2 * usualMs)]
    if (end === ending.bounces) return [once(paid), once(returned, hour)]
    if (end === ending.failsThenPays) return [once(closed), once(paid, 2 * usualMs)]
    return [once(paid)]
  }

  const endOf = ({ account }: Order) => (pays.includes(account.slice(-2)) ? '' : account.slice(-2))

  const wordOf = (
    { order: { txid, amount }, at }: Taken,
    { word, code, message }: Report,
    afterMs = 0,
  ): ProviderWord => ({
    txid,
    word,
    code,
    message,
    amount,
    at: at + afterMs,
  })

  const isOurs = async (c: Context, body: string) =>
    isSigned(
      secret,
      {
        timestamp: c.req.header(signatureHeaders.timestamp) ?? '',
        signature: c.req.header(signatureHeaders.signature) ?? '',
        body,
      },
      clock.now(),
    )

  const app = new Hono()
  app.post('/payouts', async (c) => {
    const body = await c.req.text()
    if (!(await isOurs(c, body))) return c.json({ error: 'signature' }, 401)
    const asked = order.safeParse(JSON.parse(body))
    if (!asked.success) return c.json({ error: 'invalid order' }, 400)
    const end = endOf(asked.data)
    if (end === ending.down) return c.json({ error: 'maintenance' }, 503)
    const known = taken.get(asked.data.txid)
    const one = known ?? { order: asked.data, at: clock.now(), steps: stepsOf(end), told: [] }
    if (end === ending.refusesAtOnce) return c.json(wordOf(one, invalid))
    taken.set(asked.data.txid, one)
    // The wait ends with the caller's connection, so that a caller who gave up leaves nothing running.
    if (end === ending.timesOut) await delay(silenceMs, undefined, { signal: c.req.raw.signal }).catch(() => undefined)
    return c.json(wordOf(one, accepted))
  })
  app.get('/payouts/:txid', async (c) => {
    const txid = c.req.param('txid')
    if (!(await isOurs(c, `/payouts/${encodeURIComponent(txid)}`))) return c.json({ error: 'signature' }, 401)
    const one = taken.get(txid)
    if (!one) return c.json({ error: 'unknown' }, 404)
    const step = one.steps.findLast(({ afterMs }) => one.at + afterMs <= clock.now())
    return c.json(step ? wordOf(one, step, step.afterMs) : wordOf(one, accepted))
  })

  const call = async (url: string, word: ProviderWord) => {
    const body = JSON.stringify(word)
    const headers = { 'content-type': 'application/json', ...signed(secret, body, clock.now()) }
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    return response?.ok === true
  }

  /** Sends all callbacks that are due; one that is not accepted is sent again the next time. */
  const deliver = async (): Promise<void> => {
    for (const one of taken.values()) {
      for (const [index, step] of one.steps.entries()) {
        while (one.at + step.afterMs <= clock.now() && (one.told[index] ?? 0) < step.times) {
          const { callback } = one.order
          if (!callback || !(await call(callback, wordOf(one, step, step.afterMs)))) break
          one.told[index] = (one.told[index] ?? 0) + 1
        }
      }
    }
  }

  return { app, deliver }
}
