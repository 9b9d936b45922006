import { demands, type Done } from './invariants.ts'

type Facts = { startAt: number; sendable: number; author: string }

type Book = {
  writer: string
  /** Who wants it approved. */
  asked: string | null
  /** To how many it would go; null until they are counted. */
  sendable: number | null
  startAt: number
  /** When it is to begin, once a second person approved it. */
  beginsAt: number | null
  isOver: boolean
  /** A reminder made it, on which two people agreed. */
  isPlanned: boolean
}

const hour = 3_600_000
// 11 March 2026, 10:00 in Jakarta.
const startAt = 1_773_198_000_000
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
const day = { rules, yearKnown: true, holiday: null }
const holiday = { day: '2026-03-11', name: 'Nyepi', kind: 'national' }
const drafted = {
  type: 'batchDrafted',
  text: 'template-1',
  textVersion: 1,
  category: 'collection',
  sender: 'DanaKilat',
  channel: 'merpati',
  list: 'repay.plan',
  title: 'routes:repayPlan',
  filter: {},
  apps: null,
  startAt,
  ...day,
  approved: true,
  used: true,
  rows: 100,
  limit: 100,
}
const planned = {
  type: 'batchPlanned',
  text: 'template-1',
  textVersion: 1,
  category: 'collection',
  sender: 'DanaKilat',
  channel: 'merpati',
  list: 'repay.plan',
  title: 'routes:repayPlan',
  filter: {},
  apps: null,
  startAt,
  rows: 100,
  reminder: 'reminder-1',
  author: 'first',
  proposer: 'first',
  approver: 'second',
}
const counted = { type: 'audienceCounted', people: 3, skipped: {}, segments: 2, cost: 700 }

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'batchDrafted':
      return { ...book, writer: event.by, startAt: event.startAt }
    case 'batchPlanned':
      return { ...book, writer: event.author, startAt: event.startAt, isPlanned: true }
    case 'audienceCounted':
      return {
        ...book,
        sendable: event.sendable,
        beginsAt: book.isPlanned ? Math.max(book.startAt, event.at) : book.beginsAt,
      }
    case 'batchProposed':
      return { ...book, asked: event.by }
    case 'batchRefused':
      return { ...book, asked: null }
    case 'batchApproved':
      return { ...book, asked: null, beginsAt: Math.max(book.startAt, event.at) }
    case 'batchCompleted':
    case 'batchCancelled':
      return { ...book, asked: null, isOver: true }
    default:
      return book
  }
}

export const smsBatchInvariants = demands<Book, Facts>({
  chart: 'smsBatch',
  empty: { writer: '', asked: null, sendable: null, startAt: 0, beginsAt: null, isOver: false, isPlanned: false },
  forms: {
    batchDrafted: ['smsBatch.draft: text, sender, app, day, time'],
    batchPlanned: ['SYS'],
    audienceCounted: ['SYS'],
    batchProposed: ['smsBatch.propose (success)'],
    batchApproved: ['smsBatch.approve (success)'],
    batchRefused: ['smsBatch.refuse: reason (danger)'],
    batchStarted: ['SYS'],
    batchPaused: ['smsBatch.pause'],
    batchResumed: ['smsBatch.resume (success)'],
    batchCompleted: ['SYS (success)'],
    batchCancelled: ['smsBatch.cancel (danger)'],
  },
  tries: (book, _state, at) => [
    drafted,
    { ...drafted, approved: false, wrong: 'nobody approved its words' },
    { ...drafted, used: false, wrong: 'its sender name is not in use' },
    { ...drafted, app: 'DK', wrong: 'leads are sent what is no marketing' },
    { ...drafted, app: 'DK', category: 'marketing' },
    { ...drafted, rows: 0, wrong: 'the filter finds nobody' },
    { ...drafted, rows: 101, wrong: 'the filter finds more than one batch may have' },
    { ...drafted, category: 'service', startAt: at - 1, wrong: 'it starts in the past' },
    { ...drafted, startAt: startAt + 11 * hour, wrong: 'it collects at night' },
    { ...drafted, holiday, wrong: 'it collects on a holiday' },
    { ...drafted, yearKnown: false, wrong: 'nobody knows whether that day is a holiday' },
    planned,
    { ...counted, sendable: 2 },
    { ...counted, sendable: 0 },
    { type: 'batchProposed' },
    { type: 'batchProposed', at: book.startAt + 1, wrong: 'its start has passed' },
    { type: 'batchApproved', ...day },
    { type: 'batchApproved', ...day, at: book.startAt + hour },
    { type: 'batchApproved', ...day, at: book.startAt + 11 * hour, wrong: 'it collects at night' },
    { type: 'batchApproved', ...day, holiday, wrong: 'the day has become a holiday' },
    { type: 'batchRefused', reason: 'too many' },
    { type: 'batchRefused', reason: '', wrong: 'no reason is given' },
    { type: 'batchPaused' },
    { type: 'batchResumed' },
    { type: 'batchCompleted', made: 2 },
    { type: 'batchCancelled' },
  ],
  after,
  wrong: ({ writer, asked, sendable, beginsAt, isOver }, { event: { type, by, at } }) => [
    type === 'batchProposed' && !sendable && 'nobody would be sent it',
    type === 'batchApproved' && by === writer && 'who drafted it approved it',
    type === 'batchApproved' && by === asked && 'one person proposed and approved it',
    type === 'batchApproved' && asked === null && 'nobody proposed it',
    type === 'batchRefused' && (by === writer || by === asked) && 'who drafted or proposed it refused it',
    type === 'batchStarted' && (beginsAt === null || at < beginsAt) && 'it begins before its start',
    isOver && 'it was over',
  ],
  standing: ({ asked, sendable, beginsAt, isOver }, state) => [
    (asked !== null) !== (state === 'pendingApproval') && `it is ${state}, asked by ${asked}`,
    (sendable === null) !== /^(new|counting|countingPlanned)$/.test(state) &&
      !isOver &&
      `it is ${state}, to ${sendable} people`,
    (beginsAt !== null) !== /^(scheduled|sending|paused)$/.test(state) && !isOver && `it is ${state} unapproved`,
    isOver !== /^(completed|cancelled)$/.test(state) && `a batch that is over is ${state}`,
  ],
  asksFor: {
    batchDrafted: ['countAudience'],
    batchPlanned: ['countAudience'],
    batchStarted: ['makeMessages'],
    batchResumed: ['makeMessages'],
    batchCompleted: ['dropAudience'],
    batchCancelled: ['dropAudience'],
  },
  waits: ({ beginsAt }, state): Record<string, number> => (state === 'scheduled' ? { batchStarted: beginsAt! } : {}),
  ends: ['completed', 'cancelled'],
})
