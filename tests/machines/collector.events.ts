import type { CollectorEvent } from '../../src/machines/collector.ts'

/** The data of each event, without `by` and `at`. */
export const collectorFacts = {
  signedIn: { collector: 'maker', signInTtl: 50 },
  signedOut: { collector: 'maker' },
  sentHome: {},
  weightSet: { weight: 3 },
  signInExpired: { armed: 1 },
  dailyCapSet: { dailyCap: 40 },
  certified: { certificate: 'SPPI-7', until: '2027-03-31' },
  groupJoined: { group: 'night', company: 'An agency' },
  groupLeft: {},
} as const satisfies Record<CollectorEvent['type'], object>
