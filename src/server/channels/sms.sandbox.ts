import { setTimeout as delay } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { sizeOf } from '../../services/smsSegments.ts'
import type { Clock } from '../kit/clock.ts'
import { isSigned, signatureHeaders, signed } from './signature.ts'

const message = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(60)),
  to: z.string().check(z.regex(/^\+628\d{7,12}$/)),
  text: z.string().check(z.minLength(1), z.maxLength(2000)),
  sender: z.string().check(z.regex(/^[\w -]{1,11}$/)),
  receipts: z.optional(z.url()),
})
type Message = z.infer<typeof message>
type Word = 'accepted' | 'delivered' | 'undelivered'
/** A receipt that is sent `times` times, `afterMs` after the message. */
type Step = { word: Word; afterMs: number; times?: number; id?: string; forged?: true }
type Taken = { message: Message; at: number; steps: Step[]; told: number[] }

const outage = z.strictObject({
  kind: z.enum(['error', 'html', 'silence', 'full']),
  seconds: z.int().check(z.nonnegative(), z.maximum(86_400)),
})

const hour = 3_600_000
// The receipts of one message stay in their order.
const messagesAtOnce = 20

// The last two digits of a number force a case, so that faults come from real inputs.
const ending = {
  refusesAtOnce: '11',
  neverReports: '22',
  reportsLate: '23',
  timesOut: '33',
  repeatsItself: '44',
  disordered: '45',
  upperCase: '46',
  leadingZeros: '47',
  deliversThenFails: '55',
  unknownMessage: '66',
  failsThenDelivers: '77',
  forged: '78',
  undelivered: '88',
  html: '91',
  down: '95',
  onlyAccepts: '96',
} as const

type Options = {
  secret: string
  clock: Clock
  perSecond: number
  /** The usual time until a message is delivered, in milliseconds. */
  usualMs: number
  silenceMs?: number
  /** Whether the end of a number forces a case. */
  forced?: boolean
}

/** A simulated SMS provider: it takes messages up to a rate, and reports what became of each with signed receipts. */
export const smsSandbox = ({ secret, clock, perSecond, usualMs, silenceMs = 120_000, forced = true }: Options) => {
  const taken = new Map<string, Taken>()
  /** Those of which a receipt is still to be sent. */
  const open = new Set<Taken>()
  let second = { began: 0, count: 0 }
  let trouble: { kind: z.infer<typeof outage>['kind']; until: number } | undefined

  const endOf = (to: string) => (forced ? to.slice(-2) : '')
  const stepsOf = ({ id, to }: Message): Step[] => {
    const one = (word: Word, afterMs = usualMs, more: Partial<Step> = {}): Step => ({ word, afterMs, ...more })
    switch (endOf(to)) {
      case ending.neverReports:
        return []
      case ending.reportsLate:
        return [one('delivered', 6 * hour)]
      case ending.repeatsItself:
        return [one('accepted', 0), one('delivered', usualMs, { times: 3 })]
      case ending.disordered:
        return [one('delivered'), one('accepted')]
      case ending.upperCase:
        return [one('delivered', usualMs, { id: id.toUpperCase() })]
      case ending.leadingZeros:
        return [one('delivered', usualMs, { id: `000${id}` })]
      case ending.deliversThenFails:
        return [one('delivered'), one('undelivered', 2 * usualMs)]
      case ending.unknownMessage:
        return [one('delivered', usualMs, { id: 'c0ffee00-not-a-message' }), one('delivered')]
      case ending.failsThenDelivers:
        return [one('undelivered'), one('delivered', 2 * usualMs)]
      case ending.forged:
        return [one('undelivered', usualMs, { forged: true }), one('delivered')]
      case ending.undelivered:
        return [one('accepted', 0), one('undelivered')]
      case ending.onlyAccepts:
        return [one('accepted', 0), one('accepted'), one('accepted', hour)]
      default:
        return [one('accepted', 0), one('delivered')]
    }
  }

  /** Whether one more message fits into the present second. */
  const hasRoom = () => {
    const now = clock.now()
    if (now - second.began >= 1000) second = { began: now, count: 0 }
    second.count += 1
    return second.count <= perSecond
  }

  const full = (c: Context, seconds: number) =>
    c.json({ error: 'too many messages' }, 429, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
  // The wait ends with the caller's connection, so that a caller who gave up leaves nothing running.
  const silence = (c: Context) => delay(silenceMs, undefined, { signal: c.req.raw.signal }).catch(() => undefined)
  const page = '<html><body>Service temporarily unavailable</body></html>'

  const app = new Hono()
  // For people who try it out: every message meets this trouble for so long.
  app.post('/outage', async (c) => {
    const asked = outage.safeParse(await c.req.json().catch(() => undefined))
    if (!asked.success) return c.json({ error: 'invalid outage' }, 400)
    trouble = { kind: asked.data.kind, until: clock.now() + asked.data.seconds * 1000 }
    return c.json({})
  })
  app.post('/messages', async (c) => {
    const body = await c.req.text()
    const given = {
      timestamp: c.req.header(signatureHeaders.timestamp) ?? '',
      signature: c.req.header(signatureHeaders.signature) ?? '',
      body,
    }
    if (!isSigned(secret, given, clock.now())) return c.json({ error: 'signature' }, 401)
    const asked = message.safeParse(JSON.parse(body))
    if (!asked.success) return c.json({ word: 'refused', code: 'INVALID' })
    const kind = trouble && clock.now() < trouble.until ? trouble.kind : undefined
    if (kind === 'full') return full(c, (trouble!.until - clock.now()) / 1000)
    if (kind === 'error') return c.text('Internal Server Error', 500)
    if (kind === 'html') return c.html(page)
    const end = endOf(asked.data.to)
    const known = taken.get(asked.data.id)
    if (!known && !hasRoom()) return full(c, 1)
    if (end === ending.html) return c.html(page)
    if (end === ending.down) return c.text('Internal Server Error', 500)
    if (end === ending.refusesAtOnce) return c.json({ word: 'refused', code: 'NUMBER_INVALID' })
    const one = known ?? { message: asked.data, at: clock.now(), steps: stepsOf(asked.data), told: [] }
    taken.set(asked.data.id, one)
    if (!known) open.add(one)
    if (kind === 'silence' || end === ending.timesOut) await silence(c)
    return c.json({ word: 'accepted', segments: sizeOf(asked.data.text).segments })
  })

  const call = async (url: string, { word, id = '', forged }: Step, key: string, at: number) => {
    const body = JSON.stringify({ id: id || key, word, code: word === 'undelivered' ? 'ABSENT' : '', at })
    const headers = {
      'content-type': 'application/json',
      ...signed(forged ? 'somebody else' : secret, body, clock.now()),
    }
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    // A forged receipt is refused for good.
    return response?.ok === true || (forged === true && response !== undefined)
  }

  const report = async (one: Taken) => {
    const { id, receipts } = one.message
    const isTold = (step: Step, index: number) => (one.told[index] ?? 0) >= (step.times ?? 1)
    for (const [index, step] of one.steps.entries()) {
      while (one.at + step.afterMs <= clock.now() && !isTold(step, index)) {
        if (!receipts || !(await call(receipts, step, id, one.at + step.afterMs))) break
        one.told[index] = (one.told[index] ?? 0) + 1
      }
    }
    if (one.steps.every(isTold)) open.delete(one)
  }

  /** Sends all receipts that are due; one that is not accepted is sent again the next time. */
  const deliver = async (): Promise<void> => {
    const waiting = [...open]
    while (waiting.length > 0) await Promise.all(waiting.splice(0, messagesAtOnce).map(report))
  }

  /** The messages that it took, oldest first. */
  const sent = () => [...taken.values()].map(({ message: { id, to, text } }) => ({ id, to, text }))

  return { app, deliver, sent }
}
