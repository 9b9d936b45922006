import { createFetch } from 'ofetch'
import * as z from 'zod/mini'
import { foreignWords } from '../../services/endpoint.ts'
import { Refused } from '../kit/refused.ts'

const inquiryAnswer = z.object({ reference: foreignWords(200), match: z.boolean() })

export type Account = { bank: string; account: string; holder: string }

/** Asks the payout provider whether an account exists under a holder's name. */
export type Bank = { holds(account: Account, reference: string): Promise<boolean> }

/** No usable answer; a retry with the same reference is safe. It contains nothing of the account. */
export class BankUnavailable extends Error {
  override readonly name = 'BankUnavailable'
}

/** A bank's answer for a caller who waits for it; throws Refused (422) when the bank is unavailable. */
export const whileSomebodyWaits = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof BankUnavailable ? new Refused(422, 'errors:bankSilent') : error
  })

/** A provider over HTTP at `url`; `holds` throws BankUnavailable after `timeoutMs`, or for an invalid answer. */
export const httpBank = ({ url, timeoutMs }: { url: string; timeoutMs: number }): Bank => {
  const request = createFetch({ defaults: { baseURL: url, method: 'POST', retry: 0 } })
  return {
    async holds(account, reference) {
      const signal = AbortSignal.timeout(timeoutMs)
      const body: unknown = await request('/account-inquiries', { body: { ...account, reference }, signal }).catch(
        () => undefined,
      )
      const answer = inquiryAnswer.safeParse(body)
      // The cause is dropped on purpose: it holds the request's body.
      if (!answer.success || answer.data.reference !== reference)
        throw new BankUnavailable('the account inquiry is unavailable')
      return answer.data.match
    },
  }
}
