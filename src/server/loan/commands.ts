import type { LoanEvent } from '../../machines/loan.facts.ts'
import * as loan from '../../services/loan.ts'
import { notFound } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { type CallOf, origin, stamp } from '../staff/call.ts'
import type { Command } from '../store/command.ts'
import { bookRepayment, once } from './reversal.ts'

type Asked = { orderNo: string; version: number }

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
export const loanHandlers = ({ store, ids, handle }: Server) => {
  const act = async (
    { orderNo, version }: Asked,
    call: CallOf<typeof loan.approveReduction>,
    event: LoanEvent,
    more: Pick<Command, 'reads' | 'writes'> = {},
  ) => {
    await known(orderNo)
    return store.send({ stream: `loan/${orderNo}`, version, event, ...origin(call), ...more })
  }
  const known = async (orderNo: string) => {
    if ((await store.version(`loan/${orderNo}`)) === 0) throw notFound()
  }

  handle(loan.record, async ({ version, ...money }, call) => {
    await known(money.orderNo)
    return bookRepayment({ store }, money, { ...stamp(call), ...origin(call), version })
  })
  handle(loan.refund, ({ orderNo, version, ...money }, call) =>
    act({ orderNo, version }, call, { type: 'creditRefunded', ...stamp(call), ...money }, once(orderNo, money.txid)),
  )

  handle(loan.requestReduction, ({ orderNo, version, ...said }, call) =>
    act({ orderNo, version }, call, {
      type: 'reductionRequested',
      ...stamp(call),
      ...said,
      ...limits().reductionRequested,
    }),
  )
  handle(loan.approveReduction, (body, call) =>
    act(body, call, { type: 'reductionApproved', ...stamp(call), ...limits().reductionApproved }),
  )
  handle(loan.approveLargeReduction, (body, call) =>
    act(body, call, { type: 'largeReductionApproved', ...stamp(call) }),
  )
  handle(loan.refuseReduction, (body, call) => act(body, call, { type: 'reductionRefused', ...stamp(call) }))

  handle(loan.offerRollover, ({ orderNo, version, ...said }, call) =>
    act({ orderNo, version }, call, {
      type: 'rolloverOffered',
      ...stamp(call),
      ...said,
      txid: ids(),
      ...limits().rolloverOffered,
    }),
  )
  handle(loan.recordRollover, ({ orderNo, version, ...money }, call) =>
    act({ orderNo, version }, call, { type: 'rolloverPaid', ...stamp(call), ...money }, once(orderNo, money.txid)),
  )

  handle(loan.proposeReversal, ({ orderNo, version, ...said }, call) =>
    act({ orderNo, version }, call, { type: 'reversalProposed', ...stamp(call), ...said }),
  )
  handle(loan.confirmReversal, (body, call) => act(body, call, { type: 'repaymentReversed', ...stamp(call) }))
  handle(loan.refuseReversal, (body, call) => act(body, call, { type: 'reversalRefused', ...stamp(call) }))

  handle(loan.proposeWriteOff, ({ orderNo, version, reason }, call) =>
    act({ orderNo, version }, call, {
      type: 'writeOffProposed',
      ...stamp(call),
      reason,
      ...limits().writeOffProposed,
    }),
  )
  handle(loan.confirmWriteOff, (body, call) =>
    act(body, call, { type: 'writeOffConfirmed', ...stamp(call), ...limits().writeOffConfirmed }),
  )
  handle(loan.refuseWriteOff, (body, call) => act(body, call, { type: 'writeOffRefused', ...stamp(call) }))
}
