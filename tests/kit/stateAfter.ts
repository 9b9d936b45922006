import type { AnyStateMachine } from 'xstate'
import { blank, brokenRule, evolve, type Fact, type State } from '../../src/machines/kernel.ts'

/** The state after events that were never recorded. Throws at the first that the chart would not accept there, whoever says it. */
export const stateAfter = (machine: AnyStateMachine, events: readonly Fact[]): State =>
  events.reduce<State>((before, event) => {
    const { state } = evolve(machine, before, event)
    const rule = brokenRule(machine, before, event)
    if (rule) throw new Error(`${machine.id} does not accept ${event.type}: ${rule}`)
    return state
  }, blank(machine))
