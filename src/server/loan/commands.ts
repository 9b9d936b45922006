import * as loan from '../../services/loan.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { origin, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { bookRepayment, once } from './reversal.ts'

/** The limits and rates in force, per event: rupiah, counts, days, basis points. */
export const limits = () => ({
  reductionRequested: { limit: policy.mostReduced },
  reductionApproved: { limit: policy.mostReducedByLead },
  rolloverOffered: {
    most: policy.mostRollovers,
    serviceFeeRate: policy.rolloverServiceFee,
    interestRate: policy.rolloverInterest,
  },
  writeOffProposed: { beyond: policy.writeOffBeyond },
  writeOffConfirmed: { beyond: policy.writeOffBeyond },
})

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

  command(loan.requestReduction, 'reductionRequested', ({ amount, until, reason }) => ({
    amount,
    until,
    reason,
    ...limits().reductionRequested,
  }))
  command(loan.approveReduction, 'reductionApproved', () => limits().reductionApproved)
  command(loan.approveLargeReduction, 'largeReductionApproved')
  command(loan.refuseReduction, 'reductionRefused')

  command(loan.offerRollover, 'rolloverOffered', ({ days, until }) => ({
    days,
    until,
    txid: ids(),
    ...limits().rolloverOffered,
  }))
  handle(loan.recordRollover, ({ orderNo, version, ...money }, call) =>
    send({ orderNo, version }, call, { type: 'rolloverPaid', ...stamp(call), ...money }, once(orderNo, money.txid)),
  )

  command(loan.proposeReversal, 'reversalProposed', ({ txid, reason }) => ({ txid, reason }))
  command(loan.confirmReversal, 'repaymentReversed')
  command(loan.refuseReversal, 'reversalRefused')

  command(loan.proposeWriteOff, 'writeOffProposed', ({ reason }) => ({ reason, ...limits().writeOffProposed }))
  command(loan.confirmWriteOff, 'writeOffConfirmed', () => limits().writeOffConfirmed)
  command(loan.refuseWriteOff, 'writeOffRefused')
}
