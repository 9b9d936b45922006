import { inQuestion, type Payout, type Sendable } from '../../machines/payout.facts.ts'
import { payoutTimes } from '../../machines/payoutRules.ts'
import { txidOf } from '../../machines/txid.ts'
import * as payout from '../../services/payout.ts'
import { accountHeld } from '../approval/machineReview.ts'
import { whileSomebodyWaits } from '../channels/bank.ts'
import { rulesAt } from '../inForce.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type CallOf, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Command } from '../store/command.ts'
import { payoutDays } from './days.ts'
import { payoutLists } from './lists.ts'
import { approvedIn, isOf } from './terms.ts'

type Caller = CallOf<typeof payout.submit>
type Meant = { orderNo: string; version: number }

/** Payouts: their lists, and the commands of staff on them. */
export const payoutHandlers = (server: Server) => {
  const { db, store, vault, channels, handle } = server
  const { page, count } = payoutLists(server)
  const { days, dayCount, dayList, dayTotals } = payoutDays(server)
  handle(payout.list, page)
  handle(payout.count, count)
  handle(payout.days, days)
  handle(payout.dayCount, dayCount)
  handle(payout.dayList, dayList)
  handle(payout.dayTotals, dayTotals)

  handle(payout.choices, async () => ({
    products: await db.sql.selectFrom('product').select(['code', 'name']).orderBy('name').execute(),
    channels: Object.entries(channels.payouts).map(([name, { most }]) => ({ name, most })),
  }))

  const { command, send } = commandsOf(server, 'payout', ({ orderNo }: { orderNo: string }) => orderNo)
  const payoutOf = async (orderNo: string) => (await store.existing(`payout/${orderNo}`)).context

  /** Tells whether the approval stands and what limit the channel has, with the approval version read. */
  const sendable = async ({ terms }: Payout, channel: string) => {
    const stream = `approval/${terms!.orderNo}` as const
    const approval = await store.state(stream)
    const facts: Sendable = {
      orderStands: isOf(approvedIn(approval), terms!),
      most: Object.hasOwn(channels.payouts, channel) ? channels.payouts[channel]!.most : null,
    }
    return { facts, reads: [{ stream, version: approval.version }] }
  }

  handle(payout.submit, async (body, call) => {
    const context = await payoutOf(body.orderNo)
    const { facts, reads } = await sendable(context, context.channel)
    const amount = body.amount ?? context.terms!.amount
    return send(body, call, { type: 'payoutSubmitted', ...stamp(call), ...facts, amount }, { reads })
  })

  handle(payout.approve, async (body, call) => {
    const context = await payoutOf(body.orderNo)
    const { facts, reads } = await sendable(context, context.proposal?.channel ?? context.channel)
    const txid = txidOf(body.orderNo, context.attempts.length + 1)
    const { answerTtl } = payoutTimes(await rulesAt(server, 'payoutRules', call.now))
    const event = { type: 'payoutApproved' as const, ...stamp(call), ...facts, txid, answerTtl }
    const adopted = context.proposal?.kind === 'accountChanged' && (await adopting(context))
    return send(body, call, event, { reads, ...(adopted && { writes: adopted }) })
  })

  /** Makes the customer findable by the changed account, from the sending on. */
  const adopting = async ({ terms, accountVersion, proposal }: Payout): Promise<Command['writes']> => {
    const { person } = terms!
    const [known, record] = await vault.read([
      { person, version: accountVersion },
      { person, version: proposal!.accountVersion },
    ])
    return known && record && ((tx) => vault.adopt(tx, person, known, record))
  }

  command(payout.refuse, 'payoutRefused', ({ reason }) => ({ reason }))

  handle(payout.retry, async (body, call) => {
    const context = await payoutOf(body.orderNo)
    const { facts, reads } = await sendable(context, context.channel)
    return send(body, call, { type: 'payoutRetried', ...stamp(call), ...facts, evidence: body.evidence }, { reads })
  })

  handle(payout.changeChannel, async ({ channel, evidence, ...body }, call) => {
    const context = await payoutOf(body.orderNo)
    const { facts, reads } = await sendable(context, channel)
    return send(body, call, { type: 'channelChanged', ...stamp(call), ...facts, channel, evidence }, { reads })
  })

  handle(payout.changeAccount, async (body, call) => {
    const done = await store.answered(call)
    return done ?? againWhenTaken(() => changeAccount(body, call))
  })

  const changeAccount = async (
    { bank, account, evidence, ...body }: Meant & { bank: string; account: string; evidence: string },
    call: Caller,
  ) => {
    const context = await payoutOf(body.orderNo)
    const { person } = context.terms!
    const [record] = await vault.read([{ person, version: context.accountVersion }])
    if (!record) throw notFound()
    if (record.bank.name === bank && record.bank.account === account)
      throw badInput([{ field: 'account', reason: 'sameAccount' }], call.language)
    const changed = { ...record, bank: { name: bank, account, holder: record.name } }
    const matches = await whileSomebodyWaits(accountHeld(channels, changed, call.key))
    const accountVersion = (await vault.newest(person)) + 1
    const { facts, reads } = await sendable(context, context.channel)
    return send(
      body,
      call,
      { type: 'accountChanged', ...stamp(call), ...facts, accountVersion, matches, evidence },
      { reads, writes: (tx) => vault.propose(tx, { person, version: accountVersion }, changed) },
    )
  }

  const txidInQuestion = async (orderNo: string) => inQuestion(await payoutOf(orderNo))?.txid ?? ''
  command(payout.provePaid, 'paidProposed', async ({ orderNo, day, evidence }) => ({
    txid: await txidInQuestion(orderNo),
    day,
    evidence,
  }))
  command(payout.proveUnpaid, 'unpaidProposed', async ({ orderNo, evidence }) => ({
    txid: await txidInQuestion(orderNo),
    evidence,
  }))
  command(payout.confirmProof, 'payoutResolved')
  command(payout.refuseProof, 'proofRefused', ({ reason }) => ({ reason }))
}
