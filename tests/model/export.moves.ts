import { type Export, type ExportEvent, exportMachine } from '../../src/machines/export.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { exportFacts } from '../machines/export.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: ExportEvent['type']; by: string }

const bySystem = (...types: Move['type'][]) => types.map((type): Move => ({ type, by: 'SYS' }))

export const exportModel: Model<Move, Export> = {
  name: 'export',
  machine: exportMachine,
  interfaces: interfacesOf(exportMachine),
  moves: [
    { type: 'exportRequested', by: 'finance' },
    ...bySystem('exportPlanned', 'exportBegun', 'exportFinished', 'exportFailed', 'exportTimedOut'),
    { type: 'exportCancelled', by: 'finance' },
    ...bySystem('exportExpired'),
  ],
  factOf: ({ type, by }, { state }, at, id): Fact => ({
    ...exportFacts[type],
    ...(type === 'exportPlanned' && { asker: id('finance') }),
    type,
    by: id(by),
    at,
    ...(state.armed[type] && { armed: state.armed[type].version }),
  }),
  happens: () => true,
  // The only guard that reads the context compares the asker, the only person with moves here.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
