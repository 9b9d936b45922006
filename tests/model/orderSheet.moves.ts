import type { Fact } from '../../src/machines/kernel.ts'
import { type OrderSheet, type OrderSheetEvent, orderSheetMachine } from '../../src/machines/orderSheet.ts'
import { orderSheetFacts } from '../machines/orderSheet.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: OrderSheetEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const orderSheetModel: Model<Move, OrderSheet> = {
  name: 'orderSheet',
  machine: orderSheetMachine,
  interfaces: interfacesOf(orderSheetMachine),
  moves: [
    ...by('support', 'sheetRequested', 'sheetCancelled'),
    ...by('admin', 'sheetCancelled'),
    ...by('SYS', 'sheetBegun', 'sheetFinished', 'sheetFailed', 'sheetTimedOut', 'sheetExpired'),
  ],
  factOf: ({ type, by: who }, { state }, at, id): Fact => ({
    ...orderSheetFacts[type],
    type,
    by: id(who),
    at,
    ...(state.armed[type] && { armed: state.armed[type].version }),
  }),
  happens: () => true,
  // The only guard that reads the context compares the owner, who never changes.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
