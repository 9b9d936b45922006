import { businessDay } from '../../machines/calendar.ts'
import { payoutTimes } from '../../machines/payoutRules.ts'
import { withdrawalTxid } from '../../machines/txid.ts'
import * as withdrawal from '../../services/withdrawal.ts'
import { whileSomebodyWaits } from '../channels/bank.ts'
import { rulesAt } from '../inForce.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { keepCard } from './card.ts'
import { withdrawalLists } from './lists.ts'

/** Withdrawals from the lender's own accounts: the cash record, and the commands of staff. */
export const withdrawalHandlers = (server: Server) => {
  const { db, store, channels, ids, handle } = server
  const { page, count } = withdrawalLists(server)
  handle(withdrawal.list, page)
  handle(withdrawal.count, count)

  handle(withdrawal.choices, async () => ({
    accounts: await db.sql.selectFrom('bank_account').select(['code', 'bank', 'name']).orderBy('code').execute(),
    channels: Object.entries(channels.payouts).map(([name, { most }]) => ({ name, most })),
  }))

  const mostOf = (channel: string) =>
    Object.hasOwn(channels.payouts, channel) ? channels.payouts[channel]!.most : null

  const { command, create } = commandsOf(server, 'withdrawal', ({ txid }: { txid: string }) => txid)
  create(withdrawal.request, 'withdrawalRequested', async (body, call) => {
    const { account, bank, card, holder, channel, amount, purpose } = body
    const own = await db.sql.selectFrom('bank_account').select('number').where('code', '=', account).executeTakeFirst()
    if (!own) throw badInput([{ field: 'account', reason: 'choice' }], call.language)
    if (own.number === card) throw badInput([{ field: 'card', reason: 'fromAccount' }], call.language)
    const destination = { bank, account: card, holder }
    const matches = await whileSomebodyWaits(channels.bank.holds(destination, call.key))
    const txid = withdrawalTxid(businessDay(call.now), ids())
    return {
      id: txid,
      facts: { account, channel, amount, purpose, most: mostOf(channel), matches },
      writes: (tx) => keepCard(tx, txid, destination),
    }
  })

  command(withdrawal.approve, 'withdrawalApproved', async ({ txid }, { now }) => {
    const { context } = await store.existing(`withdrawal/${txid}`)
    return { most: mostOf(context.order!.channel), ...payoutTimes(await rulesAt(server, 'payoutRules', now)) }
  })
  command(withdrawal.refuse, 'withdrawalRefused', ({ reason }) => ({ reason }))
  command(withdrawal.cancel, 'withdrawalCancelled')
  command(withdrawal.provePaid, 'paidProposed', ({ day, evidence }) => ({ day, evidence }))
  command(withdrawal.proveUnpaid, 'unpaidProposed', ({ evidence }) => ({ evidence }))
  command(withdrawal.confirmProof, 'withdrawalResolved')
  command(withdrawal.refuseProof, 'proofRefused', ({ reason }) => ({ reason }))
}
