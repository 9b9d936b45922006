import type { AnyStateMachine } from 'xstate'
import { endOf, leavesOf, nameOf, restingPlace, stepsFrom, stepsOutOf } from './chart.ts'

/** A transition between two leaf states, as events record it. `stands` is the state or group that declares it. */
export type Way = { from: string; event: string; to: string; stands: string }

const key = ({ from, event, to }: Way) => `${from} ${event} ${to}`

/** A chart's leaf states in its order, without the initial one, and each transition between leaf states once. */
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

/** The states in which a record has come to its end: no step leads on, or the hoped-for way ends there. */
export const endsOf = (machine: AnyStateMachine): string[] =>
  leavesOf(machine)
    .filter((leaf) => leaf.tags.includes('goal') || stepsOutOf(machine, leaf).length === 0)
    .map(nameOf)

// The rules that let only the person who holds a record go on.
const ofHolder = ['holder', 'seller']

/** The states in which somebody holds a record to work at it; in every other one it waits. */
export const worksOf = (machine: AnyStateMachine): string[] =>
  leavesOf(machine)
    .filter((leaf) => stepsFrom(machine, leaf).some(({ guards }) => guards.some((rule) => ofHolder.includes(rule))))
    .map(nameOf)
