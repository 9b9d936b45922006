import type { AnyStateMachine } from 'xstate'
import { placesIn, statesOf } from '../../machines/chart.ts'
import type { Way } from '../../machines/ways.ts'

/** How often an event led from one stored state to another. */
export type Move = { from: string; event: string; to: string; count: number }

/** Whether a chart has parallel regions, so that a record can be in several states at once. */
export const hasRegions = (machine: AnyStateMachine): boolean =>
  statesOf(machine.root).some(({ type }) => type === 'parallel')

/** The transition of a chart that led from one stored state to another; undefined where only an earlier chart had it. */
export const wayOf = (
  machine: AnyStateMachine,
  ways: readonly Way[],
  { from, event, to }: Omit<Move, 'count'>,
): Way | undefined => {
  const before = placesIn(machine, from)
  const after = placesIn(machine, to)
  return ways.find((one) => one.event === event && before.includes(one.from) && after.includes(one.to))
}

const unmeasured = { medianMs: null, p90Ms: null }

/**
 * Counts the records in each state and the uses of each transition of a chart with regions. Times and
 * returns are unknown: those that are counted are of all regions together, and a stay in one region goes on while
 * another moves.
 */
export const byRegion = (
  machine: AnyStateMachine,
  { states, ways }: { states: readonly string[]; ways: readonly Way[] },
  moves: readonly Move[],
) => {
  const here = new Map(states.map((state) => [state, 0]))
  const entered = new Map(here)
  const taken = new Map(ways.map((way) => [way, 0]))
  // Skips the initial state, which is only ever left.
  const add = (to: Map<string, number>, state: string, count: number) => {
    const known = to.get(state)
    if (known !== undefined) to.set(state, known + count)
  }
  for (const { from, event, to, count } of moves) {
    const before = placesIn(machine, from)
    const after = placesIn(machine, to)
    for (const place of after.filter((one) => !before.includes(one))) {
      add(here, place, count)
      add(entered, place, count)
    }
    for (const place of before) if (!after.includes(place)) add(here, place, -count)
    const way = wayOf(machine, ways, { from, event, to })
    if (way) taken.set(way, taken.get(way)! + count)
  }
  return {
    states: [...here].map(([state, now]) => ({ state, now, entered: entered.get(state)!, again: 0, ...unmeasured })),
    transitions: [...Map.groupBy(taken, ([{ stands, event, to }]) => `${stands} ${event} ${to}`).values()].map(
      (same) => {
        const [{ stands, event, to }] = same[0]!
        const count = same.reduce((total, [, one]) => total + one, 0)
        return { from: stands, event, to, count, again: 0, ...unmeasured }
      },
    ),
  }
}
