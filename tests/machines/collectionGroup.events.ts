import type { CollectionGroup, CollectionGroupEvent } from '../../src/machines/collectionGroup.ts'

const night: CollectionGroup = {
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

/** The data of each event, without `by` and `at`. */
export const collectionGroupFacts = {
  groupCreated: night,
  groupChanged: { ...night, name: 'Day', company: '', stages: ['m2'], apps: [], capacity: 5, commission: 0 },
  groupClosed: {},
  groupReopened: {},
} satisfies Record<CollectionGroupEvent['type'], object>
