import type { PayoutEvent } from '../../src/machines/payout.facts.ts'

/** 10 March 2026, noon in Jakarta. */
export const noon = Date.UTC(2026, 2, 10, 5)

const sendable = { orderStands: true, most: 250_000_000 }

export const payoutTerms = {
  orderNo: 'LK260310000001',
  person: 'p1',
  personVersion: 1,
  app: 'DK',
  product: 'KILAT',
  amount: 1_885_000,
  amountBy: 'reviewer2',
  approvedAt: noon - 3_600_000,
  channel: 'samudra',
}

/** The data of each event, without `by` and `at`. */
export const payoutFacts = {
  payoutOpened: payoutTerms,
  payoutReopened: { ...payoutTerms, amount: 985_000 },
  payoutSubmitted: { ...sendable, amount: payoutTerms.amount },
  payoutApproved: { ...sendable, txid: 'LK260310000001-P1', answerTtl: 1_800_000 },
  payoutRefused: { reason: 'the account is being checked' },
  payoutCancelled: {},
  payoutAccepted: { txid: 'LK260310000001-P1', answerTtl: 1_800_000 },
  payoutSucceeded: { txid: 'LK260310000001-P1', amount: payoutTerms.amount, paidAt: noon },
  payoutFailed: { txid: 'LK260310000001-P1', code: 'ACCOUNT_CLOSED' },
  payoutContradicted: { txid: 'LK260310000001-P1', word: 'failed', code: 'ACCOUNT_CLOSED' },
  payoutBounced: { txid: 'LK260310000001-P1', code: 'RETURNED', repaid: false },
  noAnswer: {},
  payoutRetried: { ...sendable, evidence: 'the account is open again' },
  channelChanged: { ...sendable, channel: 'merapi', evidence: 'letter 12 of the provider' },
  accountChanged: { ...sendable, accountVersion: 2, matches: true, evidence: 'sent by the customer' },
  paidProposed: { txid: 'LK260310000001-P1', day: '2026-03-10', evidence: 'statement of 10 March' },
  unpaidProposed: { txid: 'LK260310000001-P1', evidence: 'not on any statement' },
  payoutResolved: {},
  proofRefused: { reason: 'another amount' },
} as const satisfies Record<PayoutEvent['type'], object>
