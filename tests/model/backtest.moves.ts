import { type Backtest, type BacktestEvent, backtestMachine } from '../../src/machines/backtest.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { backtestFacts } from '../machines/backtest.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: BacktestEvent['type']; by: string }

const bySystem = (...types: Move['type'][]) => types.map((type): Move => ({ type, by: 'SYS' }))

export const backtestModel: Model<Move, Backtest> = {
  name: 'backtest',
  machine: backtestMachine,
  interfaces: interfacesOf(backtestMachine),
  moves: [
    { type: 'backtestRequested', by: 'risk' },
    ...bySystem('backtestBegun', 'backtestFinished', 'backtestFailed', 'backtestTimedOut'),
    { type: 'backtestCancelled', by: 'risk' },
    { type: 'backtestCancelled', by: 'risk.2' },
  ],
  factOf: ({ type, by }, { state }, at, id): Fact => ({
    ...backtestFacts[type],
    type,
    by: id(by),
    at,
    ...(state.armed[type] && { armed: state.armed[type].version }),
  }),
  happens: () => true,
  // The only guard that reads the context compares the asker, who never changes.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
