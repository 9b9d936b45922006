import type { Fact } from '../../src/machines/kernel.ts'
import { type RuleSet, type RuleSetEvent, ruleSetMachine } from '../../src/machines/ruleSet.ts'
import { ruleSetFacts } from '../machines/ruleSet.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: RuleSetEvent['type']; by: string }

const byBoth = (...types: Move['type'][]) =>
  types.flatMap((type): Move[] => [
    { type, by: 'risk' },
    { type, by: 'risk.2' },
  ])

export const ruleSetModel: Model<Move, RuleSet> = {
  name: 'ruleSet',
  machine: ruleSetMachine,
  interfaces: interfacesOf(ruleSetMachine),
  moves: [
    ...byBoth('drafted', 'edited', 'tried', 'publishProposed', 'published', 'publishRefused', 'discarded'),
    { type: 'backtested', by: 'SYS' },
    { type: 'retired', by: 'SYS' },
  ],
  factOf: ({ type, by }, { state: { context } }, at, id): Fact => ({
    ...ruleSetFacts[type],
    ...((type === 'tried' || type === 'backtested') && { edition: context.edition }),
    type,
    by: id(by),
    at,
  }),
  happens: () => true,
  keyOf: (standing) => {
    const { proposer, editor } = standing.state.context
    return `${placeOf(standing)} ${editor} ${proposer}`
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
