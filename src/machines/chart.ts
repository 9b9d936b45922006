import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { effect, ruleNames, type TransitionMeta } from './kernel.ts'

export type Step = {
  from: AnyStateNode
  /** Equals `from` when the event does not change the state. */
  to: AnyStateNode
  event: string
  meta: TransitionMeta
  guards: readonly string[]
  effects: string[]
}

export const nameOf = (node: AnyStateNode): string => node.path.join('.')

/** Every state below the root in chart order, each parent before its children. */
export const statesOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).flatMap((child: AnyStateNode) => [child, ...statesOf(child)])

/** Every atomic or final state: the states that a record can rest in. */
export const leavesOf = (machine: AnyStateMachine): AnyStateNode[] =>
  statesOf(machine.root).filter(({ type }) => type === 'atomic' || type === 'final')

const isEffect = (machine: AnyStateMachine, type: string) =>
  (machine.implementations.actions as Record<string, unknown>)[type] === effect

/** The transitions defined on one state, without those of its ancestors. */
export const stepsFrom = (machine: AnyStateMachine, from: AnyStateNode): Step[] =>
  Object.values(from.on).flatMap((definitions) =>
    definitions.map((definition) => ({
      from,
      to: definition.target?.[0] ?? from,
      event: definition.eventType,
      meta: (definition.meta ?? {}) as TransitionMeta,
      guards: ruleNames(definition),
      effects: definition.actions
        .map((action) => (typeof action === 'string' ? action : 'type' in action ? String(action.type) : ''))
        .filter((type) => isEffect(machine, type)),
    })),
  )

export const stepsOf = (machine: AnyStateMachine): Step[] =>
  [machine.root, ...statesOf(machine.root)].flatMap((node) => stepsFrom(machine, node))

/** The state and its ancestors, without the root. */
export const lineage = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [node, ...lineage(node.parent)] : [])

/** The leaf state that a transition to this node enters. */
export const restingPlace = (node: AnyStateNode): AnyStateNode =>
  node.type === 'compound' ? restingPlace(node.initial.target[0]!) : node

/**
 * Every transition out of a state, its ancestors' included. The nearest definition comes first and takes precedence.
 */
export const stepsOutOf = (machine: AnyStateMachine, leaf: AnyStateNode): Step[] =>
  [...lineage(leaf), machine.root].flatMap((node) => stepsFrom(machine, node))

/** The leaf state that this transition enters from `leaf`. */
export const endOf = ({ from, to }: Step, leaf: AnyStateNode): AnyStateNode => (to === from ? leaf : restingPlace(to))

/** Whether staff fire it. A transition of the system has no interface, and `intake` is the customer's app. */
export const byStaff = ({ meta }: Step) => meta.interface !== undefined && !meta.interface.startsWith('intake.')

/** The active leaf state of each region, from a stored state name: `open.a.x|b.y` is `open.a.x` and `open.b.y`. */
export const placesIn = (machine: AnyStateMachine, state: string): string[] => {
  const [first = '', ...others] = state.split('|')
  if (others.length === 0) return [first]
  const names = leavesOf(machine).map(nameOf)
  // Each part after the first omits the prefix that it shares with the first.
  const whole = (part: string) =>
    names.find((name) => name.endsWith(`.${part}`) && first.startsWith(name.slice(0, -part.length))) ?? part
  return [first, ...others.map(whole)]
}

/** Whether a record in this leaf state accepts an event. */
export const takes = (machine: AnyStateMachine, place: string, event: string): boolean => {
  const leaf = leavesOf(machine).find((one) => nameOf(one) === place)
  return leaf !== undefined && stepsOutOf(machine, leaf).some((step) => step.event === event)
}
