import { type AnyStateMachine, StateMachine } from 'xstate'
import { effect, type TransitionMeta } from '../../src/machines/kernel.ts'

/** A chart with one thing taken out. */
export type Mutant = { without: string; machine: AnyStateMachine }

type Guard = string | { type: string; params: readonly string[] }
type Transition = { guard?: Guard; actions?: unknown; meta?: TransitionMeta; target?: string }
type Node = { on?: Record<string, Transition>; states?: Record<string, Node> }

const listOf = (actions: unknown): unknown[] =>
  actions === undefined ? [] : Array.isArray(actions) ? actions : [actions]

/** Every transition of a state and those below it without one of its rules, effects or words of `meta`. */
const without = (node: Node, path: string, isEffect: (name: unknown) => boolean): { what: string; node: Node }[] => [
  ...Object.entries(node.on ?? {}).flatMap(([event, transition]) =>
    fewer(transition, isEffect).map(({ what, less }) => ({
      what: `${path || 'everywhere'} ${event} without ${what}`,
      node: { ...node, on: { ...node.on, [event]: less } },
    })),
  ),
  ...Object.entries(node.states ?? {}).flatMap(([name, child]) =>
    without(child, path ? `${path}.${name}` : name, isEffect).map(({ what, node: less }) => ({
      what,
      node: { ...node, states: { ...node.states, [name]: less } },
    })),
  ),
]

const fewer = (transition: Transition, isEffect: (name: unknown) => boolean): { what: string; less: Transition }[] => {
  const { guard, actions, meta, ...rest } = transition
  const params =
    guard === undefined ? [] : typeof guard === 'string' ? [guard] : guard.type === 'all' ? guard.params : [guard.type]
  const rules = params.map((rule) => ({
    what: `the rule ${rule}`,
    less: { ...transition, guard: { type: 'all', params: params.filter((one) => one !== rule) } },
  }))
  const effects = listOf(actions)
    .filter(isEffect)
    .map((name) => ({
      what: `the effect ${String(name)}`,
      less: { ...transition, actions: listOf(actions).filter((one) => one !== name) },
    }))
  const words = Object.keys(meta ?? {}).map((word) => ({
    what: word === 'after' ? 'its deadline' : `its ${word}`,
    less: {
      ...rest,
      ...(guard && { guard }),
      ...(actions !== undefined && { actions }),
      meta: Object.fromEntries(Object.entries(meta!).filter(([one]) => one !== word)),
    } as Transition,
  }))
  return [...rules, ...effects, ...words]
}

/** Every mutant of a chart. */
export const mutantsOf = (machine: AnyStateMachine): Mutant[] => {
  const known = machine.implementations.actions as Record<string, unknown>
  const isEffect = (name: unknown) => typeof name === 'string' && known[name] === effect
  return without(machine.config as Node, '', isEffect).map(({ what, node }) => ({
    without: what,
    machine: new StateMachine(node as AnyStateMachine['config'], machine.implementations as never),
  }))
}
