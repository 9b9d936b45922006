import { assign, setup } from 'xstate'
import { closedOn, type ContactRules } from './contactRules.ts'
import type { Holiday } from './decree.ts'
import {
  byAnother,
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onLimit,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'
import type { SmsCategory } from './smsText.ts'

/** The text, its sender, the start and the audience of a batch. The audience is the people that a list's filter finds. */
export type BatchTerms = {
  text: string
  textVersion: number
  category: SmsCategory
  sender: string
  channel: string
  list: string
  /** The list's name as a locale key. */
  title: string
  filter: Readonly<Record<string, unknown>>
  /** The lending apps whose orders the list shows to who drafted it; null for all. */
  apps: readonly string[] | null
  startAt: number
  /** The lending app that speaks to leads, who have none of their own. Only batches to leads have it. */
  app?: string
  /** The law requires the message. */
  byLaw?: true
}
/** The contact rules and the holiday of the day on which the batch starts, in Jakarta. */
type DayRules = { rules: ContactRules | null; yearKnown: boolean; holiday: Holiday | null }

/** The people found: how many would be sent the message, and how many would not by reason; `cost` is rupiah. */
export type BatchCount = {
  people: number
  sendable: number
  skipped: Readonly<Record<string, number>>
  segments: number
  cost: number
}

/** The reminder that makes a batch, and the people who agreed on it. */
type Plan = { reminder: string; author: string; proposer: string; approver: string }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type SmsBatchEvent =
  | Did<'batchDrafted', BatchTerms & DayRules & { approved: boolean; used: boolean; rows: number; limit: number }>
  | Did<'batchPlanned', BatchTerms & Plan & { rows: number }>
  | Did<'audienceCounted', BatchCount>
  | Did<'batchProposed' | 'batchPaused' | 'batchResumed' | 'batchCancelled'>
  | Did<'batchApproved', DayRules>
  | Did<'batchRefused', { reason: string }>
  | DeadlineFact<'batchStarted'>
  | Did<'batchCompleted', { made: number }>

export type SmsBatch = {
  terms: BatchTerms | null
  /** The rows of the list when it was drafted. */
  rows: number
  count: BatchCount | null
  author: string
  createdAt: number
  proposer: string | null
  approver: string | null
  refused: { by: string; reason: string; at: number } | null
  /** When it starts, once it is approved. */
  startDue: number
  startedAt: number | null
  /** The messages that it made. */
  made: number | null
  endedAt: number | null
  /** The reminder that made it. */
  reminder: string | null
}

type About = { context: SmsBatch; event: Payload<SmsBatchEvent> }

const isOpen = (
  terms: { category: SmsCategory; startAt: number },
  { event, now }: { event: About['event']; now: number },
) => {
  const { rules: inForce, yearKnown, holiday } = event
  if (terms.category === 'service') return true
  const onDay = { rules: inForce, holiday: yearKnown ? holiday : undefined }
  return closedOn(now, 'WIB', onDay, terms.category) === undefined
}

const rules = {
  templateApproved: onPayload(({ event }: About) => event.approved === true),
  senderUsed: onPayload(({ event }: About) => event.used === true),
  marketingToLeads: onPayload(({ event }: About) => event.app === undefined || event.category === 'marketing'),
  someRows: onPayload(({ event }: About) => event.rows! > 0),
  withinLimit: onPayload(({ event }: About) => event.rows! <= event.limit!),
  startAhead: onPayload(({ event }: About) => event.startAt! >= event.at),
  startOpen: onPayload(({ event }: About) => isOpen(event as BatchTerms & Fact, { event, now: event.startAt! })),
  someSendable: ({ context }: About) => (context.count?.sendable ?? 0) > 0,
  stillAhead: ({ context, event }: About) => context.terms!.startAt >= event.at,
  notProposer: byAnother(({ proposer, author }: SmsBatch) => [proposer, author]),
  /** A batch that is approved after its start begins at once. */
  startStillOpen: onLimit('rules', ({ context: { terms }, event }: About) =>
    isOpen(terms!, { event, now: Math.max(terms!.startAt, event.at) }),
  ),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type Drafted = Extract<SmsBatchEvent, { type: 'batchDrafted' }>
type Planned = Extract<SmsBatchEvent, { type: 'batchPlanned' }>
const termsOf = ({
  text,
  textVersion,
  category,
  sender,
  channel,
  list,
  title,
  filter,
  apps,
  startAt,
  app,
  byLaw,
}: BatchTerms): BatchTerms => ({
  text,
  textVersion,
  category,
  sender,
  channel,
  list,
  title,
  filter,
  apps,
  startAt,
  ...(app !== undefined && { app }),
  ...(byLaw && { byLaw }),
})
const cancellation = {
  target: 'cancelled',
  meta: { interface: 'smsBatch.cancel', tone: 'danger' },
  actions: ['end', 'dropAudience'],
} as const

/**
 * One text to many people: the audience is counted and previewed, a second person approves, and at its hour a message
 * is made for each person. Whether a message is sent is judged for each when its turn comes.
 */
export const smsBatchMachine = setup({
  types: {} as { context: SmsBatch; events: SmsBatchEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { startDue: ({ context }) => context.startDue },
  actions: {
    draft: assign(({ event }) => {
      const { by, at, rows } = event as Drafted
      return { terms: termsOf(event as Drafted), rows, author: by, createdAt: at }
    }),
    plan: assign(({ event }) => {
      const { at, rows, reminder, author, proposer, approver } = event as Planned
      return { terms: termsOf(event as Planned), rows, author, createdAt: at, proposer, approver, reminder }
    }),
    end: assign(({ event }) => ({ endedAt: event.at })),
    countAudience: effect,
    makeMessages: effect,
    dropAudience: effect,
  },
}).createMachine({
  id: 'smsBatch',
  version: '2',
  initial: 'new',
  context: {
    terms: null,
    rows: 0,
    count: null,
    author: '',
    createdAt: 0,
    proposer: null,
    approver: null,
    refused: null,
    startDue: 0,
    startedAt: null,
    made: null,
    endedAt: null,
    reminder: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        batchDrafted: {
          target: 'counting',
          guard: all(
            'templateApproved',
            'senderUsed',
            'marketingToLeads',
            'someRows',
            'withinLimit',
            'startAhead',
            'startOpen',
          ),
          meta: { interface: 'smsBatch.draft', asks: ['text', 'sender', 'app', 'day', 'time'] },
          actions: ['draft', 'countAudience'],
        },
        // A reminder makes it, which two people agreed on.
        batchPlanned: { target: 'countingPlanned', actions: ['plan', 'countAudience'] },
      },
    },

    counting: {
      tags: 'way',
      on: {
        audienceCounted: {
          target: 'draft',
          actions: assign(({ event: { people, sendable, skipped, segments, cost } }) => ({
            count: { people, sendable, skipped, segments, cost },
          })),
        },
        batchCancelled: cancellation,
      },
    },

    draft: {
      tags: 'way',
      on: {
        batchProposed: {
          target: 'pendingApproval',
          guard: all('someSendable', 'stillAhead'),
          meta: { interface: 'smsBatch.propose', tone: 'success' },
          actions: assign(({ event }) => ({ proposer: event.by, refused: null })),
        },
        batchCancelled: cancellation,
      },
    },

    pendingApproval: {
      tags: 'way',
      on: {
        batchApproved: {
          target: 'scheduled',
          guard: all('notProposer', 'startStillOpen'),
          meta: { interface: 'smsBatch.approve', tone: 'success' },
          actions: assign(({ context, event }) => ({
            approver: event.by,
            startDue: Math.max(context.terms!.startAt, event.at),
          })),
        },
        batchRefused: {
          target: 'draft',
          guard: all('notProposer', 'reasonGiven'),
          meta: { interface: 'smsBatch.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(({ event: { by, reason, at } }) => ({ proposer: null, refused: { by, reason, at } })),
        },
        batchCancelled: cancellation,
      },
    },

    countingPlanned: {
      on: {
        audienceCounted: {
          target: 'scheduled',
          actions: assign(({ context, event: { people, sendable, skipped, segments, cost, at } }) => ({
            count: { people, sendable, skipped, segments, cost },
            startDue: Math.max(context.terms!.startAt, at),
          })),
        },
        batchCancelled: cancellation,
      },
    },

    scheduled: {
      tags: 'way',
      on: {
        batchStarted: {
          target: 'sending',
          meta: { after: 'startDue' },
          actions: [assign(({ event }) => ({ startedAt: event.at })), 'makeMessages'],
        },
        batchCancelled: cancellation,
      },
    },

    sending: {
      tags: 'way',
      on: {
        batchCompleted: {
          target: 'completed',
          meta: { tone: 'success' },
          actions: [assign(({ event }) => ({ made: event.made })), 'end', 'dropAudience'],
        },
        batchPaused: { target: 'paused', meta: { interface: 'smsBatch.pause' } },
        batchCancelled: cancellation,
      },
    },

    // No message is made or sent. Those that were made wait, and are given up after a day as any other.
    paused: {
      on: {
        batchResumed: {
          target: 'sending',
          meta: { interface: 'smsBatch.resume', tone: 'success' },
          actions: 'makeMessages',
        },
        batchCancelled: cancellation,
      },
    },

    completed: { tags: 'goal' },
    cancelled: {},
  },
})
