import { type Bulk, type BulkEvent, bulkMachine } from '../../src/machines/bulk.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { bulkFacts } from '../machines/bulk.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: BulkEvent['type']; by: string }

export const bulkModel: Model<Move, Bulk> = {
  name: 'bulk',
  machine: bulkMachine,
  interfaces: interfacesOf(bulkMachine),
  moves: [
    { type: 'bulkRequested', by: 'reviewLead' },
    { type: 'bulkBegun', by: 'SYS' },
    { type: 'bulkFinished', by: 'SYS' },
    { type: 'bulkCancelled', by: 'reviewLead' },
  ],
  factOf: ({ type, by }, _, at, id): Fact => ({ ...bulkFacts[type], type, by: id(by), at }),
  happens: () => true,
  // The only guard that reads the context compares the asker, the only person with moves here.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
