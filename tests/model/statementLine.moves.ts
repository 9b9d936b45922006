import type { Fact } from '../../src/machines/kernel.ts'
import { type StatementLine, type StatementLineEvent, statementLineMachine } from '../../src/machines/statementLine.ts'
import { statementLineFacts } from '../machines/statementLine.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: StatementLineEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const statementLineModel: Model<Move, StatementLine> = {
  name: 'statementLine',
  machine: statementLineMachine,
  interfaces: interfacesOf(statementLineMachine),
  moves: [
    ...by(
      'SYS',
      'lineImported',
      'lineNoted',
      'lineMatched',
      'lineReconciled',
      'postingRefused',
      'lineUnmatched',
      'unmatchFailed',
    ),
    ...by('finance', 'matchProposed', 'exceptionMade', 'exceptionLifted', 'unmatchProposed'),
    ...by('financeChecker', 'matchConfirmed', 'matchRefused', 'unmatchConfirmed', 'unmatchRefused'),
  ],
  factOf: ({ type, by: who }, _standing, at, id): Fact => ({ ...statementLineFacts[type], type, by: id(who), at }),
  happens: () => true,
  // The guards that read the context compare the person, who always differs here, and the amount.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
