import type { AnyStateMachine } from 'xstate'
import { placesIn, statesOf } from '../../machines/chart.ts'
import type { Way } from './chart.ts'

/** How often an event led from one stored state to another. */
export type Move = { from: string; event: string; to: string; count: number }

/** Whether a chart has parallel regions, so that a record can be in several states at once. */
export const hasRegions = (machine: AnyStateMachine): boolean =>
  statesOf(machine.root).some(({ type }) => type === 'parallel')

const unmeasured = { medianMs: null, p90Ms: null }

/**
 * Counts the records in each state and the uses of each transition of a chart with regions. Times are null: the counted
 * stays are those of all regions together, and a stay in one region goes on while another moves.
 */
export const byRegion = (
  machine: AnyStateMachine,
  { states, ways }: { states: readonly string[]; ways: readonly Way[] },
  moves: readonly Move[],
) => {
  const here = new Map(states.map((state) => [state, 0]))
  const taken = new Map(ways.map((way) => [way, 0]))
  const add = (state: string, count: number) => {
    const known = here.get(state)
    // Skips the initial state, which is only ever left.
    if (known !== undefined) here.set(state, known + count)
  }
  for (const { from, event, to, count } of moves) {
    const before = placesIn(machine, from)
    const after = placesIn(machine, to)
    for (const place of after) if (!before.includes(place)) add(place, count)
    for (const place of before) if (!after.includes(place)) add(place, -count)
    const way = ways.find((one) => one.event === event && before.includes(one.from) && after.includes(one.to))
    if (way) taken.set(way, taken.get(way)! + count)
  }
  return {
    states: [...here].map(([state, count]) => ({ state, count, ...unmeasured })),
    transitions: [...Map.groupBy(taken, ([{ stands, event, to }]) => `${stands} ${event} ${to}`).values()].map(
      (same) => {
        const [{ stands, event, to }] = same[0]!
        const count = same.reduce((total, [, one]) => total + one, 0)
        return { from: stands, event, to, count, ...unmeasured }
      },
    ),
  }
}
