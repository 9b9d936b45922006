import { idOf } from '../../machines/kernel.ts'
import { hearWord } from '../providerReports/hear.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { openCard } from './card.ts'
import { withdrawalSendings } from './sendings.ts'

type Parts = Pick<Server, 'db' | 'store' | 'ids' | 'clock' | 'channels'>

/** Sends the lender's own money. A retry after no answer repeats the transaction id: the provider sends once. */
export const sendWithdrawal =
  (server: Parts): Effect<'withdrawal'> =>
  async ({ stream }) => {
    const { value, context } = await server.store.state(stream)
    if (value !== 'sending') return undefined
    const txid = idOf(stream)
    const { channel: name, amount } = context.order!
    const channel = server.channels.payouts[name]
    const kept = await server.db.sql
      .selectFrom('withdrawal_card')
      .selectAll()
      .where('txid', '=', txid)
      .executeTakeFirst()
    // The channel is gone or the account number was erased: after the answer deadline the outcome is unknown.
    if (!channel || !kept) return undefined
    const word = await channel.send({ txid, amount, ...openCard(kept) })
    await hearWord(server, [withdrawalSendings], name, word, 'sending')
    return undefined
  }
