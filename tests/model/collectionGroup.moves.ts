import {
  type CollectionGroup,
  type CollectionGroupEvent,
  collectionGroupMachine,
} from '../../src/machines/collectionGroup.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { collectionGroupFacts } from '../machines/collectionGroup.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: CollectionGroupEvent['type']; by: string }

const by = 'collectionLead'

export const collectionGroupModel: Model<Move, CollectionGroup> = {
  name: 'collectionGroup',
  machine: collectionGroupMachine,
  interfaces: interfacesOf(collectionGroupMachine),
  moves: [
    { type: 'groupCreated', by },
    { type: 'groupChanged', by },
    { type: 'targetsPlanned', by },
    { type: 'groupClosed', by },
    { type: 'groupReopened', by },
  ],
  factOf: (move, _, at, id): Fact => ({ ...collectionGroupFacts[move.type], type: move.type, by: id(move.by), at }),
  happens: () => true,
  // Of the group's content, a guard reads the targets alone; those of the facts may always follow.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
