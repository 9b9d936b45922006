import { businessDay } from '../../machines/calendar.ts'
import type { State } from '../../machines/kernel.ts'
import { withdrawalTxid } from '../../machines/txid.ts'
import type { Withdrawal, WithdrawalEvent } from '../../machines/withdrawal.facts.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as withdrawal from '../../services/withdrawal.ts'
import { whileSomebodyWaits } from '../channels/bank.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { type CallOf, origin, stamp } from '../staff/call.ts'
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

  handle(withdrawal.request, async (body, call) => (await store.answered(call)) ?? request(body, call))

  const request = async (
    { version, account, bank, card, holder, channel, amount, purpose }: BodyOf<typeof withdrawal.request>,
    call: CallOf<typeof withdrawal.request>,
  ) => {
    const own = await db.sql.selectFrom('bank_account').select('number').where('code', '=', account).executeTakeFirst()
    if (!own) throw badInput([{ field: 'account', reason: 'choice' }], call.language)
    if (own.number === card) throw badInput([{ field: 'card', reason: 'fromAccount' }], call.language)
    const destination = { bank, account: card, holder }
    const matches = await whileSomebodyWaits(channels.bank.holds(destination, call.key))
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

  /** Sends a withdrawal the event that follows from its present state; throws not found for an unknown one. */
  const decide = async (
    { txid, version }: BodyOf<typeof withdrawal.cancel>,
    call: CallOf<typeof withdrawal.cancel>,
    eventOf: (standing: Withdrawal) => WithdrawalEvent,
  ) => {
    const stream = `withdrawal/${txid}`
    const state = (await store.state(stream)) as State<Withdrawal>
    if (state.version === 0) throw notFound()
    return store.send({ stream, version, event: eventOf(state.context), ...origin(call) })
  }

  handle(withdrawal.approve, (body, call) =>
    decide(body, call, ({ order }) => ({
      type: 'withdrawalApproved',
      ...stamp(call),
      most: mostOf(order!.channel),
      answerTtl: policy.payoutAnswerTtl,
    })),
  )
  handle(withdrawal.refuse, (body, call) =>
    decide(body, call, () => ({ type: 'withdrawalRefused', ...stamp(call), reason: body.reason })),
  )
  handle(withdrawal.cancel, (body, call) => decide(body, call, () => ({ type: 'withdrawalCancelled', ...stamp(call) })))
  handle(withdrawal.provePaid, (body, call) =>
    decide(body, call, () => ({ type: 'paidProposed', ...stamp(call), day: body.day, evidence: body.evidence })),
  )
  handle(withdrawal.proveUnpaid, (body, call) =>
    decide(body, call, () => ({ type: 'unpaidProposed', ...stamp(call), evidence: body.evidence })),
  )
  handle(withdrawal.confirmProof, (body, call) =>
    decide(body, call, () => ({ type: 'withdrawalResolved', ...stamp(call) })),
  )
  handle(withdrawal.refuseProof, (body, call) =>
    decide(body, call, () => ({ type: 'proofRefused', ...stamp(call), reason: body.reason })),
  )
}
