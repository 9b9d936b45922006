import type { BacktestEvent, BacktestResult } from '../../src/machines/backtest.ts'

export const result: BacktestResult = {
  judged: 9,
  changed: 2,
  erased: 1,
  notKept: 0,
  cells: {
    'passed.passed': { count: 7, amount: 14_000_000, became: { passed: 5, firstRejected: 2 } },
    'passed.rejected': { count: 2, amount: 3_000_000, became: { passed: 1, underWay: 1 } },
  },
  rules: { ageOutOfRange: { before: 0, now: 2 } },
  ratings: { A: { before: 9, now: 9 } },
}

/** The data of each event, without `by` and `at`. */
export const backtestFacts = {
  backtestRequested: { ruleSet: '3', edition: 2, against: null, from: 0, to: 100, most: 50, applications: 10 },
  backtestBegun: { runTtl: 1000 },
  backtestFinished: { result },
  backtestFailed: { reason: 'notPermitted' },
  backtestCancelled: {},
  backtestTimedOut: { armed: 2 },
} as const satisfies Record<BacktestEvent['type'], object>
