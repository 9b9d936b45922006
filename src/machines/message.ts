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
import type { SmsCategory } from './smsText.ts'

/** The content of a message by reference, and the order whose values fill it; null for a lead's. */
export type MessageTerms = {
  orderNo: string | null
  person: string
  personVersion: number
  app: string
  /** The template and the number of its version. Messages from before there were templates name another text. */
  text: string
  textVersion: number
  channel: string
  /** Null in messages from before there were templates. */
  category: SmsCategory | null
  /** The name that it is to be sent under. */
  sender: string | null
  /** The batch that it belongs to. */
  batch: string | null
  /** The law requires it. */
  byLaw?: true
}
/** The terms as events have had them: the last fields came with the templates. */
type QueuedTerms = Omit<MessageTerms, 'category' | 'sender' | 'batch'> &
  Partial<Pick<MessageTerms, 'category' | 'sender' | 'batch'>>
export type ReceiptWord = 'delivered' | 'undelivered'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type MessageEvent =
  | Did<'messageQueued', QueuedTerms & { approved?: boolean; used?: boolean; holds?: boolean; staleTtl: number }>
  | Did<'messageBatched', MessageTerms & { staleTtl: number }>
  | Did<'sendingBegan', { personVersion: number; sender: string; receiptTtl: number }>
  | Did<'messagePutOff', { until: number }>
  | Did<'messageSkipped', { reason: string; missing?: string[] }>
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
  /** The variables without a value, where that is why. */
  missing: string[] | null
  /** The provider's own code for a refusal or a failed delivery. */
  code: string | null
  endedAt: number | null
  receiptDue: number
  /** A second, different report of the provider. */
  contradiction: { word: ReceiptWord; code: string; at: number } | null
}

type About = { context: Message; event: Payload<MessageEvent> }

const rules = {
  templateApproved: onPayload(({ event }: About) => event.approved === true),
  senderUsed: onPayload(({ event }: About) => event.used === true),
  marketingToLeads: onPayload(({ event }: About) => event.orderNo !== null || event.category === 'marketing'),
  firstContradiction: ({ context }: About) => context.contradiction === null,
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type Queued = Extract<MessageEvent, { type: 'messageQueued' }>
const queued = (event: Queued) => {
  const { orderNo, person, personVersion, app, text, textVersion, channel, staleTtl, by, at } = event
  const { category = null, sender = null, batch = null, byLaw } = event
  return {
    terms: {
      orderNo,
      person,
      personVersion,
      app,
      text,
      textVersion,
      channel,
      category,
      sender,
      batch,
      ...(byLaw && { byLaw }),
    },
    author: by,
    queuedAt: at,
    staleAt: at + staleTtl,
  }
}

const receipts = {
  messageDelivered: { target: 'delivered', meta: { tone: 'success' }, actions: 'end' },
  messageUndelivered: { target: 'undelivered', actions: 'fail' },
} as const
const silence = { target: 'unknown', meta: { after: 'receiptDue' } } as const
const contradiction = { guard: 'firstContradiction', actions: 'contradict' } as const
// A receipt may come before the answer of the call.
const lateAnswer = { actions: 'count' } as const

/**
 * A text message to a customer or a lead: a version of a template, filled when it is sent. The provider is called at most once: a
 * call without a usable answer leaves the message doubtful, and it is never sent again by itself.
 */
export const messageMachine = setup({
  types: {} as { context: Message; events: MessageEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { staleAt: ({ context }) => context.staleAt, receiptDue: ({ context }) => context.receiptDue },
  actions: {
    queue: assign(({ event }) => queued(event as Queued)),
    end: assign(({ event }) => ({ endedAt: event.at })),
    count: assign(({ event }) => ({ segments: (event as { segments: number }).segments })),
    fail: assign(({ event }) => ({ code: (event as { code: string }).code, endedAt: event.at })),
    contradict: assign(({ event }) => {
      const { word, code, at } = event as Extract<MessageEvent, { type: 'messageContradicted' }>
      return { contradiction: { word, code, at } }
    }),
    sendMessage: effect,
  },
}).createMachine({
  id: 'message',
  version: '2',
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
    missing: null,
    code: null,
    endedAt: null,
    receiptDue: 0,
    contradiction: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        messageQueued: {
          target: 'queued',
          guard: all('templateApproved', 'senderUsed', 'marketingToLeads'),
          meta: { interface: 'message.send', asks: ['text', 'sender', 'app'] },
          actions: ['queue', 'sendMessage'],
        },
        // An approved batch makes it, or an application that was returned.
        messageBatched: { target: 'queued', actions: ['queue', 'sendMessage'] },
      },
    },

    queued: {
      tags: 'way',
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
          actions: assign(({ event: { reason, missing = null, at } }) => ({ reason, missing, endedAt: at })),
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
      tags: 'way',
      on: {
        messageTaken: { target: 'sent', actions: 'count' },
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

    sent: { tags: 'way', on: { ...receipts, receiptMissing: silence } },
    doubtful: { on: { ...receipts, receiptMissing: silence } },
    unknown: { on: receipts },

    // A message that was delivered once has reached the customer, in whichever order the two reports came.
    delivered: { tags: 'goal', on: { messageTaken: lateAnswer, messageContradicted: contradiction } },
    undelivered: {
      on: { messageTaken: lateAnswer, messageContradicted: { target: 'delivered', actions: 'contradict' } },
    },
    failed: { on: { messageContradicted: contradiction } },
    skipped: {},
  },
})
