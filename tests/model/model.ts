import type { AnyStateMachine } from 'xstate'
import { endOf, leavesOf, nameOf, stepsOf, stepsOutOf } from '../../src/machines/chart.ts'
import { blank, evolve, type Fact, refusal, type State, stateName } from '../../src/machines/kernel.ts'

/** Somebody does something: `app` is the customer's, `SYS` the system, everybody else has the name of a demo login. */
export type Move = { type: string; by: string }

/** One instance under way. */
export type Standing<M extends Move = Move, Context = unknown> = {
  state: State<Context>
  at: number
  /** How it came here. */
  path: readonly M[]
  /** Every deadline that was ever armed, oldest first. */
  armed: readonly { event: M['type']; version: number; at: number }[]
}

export type Edge<M extends Move = Move, Context = unknown> = {
  from: Standing<M, Context>
  move: M
  to: Standing<M, Context>
}

/** The id behind a person's name: on a server their account, on the chart alone the name itself. */
export type IdOf = (name: string) => string
export const itself: IdOf = (name) => name

/** Who does what in a chart's process, and what tells two standings apart. */
export type Model<M extends Move = Move, Context = unknown> = {
  name: string
  machine: AnyStateMachine
  interfaces: ReturnType<typeof interfacesOf>
  /** Every event, by everybody whose work it is. */
  moves: readonly M[]
  /** A move as the event that a server makes of it. */
  factOf(move: M, standing: Standing<M, Context>, at: number, id: IdOf): Fact
  /** Whether it can happen in the world, where everything that goes round does so at most so many times. */
  happens(standing: Standing<M, Context>, move: M, rounds: number): boolean
  /** Standings with one key have one future: whatever a rule reads is in it. */
  keyOf(standing: Standing<M, Context>): string
  /** What taking an edge shows; paths are made until everything was shown. */
  goalsOf(edge: Edge<M, Context>): readonly string[]
}

export const unborn = <M extends Move, Context>({ machine }: Model<M, Context>): Standing<M, Context> => ({
  state: blank(machine),
  at: 0,
  path: [],
  armed: [],
})

export const placeOf = ({ state }: Pick<Standing, 'state'>): string => stateName(state.value)

/** `from event`, as `transitionsOf` names it. */
export const transitionOf = (standing: Pick<Standing, 'state'>, { type }: Pick<Move, 'type'>) =>
  `${placeOf(standing)} ${type}`

/** The interface of each event; the system's have none, which is called `SYS`. */
export const interfacesOf = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(stepsOf(machine).map(({ event, meta }) => [event, meta.interface ?? 'SYS']))

/** The name of every state that an instance can rest in. */
export const placesOf = (machine: AnyStateMachine): string[] => leavesOf(machine).map(nameOf)

/** Every event in every state that takes it, as it is written in the chart: `from event` and where that leads. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(
    leavesOf(machine).flatMap((leaf) =>
      stepsOutOf(machine, leaf).map((step) => [`${nameOf(leaf)} ${step.event}`, nameOf(endOf(step, leaf))]),
    ),
  )

const second = 1000

/** When a move is made: a deadline's at its instant, any other a second after what was last. */
const timeOf = ({ state, at }: Standing, { type }: Move) => state.armed[type]?.at ?? at + second

/** Why the kernel refuses a move here; undefined when it takes it. */
export const refusedHere = <M extends Move, Context>(
  model: Model<M, Context>,
  standing: Standing<M, Context>,
  move: M,
  at = timeOf(standing, move),
): string | undefined => {
  const via = model.interfaces.get(move.type)!
  return refusal(model.machine, standing.state, model.factOf(move, standing, at, itself), via)
}

/** Where a move leads, through the kernel. Throws when it is refused. */
export const play = <M extends Move, Context>(
  model: Model<M, Context>,
  standing: Standing<M, Context>,
  move: M,
  at = timeOf(standing, move),
): Standing<M, Context> => {
  const reason = refusedHere(model, standing, move, at)
  if (reason) throw new Error(`${placeOf(standing)} refuses ${move.type} by ${move.by}: ${reason}`)
  const { state } = evolve(model.machine, standing.state, model.factOf(move, standing, at, itself))
  const fresh = Object.entries(state.armed).filter(([, { version }]) => version === state.version)
  return {
    state,
    at,
    path: [...standing.path, move],
    armed: [...standing.armed, ...fresh.map(([event, armed]) => ({ event, ...armed }))],
  }
}

/** Every standing on a path, the first of all included. */
export const standingsOn = <M extends Move, Context>(
  model: Model<M, Context>,
  path: readonly M[],
): Standing<M, Context>[] => {
  const standings = [unborn(model)]
  for (const move of path) standings.push(play(model, standings.at(-1)!, move))
  return standings
}
