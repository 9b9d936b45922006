import { paidBy } from '../../machines/paymentMethods.ts'
import * as loan from '../../services/loan.ts'
import type { Server } from '../server.ts'
import { origin, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { limitsAt } from './inForce.ts'
import { bookRepayment, once } from './reversal.ts'

/** The commands of staff on a loan. The handler adds the limits and rates in force, and the chart decides. */
export const loanHandlers = (server: Server) => {
  const { store, ids, handle } = server
  const { command, send } = commandsOf(server, 'loan', ({ orderNo }: { orderNo: string }) => orderNo)

  handle(loan.record, async ({ version, ...money }, call) => {
    await store.existing(`loan/${money.orderNo}`)
    return bookRepayment({ store }, money, { ...stamp(call), ...origin(call), version })
  })
  handle(loan.refund, ({ orderNo, version, ...money }, call) =>
    send({ orderNo, version }, call, { type: 'creditRefunded', ...stamp(call), ...money }, once(orderNo, money.txid)),
  )

  command(loan.requestReduction, 'reductionRequested', async ({ amount, until, reason }, { now }) => ({
    amount,
    until,
    reason,
    ...(await limitsAt(server, now)).reductionRequested,
  }))
  command(
    loan.approveReduction,
    'reductionApproved',
    async (_, { now }) => (await limitsAt(server, now)).reductionApproved,
  )
  command(loan.approveLargeReduction, 'largeReductionApproved')
  command(loan.refuseReduction, 'reductionRefused')

  command(loan.offerRollover, 'rolloverOffered', async ({ days, until }, { now }) => ({
    days,
    until,
    txid: ids(),
    ...(await limitsAt(server, now)).rolloverOffered,
  }))
  handle(loan.recordRollover, ({ orderNo, version, txid, day, amount, ...how }, call) => {
    const event = { type: 'rolloverPaid' as const, ...stamp(call), txid, day, amount, ...paidBy(how) }
    return send({ orderNo, version }, call, event, once(orderNo, txid))
  })

  command(loan.proposeReversal, 'reversalProposed', ({ txid, reason }) => ({ txid, reason }))
  command(loan.confirmReversal, 'repaymentReversed')
  command(loan.refuseReversal, 'reversalRefused')

  command(loan.proposeWriteOff, 'writeOffProposed', async ({ reason }, { now }) => ({
    reason,
    ...(await limitsAt(server, now)).writeOffProposed,
  }))
  command(
    loan.confirmWriteOff,
    'writeOffConfirmed',
    async (_, { now }) => (await limitsAt(server, now)).writeOffConfirmed,
  )
  command(loan.refuseWriteOff, 'writeOffRefused')
}
