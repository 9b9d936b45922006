import type { WithdrawalEvent } from '../../src/machines/withdrawal.facts.ts'

/** 10 March 2026, noon in Jakarta. */
export const noon = Date.UTC(2026, 2, 10, 5)

/** The data of each event, without `by` and `at`. */
export const withdrawalFacts = {
  withdrawalRequested: {
    account: 'BCA-OUT',
    channel: 'samudra',
    amount: 25_000_000,
    purpose: 'rent of March',
    most: 250_000_000,
    matches: true,
  },
  withdrawalApproved: { most: 250_000_000, answerTtl: 1_800_000 },
  withdrawalRefused: { reason: 'paid already' },
  withdrawalCancelled: {},
  withdrawalAccepted: { answerTtl: 1_800_000 },
  withdrawalSucceeded: { amount: 25_000_000, paidAt: noon },
  withdrawalFailed: { code: 'ACCOUNT_CLOSED' },
  withdrawalBounced: { code: 'RETURNED' },
  withdrawalContradicted: { word: 'failed', code: 'ACCOUNT_CLOSED' },
  noAnswer: {},
  paidProposed: { day: '2026-03-10', evidence: 'Bank reference 774-120' },
  unpaidProposed: { evidence: 'Bank reference 774-121: no such debit' },
  withdrawalResolved: {},
  proofRefused: { reason: 'That is another withdrawal' },
} as const satisfies Record<WithdrawalEvent['type'], object>
