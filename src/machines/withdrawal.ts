import { assign, setup } from 'xstate'
import {
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'
import type { FinalWord } from './payout.facts.ts'

/** Whole rupiah of which of the lender's accounts, through which channel, and what for. Where to stands sealed beside it. */
export type WithdrawalOrder = { account: string; channel: string; amount: number; purpose: string }
/** The most that the channel takes, null when it is shut. */
type Sendable = { most: number | null }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type WithdrawalEvent =
  | Did<'withdrawalRequested', WithdrawalOrder & Sendable & { matches: boolean }>
  | Did<'withdrawalApproved', Sendable & { answerTtl: number }>
  | Did<'withdrawalRefused', { reason: string }>
  | Did<'withdrawalCancelled'>
  | Did<'withdrawalAccepted', { answerTtl: number }>
  | Did<'withdrawalSucceeded', { amount: number; paidAt: number }>
  | Did<'withdrawalFailed' | 'withdrawalBounced', { code: string }>
  | Did<'withdrawalContradicted', { word: FinalWord; code: string }>
  | DeadlineFact<'noAnswer'>

export type Withdrawal = {
  order: WithdrawalOrder | null
  requester: string
  requestedAt: number
  checker: string | null
  refusal: string | null
  sentAt: number | null
  status: 'sent' | 'accepted' | FinalWord | null
  /** The provider's own code of its last word. */
  code: string | null
  endedAt: number | null
  /** When the provider says that it arrived; it may have come back since. */
  paidAt: number | null
  /** A second final word that differs. */
  contradiction: { word: FinalWord; code: string; at: number } | null
  answerDue: number
}

type About = { context: Withdrawal; event: Payload<WithdrawalEvent> }

const rules = {
  anotherPerson: ({ context, event }: About) => context.requester !== event.by,
  whoAsked: ({ context, event }: About) => context.requester === event.by,
  someAmount: onPayload(({ event }: About) => event.amount! > 0),
  channelOpen: onPayload(({ event }: About) => event.most !== null),
  withinChannel: onPayload(({ context, event }: About) => (context.order?.amount ?? event.amount!) <= event.most!),
  holderMatches: onPayload(({ event }: About) => event.matches === true),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  wholeAmount: onPayload(({ context, event }: About) => context.order!.amount === event.amount),
  paidSinceSent: onPayload(
    ({ context, event }: About) => event.paidAt! >= context.sentAt! && event.paidAt! <= event.at,
  ),
  differs: onPayload(({ context, event }: About) => context.status !== event.word),
}
const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type Accepted = Fact & { answerTtl: number }
type Arrived = Fact & { paidAt: number }
type Failed = Fact & { code: string }
type Contradicted = Failed & { word: FinalWord }

const arrival = {
  target: 'succeeded',
  guard: all('wholeAmount', 'paidSinceSent'),
  meta: { tone: 'success' },
  actions: 'arrive',
} as const
const failure = { target: 'failed', actions: 'fail' } as const
const silence = { target: 'unknown', meta: { after: 'answerDue' }, actions: 'askProvider' } as const
const contradiction = { guard: 'differs', actions: 'contradict' } as const

/**
 * Money out of the lender's own accounts: asked for by one, approved by another, sent once. What the provider does not say is unknown
 * and never a failure; after a failure somebody asks anew.
 */
export const withdrawalMachine = setup({
  types: {} as { context: Withdrawal; events: WithdrawalEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { answerDue: ({ context }) => context.answerDue },
  actions: {
    arrive: assign(({ event }) => {
      const { at, paidAt } = event as Arrived
      return { status: 'succeeded' as const, endedAt: at, paidAt }
    }),
    fail: assign(({ event }) => {
      const { at, code } = event as Failed
      return { status: 'failed' as const, code, endedAt: at }
    }),
    contradict: assign(({ event }) => {
      const { at, word, code } = event as Contradicted
      return { contradiction: { word, code, at } }
    }),
    sendWithdrawal: effect,
    askProvider: effect,
  },
}).createMachine({
  id: 'withdrawal',
  version: '1',
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
    answerDue: 0,
  },
  states: {
    new: {
      on: {
        withdrawalRequested: {
          target: 'requested',
          guard: all('someAmount', 'channelOpen', 'withinChannel', 'holderMatches'),
          meta: {
            interface: 'withdrawal.request',
            asks: ['account', 'amount', 'bank', 'card', 'holder', 'channel', 'purpose'],
          },
          actions: assign(({ event: { by, at, account, channel, amount, purpose } }) => ({
            order: { account, channel, amount, purpose },
            requester: by,
            requestedAt: at,
          })),
        },
      },
    },

    requested: {
      on: {
        withdrawalApproved: {
          target: 'sending',
          guard: all('anotherPerson', 'channelOpen', 'withinChannel'),
          meta: { interface: 'withdrawal.approve', tone: 'success' },
          actions: [
            assign(({ event: { by, at, answerTtl } }) => ({
              checker: by,
              sentAt: at,
              status: 'sent' as const,
              answerDue: at + answerTtl,
            })),
            'sendWithdrawal',
          ],
        },
        withdrawalRefused: {
          target: 'refused',
          guard: all('anotherPerson', 'reasonGiven'),
          meta: { interface: 'withdrawal.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(({ event: { by, at, reason } }) => ({ checker: by, refusal: reason, endedAt: at })),
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
      on: {
        withdrawalAccepted: {
          target: 'processing',
          actions: [
            assign(({ event }) => {
              const { at, answerTtl } = event as Accepted
              return { status: 'accepted' as const, answerDue: at + answerTtl }
            }),
            'askProvider',
          ],
        },
        withdrawalSucceeded: arrival,
        withdrawalFailed: failure,
        noAnswer: silence,
      },
    },

    processing: { on: { withdrawalSucceeded: arrival, withdrawalFailed: failure, noAnswer: silence } },

    unknown: { on: { withdrawalSucceeded: arrival, withdrawalFailed: failure } },

    succeeded: {
      on: {
        withdrawalContradicted: contradiction,
        withdrawalBounced: {
          target: 'failed',
          actions: assign(({ event: { at, code } }) => ({ status: 'bounced' as const, code, endedAt: at })),
        },
      },
    },

    failed: { on: { withdrawalContradicted: contradiction } },
    refused: {},
    cancelled: {},
  },
})
