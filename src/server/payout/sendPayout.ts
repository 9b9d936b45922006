import { lastAttempt } from '../../machines/payout.facts.ts'
import { hearWord } from '../providerReports/hear.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { payoutSendings } from './sendings.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'ids' | 'clock' | 'channels'>

/** Sends an order's money. A retry after no answer repeats the transaction id, so the provider sends only once. */
export const sendPayout =
  (server: Parts): Effect<'payout'> =>
  async ({ stream }) => {
    const { value, context } = await server.store.state(stream)
    if (value !== 'sending') return undefined
    const { txid, channel: name, amount, accountVersion } = lastAttempt(context)!
    const [record] = await server.vault.read([{ person: context.terms!.person, version: accountVersion }])
    const channel = server.channels.payouts[name]
    // The customer was erased or the channel is gone: after the answer deadline staff resolve the payout.
    if (!record || !channel) return undefined
    const { name: bank, account, holder } = record.bank
    const word = await channel.send({ txid, amount, bank, account, holder })
    await hearWord(server, [payoutSendings], name, word, 'sending')
    return undefined
  }
