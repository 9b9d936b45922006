import { FetchError, createFetch } from 'ofetch'
import * as z from 'zod/mini'
import { foreignWords } from '../../services/endpoint.ts'

const count = z.int().check(z.nonnegative())

/** Loan quality is the regulator's five grades, 1 current … 5 loss, null for an unknown NIK; money is rupiah. */
export const bureauAnswer = z
  .object({
    reference: foreignWords(200),
    found: z.boolean(),
    loanQuality: z.nullable(z.literal([1, 2, 3, 4, 5])),
    remainingLoan: count,
    maxDaysPastDue: count,
    openLoans: count,
    inquiries30: count,
  })
  .check(z.refine(({ found, loanQuality }) => found === (loanQuality !== null), 'found and loanQuality disagree'))
export type BureauAnswer = z.infer<typeof bureauAnswer>

export type Bureau = { inquire(nik: string, reference: string): Promise<BureauAnswer> }

/** No usable answer; a retry with the same reference is safe. It contains neither the NIK nor the provider's text. */
export class BureauUnavailable extends Error {
  override readonly name = 'BureauUnavailable'
  readonly reason: 'timeout' | 'network' | 'status' | 'answer'
  readonly status: number | undefined

  constructor(reason: BureauUnavailable['reason'], status?: number) {
    super(`the credit bureau is unavailable: ${reason}${status === undefined ? '' : ` ${status}`}`)
    this.reason = reason
    this.status = status
  }
}

// The cause is dropped on purpose: ofetch's error holds the request body, and so the NIK, which a logger would print.
function unavailable(error: unknown): BureauUnavailable {
  if (error instanceof FetchError && error.status !== undefined) return new BureauUnavailable('status', error.status)
  const timedOut = [error, (error as Error).cause].some((it) => it instanceof Error && it.name === 'TimeoutError')
  return new BureauUnavailable(timedOut ? 'timeout' : 'network')
}

/** A bureau over HTTP at `url`; `inquire` throws BureauUnavailable after `timeoutMs`, or for an invalid answer. */
export function httpBureau(options: { url: string; fetch?: typeof globalThis.fetch; timeoutMs: number }): Bureau {
  const request = createFetch({
    fetch: options.fetch ?? globalThis.fetch,
    defaults: { baseURL: options.url, method: 'POST', retry: 0 },
  })
  return {
    async inquire(nik, reference) {
      // ofetch's own time-out ends with the headers; a body that never ends has to time out too.
      const signal = AbortSignal.timeout(options.timeoutMs)
      const body = await request<unknown>('/inquiries', { body: { nik, reference }, signal }).catch(
        (error: unknown) => {
          throw unavailable(error)
        },
      )
      const answer = bureauAnswer.safeParse(body)
      if (!answer.success || answer.data.reference !== reference) throw new BureauUnavailable('answer')
      return answer.data
    },
  }
}
