import { type CustomerEdit, type CustomerEditEvent, customerEditMachine } from '../../src/machines/customerEdit.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { customerEditFacts } from '../machines/customerEdit.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: CustomerEditEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const customerEditModel: Model<Move, CustomerEdit> = {
  name: 'customerEdit',
  machine: customerEditMachine,
  interfaces: interfacesOf(customerEditMachine),
  moves: [
    ...by('support', 'userInfoProposed', 'nikProposed', 'bankNameProposed', 'bankCardProposed'),
    ...by('SYS', 'editApplied', 'editHeld', 'editLapsed'),
    ...by('reviewLead', 'editConfirmed', 'editRefused'),
    ...by('support', 'editConfirmed', 'editRefused'),
  ],
  factOf: ({ type, by: who }, _standing, at, id): Fact => ({ ...customerEditFacts[type], type, by: id(who), at }),
  happens: () => true,
  // The only guard that reads the context bars the proposer, who never changes.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
