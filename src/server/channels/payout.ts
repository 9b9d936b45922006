import { createFetch, FetchError } from 'ofetch'
import type * as z from 'zod/mini'
import * as payout from '../../services/payout.ts'
import { signed } from './signature.ts'

/** A provider's report on a sending, in an answer or a callback. Money is rupiah; `at` is the instant of the fact. */
const providerWord = payout.callback.body
export type ProviderWord = z.infer<typeof providerWord>

export type Sending = { txid: string; amount: number; bank: string; account: string; holder: string }

/** A payout provider; `most` is its limit for one sending, in rupiah. */
export type PayoutChannel = {
  most: number
  /** Idempotent: a repeated transaction id does not pay twice. */
  send: (sending: Sending) => Promise<ProviderWord>
  /** Undefined when the provider knows no such transaction. */
  ask: (txid: string) => Promise<ProviderWord | undefined>
}

/** No usable answer, so the outcome is unknown; a retry is safe. It contains nothing of the account. */
export class PayoutUnavailable extends Error {
  override readonly name = 'PayoutUnavailable'
}

type Options = {
  url: string
  secret: string
  most: number
  timeoutMs: number
  now: () => number
  /** The callback address; undefined while nobody listens there. */
  callback: () => string | undefined
}

/** A provider over HTTP with signed calls. Both throw PayoutUnavailable after `timeoutMs`, or for an invalid answer. */
export const httpPayout = ({ url, secret, most, timeoutMs, now, callback }: Options): PayoutChannel => {
  const request = createFetch({ defaults: { baseURL: url, retry: 0, ignoreResponseError: true } })

  const call = async (method: 'GET' | 'POST', path: string, body: string) => {
    const headers = { 'content-type': 'application/json', ...signed(secret, body || path, now()) }
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      return await request.raw<unknown>(path, { method, headers, signal, ...(body ? { body } : {}) })
    } catch (error) {
      // The cause is dropped on purpose: it holds the request's body.
      throw new PayoutUnavailable(
        `the payout provider is unavailable: ${error instanceof FetchError ? 'network' : 'time'}`,
      )
    }
  }

  const wordIn = (body: unknown, txid: string): ProviderWord => {
    const word = providerWord.safeParse(body)
    if (!word.success || word.data.txid !== txid) throw new PayoutUnavailable('the payout provider gave no answer')
    return word.data
  }

  return {
    most,
    send: async (sending) => {
      const { _data } = await call('POST', '/payouts', JSON.stringify({ ...sending, callback: callback() }))
      return wordIn(_data, sending.txid)
    },
    ask: async (txid) => {
      const { status, _data } = await call('GET', `/payouts/${encodeURIComponent(txid)}`, '')
      return status === 404 ? undefined : wordIn(_data, txid)
    },
  }
}
