import type { AnyStateMachine, AnyStateNode } from 'xstate'

/** A transition as events tell of it, from one leaf state to another, and the state, or the group of states, that it stands on. */
export type Way = { from: string; event: string; to: string; stands: string }

const nameOf = (node: AnyStateNode) => node.path.join('.')
const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states)
const lineage = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? lineage(node.parent) : [])]

const leavesOf = (node: AnyStateNode): AnyStateNode[] =>
  childrenOf(node).length > 0 ? childrenOf(node).flatMap(leavesOf) : [node]

const restingPlace = (node: AnyStateNode): AnyStateNode =>
  childrenOf(node).length > 0 ? restingPlace(node.initial.target[0]!) : node

const waysFrom = (leaf: AnyStateNode): Way[] =>
  lineage(leaf).flatMap((node) =>
    Object.values(node.on).flatMap((definitions) =>
      definitions.map(({ eventType, target }) => ({
        from: nameOf(leaf),
        event: eventType,
        to: nameOf(target?.[0] ? restingPlace(target[0]) : leaf),
        stands: nameOf(node),
      })),
    ),
  )

const key = ({ from, event, to }: Way) => `${from} ${event} ${to}`

/** The leaf states of a chart in its order, without the one before anything happened, and each way from one to another once. */
export const chartOf = ({ root }: AnyStateMachine): { states: string[]; ways: Way[] } => {
  const leaves = leavesOf(root)
  return {
    states: leaves.filter((leaf) => leaf !== restingPlace(root)).map(nameOf),
    // What stands nearest to the state is what is taken.
    ways: Object.values(Object.groupBy(leaves.flatMap(waysFrom), key)).map((same) => same![0]!),
  }
}
