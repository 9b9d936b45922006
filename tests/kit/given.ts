import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import {
  blank,
  deadlines,
  evolve,
  type Fact,
  type Limits,
  offers,
  refusal,
  type State,
  stateName,
} from '../../src/machines/kernel.ts'
import { stateAfter } from './stateAfter.ts'

/** A chart after some events, for tests in given-when-then form. Throws when the chart refuses one of them. */
export const given = (machine: AnyStateMachine, ...events: Fact[]) => standing(machine, stateAfter(machine, events))

/** A chart after the events of a log that earlier rules accepted: a replay asks no rule. */
export const givenLog = (machine: AnyStateMachine, ...events: Fact[]) =>
  standing(
    machine,
    events.reduce((state, event) => evolve(machine, state, event).state, blank(machine)),
  )

const standing = (machine: AnyStateMachine, state: State) => {
  return {
    state,
    deadlines: deadlines(state),

    /** The offers to an actor with every right: each event with the guard that prevents it. */
    offers: (id: string, at = 0, limits: Limits = {}) =>
      Object.fromEntries(
        offers(machine, state, { id, may: () => true }, at, limits).map(({ event, reason }) => [event, reason]),
      ),

    when: (event: Fact, via: string) => ({
      refused: (reason: string) =>
        expect(refusal(machine, state, event, via), `why ${event.type} is refused`).toBe(reason),

      // A false alarm: nothing awaits this object.
      // oxlint-disable-next-line unicorn/no-thenable
      then: (name: string) => {
        expect(refusal(machine, state, event, via), `whether ${event.type} is refused`).toBeUndefined()
        const next = evolve(machine, state, event)
        expect(stateName(next.state.value), `the state after ${event.type}`).toBe(name)
        return { context: next.state.context, effects: next.effects, deadlines: deadlines(next.state) }
      },
    }),
  }
}
