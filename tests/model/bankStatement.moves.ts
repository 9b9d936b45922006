import { type BankStatement, type BankStatementEvent, bankStatementMachine } from '../../src/machines/bankStatement.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { bankStatementFacts } from '../machines/bankStatement.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: BankStatementEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const bankStatementModel: Model<Move, BankStatement> = {
  name: 'bankStatement',
  machine: bankStatementMachine,
  interfaces: interfacesOf(bankStatementMachine),
  moves: [
    ...by(
      'finance',
      'statementUploaded',
      'statementConfirmed',
      'statementCancelled',
      'statementReread',
      'pendingSettled',
    ),
    ...by(
      'SYS',
      'statementBegun',
      'statementStaged',
      'partStaged',
      'statementRefused',
      'layoutUnknown',
      'statementFailed',
      'statementAppended',
      'pendingMissed',
      'pendingCame',
      'statementTimedOut',
      'statementLapsed',
    ),
  ],
  factOf: ({ type, by: who }, { state }, at, id): Fact => ({
    ...bankStatementFacts[type],
    type,
    by: id(who),
    at,
    ...(state.armed[type] && { armed: state.armed[type].version }),
  }),
  happens: () => true,
  // The only guard that reads the context compares the uploader, the only person with moves here.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
