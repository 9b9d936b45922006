import type { LoanEvent } from '../machines/loan.facts.ts'
import * as repay from '../services/repay.ts'
import { type CallOf, origin, stamp } from './call.ts'
import { notFound } from './refused.ts'
import { bookRepayment, once } from './repayments.ts'
import type { Server } from './server.ts'
import { settings } from './settings.ts'
import type { Command } from './store.ts'

type Asked = { orderNo: string; version: number }

/** What staff do with a loan; the handler adds the limits and rates in force, and the chart decides. */
export const repayHandlers = ({ store, ids, handle }: Server) => {
  const act = async (
    { orderNo, version }: Asked,
    call: CallOf<typeof repay.approveReduction>,
    event: LoanEvent,
    more: Pick<Command, 'reads' | 'writes'> = {},
  ) => {
    await known(orderNo)
    return store.send({ stream: `loan/${orderNo}`, version, event, ...origin(call), ...more })
  }
  const known = async (orderNo: string) => {
    if ((await store.version(`loan/${orderNo}`)) === 0) throw notFound()
  }

  handle(repay.record, async ({ version, ...money }, call) => {
    await known(money.orderNo)
    return bookRepayment({ store }, money, { ...stamp(call), ...origin(call), version })
  })
  handle(repay.refund, ({ orderNo, version, ...money }, call) =>
    act({ orderNo, version }, call, { type: 'creditRefunded', ...stamp(call), ...money }, once(orderNo, money.txid)),
  )

  handle(repay.requestReduction, ({ orderNo, version, ...said }, call) =>
    act({ orderNo, version }, call, {
      type: 'reductionRequested',
      ...stamp(call),
      ...said,
      limit: settings.mostReduced,
    }),
  )
  handle(repay.approveReduction, (body, call) =>
    act(body, call, { type: 'reductionApproved', ...stamp(call), limit: settings.mostReducedByLead }),
  )
  handle(repay.approveLargeReduction, (body, call) =>
    act(body, call, { type: 'largeReductionApproved', ...stamp(call) }),
  )
  handle(repay.refuseReduction, (body, call) => act(body, call, { type: 'reductionRefused', ...stamp(call) }))

  handle(repay.offerRollover, ({ orderNo, version, ...said }, call) =>
    act({ orderNo, version }, call, {
      type: 'rolloverOffered',
      ...stamp(call),
      ...said,
      txid: ids(),
      serviceFeeRate: settings.rolloverServiceFee,
      interestRate: settings.rolloverInterest,
      most: settings.mostRollovers,
    }),
  )
  handle(repay.recordRollover, ({ orderNo, version, ...money }, call) =>
    act({ orderNo, version }, call, { type: 'rolloverPaid', ...stamp(call), ...money }, once(orderNo, money.txid)),
  )

  handle(repay.proposeReversal, ({ orderNo, version, ...said }, call) =>
    act({ orderNo, version }, call, { type: 'reversalProposed', ...stamp(call), ...said }),
  )
  handle(repay.confirmReversal, (body, call) => act(body, call, { type: 'repaymentReversed', ...stamp(call) }))
  handle(repay.refuseReversal, (body, call) => act(body, call, { type: 'reversalRefused', ...stamp(call) }))

  handle(repay.proposeWriteOff, ({ orderNo, version, reason }, call) =>
    act({ orderNo, version }, call, {
      type: 'writeOffProposed',
      ...stamp(call),
      reason,
      beyond: settings.writeOffBeyond,
    }),
  )
  handle(repay.confirmWriteOff, (body, call) =>
    act(body, call, { type: 'writeOffConfirmed', ...stamp(call), beyond: settings.writeOffBeyond }),
  )
  handle(repay.refuseWriteOff, (body, call) => act(body, call, { type: 'writeOffRefused', ...stamp(call) }))
}
