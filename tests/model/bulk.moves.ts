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
  // The only rule that reads what is in it asks for its asker, who is the only one to move here.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
