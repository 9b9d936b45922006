import { businessDay } from '../machines/calendar.ts'
import type { State } from '../machines/kernel.ts'
import type { Withdrawal, WithdrawalEvent } from '../machines/withdrawal.facts.ts'
import type { BodyOf } from '../services/endpoint.ts'
import * as withdrawal from '../services/withdrawal.ts'
import { type CallOf, origin, stamp } from './call.ts'
import { badInput } from './issues.ts'
import { notFound } from './refused.ts'
import type { Server } from './server.ts'
import { settings } from './settings.ts'
import { keepCard } from './withdrawal.card.ts'
import { withdrawalLists } from './withdrawal.lists.ts'
import { withdrawalTxid } from './withdrawal.words.ts'

/** Money out of the lender's own accounts: the cash record, and who asks for it, approves it, refuses it or gives it up. */
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

  handle(withdrawal.request, async (body, call) => (await store.answered(call)) ?? request(body, call))

  const request = async (
    { version, account, bank, card, holder, channel, amount, purpose }: BodyOf<typeof withdrawal.request>,
    call: CallOf<typeof withdrawal.request>,
  ) => {
    const own = await db.sql.selectFrom('bank_account').select('number').where('code', '=', account).executeTakeFirst()
    if (!own) throw badInput([{ field: 'account', reason: 'choice' }], call.language)
    if (own.number === card) throw badInput([{ field: 'card', reason: 'fromAccount' }], call.language)
    const destination = { bank, account: card, holder }
    const matches = await channels.bank.holds(destination, call.key)
    const txid = withdrawalTxid(businessDay(call.now), ids())
    return store.send({
      stream: `withdrawal/${txid}`,
      version,
      event: {
        type: 'withdrawalRequested',
        ...stamp(call),
        account,
        channel,
        amount,
        purpose,
        most: mostOf(channel),
        matches,
      },
      ...origin(call),
      writes: (tx) => keepCard(tx, txid, destination),
    })
  }

  const send = (
    { txid, version }: BodyOf<typeof withdrawal.cancel>,
    call: CallOf<typeof withdrawal.cancel>,
    event: WithdrawalEvent,
  ) => store.send({ stream: `withdrawal/${txid}`, version, event, ...origin(call) })

  const known = async (txid: string): Promise<Withdrawal> => {
    const state = (await store.state(`withdrawal/${txid}`)) as State<Withdrawal>
    if (state.version === 0) throw notFound()
    return state.context
  }

  handle(withdrawal.approve, async (body, call) => {
    const { order } = await known(body.txid)
    const most = mostOf(order!.channel)
    const answerTtl = settings.payoutAnswerTtl
    return send(body, call, { type: 'withdrawalApproved', ...stamp(call), most, answerTtl })
  })
  handle(withdrawal.refuse, async ({ reason, ...body }, call) => {
    await known(body.txid)
    return send(body, call, { type: 'withdrawalRefused', ...stamp(call), reason })
  })
  handle(withdrawal.cancel, async (body, call) => {
    await known(body.txid)
    return send(body, call, { type: 'withdrawalCancelled', ...stamp(call) })
  })
  handle(withdrawal.provePaid, async ({ day, evidence, ...body }, call) => {
    await known(body.txid)
    return send(body, call, { type: 'paidProposed', ...stamp(call), day, evidence })
  })
  handle(withdrawal.proveUnpaid, async ({ evidence, ...body }, call) => {
    await known(body.txid)
    return send(body, call, { type: 'unpaidProposed', ...stamp(call), evidence })
  })
  handle(withdrawal.confirmProof, async (body, call) => {
    await known(body.txid)
    return send(body, call, { type: 'withdrawalResolved', ...stamp(call) })
  })
  handle(withdrawal.refuseProof, async ({ reason, ...body }, call) => {
    await known(body.txid)
    return send(body, call, { type: 'proofRefused', ...stamp(call), reason })
  })
}
