import type { Approval, MachineFinding } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { factOf } from './approval.fact.ts'
import { happens, isKnown, type Move, moves, outlookOf, type Standing } from './approval.moves.ts'
import { type Edge, interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

/** Whether a running deadline also ran on an earlier visit. */
const revisited = ({ state, armed }: Standing) =>
  armed.some(({ event, version }) => state.armed[event] && state.armed[event].version !== version)

const foundOf = (finding: MachineFinding | null) =>
  finding && [finding.hits.length > 0, finding.missing.length > 0, finding.accountVerified]

const keyOf = (standing: Standing) => {
  const { round, refer, holder, firstReviewer, finding, unchecked } = standing.state.context
  const ahead = (placeOf(standing) === 'machineReview' || unchecked.length > 0) && outlookOf(standing)
  const machine = [refer, foundOf(finding), isKnown(standing), ahead, unchecked.length]
  // A deadline that has run makes a later visit different.
  const ran = [...new Set(standing.armed.map(({ event }) => event))].toSorted()
  return JSON.stringify([placeOf(standing), round, holder, firstReviewer, machine, revisited(standing), ran])
}

/** A standing reduced to what matters for refusals; reviewers with the same rights count as one. */
export const shapeOf = (standing: Standing) => {
  const { round, firstReviewer, finding, unchecked } = standing.state.context
  const first = firstReviewer === 'approve' ? 'either' : firstReviewer && 'first'
  return [placeOf(standing), round, first, finding?.accountVerified, unchecked.length, revisited(standing)].join(' ')
}

/** Goals: this shape is reached, the transition is taken in this round, and this very person made the move. */
const goalsOf = ({ from, move: { outlook, ...move }, to }: Edge<Move, Approval>) => [
  shapeOf(to),
  [transitionOf(from, move), from.state.context.round, outlook].join(' '),
  JSON.stringify(move),
]

export const approvalModel: Model<Move, Approval> = {
  name: 'approval',
  machine: approvalMachine,
  interfaces: interfacesOf(approvalMachine),
  moves,
  factOf,
  happens,
  keyOf,
  goalsOf,
}
