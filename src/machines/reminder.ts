import { assign, setup } from 'xstate'
import { businessDay, nextAt } from './calendar.ts'
import type { ContactRules } from './contactRules.ts'
import {
  byAnother,
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'
import type { SmsCategory } from './smsText.ts'

export const reminderSides = ['before', 'after'] as const

/** Which text goes out under which name, how many days before or after an instalment is due, and at what hour. */
export type ReminderTerms = {
  text: string
  category: SmsCategory
  sender: string
  days: number
  side: (typeof reminderSides)[number]
  /** 'HH:MM' in Jakarta. */
  time: string
  /** The code of the only product that it is for; null for every one. */
  product: string | null
  /** The lending apps whose orders its author sees; null for all. */
  apps: readonly string[] | null
}
/** Facts at the event's instant: the template is approved, the sender name is in use, and the contact rules in force. */
type InForce = { approved: boolean; used: boolean; category: SmsCategory; rules: ContactRules | null }

/** Why a day had no batch. */
export const idleReasons = ['nobody', 'tooMany', 'oldText', 'senderGone', 'closed', 'late'] as const
type Made = { day: string; rows: number; batch: string | null; reason: (typeof idleReasons)[number] | null }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type ReminderEvent =
  | Did<'reminderDrafted' | 'reminderEdited', ReminderTerms & InForce>
  | Did<'reminderProposed' | 'reminderStopped'>
  | Did<'reminderApproved', InForce>
  | Did<'reminderRefused', { reason: string }>
  | DeadlineFact<'reminderDue'>
  | Did<'remindersMade', Made>

export type Reminder = {
  terms: ReminderTerms | null
  author: string
  createdAt: number
  editor: string
  proposer: string | null
  approver: string | null
  refused: { by: string; reason: string; at: number } | null
  /** The instant at which it makes the next batch. */
  nextDue: number
  /** The day whose batch is being made, then what became of it. */
  day: string | null
  last: Made | null
}

type About = { context: Reminder; event: Payload<ReminderEvent> }

const isOpen = (category: SmsCategory, time: string, rules: ContactRules | null) =>
  category === 'service' || (rules !== null && rules.opens <= time && time < rules.closes)

const rules = {
  templateApproved: onPayload(({ event }: About) => event.approved === true),
  senderUsed: onPayload(({ event }: About) => event.used === true),
  /** A draft brings its own time; an approval judges the stored one. */
  hourOpen: onPayload(({ context, event }: About) =>
    isOpen(event.category!, event.time ?? context.terms!.time, event.rules!),
  ),
  notProposer: byAnother(({ proposer, editor }: Reminder) => [proposer, editor]),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type Written = Fact & ReminderTerms
const written = ({ text, category, sender, days, side, time, product, apps, by }: Written) => ({
  terms: { text, category, sender, days, side, time, product, apps },
  editor: by,
  refused: null,
})

const asks = ['text', 'sender', 'days', 'side', 'time', 'product']
const stop = { target: 'stopped', meta: { interface: 'reminder.stop', tone: 'danger' } } as const

/**
 * A reminder of the plan: two people agree on it once, and from then on it makes a batch of messages every day by
 * itself. Whom a day's batch goes to is counted on that day, and each message is judged when it is sent.
 */
export const reminderMachine = setup({
  types: {} as { context: Reminder; events: ReminderEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { nextDue: ({ context }) => context.nextDue },
  actions: { makeReminders: effect },
}).createMachine({
  id: 'reminder',
  version: '1',
  initial: 'new',
  context: {
    terms: null,
    author: '',
    createdAt: 0,
    editor: '',
    proposer: null,
    approver: null,
    refused: null,
    nextDue: 0,
    day: null,
    last: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        reminderDrafted: {
          target: 'draft',
          guard: all('templateApproved', 'senderUsed', 'hourOpen'),
          meta: { interface: 'reminder.draft', asks },
          actions: assign(({ event }) => ({ ...written(event), author: event.by, createdAt: event.at })),
        },
      },
    },

    draft: {
      tags: 'way',
      on: {
        reminderEdited: {
          guard: all('templateApproved', 'senderUsed', 'hourOpen'),
          meta: { interface: 'reminder.edit', asks },
          actions: assign(({ event }) => written(event)),
        },
        reminderProposed: {
          target: 'proposed',
          meta: { interface: 'reminder.propose', tone: 'success' },
          actions: assign(({ event }) => ({ proposer: event.by, refused: null })),
        },
        reminderStopped: stop,
      },
    },

    proposed: {
      tags: 'way',
      on: {
        reminderApproved: {
          target: 'active',
          guard: all('notProposer', 'templateApproved', 'senderUsed', 'hourOpen'),
          meta: { interface: 'reminder.approve', tone: 'success' },
          actions: assign(({ context, event }) => ({
            approver: event.by,
            nextDue: nextAt(context.terms!.time, event.at),
          })),
        },
        reminderRefused: {
          target: 'draft',
          guard: all('notProposer', 'reasonGiven'),
          meta: { interface: 'reminder.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(({ event: { by, reason, at } }) => ({ proposer: null, refused: { by, reason, at } })),
        },
        reminderStopped: stop,
      },
    },

    active: {
      tags: 'goal',
      on: {
        // Days that passed while no server ran are not made up for: their texts would be late.
        reminderDue: {
          meta: { after: 'nextDue' },
          actions: [
            assign(({ context, event }) => ({
              day: businessDay(event.at),
              nextDue: nextAt(context.terms!.time, event.at),
            })),
            'makeReminders',
          ],
        },
        remindersMade: {
          actions: assign(({ event: { day, rows, batch, reason } }) => ({ last: { day, rows, batch, reason } })),
        },
        reminderStopped: stop,
      },
    },

    stopped: {},
  },
})
