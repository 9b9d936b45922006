import { createFetch } from 'ofetch'
import * as z from 'zod/mini'
import { signed } from './signature.ts'

/**
 * A message to one number, in the form +628…; `id` is the idempotency key, and receipts name it. `sender` is a name that
 * is registered with the provider, at most 11 characters.
 */
export type SmsSending = { id: string; to: string; sender: string; text: string }

const answer = z.union([
  z.object({ word: z.literal('accepted'), segments: z.int().check(z.positive(), z.maximum(100)) }),
  z.object({ word: z.literal('refused'), code: z.string().check(z.regex(/^[\w.-]{1,60}$/)) }),
])

/** The provider's answer: it took the message, refused it for good, or has no room before `afterMs` have passed. */
export type SmsAnswer = z.infer<typeof answer> | { word: 'later'; afterMs: number }

export type SmsChannel = {
  /** The provider's limit. */
  perSecond: number
  send: (sending: SmsSending) => Promise<SmsAnswer>
}

/** No usable answer, so it is unknown whether the provider took the message. It contains nothing of the customer. */
export class SmsUnavailable extends Error {
  override readonly name = 'SmsUnavailable'
}

type Options = {
  url: string
  secret: string
  perSecond: number
  timeoutMs: number
  now: () => number
  /** The address for receipts; undefined while nobody listens there. */
  receipts: () => string | undefined
}

const usualWaitMs = 1000
const longestWaitMs = 3_600_000

/** How long to wait by the header Retry-After in seconds; a provider that says nothing usable gets a second. */
const waitIn = (header: string | null): number =>
  header && /^\d{1,6}$/.test(header)
    ? Math.min(longestWaitMs, Math.max(usualWaitMs, Number(header) * 1000))
    : usualWaitMs

/** An SMS provider over HTTP with signed calls. Throws SmsUnavailable after `timeoutMs`, or for an invalid answer. */
export const httpSms = ({ url, secret, perSecond, timeoutMs, now, receipts }: Options): SmsChannel => {
  // Never repeated here: after an uncertain answer a second call could send a second message.
  const request = createFetch({ defaults: { baseURL: url, retry: 0, ignoreResponseError: true } })

  return {
    perSecond,
    send: async (sending) => {
      const body = JSON.stringify({ ...sending, receipts: receipts() })
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': sending.id,
        ...signed(secret, body, now()),
      }
      const signal = AbortSignal.timeout(timeoutMs)
      // The cause is dropped on purpose: it holds the request's body.
      const response = await request.raw<unknown>('/messages', { method: 'POST', headers, body, signal }).catch(() => {
        throw new SmsUnavailable('the SMS provider is unavailable')
      })
      if (response.status === 429) return { word: 'later', afterMs: waitIn(response.headers.get('retry-after')) }
      const parsed = answer.safeParse(response._data)
      if (!parsed.success || response.status !== 200)
        throw new SmsUnavailable(`the SMS provider gave no usable answer: HTTP ${response.status}`)
      return parsed.data
    },
  }
}
