import type { Fact } from '../../src/machines/kernel.ts'
import { type SmsBatch, type SmsBatchEvent, smsBatchMachine } from '../../src/machines/smsBatch.ts'
import { smsBatchFacts } from '../machines/smsBatch.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: SmsBatchEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const smsBatchModel: Model<Move, SmsBatch> = {
  name: 'smsBatch',
  machine: smsBatchMachine,
  interfaces: interfacesOf(smsBatchMachine),
  moves: [
    ...by('support', 'batchDrafted', 'batchProposed', 'batchPaused', 'batchResumed', 'batchCancelled'),
    ...by('collectionLead', 'batchProposed'),
    ...by('financeChecker', 'batchApproved', 'batchRefused'),
    ...by('SYS', 'batchPlanned', 'audienceCounted', 'batchStarted', 'batchCompleted'),
  ],
  factOf: ({ type, by: who }, { state: { armed } }, at, id): Fact => ({
    ...smsBatchFacts[type],
    ...(armed[type] && { armed: armed[type].version }),
    type,
    by: id(who),
    at,
  }),
  happens: () => true,
  keyOf: (standing) => `${placeOf(standing)}, ${standing.state.context.proposer}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
