import type { Fact } from '../../src/machines/kernel.ts'
import { type StatementDay, type StatementDayEvent, statementDayMachine } from '../../src/machines/statementDay.ts'
import { statementDayFacts } from '../machines/statementDay.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: StatementDayEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const statementDayModel: Model<Move, StatementDay> = {
  name: 'statementDay',
  machine: statementDayMachine,
  interfaces: interfacesOf(statementDayMachine),
  moves: [...by('finance', 'dayCloseProposed'), ...by('financeChecker', 'dayClosed', 'dayCloseRefused')],
  factOf: ({ type, by: who }, _standing, at, id): Fact => ({ ...statementDayFacts[type], type, by: id(who), at }),
  happens: () => true,
  // The guards that read the context compare the person and the proposed totals, which never change here.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
