import { usualCollection } from '../../src/machines/collectionStages.ts'
import type { RecoveryCaseEvent } from '../../src/machines/recoveryCase.facts.ts'

// No promise waits for a bank statement.
const rules = { from: '2020-01-01', ...usualCollection, statementDays: 0 }
const order = { person: 'person-1', app: 'DK', product: 'KILAT' }
const opening = { orderNo: 'LK260310000001', order, due: '2026-03-12', rules }
const deadline = { armed: 1 }

/** The data of each event, without `by` and `at`. */
export const recoveryCaseFacts = {
  episodeOpened: opening,
  episodeReopened: opening,
  dueDayMoved: { due: '2026-03-11', rules },
  stageChanged: deadline,
  dispatched: { holder: 'collector', company: '' },
  reassigned: { holder: 'preCollector', company: '' },
  allotted: {
    holder: 'collector',
    company: '',
    group: 'day',
    stages: ['pre', 's1', 's2', 'm2', 'm3', 'm4'],
    apps: [],
    capacity: 100,
    holds: 3,
    dailyCap: 60,
    givenToday: 1,
    certifiedUntil: '9999-12-31',
    strategy: 'leastLoaded.1',
  },
  recalled: {},
  retained: { until: '2026-03-18', longest: 14, retains: 0, cap: 10 },
  stageKept: deadline,
  retentionExpired: deadline,
  memberLeft: { reason: 'groupLeft' },
  contacted: { attempt: 'attempt-1', channel: 'phone' },
  outcomeNoted: { outcome: 'reached' },
  visited: { outcome: 'reached', proof: 'Photo of the house' },
  whereaboutsAsked: { attempt: 'attempt-2', channel: 'phone' },
  callBackSet: { day: '2026-03-11', horizon: 14 },
  promised: {
    amount: 100_000,
    day: '2026-03-12',
    owed: 500_000,
    horizon: 14,
    grace: 1,
    paidToday: 0,
    statementDays: 0,
  },
  statementBooked: { through: '2026-03-13' },
  paymentsFollowed: { paid: 100_000 },
  promiseCorrected: { paid: 100_000 },
  promiseKept: deadline,
  promisePartlyKept: deadline,
  promiseBroken: deadline,
  held: { reason: 'hardship', from: '2026-03-10', until: '2026-03-11', heldBack: 3 },
  holdLifted: {},
  complained: { topic: 'manners', channel: 'phone', words: 'The collector shouted' },
  holdEnded: deadline,
  placementBegan: { company: 'Agen Penagihan Timur', until: '2026-04-10' },
  placementEnded: {},
  episodeSettled: { settlement: 'paid', paid: null },
} as const satisfies Record<RecoveryCaseEvent['type'], object>
