import { type Model, type Move, refusedHere, standingsOn } from './model.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'

/**
 * A few short paths that take every transition of people. A path that would stop amid the system's work is extended.
 */
export const peopleTours = <M extends Move, Context>(model: Model<M, Context>): M[][] => {
  const byPeople: Model<M, Context> = {
    ...model,
    goalsOf: (edge) => (edge.move.by === 'SYS' ? [] : model.goalsOf(edge)),
  }
  return pathsOf(byPeople, atlasOf(byPeople, usual)).map((path) => goneOn(model, path))
}

const goneOn = <M extends Move, Context>(model: Model<M, Context>, path: M[]): M[] => {
  const standing = standingsOn(model, path).at(-1)!
  const next = model.moves.filter(
    (move) => model.happens(standing, move, usual.rounds) && refusedHere(model, standing, move) === undefined,
  )
  const isLeft = next.length > 0 && next.every(({ type, by }) => by === 'SYS' && !standing.state.armed[type])
  return isLeft ? goneOn(model, [...path, next[0]!]) : path
}
