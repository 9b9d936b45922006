import type { ReviewGroup, ReviewGroupEvent } from '../../src/machines/reviewGroup.ts'
import { reviewGroupMachine } from '../../src/machines/reviewGroup.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: ReviewGroupEvent['type']; by: string }

/** The content of a new group, and of its change. */
export const groupFacts = {
  groupCreated: {
    name: 'Night',
    apps: ['DK'],
    appGrouping: true,
    stages: ['first'],
    capacity: 3,
    shifts: [{ days: [5, 6], from: '20:00', to: '04:00' }],
    members: [],
  },
  groupChanged: {
    name: 'Day',
    apps: [],
    appGrouping: false,
    stages: ['first', 'final'],
    capacity: 5,
    shifts: [],
    members: [],
  },
} satisfies Record<string, ReviewGroup>

export const reviewGroupModel: Model<Move, ReviewGroup> = {
  name: 'reviewGroup',
  machine: reviewGroupMachine,
  interfaces: interfacesOf(reviewGroupMachine),
  moves: [
    { type: 'groupCreated', by: 'reviewLead' },
    { type: 'groupChanged', by: 'reviewLead' },
    { type: 'groupClosed', by: 'reviewLead' },
    { type: 'groupReopened', by: 'reviewLead' },
  ],
  factOf: ({ type, by }, _, at, id) => ({
    type,
    by: id(by),
    at,
    ...(type === 'groupCreated' || type === 'groupChanged' ? groupFacts[type] : {}),
  }),
  happens: () => true,
  // No guard reads the group's content.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
