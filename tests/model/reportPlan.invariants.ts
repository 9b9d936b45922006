import { demands, type Done } from './invariants.ts'

type Facts = { time: string }

type Book = {
  /** When it sends the next files; null while it sends none. */
  next: number | null
  /** The hour of its mornings, in ms after midnight. */
  hour: number
  isOver: boolean
}

const day = 86_400_000
const jakarta = 7 * 3_600_000
/** The first instant after another one at which Jakarta's clock shows so many ms after midnight. */
const nextAfter = (at: number, ms: number) => Math.floor((at + jakarta - ms) / day) * day + day + ms - jakarta
const msOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000

const made = {
  type: 'reportPlanMade',
  report: 'conversionRate',
  role: '4',
  days: 30,
  time: '07:00',
  format: 'csv',
  permitted: true,
}

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'reportPlanMade':
      return { ...book, hour: msOf(event.time), next: nextAfter(event.at, msOf(event.time)) }
    case 'morningCame':
      return { ...book, next: nextAfter(event.at, book.hour) }
    case 'reportPlanStopped':
      return { ...book, next: null, isOver: true }
    default:
      return book
  }
}

export const reportPlanInvariants = demands<Book, Facts>({
  chart: 'reportPlan',
  empty: { next: null, hour: 0, isOver: false },
  forms: {
    reportPlanMade: ['reportPlan.make: report, role, days, time, format'],
    morningCame: ['SYS'],
    reportsSent: ['SYS (success)'],
    reportPlanStopped: ['reportPlan.stop (danger)'],
  },
  tries: () => [
    made,
    { ...made, permitted: false, wrong: 'the role may not open the report' },
    { type: 'reportsSent', day: '2026-03-11', files: 1, denied: 0 },
    { type: 'reportPlanStopped' },
  ],
  after,
  wrong: ({ next, isOver }, { event: { type, at } }) => [
    type === 'morningCame' && (next === null || at < next) && 'a morning comes before its hour',
    type === 'reportsSent' && next === null && 'it sends files unplanned',
    isOver && 'it was over',
  ],
  standing: ({ next, isOver }, state) => [
    (next !== null) !== (state === 'active') && `it is ${state}, next at ${next}`,
    isOver !== (state === 'stopped') && `a plan that is over is ${state}`,
  ],
  asksFor: { morningCame: ['sendReports'] },
  waits: ({ next }): Record<string, number> => (next === null ? {} : { morningCame: next }),
  ends: ['stopped'],
})
