import type { Fact } from '../../src/machines/kernel.ts'
import type { Quality, QualityEvent } from '../../src/machines/quality.facts.ts'
import { qualityMachine } from '../../src/machines/quality.ts'
import { qualityFacts } from '../machines/quality.events.ts'
import { interfacesOf, type Model, placeOf, type Standing, transitionOf } from './model.ts'

export type Move = { type: QualityEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

const checks = ['checkPassed', 'checkFailed']
const appeals = ['appealUpheld', 'appealDismissed']

/** The checker of a first check, and of one after a complaint about a visit that passed. */
const checkerOf = (checkers: readonly string[]) => (checkers.length === 0 ? 'qualityChecker' : 'qualityChecker.3')

const happens = ({ state }: Standing<Move, Quality>, { type, by: who }: Move) => {
  const { complaint, checkers } = state.context
  if (type === 'complaintAdded') return complaint === null
  if (checks.includes(type)) return who === checkerOf(checkers)
  // Everybody has checked the visit.
  return !appeals.includes(type) || checkers.length < 3
}

export const qualityModel: Model<Move, Quality> = {
  name: 'quality',
  machine: qualityMachine,
  interfaces: interfacesOf(qualityMachine),
  moves: [
    ...by('SYS', 'sampled', 'sampledTwice', 'secondLapsed'),
    ...by('telemarketingLead', 'complained', 'complaintAdded'),
    ...by('qualityChecker', 'checkPassed', 'checkFailed'),
    ...by('qualityChecker.2', 'secondPassed', 'secondFailed'),
    ...by('qualityChecker.3', 'checkPassed', 'checkFailed', 'appealUpheld', 'appealDismissed'),
    ...by('telemarketer', 'appealed'),
  ],
  factOf: ({ type, by: who }, { state }, at, id): Fact => {
    const facts = qualityFacts[type]
    return {
      ...facts,
      ...('seller' in facts && { seller: id(facts.seller) }),
      ...(state.armed[type] && { armed: state.armed[type].version }),
      type,
      by: id(who),
      at,
    }
  },
  happens,
  keyOf: (standing) => {
    const { complaint, checkers, appeal } = standing.state.context
    return [placeOf(standing), complaint !== null, checkers, appeal !== null].join()
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
