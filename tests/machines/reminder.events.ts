import { usualRules } from '../../src/machines/contactRules.ts'
import type { ReminderEvent } from '../../src/machines/reminder.ts'

const inForce = {
  approved: true,
  used: true,
  category: 'collection',
  rules: { from: '2020-01-01', ...usualRules },
} as const
const terms = {
  text: 'template-1',
  sender: 'DanaKilat',
  days: 3,
  side: 'after',
  time: '10:00',
  product: null,
  apps: null,
} as const

/** The data of each event, without `by` and `at`. */
export const reminderFacts = {
  reminderDrafted: { ...terms, ...inForce },
  reminderEdited: { ...terms, days: 1, ...inForce },
  reminderProposed: {},
  reminderApproved: inForce,
  reminderRefused: { reason: 'Terlalu sering' },
  reminderDue: {},
  remindersMade: { day: '2026-03-11', rows: 2, batch: 'batch-1', reason: null },
  reminderStopped: {},
} satisfies Record<ReminderEvent['type'], object>
