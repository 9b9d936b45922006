import { fromTransition } from 'xstate'
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph'
import { lineage, restingPlace, statesOf, stepsFrom } from '../../scripts/statecharts/chart.ts'
import type { MachineFinding } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { happens, type Move, moves, type Standing } from './approval.moves.ts'
import { placeOf, play, refusedHere, unborn } from './approval.walk.ts'
import { tours } from './tours.ts'

/** Every event of the chart in every state that takes it, as it is written there: `from event` and where that leads. */
export const transitions: ReadonlyMap<string, string> = new Map(
  statesOf(approvalMachine.root)
    .filter((node) => node.type === 'atomic')
    .flatMap((leaf) =>
      lineage(leaf)
        .flatMap((node) => stepsFrom(approvalMachine, node))
        .map(({ event, from, to }) => [
          `${leaf.path.join('.')} ${event}`,
          (to === from ? leaf : restingPlace(to)).path.join('.'),
        ]),
    ),
)

export const transitionOf = (standing: Standing, { type }: Pick<Move, 'type'>) => `${placeOf(standing)} ${type}`

/** Whether a deadline that runs here ran before, armed by an earlier visit. */
const revisited = ({ state, armed }: Standing) =>
  armed.some(({ event, version }) => state.armed[event] && state.armed[event].version !== version)

const foundOf = (finding: MachineFinding | null) =>
  finding && [finding.hits.length > 0, finding.missing.length > 0, finding.accountVerified]

/** Standings with one key have one future: whatever a rule reads is in it. */
const keyOf = (standing: Standing) => {
  const { round, refer, holder, firstReviewer, finding } = standing.state.context
  const ahead = placeOf(standing) === 'machineReview' && standing.outlook
  const machine = [refer, foundOf(finding), standing.known, ahead]
  return JSON.stringify([placeOf(standing), round, holder, firstReviewer, machine, revisited(standing)])
}

/** A standing without what makes no difference to what is refused there: who of those who may do the same it is, say. */
export const shapeOf = (standing: Standing) => {
  const { round, firstReviewer, finding } = standing.state.context
  const first = firstReviewer === 'approve' ? 'either' : firstReviewer && 'first'
  return [placeOf(standing), round, first, finding?.accountVerified, revisited(standing)].join(' ')
}

/** Every standing that can be reached in so many rounds, each by the shortest way, and the moves between them. */
export const modelOf = (rounds: number) => {
  const logic = fromTransition((standing: Standing, move: Move) => play(standing, move), unborn)
  const map = getAdjacencyMap(logic, {
    events: ({ context }) =>
      moves.filter((move) => happens(context, move, rounds) && refusedHere(context, move) === undefined),
    serializeState: ({ context }) => keyOf(context),
  })
  const edges = adjacencyMapToArray(map).map(({ state, event, nextState }) => ({
    from: state.context,
    move: event,
    to: nextState.context,
  }))
  const standings = Object.values(map).map(({ state }) => state.context)
  return { standings, edges }
}
type Model = ReturnType<typeof modelOf>

/** What taking an edge shows: that it leads to this shape, that it is taken in this round, that this very person did it once. */
const goalsOf = ({ from, move: { outlook, ...move }, to }: Model['edges'][number]) => [
  shapeOf(to),
  [transitionOf(from, move), from.state.context.round, outlook].join(' '),
  JSON.stringify(move),
]

/** Paths from the first application on that together take every edge's kind. */
export const pathsOf = ({ standings, edges }: Model): Move[][] => {
  const ways = Map.groupBy(edges, ({ from }) => keyOf(from))
  const graph = new Map(
    standings.map((standing) => [
      keyOf(standing),
      (ways.get(keyOf(standing)) ?? []).map((edge) => ({
        step: edge.move,
        to: keyOf(edge.to),
        goals: goalsOf(edge),
      })),
    ]),
  )
  return tours(graph, keyOf(unborn))
}

/** How many of these paths take each transition of the chart. */
export const coverage = (paths: readonly (readonly Move[])[]): Map<string, number> => {
  const counts = new Map([...transitions.keys()].map((transition) => [transition, 0]))
  for (const path of paths) {
    const taken = new Set<string>()
    path.reduce((standing, move) => {
      taken.add(transitionOf(standing, move))
      return play(standing, move)
    }, unborn)
    for (const transition of taken) counts.set(transition, counts.get(transition)! + 1)
  }
  return counts
}
