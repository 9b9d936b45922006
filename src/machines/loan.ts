import { assign, setup } from 'xstate'
import { effect, type Fact, guardsOf, type TransitionMeta } from './kernel.ts'
import {
  instants,
  type Loan,
  type LoanEvent,
  type Moved,
  offered,
  opened,
  rules,
  withPayment,
  withReduction,
  withRefund,
  withReversal,
  withRollover,
  withWriteOff,
} from './loan.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const instant =
  (of: (loan: Loan) => number) =>
  ({ context }: { context: Loan }) =>
    of(context)

const payment = {
  guard: all('amountInRange', 'newTransaction', 'notInFuture', 'notBeforePayout'),
  meta: { interface: 'repay.record', asks: ['txid', 'day', 'amount', 'method', 'payChannel'] },
  actions: ['bookPayment', 'followLoan'],
} as const
const refund = {
  guard: all('amountInRange', 'newTransaction', 'notInFuture', 'notBeforePayout', 'ofCredit'),
  meta: { interface: 'repay.refund', asks: ['txid', 'day', 'amount'] },
  actions: ['bookRefund', 'followLoan'],
} as const
const settlement = { target: 'settled', meta: { after: 'settledAt', tone: 'success' }, actions: 'startAgain' } as const
const otherDueDay = { target: 'current', meta: { after: 'changeAt' }, actions: 'startAgain' } as const
const failedPayout = { target: '#loan.voided', guard: 'nothingRepaid', actions: 'followLoan' } as const

const reached = ({ context }: { context: Loan }) => ({ reachedBy: context.oldestDue })
const noReduction = { reduction: null }
const noRollover = { rollover: null }
const noProposal = { proposal: null }

/**
 * A loan from payout to settlement. Payments and promises change the debt, whose deadlines drive the settlement. An
 * event that moves the oldest unpaid due day restarts at `current`; the days passed since lead on from there.
 */
export const loanMachine = setup({
  types: {} as { context: Loan; events: LoanEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    bookPayment: assign(({ context, event }) => withPayment({ context, event: event as Fact & Moved })),
    bookRefund: assign(({ context, event }) => withRefund({ context, event: event as Fact & Moved })),
    startAgain: assign({ reachedBy: null }),
    followLoan: effect,
  },
  delays: {
    dueAt: instant(instants.dueAt),
    overdueAt: instant(instants.overdueAt),
    lateAt: instant(instants.lateAt),
    changeAt: instant(instants.changeAt),
    settledAt: instant(instants.settledAt),
    reopenedAt: instant(instants.reopenedAt),
    writtenOffAt: instant(instants.writtenOffAt),
    reductionEnds: instant(instants.reductionEnds),
    rolloverEnds: instant(instants.rolloverEnds),
  },
}).createMachine({
  id: 'loan',
  version: '1',
  initial: 'new',
  context: {
    orderNo: '',
    order: null,
    terms: null,
    entries: [],
    oldestDue: null,
    reachedBy: null,
    changedAt: 0,
    reduction: null,
    rollover: null,
    proposal: null,
  },
  states: {
    new: {
      tags: 'way',
      on: { loanOpened: { target: 'open.settlement.current', actions: [assign(opened), 'followLoan'] } },
    },

    open: {
      type: 'parallel',
      states: {
        settlement: {
          initial: 'current',
          states: {
            current: {
              tags: 'way',
              on: {
                settled: settlement,
                fellDue: { target: 'due', meta: { after: 'dueAt' }, actions: assign(reached) },
                repaid: payment,
                loanVoided: failedPayout,
              },
            },
            due: {
              on: {
                settled: settlement,
                fellOverdue: { target: 'overdue', meta: { after: 'overdueAt' } },
                dueDayChanged: otherDueDay,
                repaid: payment,
                loanVoided: failedPayout,
              },
            },
            overdue: {
              initial: 'early',
              on: {
                settled: settlement,
                dueDayChanged: otherDueDay,
                writtenOff: { target: 'writtenOff', meta: { after: 'writtenOffAt' } },
                loanVoided: failedPayout,
              },
              states: {
                early: { on: { turnedLate: { target: 'late', meta: { after: 'lateAt' } }, repaid: payment } },
                late: { on: { repaid: payment } },
              },
            },
            settled: {
              tags: 'goal',
              on: {
                reopened: { target: 'current', meta: { after: 'reopenedAt' } },
                repaid: payment,
                creditRefunded: refund,
              },
            },
            writtenOff: { on: { repaid: payment, creditRefunded: refund } },
          },
        },

        reduction: {
          initial: 'none',
          states: {
            none: {
              on: {
                reductionRequested: {
                  target: 'requested',
                  guard: all(
                    'somethingOwed',
                    'noRolloverOpen',
                    'amountInRange',
                    'withinLimit',
                    'feeAndPrincipalOnly',
                    'endsAhead',
                    'reasonGiven',
                  ),
                  meta: { interface: 'repay.requestReduction', asks: ['amount', 'until', 'reason'] },
                  actions: assign(({ event: { amount, until, reason, by } }) => ({
                    reduction: { amount, until, reason, by },
                  })),
                },
              },
            },
            requested: {
              on: {
                reductionApproved: {
                  target: 'approved',
                  guard: all('somethingOwed', 'notRequester', 'withinApproval'),
                  meta: { interface: 'repay.approveReduction', tone: 'success' },
                  actions: [assign(withReduction), 'followLoan'],
                },
                largeReductionApproved: {
                  target: 'approved',
                  guard: all('somethingOwed', 'notRequester'),
                  meta: { interface: 'repay.approveLargeReduction', tone: 'success' },
                  actions: [assign(withReduction), 'followLoan'],
                },
                reductionRefused: {
                  target: 'none',
                  guard: 'notRequester',
                  meta: { interface: 'repay.refuseReduction', tone: 'danger' },
                  actions: assign(noReduction),
                },
                reductionExpired: { target: 'none', meta: { after: 'reductionEnds' }, actions: assign(noReduction) },
              },
            },
            approved: {
              on: {
                reductionExpired: { target: 'none', meta: { after: 'reductionEnds' }, actions: assign(noReduction) },
              },
            },
          },
        },

        rollover: {
          initial: 'none',
          states: {
            none: {
              on: {
                rolloverOffered: {
                  target: 'awaitingFee',
                  guard: all(
                    'somethingOwed',
                    'onTheBooks',
                    'noReductionOpen',
                    'fewerThanMost',
                    'newTransaction',
                    'endsAhead',
                    'withinCap',
                  ),
                  meta: { interface: 'repay.offerRollover', asks: ['days', 'until'] },
                  actions: assign(offered),
                },
              },
            },
            awaitingFee: {
              on: {
                rolloverPaid: {
                  target: 'none',
                  guard: all(
                    'somethingOwed',
                    'onTheBooks',
                    'inFull',
                    'newTransaction',
                    'notInFuture',
                    'notBeforeOffer',
                    'notAfterOffer',
                  ),
                  meta: {
                    interface: 'repay.recordRollover',
                    asks: ['txid', 'day', 'amount', 'method', 'payChannel'],
                    tone: 'success',
                  },
                  actions: [assign(withRollover), 'followLoan'],
                },
                rolloverExpired: { target: 'none', meta: { after: 'rolloverEnds' }, actions: assign(noRollover) },
              },
            },
          },
        },

        proposal: {
          initial: 'none',
          states: {
            none: {
              on: {
                reversalProposed: {
                  target: 'reversal',
                  guard: all('somethingRepaid', 'paymentStands', 'reasonGiven'),
                  meta: { interface: 'repay.proposeReversal', asks: ['txid', 'reason'], tone: 'danger' },
                  actions: assign(({ event: { txid, reason, by } }) => ({ proposal: { txid, reason, by } })),
                },
                writeOffProposed: {
                  target: 'writeOff',
                  guard: all('somethingOwed', 'onTheBooks', 'overdueBeyond', 'reasonGiven'),
                  meta: { interface: 'repay.proposeWriteOff', asks: ['reason'], tone: 'danger' },
                  actions: assign(({ event: { reason, by } }) => ({ proposal: { txid: null, reason, by } })),
                },
              },
            },
            reversal: {
              on: {
                repaymentReversed: {
                  target: 'none',
                  guard: all('notProposer', 'refundsCovered'),
                  meta: { interface: 'repay.confirmReversal', tone: 'danger' },
                  actions: [assign(withReversal), 'followLoan'],
                },
                reversalRefused: {
                  target: 'none',
                  guard: 'notProposer',
                  meta: { interface: 'repay.refuseReversal', tone: 'danger' },
                  actions: assign(noProposal),
                },
              },
            },
            writeOff: {
              on: {
                writeOffConfirmed: {
                  target: 'none',
                  guard: all('notProposer', 'somethingOwed', 'overdueBeyond'),
                  meta: { interface: 'repay.confirmWriteOff', tone: 'danger' },
                  actions: [assign(withWriteOff), 'followLoan'],
                },
                writeOffRefused: {
                  target: 'none',
                  guard: 'notProposer',
                  meta: { interface: 'repay.refuseWriteOff', tone: 'danger' },
                  actions: assign(noProposal),
                },
              },
            },
          },
        },
      },
    },

    voided: { on: { loanOpened: { target: 'open.settlement.current', actions: [assign(opened), 'followLoan'] } } },
  },
})
