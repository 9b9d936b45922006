import type { AnyStateMachine } from 'xstate'
import { blank, brokenRule, evolve, type Fact, type State } from '../../src/machines/kernel.ts'

/** The state after unrecorded events. Throws at the first event that the chart refuses, whoever sends it. */
export const stateAfter = (machine: AnyStateMachine, events: readonly Fact[]): State =>
  events.reduce<State>((before, event) => {
    const { state } = evolve(machine, before, event)
    const rule = brokenRule(machine, before, event)
    if (rule) throw new Error(`${machine.id} does not accept ${event.type}: ${rule}`)
    return state
  }, blank(machine))
