import { usualRules } from '../../src/machines/contactRules.ts'
import type { SmsBatchEvent } from '../../src/machines/smsBatch.ts'

const dayRules = { rules: { from: '2020-01-01', ...usualRules }, yearKnown: true, holiday: null }

/** The data of each event, without `by` and `at`. */
export const smsBatchFacts = {
  batchDrafted: {
    text: 'template-1',
    textVersion: 1,
    category: 'collection',
    sender: 'DanaKilat',
    channel: 'merpati',
    list: 'repay.plan',
    title: 'routes:repayPlan',
    filter: { status: 'overdue' },
    apps: null,
    // 11 March 2026, 10:00 in Jakarta.
    startAt: 1_773_198_000_000,
    ...dayRules,
    approved: true,
    used: true,
    rows: 3,
    limit: 200_000,
  },
  batchPlanned: {
    text: 'template-1',
    textVersion: 1,
    category: 'collection',
    sender: 'DanaKilat',
    channel: 'merpati',
    list: 'repay.plan',
    title: 'routes:repayPlan',
    filter: { status: 'overdue' },
    apps: null,
    // 11 March 2026, 10:00 in Jakarta.
    startAt: 1_773_198_000_000,
    rows: 3,
    reminder: 'reminder-1',
    author: 'staff/9',
    proposer: 'staff/9',
    approver: 'staff/10',
  },
  audienceCounted: { people: 3, sendable: 2, skipped: { notOverdue: 1 }, segments: 2, cost: 700 },
  batchProposed: {},
  batchApproved: dayRules,
  batchRefused: { reason: 'Terlalu luas' },
  batchStarted: {},
  batchPaused: {},
  batchResumed: {},
  batchCompleted: { made: 2 },
  batchCancelled: {},
} satisfies Record<SmsBatchEvent['type'], object>
