import type { AnyStateMachine } from 'xstate'
import { endOf, leavesOf, nameOf, restingPlace, stepsOutOf } from '../../machines/chart.ts'

/** A transition as events tell of it, from one leaf state to another, and the state, or the group of states, that it stands on. */
export type Way = { from: string; event: string; to: string; stands: string }

const key = ({ from, event, to }: Way) => `${from} ${event} ${to}`

/** The leaf states of a chart in its order, without the one before anything happened, and each way from one to another once. */
export const chartOf = (machine: AnyStateMachine): { states: string[]; ways: Way[] } => {
  const leaves = leavesOf(machine)
  const ways = leaves.flatMap((leaf) =>
    stepsOutOf(machine, leaf).map((step): Way => ({
      from: nameOf(leaf),
      event: step.event,
      to: nameOf(endOf(step, leaf)),
      stands: nameOf(step.from),
    })),
  )
  return {
    states: leaves.filter((leaf) => leaf !== restingPlace(machine.root)).map(nameOf),
    ways: Object.values(Object.groupBy(ways, key)).map((same) => same![0]!),
  }
}
