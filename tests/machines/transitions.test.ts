import { expect, test } from 'vitest'
import { type AnyStateMachine, type AnyStateNode, getNextTransitions, type StateValue } from 'xstate'
import { ruleNames, stateName } from '../../src/machines/kernel.ts'
import { lifecycles } from '../../src/machines/lifecycles.ts'

/** Every state value below a node; for a parallel node, all combinations of its regions. */
const valuesOf = (node: AnyStateNode): StateValue[] => {
  const children = Object.entries(node.states).map(([key, child]) => ({ key, child, values: valuesOf(child) }))
  if (node.type === 'parallel')
    return children.reduce<Record<string, StateValue>[]>(
      (all, { key, values }) => all.flatMap((some) => values.map((value) => ({ ...some, [key]: value }))),
      [{}],
    )
  return children.flatMap(({ key, child, values }): StateValue[] =>
    child.type === 'atomic' ? [key] : values.map((value) => ({ [key]: value })),
  )
}

const nodesIn = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesIn)]

const transitionsIn = (machine: AnyStateMachine) =>
  valuesOf(machine.root).map((value) => ({
    state: stateName(value),
    transitions: getNextTransitions(machine.resolveState({ value, context: {} })),
  }))

// Replay evaluates no guards, so it could not choose between two transitions of one event.
test.each(lifecycles)('an event leads one way from each state of $name, whatever the rules say', ({ machine }) => {
  const states = transitionsIn(machine)
  const several = states.flatMap(({ state, transitions }) =>
    [...Map.groupBy(transitions, ({ eventType }) => String(eventType))].flatMap(([event, ways]) =>
      ways.length > 1 || event.includes('*') ? [`${state}: ${event}`] : [],
    ),
  )
  expect(several).toEqual([])
  expect(states.filter(({ transitions }) => transitions.length > 0)).not.toEqual([])
})

test.each(lifecycles)('nothing happens in $name without an event, and every rule has a name', ({ machine }) => {
  expect(nodesIn(machine.root).flatMap(({ id, always }) => (always && always.length > 0 ? [id] : []))).toEqual([])
  const named = Object.keys(machine.implementations.guards)
  const rules = transitionsIn(machine).flatMap(({ transitions }) => transitions.flatMap(ruleNames))
  expect(rules.filter((rule) => !named.includes(rule))).toEqual([])
})
