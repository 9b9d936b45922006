import { fromTransition } from 'xstate'
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph'
import { draw } from './draw.ts'
import { type Edge, type Model, type Move, play, refusedHere, type Standing, unborn } from './model.ts'
import { tours } from './tours.ts'

export type Atlas<M extends Move = Move, Context = unknown> = {
  standings: readonly Standing<M, Context>[]
  edges: readonly Edge<M, Context>[]
}

/** The bound of loops, and the seed that picks among people with the same rights. */
export type Extent = { rounds: number; seed: number }
export const usual: Extent = { rounds: 2, seed: 1 }

/** Every reachable standing by a shortest path, and the moves between them. */
export const atlasOf = <M extends Move, Context>(
  model: Model<M, Context>,
  { rounds, seed }: Extent,
): Atlas<M, Context> => {
  const moves = model.moves
    .map((move) => ({ move, turn: draw(seed, JSON.stringify(move)) }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ move }) => move)
  const logic = fromTransition((standing: Standing<M, Context>, move: M) => play(model, standing, move), unborn(model))
  const map = getAdjacencyMap(logic, {
    events: ({ context }) =>
      moves.filter((move) => model.happens(context, move, rounds) && refusedHere(model, context, move) === undefined),
    serializeState: ({ context }) => model.keyOf(context),
  })
  return {
    standings: Object.values(map).map(({ state }) => state.context),
    edges: adjacencyMapToArray(map).map(({ state, event, nextState }) => ({
      from: state.context,
      move: event,
      to: nextState.context,
    })),
  }
}

/** The longest path alone. */
export const longestOf = <M>(paths: readonly (readonly M[])[]): (readonly M[])[] =>
  paths.toSorted((one, other) => other.length - one.length).slice(0, 1)

/** Paths from the start that together reach every goal of every edge. */
export const pathsOf = <M extends Move, Context>(model: Model<M, Context>, { standings, edges }: Atlas<M, Context>) => {
  const ways = Map.groupBy(edges, ({ from }) => model.keyOf(from))
  const graph = new Map(
    standings.map((standing) => [
      model.keyOf(standing),
      (ways.get(model.keyOf(standing)) ?? []).map((edge) => ({
        step: edge.move,
        to: model.keyOf(edge.to),
        goals: model.goalsOf(edge),
      })),
    ]),
  )
  return tours(graph, model.keyOf(unborn(model)))
}
