import type { QualityEvent } from '../../src/machines/quality.facts.ts'
import { usualScorecard } from '../../src/machines/scorecard.ts'

export const card = { from: '2020-01-01', ...usualScorecard }

/** Items of the usual scorecard: one that alone does not fail a visit, and a fatal one. */
export const minor = 'Mencatat hasil sesuai pembicaraan'
export const fatal = 'Menyebut biaya dan bunga dengan benar'

const visit = { lead: 'person-1', seller: 'telemarketer', end: 'finished', call: null, card } as const
const passing = { missed: [minor] }
const failing = { missed: [fatal], evidence: 'Menit ketiga: bunga disebut nol' }

/** The data of each event, without `by` and `at`. */
export const qualityFacts = {
  sampled: visit,
  sampledTwice: visit,
  complained: { ...visit, complaint: 'Merasa dipaksa' },
  complaintAdded: { complaint: 'Merasa dipaksa' },
  checkPassed: passing,
  checkFailed: failing,
  secondPassed: passing,
  secondFailed: failing,
  secondLapsed: { armed: 1 },
  appealed: { reason: 'Bunga disebut pada menit kelima' },
  appealUpheld: passing,
  appealDismissed: failing,
} as const satisfies Record<QualityEvent['type'], object>
