import { demands, type Done } from './invariants.ts'

type Facts = object

type Book = {
  writer: string
  /** Who wants it approved. */
  asked: string | null
  /** When it makes its next batch; null while it makes none. */
  next: number | null
  isOver: boolean
}

const hour = 3_600_000
const day = 24 * hour
/** The first 10:00 of Jakarta after an instant. */
const tenAfter = (at: number) => Math.floor((at - 3 * hour) / day) * day + day + 3 * hour

const rules = {
  from: '2020-01-01',
  opens: '08:00',
  closes: '20:00',
  weekdays: [1, 2, 3, 4, 5, 6],
  attempts: 3,
  gap: 60,
  collectionSms: 2,
  marketingAttempts: 2,
  lastDay: 90,
  jointLeave: true,
  consent: true,
}
const inForce = { approved: true, used: true, category: 'collection', rules }
const terms = {
  text: 'template-1',
  sender: 'DanaKilat',
  days: 3,
  side: 'after',
  time: '10:00',
  product: null,
  apps: null,
}
const unsound = [
  { approved: false, wrong: 'nobody approved its words' },
  { used: false, wrong: 'its sender name is not in use' },
  { rules: null, wrong: 'nobody knows when contact is allowed' },
]
const late = { time: '21:00', wrong: 'it collects at night' }
const drafted = { type: 'reminderDrafted', ...terms, ...inForce }
const edited = { ...drafted, type: 'reminderEdited', days: 1 }
const approved = { type: 'reminderApproved', ...inForce }

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'reminderDrafted':
    case 'reminderEdited':
      return { ...book, writer: event.by }
    case 'reminderProposed':
      return { ...book, asked: event.by }
    case 'reminderRefused':
      return { ...book, asked: null }
    case 'reminderApproved':
      return { ...book, asked: null, next: tenAfter(event.at) }
    case 'reminderDue':
      return { ...book, next: tenAfter(event.at) }
    case 'reminderStopped':
      return { ...book, asked: null, next: null, isOver: true }
    default:
      return book
  }
}

export const reminderInvariants = demands<Book, Facts>({
  chart: 'reminder',
  empty: { writer: '', asked: null, next: null, isOver: false },
  forms: {
    reminderDrafted: ['reminder.draft: text, sender, days, side, time, product'],
    reminderEdited: ['reminder.edit: text, sender, days, side, time, product'],
    reminderProposed: ['reminder.propose (success)'],
    reminderApproved: ['reminder.approve (success)'],
    reminderRefused: ['reminder.refuse: reason (danger)'],
    reminderDue: ['SYS'],
    remindersMade: ['SYS'],
    reminderStopped: ['reminder.stop (danger)'],
  },
  tries: () => [
    drafted,
    ...[...unsound, late].map((more) => ({ ...drafted, ...more })),
    edited,
    ...[...unsound, late].map((more) => ({ ...edited, ...more })),
    { type: 'reminderProposed' },
    approved,
    ...unsound.map((more) => ({ ...approved, ...more })),
    { type: 'reminderRefused', reason: 'too often' },
    { type: 'reminderRefused', reason: '', wrong: 'no reason is given' },
    { type: 'remindersMade', day: '2026-03-11', rows: 2, batch: 'batch-1', reason: null },
    { type: 'reminderStopped' },
  ],
  after,
  wrong: ({ writer, asked, next, isOver }, { event: { type, by, at } }) => [
    type === 'reminderApproved' && asked === null && 'nobody proposed it',
    /^reminder(Approved|Refused)$/.test(type) && by === writer && 'who wrote it decided on it',
    /^reminder(Approved|Refused)$/.test(type) && by === asked && 'who proposed it decided on it',
    type === 'reminderDue' && (next === null || at < next) && 'it falls due before its hour',
    type === 'remindersMade' && next === null && 'it makes a batch unapproved',
    isOver && 'it was over',
  ],
  standing: ({ asked, next, isOver }, state) => [
    (asked !== null) !== (state === 'proposed') && `it is ${state}, asked by ${asked}`,
    (next !== null) !== (state === 'active') && `it is ${state}, next at ${next}`,
    isOver !== (state === 'stopped') && `a reminder that is over is ${state}`,
  ],
  asksFor: { reminderDue: ['makeReminders'] },
  waits: ({ next }): Record<string, number> => (next === null ? {} : { reminderDue: next }),
  ends: ['stopped'],
})
