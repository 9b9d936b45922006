import { leavesIn, type Model, type Move, placesOf, standingsOn, transitionsOf, transitionsTaken } from './model.ts'

/** The number of paths through each state and each transition. */
export type Coverage = { states: ReadonlyMap<string, number>; transitions: ReadonlyMap<string, number> }

export const coverageOf = (model: Model, paths: readonly (readonly Move[])[]): Coverage => {
  const written = transitionsOf(model.machine)
  const through = paths.map((path) => {
    const standings = standingsOn(model, path)
    return {
      states: new Set(standings.flatMap(leavesIn)),
      transitions: new Set(path.flatMap((move, index) => transitionsTaken(written, standings[index]!, move))),
    }
  })
  const counts = (names: Iterable<string>, of: keyof Coverage) =>
    new Map([...names].map((name) => [name, through.filter((path) => path[of].has(name)).length]))
  return {
    states: counts(placesOf(model.machine), 'states'),
    transitions: counts(written.keys(), 'transitions'),
  }
}

/** The states and transitions that no path visits. */
export const uncovered = ({ states, transitions }: Coverage): string[] =>
  [...states, ...transitions].filter(([, paths]) => paths === 0).map(([name]) => name)

/** A path, and the transition at which it stopped. */
export type Stopped = { path: readonly Move[]; at: string }

/** What is not covered, with the failures that stood in its way. */
export const notCovered = (model: Model, coverage: Coverage, stopped: readonly Stopped[]): string[] =>
  uncovered(coverage).map((name) => {
    const before = stopped.filter(({ path }) => !uncovered(coverageOf(model, [path])).includes(name))
    const places = [...new Set(before.map(({ at }) => at))].filter((at) => at !== name)
    if (places.length > 0) return `${name}, because ${places.join(' and ')} failed before it`
    return before.length > 0 ? `${name}, which failed` : `${name}, because no path goes there`
  })

/** The coverage as a text table; uncovered lines are marked. */
export const tableOf = (model: Model, { states, transitions }: Coverage): string => {
  const leads = transitionsOf(model.machine)
  const line = (name: string, paths: number) =>
    paths === 0 ? `    ✗  ${name}  — not covered` : `${String(paths).padStart(5)}  ${name}`
  return [
    'Paths  State',
    ...[...states].map(([name, paths]) => line(name, paths)),
    'Paths  Transition',
    ...[...transitions].map(([name, paths]) => line(`${name} → ${leads.get(name)}`, paths)),
  ].join('\n')
}
