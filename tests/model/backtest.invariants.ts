import { demands, type Done } from './invariants.ts'

type Facts = { runTtl: number }

type Book = { asker: string; runDue: number; hasResult: boolean }

const requested = {
  type: 'backtestRequested',
  ruleSet: '3',
  edition: 2,
  against: null,
  from: 0,
  to: 100,
  most: 50,
  applications: 1,
}
const result = { judged: 1, changed: 0, erased: 0, notKept: 0, cells: {}, rules: {}, ratings: {} }

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'backtestRequested':
      return { ...book, asker: event.by }
    case 'backtestBegun':
      return { ...book, runDue: event.at + event.runTtl }
    default:
      return { ...book, hasResult: event.type === 'backtestFinished' }
  }
}

export const backtestInvariants = demands<Book, Facts>({
  chart: 'backtest',
  empty: { asker: '', runDue: 0, hasResult: false },
  forms: {
    backtestRequested: ['backtest.request: against, from, to, most'],
    backtestBegun: ['SYS'],
    backtestFinished: ['SYS (success)'],
    backtestFailed: ['SYS'],
    backtestTimedOut: ['SYS'],
    backtestCancelled: ['backtest.cancel'],
  },
  tries: () => [
    requested,
    { ...requested, applications: 0, wrong: 'there is no application to judge' },
    { type: 'backtestBegun', runTtl: 3_600_000 },
    { type: 'backtestFinished', result },
    { type: 'backtestFailed', reason: 'notPermitted' },
    { type: 'backtestCancelled' },
  ],
  after,
  wrong: ({ asker }, { event: { type, by } }) => [
    type === 'backtestCancelled' && by !== asker && 'somebody else called the backtest off',
  ],
  standing: ({ hasResult }, state) => [hasResult !== (state === 'done') && `a finished backtest is ${state}`],
  asksFor: {
    backtestRequested: ['beginBacktest'],
    backtestBegun: ['runBacktest'],
    // A finished one counts as a test of its version.
    backtestFinished: ['noteBacktest'],
    backtestFailed: ['dropBacktest'],
    backtestTimedOut: ['dropBacktest'],
    backtestCancelled: ['dropBacktest'],
  },
  waits: ({ runDue }, state): Record<string, number> => (state === 'running' ? { backtestTimedOut: runDue } : {}),
  ends: ['done', 'failed', 'cancelled'],
})
