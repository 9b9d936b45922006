import { type Model, type Move, placeOf, standingsOn, transitionOf } from './model.ts'
import type { Atlas } from './paths.ts'
import { type Failure, type System, walk } from './walk.ts'

/** The shortest failure that ends in the same transition; walks shorter paths until none of them fails there. */
export const shrink = async <M extends Move>(
  system: System<M>,
  model: Model<M>,
  atlas: Atlas<M>,
  found: Failure<M>,
): Promise<Failure<M>> => {
  const walked = new Set<string>()
  const failureOf = async (path: readonly M[]) => {
    if (walked.has(JSON.stringify(path))) return undefined
    walked.add(JSON.stringify(path))
    const failure = await walk(system, path)
    return failure && lastOf(model, failure.steps) === lastOf(model, found.steps) ? failure : undefined
  }

  let least = found
  let shorter: Failure<M> | undefined = found
  while (shorter) {
    least = shorter
    shorter = undefined
    for (const path of shorterThan(model, atlas, least.steps)) if ((shorter = await failureOf(path))) break
  }
  return least
}

/** The last transition of a path. */
export const lastOf = <M extends Move>(model: Model<M>, path: readonly M[]): string =>
  transitionOf(standingsOn(model, path.slice(0, -1)).at(-1)!, path.at(-1)!)

/** Shorter paths to the same transition, shortest first: the atlas's own, then this path without one of its loops. */
const shorterThan = <M extends Move>(model: Model<M>, atlas: Atlas<M>, steps: readonly M[]): (readonly M[])[] => {
  const last = lastOf(model, steps)
  const edges = atlas.edges.filter(({ from, move }) => transitionOf(from, move) === last)
  const kinds = new Map(edges.toReversed().map((edge) => [JSON.stringify(model.goalsOf(edge)), edge]))
  const ways = edges.filter((edge) => kinds.get(JSON.stringify(model.goalsOf(edge))) === edge)
  return [...ways.map(({ from, move }) => [...from.path, move]), ...withoutALoop(model, steps)]
    .filter((path) => path.length < steps.length)
    .toSorted((one, other) => one.length - other.length)
}

const withoutALoop = <M extends Move>(model: Model<M>, steps: readonly M[]): M[][] => {
  const places = standingsOn(model, steps.slice(0, -1)).map(placeOf)
  return places
    .flatMap((place, start) =>
      places.flatMap((other, end) => (end > start && other === place ? [[start, end] as const] : [])),
    )
    .map(([start, end]) => [...steps.slice(0, start), ...steps.slice(end)])
    .filter((path) => isPlayable(model, path))
}

const isPlayable = <M extends Move>(model: Model<M>, path: readonly M[]): boolean => {
  try {
    standingsOn(model, path)
    return true
  } catch {
    return false
  }
}
