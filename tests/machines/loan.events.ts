import type { LoanEvent } from '../../src/machines/loan.facts.ts'
import type { LoanTerms } from '../../src/machines/schedule.ts'

/**
 * Two instalments of Rp600,000 and Rp48,000 interest each: 0.2 % a day over twice 20 days. Overdue fees are 0.2 %, and
 * 0.4 % a day from day 8.
 */
export const loanTerms: LoanTerms = {
  principal: 1_200_000,
  serviceFee: 60_000,
  handlingFee: 12_000,
  from: '2026-03-02',
  instalments: 2,
  every: 20,
  interest: 20,
  earlyFee: 20,
  lateFee: 40,
  lateFrom: 8,
  feeDays: 90,
  cap: 10_000,
}

/** The data of each event, without `by` and `at`. */
export const loanFacts = {
  loanOpened: { orderNo: 'LK-1', terms: loanTerms },
  repaid: { txid: 'va-1', day: '2026-03-10', amount: 100_000, method: 'transfer', payChannel: 'BCA' },
  creditRefunded: { txid: 'refund-1', day: '2026-03-10', amount: 1000 },
  loanVoided: {},
  fellDue: {},
  fellOverdue: {},
  turnedLate: {},
  dueDayChanged: {},
  settled: {},
  reopened: {},
  writtenOff: {},
  reductionRequested: { amount: 50_000, until: '2026-04-10', limit: 100_000, reason: 'hardship' },
  reductionApproved: { limit: 100_000 },
  largeReductionApproved: {},
  reductionRefused: {},
  reductionExpired: {},
  rolloverOffered: {
    txid: 'rollover-1',
    days: 14,
    serviceFeeRate: 300,
    interestRate: 20,
    until: '2026-03-25',
    most: 2,
  },
  rolloverPaid: { txid: 'va-9', day: '2026-03-20', amount: 69_600, method: 'retail', payChannel: 'Alfamart' },
  rolloverExpired: {},
  reversalProposed: { txid: 'va-1', reason: 'bounced' },
  repaymentReversed: {},
  reversalRefused: {},
  writeOffProposed: { beyond: 30, reason: 'cannot be found' },
  writeOffConfirmed: { beyond: 30 },
  writeOffRefused: {},
} as const satisfies Record<LoanEvent['type'], object>
