import type { StatementLineEvent } from '../../src/machines/statementLine.ts'

export const bankLine = {
  account: 'BCA-IN',
  n: 7,
  statement: 's1',
  place: 0,
  txid: 'A1',
  day: '2026-11-19',
  bookedAt: 1_795_021_200_000,
  direction: 'credit',
  amount: 500,
  start: 1000,
  end: 1500,
} as const

/** The data of each event, without `by` and `at`. */
export const statementLineFacts = {
  lineImported: bankLine,
  lineNoted: { ...bankLine, amount: 0, end: 1000 },
  lineMatched: { orderNo: 'LK-1', recorded: null, how: 'orderNo' },
  matchProposed: { orderNo: 'LK-1', recorded: null, recordedAmount: null },
  matchConfirmed: {},
  matchRefused: {},
  exceptionMade: { reason: 'unknownSender', owner: 'staff/9' },
  exceptionLifted: { dayOpen: true },
  lineReconciled: { posted: 'A1' },
  postingRefused: { reason: 'loan:guard.notBeforePayout' },
  unmatchProposed: { dayOpen: true, note: 'other customer' },
  unmatchConfirmed: {},
  unmatchRefused: {},
  lineUnmatched: {},
  unmatchFailed: { reason: 'loan:guard.refundsCovered' },
} as const satisfies Record<StatementLineEvent['type'], object>
