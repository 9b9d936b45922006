import { assign, setup } from 'xstate'
import { effect, guardsOf, type TransitionMeta } from './kernel.ts'
import {
  type Accepted,
  accepted,
  approved,
  type Arrived,
  arrived,
  bounced,
  type Contradicted,
  contradicted,
  type Failed,
  failed,
  proposedProof,
  proven,
  type Refused,
  refused,
  refusedProof,
  requested,
  rules,
  type Withdrawal,
  type WithdrawalEvent,
} from './withdrawal.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

const arrival = {
  target: 'succeeded',
  guard: all('wholeAmount', 'paidSinceSent'),
  meta: { tone: 'success' },
  actions: 'arrive',
} as const
const failure = { target: 'failed', actions: 'fail' } as const
const silence = { target: 'unknown', meta: { after: 'answerDue' }, actions: 'askProvider' } as const
const contradiction = { guard: 'differs', actions: 'contradict' } as const
const proofRefusal = {
  target: 'unknown',
  guard: all('notProver', 'reasonGiven'),
  meta: { interface: 'withdrawal.refuseProof', asks: ['reason'], tone: 'danger' },
  actions: 'refuseProof',
} as const

/**
 * Money out of the lender's own accounts: requested by one, approved by another, sent once. Silence of the provider
 * means unknown, never failed: two people then find out and confirm the outcome. After a failure somebody requests a
 * new one.
 */
export const withdrawalMachine = setup({
  types: {} as { context: Withdrawal; events: WithdrawalEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { answerDue: ({ context }) => context.answerDue },
  actions: {
    arrive: assign(({ event }) => arrived({ event: event as Arrived })),
    fail: assign(({ event }) => failed({ event: event as Failed })),
    contradict: assign(({ event }) => contradicted({ event: event as Contradicted })),
    refuseProof: assign(({ event }) => refusedProof({ event: event as Refused })),
    sendWithdrawal: effect,
    askProvider: effect,
  },
}).createMachine({
  id: 'withdrawal',
  version: '2',
  initial: 'new',
  context: {
    order: null,
    requester: '',
    requestedAt: 0,
    checker: null,
    refusal: null,
    sentAt: null,
    status: null,
    code: null,
    endedAt: null,
    paidAt: null,
    contradiction: null,
    proof: null,
    answerDue: 0,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        withdrawalRequested: {
          target: 'requested',
          guard: all('someAmount', 'channelOpen', 'withinChannel', 'holderMatches'),
          meta: {
            interface: 'withdrawal.request',
            asks: ['account', 'amount', 'bank', 'card', 'holder', 'channel', 'purpose'],
          },
          actions: assign(requested),
        },
      },
    },

    requested: {
      tags: 'way',
      on: {
        withdrawalApproved: {
          target: 'sending',
          guard: all('anotherPerson', 'channelOpen', 'withinChannel'),
          meta: { interface: 'withdrawal.approve', tone: 'success' },
          actions: [assign(approved), 'sendWithdrawal'],
        },
        withdrawalRefused: {
          target: 'refused',
          guard: all('anotherPerson', 'reasonGiven'),
          meta: { interface: 'withdrawal.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(refused),
        },
        withdrawalCancelled: {
          target: 'cancelled',
          guard: 'whoAsked',
          meta: { interface: 'withdrawal.cancel', tone: 'danger' },
          actions: assign(({ event }) => ({ endedAt: event.at })),
        },
      },
    },

    sending: {
      tags: 'way',
      on: {
        withdrawalAccepted: {
          target: 'processing',
          actions: [assign(({ event }) => accepted({ event: event as Accepted })), 'askProvider'],
        },
        withdrawalSucceeded: arrival,
        withdrawalFailed: failure,
        noAnswer: silence,
      },
    },

    processing: { tags: 'way', on: { withdrawalSucceeded: arrival, withdrawalFailed: failure, noAnswer: silence } },

    unknown: {
      on: {
        withdrawalSucceeded: arrival,
        withdrawalFailed: failure,
        paidProposed: {
          target: 'provingPaid',
          guard: all('evidenceGiven', 'notInFuture', 'notBeforeSending'),
          meta: { interface: 'withdrawal.provePaid', asks: ['day', 'evidence'] },
          actions: assign(proposedProof),
        },
        unpaidProposed: {
          target: 'provingUnpaid',
          guard: 'evidenceGiven',
          meta: { interface: 'withdrawal.proveUnpaid', asks: ['evidence'] },
          actions: assign(proposedProof),
        },
      },
    },

    provingPaid: {
      on: {
        withdrawalSucceeded: arrival,
        withdrawalFailed: failure,
        withdrawalResolved: {
          target: 'succeeded',
          guard: 'notProver',
          meta: { interface: 'withdrawal.confirmProof', tone: 'success' },
          actions: assign(proven),
        },
        proofRefused: proofRefusal,
      },
    },

    provingUnpaid: {
      on: {
        withdrawalSucceeded: arrival,
        withdrawalFailed: failure,
        withdrawalResolved: {
          target: 'failed',
          guard: 'notProver',
          meta: { interface: 'withdrawal.confirmProof', tone: 'danger' },
          actions: assign(proven),
        },
        proofRefused: proofRefusal,
      },
    },

    succeeded: {
      tags: 'goal',
      on: {
        withdrawalContradicted: contradiction,
        withdrawalBounced: { target: 'failed', actions: assign(bounced) },
      },
    },

    failed: { on: { withdrawalContradicted: contradiction } },
    refused: {},
    cancelled: {},
  },
})
