import { bankSandbox } from '../channels/bank.sandbox.ts'
import { bureauSandbox } from '../channels/bureau.sandbox.ts'
import { httpBureau } from '../channels/bureau.ts'
import type { Channels } from '../channels/channels.ts'

/** The sandbox providers in this process, without a network: the same answers, thousands in a second. */
export const inProcess = (): Channels => {
  const bureau = bureauSandbox()
  const bank = bankSandbox()
  return {
    bureau: httpBureau({
      url: 'http://sandbox',
      timeoutMs: 1000,
      fetch: async (input, init) => bureau.fetch(new Request(input, init)),
    }),
    bank: {
      holds: async (account, reference) => {
        const response = await bank.request('/account-inquiries', {
          method: 'POST',
          body: JSON.stringify({ ...account, reference }),
        })
        return response.ok && ((await response.json()) as { match: boolean }).match
      },
    },
    payouts: {},
    sms: {},
    secrets: {},
  }
}
