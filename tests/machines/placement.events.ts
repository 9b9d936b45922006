import type { PlacementEvent } from '../../src/machines/placement.ts'

const quote = { balance: 5_000_000, groups: 1, rate: 2000, caseOpen: true }

/** The data of each event, without `by` and `at`. */
export const placementFacts = {
  placementProposed: {
    orderNo: 'LK260310000001',
    app: 'DK',
    company: 'Agen Penagihan Timur',
    until: '2026-04-10',
    ...quote,
    caseHeld: false,
    promiseOpen: false,
    paymentPending: false,
    longest: 180,
  },
  placementConfirmed: { company: 'Agen Penagihan Timur', from: '2026-03-10', until: '2026-04-10', ...quote },
  placementRefused: { reason: 'The customer pays' },
  placementWithdrawn: {},
  placementRecalled: { paymentPending: false },
  placementExpired: { armed: 2 },
  placementSettled: {},
} as const satisfies Record<PlacementEvent['type'], object>
