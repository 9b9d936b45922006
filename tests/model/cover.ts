import { type Model, type Move, standingsOn, transitionOf } from './model.ts'

/** A greedy set cover: a few of the paths that together take every transition of all. */
export const cover = <M extends Move>(model: Model<M>, paths: readonly M[][]): M[][] => {
  const takenBy = new Map(
    paths.map((path) => {
      const standings = standingsOn(model, path)
      return [path, new Set(path.map((move, index) => transitionOf(standings[index]!, move)))] as const
    }),
  )
  const open = new Set([...takenBy.values()].flatMap((taken) => [...taken]))
  const chosen: M[][] = []
  while (open.size > 0) {
    const gain = (path: M[]) => [...takenBy.get(path)!].filter((transition) => open.has(transition)).length
    const best = paths.reduce((one, other) => (worth(gain, other, one) ? other : one))
    chosen.push(best)
    for (const transition of takenBy.get(best)!) open.delete(transition)
  }
  return chosen
}

/** Of two paths with the same gain, the shorter one is better. */
const worth = <M>(gain: (path: M[]) => number, one: M[], other: M[]) =>
  gain(one) > gain(other) || (gain(one) === gain(other) && one.length < other.length)
