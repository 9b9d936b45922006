import type { AnyStateMachine } from 'xstate'
import { leavesOf, nameOf, placesIn, restingPlace, stepsOf, stepsOutOf } from './chart.ts'
import { ruleOf, type State, stateName } from './kernel.ts'

/** A step out of a leaf state that somebody other than the proposer has to take. */
export type SecondPersonStep = { place: string; event: string; interface: string; rules: readonly string[] }
/** A step that waits in one record. `barred` are the people who may not take it, the proposer first. */
export type Asked = Omit<SecondPersonStep, 'rules'> & { barred: string[] }

type Known = { all: readonly SecondPersonStep[]; inState: Map<string, readonly SecondPersonStep[]> }
const known = new WeakMap<AnyStateMachine, Known>()

const knownOf = (machine: AnyStateMachine): Known => {
  const found = known.get(machine) ?? { all: read(machine), inState: new Map() }
  known.set(machine, found)
  return found
}

const read = (machine: AnyStateMachine): SecondPersonStep[] =>
  leavesOf(machine).flatMap((leaf) =>
    stepsOutOf(machine, leaf).flatMap(({ event, guards, meta }) => {
      const rules = guards.filter((name) => ruleOf(machine, name).barred)
      return meta.interface && rules.length > 0
        ? [{ place: nameOf(leaf), event, interface: meta.interface, rules }]
        : []
    }),
  )

/** Every step of a chart that needs a second person: those with a rule made by `byAnother`. */
export const secondPersonStepsOf = (machine: AnyStateMachine): readonly SecondPersonStep[] => knownOf(machine).all

/** The steps that wait for a second person in this state. */
export const askedIn = (machine: AnyStateMachine, { value, context }: State): Asked[] => {
  const { all, inState } = knownOf(machine)
  if (all.length === 0) return []
  const name = stateName(value)
  const here = inState.get(name) ?? all.filter(({ place }) => placesIn(machine, name).includes(place))
  inState.set(name, here)
  return here.map(({ rules, ...step }) => ({
    ...step,
    barred: rules.flatMap((rule) => ruleOf(machine, rule).barred!(context)).filter((id) => typeof id === 'string'),
  }))
}

/** The events that bring a record into a state from another one, such as the proposals that wait there. */
export const leadingTo = (machine: AnyStateMachine, place: string): string[] => [
  ...new Set(
    stepsOf(machine)
      .filter(({ from, to }) => from !== to && nameOf(restingPlace(to)) === place)
      .map(({ event }) => event),
  ),
]
