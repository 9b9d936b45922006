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

const leadsOn = (machine: AnyStateMachine, step: Step) =>
  leadsAway(step) && !goesBack(machine, step) && !isEnd(machine, restingPlace(step.to))

/** The states that an instance goes through when all goes well: always the first transition that leads on. */
export const mainLine = (machine: AnyStateMachine): AnyStateNode[] => {
  const walked: AnyStateNode[] = []
  for (let node: AnyStateNode | undefined = restingPlace(machine.root); node;) {
    walked.push(node)
    const step: Step | undefined = exitsOf(machine, node).find((it) => leadsOn(machine, it))
    node = step && restingPlace(step.to)
  }
  return walked
}

const arrivals = (machine: AnyStateMachine, node: AnyStateNode) =>
  [machine.root, ...statesOf(machine.root)]
    .flatMap((it) => stepsFrom(machine, it))
    .filter((step) => leadsAway(step) && restingPlace(step.to) === node)

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
  const succeeded = arrivals(machine, node).some(({ meta }) => meta.tone === 'success')
  if (succeeded && !exitsOf(machine, node).some((step) => leadsOn(machine, step))) return 'good'
  if (isEnd(machine, node)) return 'bad'
  if (isHeld(machine, node)) return 'held'
  if (exitsOf(machine, node).some((step) => isHeld(machine, restingPlace(step.to)))) return 'waiting'
  const by = movedBy(machine, node)
  return by === 'staff' ? 'plain' : by
}
