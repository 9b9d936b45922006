import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { lineage, restingPlace, statesOf, type Step, stepsFrom } from '../../src/machines/chart.ts'

/** What a state is to whoever reads the process; `plain` is none of the others. */
export const kinds = ['start', 'system', 'customer', 'waiting', 'held', 'plain', 'good', 'bad'] as const
export type Kind = (typeof kinds)[number]

export const leavesOf = (machine: AnyStateMachine): AnyStateNode[] =>
  statesOf(machine.root).filter((node) => node.type !== 'compound' && node.type !== 'parallel')

/** Every transition that can be taken in a state: its own first, then those of its parents. */
export const exitsOf = (machine: AnyStateMachine, node: AnyStateNode): Step[] =>
  [...lineage(node), machine.root].flatMap((it) => stepsFrom(machine, it))

const leadsAway = ({ from, to }: Step) => to !== from

/** Whether a transition goes back to where the process has been before. */
export const goesBack = (machine: AnyStateMachine, { from, to }: Pick<Step, 'from' | 'to'>): boolean => {
  const order = statesOf(machine.root)
  return order.indexOf(restingPlace(to)) < order.indexOf(from)
}

const isEnd = (machine: AnyStateMachine, node: AnyStateNode) => exitsOf(machine, node).length === 0

/** The hoped-for end, where an instance should come or stay. */
const isGoal = (node: AnyStateNode) => node.tags.includes('goal')

/** The states that an instance goes through when all goes well, to the hoped-for end: as the chart tags them, in its order. */
export const mainLine = (machine: AnyStateMachine): AnyStateNode[] =>
  leavesOf(machine).filter((node) => node.tags.includes('way') || isGoal(node))

const isHeld = (machine: AnyStateMachine, node: AnyStateNode) =>
  stepsFrom(machine, node).some(({ guards }) => guards.includes('holder'))

const movedBy = (machine: AnyStateMachine, node: AnyStateNode) => {
  const by = exitsOf(machine, node).filter((step) => leadsAway(step) && !step.meta.after)
  if (by.length === 0) return 'staff'
  if (by.every(({ meta }) => meta.interface?.startsWith('intake.'))) return 'customer'
  // The customer may step back whatever state it is in: that alone is no wait for the customer.
  return by.every(({ meta }) => !meta.interface || meta.interface.startsWith('intake.')) ? 'system' : 'staff'
}

/** Read from the chart alone: who moves the state on, whether somebody holds it, and whether it is the end that was hoped for. */
export const kindOf = (machine: AnyStateMachine, node: AnyStateNode): Kind => {
  if (node === restingPlace(machine.root)) return 'start'
  if (isGoal(node)) return 'good'
  if (isEnd(machine, node)) return 'bad'
  if (isHeld(machine, node)) return 'held'
  if (exitsOf(machine, node).some((step) => isHeld(machine, restingPlace(step.to)))) return 'waiting'
  const by = movedBy(machine, node)
  return by === 'staff' ? 'plain' : by
}
