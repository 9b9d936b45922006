import { assign, setup } from 'xstate'
import { effect, type Fact, guardsOf, type TransitionMeta } from './kernel.ts'
import {
  accepted,
  arrived,
  type Arrived,
  bounced,
  contradicted,
  type Contradicted,
  failed,
  type Failed,
  opened,
  type Payout,
  type PayoutEvent,
  type ProofProposed,
  proposed,
  proposedProof,
  provenPaid,
  provenUnpaid,
  type Refused,
  refused,
  refusedProof,
  rules,
  sent,
  somethingOpen,
  stopped,
} from './payout.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const toBeSent = ['nothingInDoubt', 'orderStands', 'channelOpen', 'withinChannel'] as const

const cancellation = {
  target: 'cancelled',
  guard: all('oldAttemptFinal', 'nothingInDoubt'),
  actions: 'stop',
} as const
const arrival = {
  target: 'succeeded',
  guard: all('thisAttempt', 'wholeAmount', 'paidSinceSent'),
  meta: { tone: 'success' },
  actions: ['arrive', 'openLoan'],
} as const
const failure = { target: 'failed', guard: 'thisAttempt', actions: 'fail' } as const
const silence = { target: 'unknown', meta: { after: 'answerDue' }, actions: 'askProvider' } as const

// Applies to any sending with a final message, also while another is under way.
const contradiction = { guard: 'differs', actions: 'contradict' } as const

const otherChannel = {
  target: 'checking',
  guard: all('oldAttemptFinal', ...toBeSent, 'anotherChannel', 'evidenceGiven'),
  meta: { interface: 'loan.changeChannel', asks: ['channel', 'evidence'] },
  actions: 'proposeChannel',
} as const
const otherAccount = {
  target: 'checking',
  guard: all('oldAttemptFinal', ...toBeSent, 'holderMatches', 'evidenceGiven'),
  meta: { interface: 'loan.changeAccount', asks: ['bank', 'account', 'evidence'] },
  actions: 'proposeAccount',
} as const

const paid = { interface: 'loan.provePaid', asks: ['day', 'evidence'] } as const
const unpaid = { interface: 'loan.proveUnpaid', asks: ['evidence'] } as const
const proofs = {
  paidProposed: {
    target: '#payout.unknown.provingPaid',
    guard: all('ofSending', 'evidenceGiven', 'notInFuture', 'notBeforeSending'),
    meta: paid,
    actions: 'proposeProof',
  },
  unpaidProposed: {
    target: '#payout.unknown.provingUnpaid',
    guard: all('ofSending', 'evidenceGiven'),
    meta: unpaid,
    actions: 'proposeProof',
  },
} as const
// Only after contradictory messages of a provider, or where a log of earlier rules left a sending without an answer.
const proofsInDoubt = {
  paidProposed: { ...proofs.paidProposed, guard: all('inDoubt', ...proofs.paidProposed.guard.params) },
  unpaidProposed: { ...proofs.unpaidProposed, guard: all('inDoubt', ...proofs.unpaidProposed.guard.params) },
} as const
const proofRefusal = {
  target: 'open',
  guard: all('notProver', 'reasonGiven'),
  meta: { interface: 'loan.refuseProof', asks: ['reason'], tone: 'danger' },
  actions: 'refuseProof',
} as const

/**
 * The transfer of an order's money to the customer, one sending at a time, each approved by two people. Silence of a
 * provider means unknown, never failed: two people then find out and confirm the outcome.
 */
export const payoutMachine = setup({
  types: {} as { context: Payout; events: PayoutEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { answerDue: ({ context }) => context.answerDue },
  actions: {
    proposeChannel: assign(({ context, event }) => proposed({ context, event: event as Fact }, 'channelChanged')),
    proposeAccount: assign(({ context, event }) => proposed({ context, event: event as Fact }, 'accountChanged')),
    arrive: assign(({ context, event }) => arrived({ context, event: event as Arrived })),
    fail: assign(({ context, event }) => failed({ context, event: event as Failed })),
    contradict: assign(({ context, event }) => contradicted({ context, event: event as Contradicted })),
    stop: assign(stopped),
    proposeProof: assign(({ event }) => proposedProof({ event: event as ProofProposed })),
    refuseProof: assign(({ event }) => refusedProof({ event: event as Refused })),
    sendPayout: effect,
    askProvider: effect,
    openLoan: effect,
    voidLoan: effect,
  },
}).createMachine({
  id: 'payout',
  version: '1',
  initial: 'new',
  context: {
    terms: null,
    channel: '',
    accountVersion: 0,
    changedBy: { amount: '', channel: null, account: null },
    proposal: null,
    proof: null,
    refusal: null,
    attempts: [],
    paid: null,
    openedAt: 0,
    since: 0,
    answerDue: 0,
  },
  states: {
    new: { tags: 'way', on: { payoutOpened: { target: 'waiting', actions: assign(opened) } } },

    waiting: {
      tags: 'way',
      on: {
        payoutSubmitted: {
          target: 'checking',
          guard: all('oldAttemptFinal', ...toBeSent, 'arrivalAmount'),
          meta: { interface: 'loan.submit', tone: 'success' },
          actions: assign(({ context, event }) => proposed({ context, event }, 'payoutSubmitted')),
        },
        channelChanged: otherChannel,
        accountChanged: otherAccount,
        ...proofsInDoubt,
        payoutContradicted: contradiction,
        payoutCancelled: cancellation,
      },
    },

    checking: {
      tags: 'way',
      on: {
        payoutApproved: {
          target: 'sending',
          guard: all('anotherPerson', 'notLastChanger', ...toBeSent, 'newTransaction'),
          meta: { interface: 'loan.approve', tone: 'success' },
          actions: [assign(sent), 'sendPayout'],
        },
        payoutRefused: {
          target: 'waiting',
          guard: all('anotherPerson', 'reasonGiven'),
          meta: { interface: 'loan.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(refused),
        },
        payoutContradicted: contradiction,
        payoutCancelled: { ...cancellation, guard: 'nothingInDoubt' },
      },
    },

    sending: {
      tags: 'way',
      on: {
        payoutAccepted: { target: 'processing', guard: 'thisAttempt', actions: [assign(accepted), 'askProvider'] },
        payoutSucceeded: arrival,
        payoutFailed: failure,
        payoutContradicted: contradiction,
        noAnswer: silence,
      },
    },

    processing: {
      tags: 'way',
      on: {
        payoutSucceeded: arrival,
        payoutFailed: failure,
        payoutContradicted: contradiction,
        noAnswer: silence,
      },
    },

    unknown: {
      initial: 'open',
      on: {
        payoutSucceeded: { ...arrival, guard: all('awaitsWord', ...arrival.guard.params) },
        payoutFailed: { ...failure, guard: all('awaitsWord', 'thisAttempt') },
      },
      states: {
        open: { on: { ...proofs, payoutContradicted: contradiction } },
        provingPaid: {
          on: {
            payoutResolved: {
              target: '#payout.succeeded',
              guard: all('notProver', 'othersFinal'),
              meta: { interface: 'loan.confirmProof', tone: 'success' },
              actions: [assign(provenPaid), 'openLoan'],
            },
            proofRefused: proofRefusal,
            payoutContradicted: contradiction,
          },
        },
        provingUnpaid: {
          on: {
            payoutResolved: {
              target: '#payout.failed',
              guard: all('notProver', 'othersFinal'),
              meta: { interface: 'loan.confirmProof', tone: 'danger' },
              actions: assign(provenUnpaid),
            },
            proofRefused: proofRefusal,
            payoutContradicted: contradiction,
          },
        },
      },
    },

    succeeded: {
      tags: 'goal',
      on: {
        payoutContradicted: contradiction,
        payoutBounced: {
          target: 'failed',
          guard: all('ofArrival', 'nothingRepaid'),
          actions: [assign(bounced), 'voidLoan'],
        },
      },
    },

    failed: {
      on: {
        payoutRetried: {
          target: 'checking',
          guard: all('oldAttemptFinal', ...toBeSent, 'evidenceGiven'),
          meta: { interface: 'loan.retry', asks: ['evidence'] },
          actions: assign(({ context, event }) => proposed({ context, event }, 'payoutRetried')),
        },
        channelChanged: otherChannel,
        accountChanged: otherAccount,
        ...proofsInDoubt,
        payoutContradicted: contradiction,
        payoutCancelled: cancellation,
      },
    },

    cancelled: {
      on: { payoutReopened: { target: 'waiting', actions: assign(opened) }, payoutContradicted: contradiction },
    },
  },
})

const gone: readonly string[] = ['sending', 'processing', 'unknown', 'succeeded']

/** Whether the money is or may be on its way. The approval behind it must not change then. */
export const isSent = ({ value, context }: { value: unknown; context: Payout }): boolean =>
  gone.includes(typeof value === 'string' ? value : Object.keys(value as object)[0]!) || somethingOpen(context)
