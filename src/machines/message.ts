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

/** The content of a message by reference: the text and its version, and the order whose values fill it. */
export type MessageTerms = {
  orderNo: string
  person: string
  personVersion: number
  app: string
  text: string
  textVersion: number
  channel: string
}
export type ReceiptWord = 'delivered' | 'undelivered'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type MessageEvent =
  | Did<'messageQueued', MessageTerms & { holds: boolean; staleTtl: number }>
  | Did<'sendingBegan', { personVersion: number; sender: string; receiptTtl: number }>
  | Did<'messagePutOff', { until: number }>
  | Did<'messageSkipped', { reason: string }>
  | DeadlineFact<'messageStale'>
  | Did<'messageTaken', { segments: number }>
  | Did<'messageRefused', { code: string }>
  | Did<'answerMissing'>
  | Did<'messageDelivered'>
  | Did<'messageUndelivered', { code: string }>
  | DeadlineFact<'receiptMissing'>
  | Did<'messageContradicted', { word: ReceiptWord; code: string }>

export type Message = {
  terms: MessageTerms | null
  author: string
  queuedAt: number
  /** A message that is still queued then is not sent any more. */
  staleAt: number
  /** The version of the customer's record that named the number. */
  personVersion: number | null
  /** The sender's name that the customer sees. */
  sender: string | null
  sentAt: number | null
  /** The parts that the provider counted. */
  segments: number | null
  /** Why it was not sent. */
  reason: string | null
  /** The provider's own code for a refusal or a failed delivery. */
  code: string | null
  endedAt: number | null
  receiptDue: number
  /** A second, different report of the provider. */
  contradiction: { word: ReceiptWord; code: string; at: number } | null
}

type About = { context: Message; event: Payload<MessageEvent> }

const rules = {
  textHolds: onPayload(({ event }: About) => event.holds === true),
  firstContradiction: ({ context }: About) => context.contradiction === null,
}

const receipts = {
  messageDelivered: { target: 'delivered', meta: { tone: 'success' }, actions: 'end' },
  messageUndelivered: { target: 'undelivered', actions: 'fail' },
} as const
const silence = { target: 'unknown', meta: { after: 'receiptDue' } } as const
const contradiction = { guard: 'firstContradiction', actions: 'contradict' } as const

/**
 * A text message to a customer. The provider is called at most once: a call without a usable answer leaves the message
 * doubtful, and it is never sent again by itself.
 */
export const messageMachine = setup({
  types: {} as { context: Message; events: MessageEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { staleAt: ({ context }) => context.staleAt, receiptDue: ({ context }) => context.receiptDue },
  actions: {
    end: assign(({ event }) => ({ endedAt: event.at })),
    fail: assign(({ event }) => ({ code: (event as { code: string }).code, endedAt: event.at })),
    contradict: assign(({ event }) => {
      const { word, code, at } = event as Extract<MessageEvent, { type: 'messageContradicted' }>
      return { contradiction: { word, code, at } }
    }),
    sendMessage: effect,
  },
}).createMachine({
  id: 'message',
  version: '1',
  initial: 'new',
  context: {
    terms: null,
    author: '',
    queuedAt: 0,
    staleAt: 0,
    personVersion: null,
    sender: null,
    sentAt: null,
    segments: null,
    reason: null,
    code: null,
    endedAt: null,
    receiptDue: 0,
    contradiction: null,
  },
  states: {
    new: {
      on: {
        messageQueued: {
          target: 'queued',
          guard: 'textHolds',
          meta: { interface: 'message.send', asks: ['orderNo', 'text'] },
          actions: [
            assign(
              ({ event: { orderNo, person, personVersion, app, text, textVersion, channel, staleTtl, by, at } }) => ({
                terms: { orderNo, person, personVersion, app, text, textVersion, channel },
                author: by,
                queuedAt: at,
                staleAt: at + staleTtl,
              }),
            ),
            'sendMessage',
          ],
        },
      },
    },

    queued: {
      on: {
        sendingBegan: {
          target: 'sending',
          actions: assign(({ event: { personVersion, sender, receiptTtl, at } }) => ({
            personVersion,
            sender,
            sentAt: at,
            receiptDue: at + receiptTtl,
          })),
        },
        messageSkipped: {
          target: 'skipped',
          actions: assign(({ event: { reason, at } }) => ({ reason, endedAt: at })),
        },
        messageStale: {
          target: 'skipped',
          meta: { after: 'staleAt' },
          actions: assign(({ event: { at } }) => ({ reason: 'stale', endedAt: at })),
        },
      },
    },

    // The provider is being called. Who finds a message here cannot know whether an earlier call reached the provider.
    sending: {
      on: {
        messageTaken: { target: 'sent', actions: assign(({ event: { segments } }) => ({ segments })) },
        messageRefused: { target: 'failed', actions: 'fail' },
        messagePutOff: {
          target: 'queued',
          actions: assign(() => ({ personVersion: null, sender: null, sentAt: null })),
        },
        answerMissing: { target: 'doubtful' },
        ...receipts,
        receiptMissing: silence,
      },
    },

    sent: { on: { ...receipts, receiptMissing: silence } },
    doubtful: { on: { ...receipts, receiptMissing: silence } },
    unknown: { on: receipts },

    // A message that was delivered once has reached the customer, in whichever order the two reports came.
    delivered: { on: { messageContradicted: contradiction } },
    undelivered: { on: { messageContradicted: { target: 'delivered', actions: 'contradict' } } },
    failed: { on: { messageContradicted: contradiction } },
    skipped: {},
  },
})
