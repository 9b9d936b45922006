import type { Fact } from '../../src/machines/kernel.ts'
import { type LeadImport, type LeadImportEvent, leadImportMachine } from '../../src/machines/leadImport.ts'
import { leadImportFacts } from '../machines/leadImport.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: LeadImportEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const leadImportModel: Model<Move, LeadImport> = {
  name: 'leadImport',
  machine: leadImportMachine,
  interfaces: interfacesOf(leadImportMachine),
  moves: [
    ...by('telemarketingLead', 'leadsStaged', 'importConfirmed', 'importDropped'),
    ...by('SYS', 'importForgotten', 'importFinished', 'importTimedOut'),
  ],
  factOf: ({ type, by: who }, { state }, at, id): Fact => ({
    ...leadImportFacts[type],
    type,
    by: id(who),
    at,
    ...(state.armed[type] && { armed: state.armed[type].version }),
  }),
  happens: () => true,
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
