import type { CollectionGroupEvent, Targets, Terms } from '../../src/machines/collectionGroup.ts'

const night: Terms = {
  name: 'Night',
  company: 'An agency',
  stages: ['s1', 's2'],
  apps: ['DK'],
  capacity: 3,
  days: [5, 6],
  opens: '16:00',
  closes: '20:00',
  commission: 1500,
  target: 4000,
}

const targets: Targets = {
  from: '2027-03-01',
  coverage: 9000,
  rightParty: 4500,
  promiseRate: 6000,
  keptRate: 5500,
  recoveryRate: 3500,
  cureRate: 1200,
  rollRate: 800,
  productivity: 250_000,
}

/** The data of each event, without `by` and `at`. */
export const collectionGroupFacts = {
  groupCreated: night,
  groupChanged: { ...night, name: 'Day', company: '', stages: ['m2'], apps: [], capacity: 5, commission: 0 },
  targetsPlanned: targets,
  groupClosed: {},
  groupReopened: {},
} satisfies Record<CollectionGroupEvent['type'], object>
