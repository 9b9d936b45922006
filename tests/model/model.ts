import type { AnyStateMachine } from 'xstate'
import { endOf, leavesOf, lineage, nameOf, restingPlace, stepsOf, stepsOutOf } from '../../src/machines/chart.ts'
import { blank, evolve, type Fact, refusal, type State, stateName } from '../../src/machines/kernel.ts'

/** A move by somebody: `app` is the customer's app, `SYS` the system, any other name a demo login. */
export type Move = { type: string; by: string }

/** An instance at some point of its path. */
export type Standing<M extends Move = Move, Context = unknown> = {
  state: State<Context>
  at: number
  /** The moves that led here. */
  path: readonly M[]
  /** All deadlines ever armed, oldest first. */
  armed: readonly { event: M['type']; version: number; at: number }[]
}

export type Edge<M extends Move = Move, Context = unknown> = {
  from: Standing<M, Context>
  move: M
  to: Standing<M, Context>
}

/** The id of a person: on a server their account, on the chart alone their name. */
export type IdOf = (name: string) => string
export const itself: IdOf = (name) => name

/** Who makes which moves in a chart's process, and how standings are told apart. */
export type Model<M extends Move = Move, Context = unknown> = {
  name: string
  machine: AnyStateMachine
  interfaces: ReturnType<typeof interfacesOf>
  /** Every event with everybody who may cause it. */
  moves: readonly M[]
  /** The event that the server makes of a move. */
  factOf(move: M, standing: Standing<M, Context>, at: number, id: IdOf): Fact
  /** Whether the move is possible in the world; `rounds` bounds every loop. */
  happens(standing: Standing<M, Context>, move: M, rounds: number): boolean
  /** Standings with one key have the same future: it holds everything that a guard reads. */
  keyOf(standing: Standing<M, Context>): string
  /** The goals that an edge reaches; paths are generated until every goal is reached. */
  goalsOf(edge: Edge<M, Context>): readonly string[]
}

export const unborn = <M extends Move, Context>({ machine }: Model<M, Context>): Standing<M, Context> => ({
  state: blank(machine),
  at: 0,
  path: [],
  armed: [],
})

export const placeOf = ({ state }: Pick<Standing, 'state'>): string => stateName(state.value)

/** The leaf states of an instance: one, or one per region. */
export const leavesIn = ({ state }: Pick<Standing, 'state'>): string[] => leafNames(state.value)

const leafNames = (value: unknown, under = ''): string[] =>
  typeof value === 'string'
    ? [under + value]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => leafNames(inner, `${under}${key}.`))

/** `from event`, as `transitionsOf` names it in charts without regions. */
export const transitionOf = (standing: Pick<Standing, 'state'>, { type }: Pick<Move, 'type'>) =>
  `${placeOf(standing)} ${type}`

/** `from event` for each leaf state that the move leaves: one, or several when it leaves regions. */
export const transitionsTaken = (
  written: ReadonlyMap<string, string>,
  standing: Pick<Standing, 'state'>,
  { type }: Pick<Move, 'type'>,
): string[] =>
  leavesIn(standing)
    .map((leaf) => `${leaf} ${type}`)
    .filter((name) => written.has(name))

/** The leaf states after a move, as written in the chart; regions that it does not touch stay. */
export const leavesAfter = (machine: AnyStateMachine, standing: Pick<Standing, 'state'>, move: Pick<Move, 'type'>) => {
  const written = transitionsOf(machine)
  const reached = transitionsTaken(written, standing, move).map((name) => written.get(name)!)
  const leaves = leavesOf(machine)
  const stayed = leavesIn(standing).filter((name) => {
    const node = leaves.find((leaf) => nameOf(leaf) === name)!
    const around = lineage(node).filter(({ type }) => type === 'parallel')
    return (
      !written.has(`${name} ${move.type}`) &&
      around.some((one) => reached.some((target) => target.startsWith(`${nameOf(one)}.`)))
    )
  })
  const entered = reached.flatMap((name) => besides(machine, name, stayed))
  return [...new Set([...stayed, ...reached, ...entered])].toSorted()
}

/** The initial states of the other regions, when a move enters a parallel state. */
const besides = (machine: AnyStateMachine, reached: string, stayed: readonly string[]): string[] => {
  const leaves = leavesOf(machine)
  const node = leaves.find((leaf) => nameOf(leaf) === reached)!
  return lineage(node)
    .filter(({ parent }) => parent?.type === 'parallel')
    .flatMap((region) => Object.values(region.parent!.states).filter((other) => other !== region))
    .filter((other) => !stayed.some((leaf) => leaf.startsWith(`${nameOf(other)}.`)))
    .map((other) => nameOf(restingPlace(other)))
}

/** The interface of each event; `SYS` for those of the system. */
export const interfacesOf = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(stepsOf(machine).map(({ event, meta }) => [event, meta.interface ?? 'SYS']))

/** The name of every leaf state. */
export const placesOf = (machine: AnyStateMachine): string[] => leavesOf(machine).map(nameOf)

/** Every transition of the chart: `from event`, and its target. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyMap<string, string> =>
  new Map(
    leavesOf(machine).flatMap((leaf) =>
      stepsOutOf(machine, leaf).map((step) => [`${nameOf(leaf)} ${step.event}`, nameOf(endOf(step, leaf))]),
    ),
  )

const second = 1000

/** The instant of a move: a deadline's own, or now if it has passed; any other move comes a second later. */
const timeOf = ({ state, at }: Standing, { type }: Move) => Math.max(at, state.armed[type]?.at ?? at + second)

/** Why the kernel refuses a move here; undefined when it accepts it. */
export const refusedHere = <M extends Move, Context>(
  model: Model<M, Context>,
  standing: Standing<M, Context>,
  move: M,
  at = timeOf(standing, move),
): string | undefined => {
  const via = model.interfaces.get(move.type)!
  return refusal(model.machine, standing.state, model.factOf(move, standing, at, itself), via)
}

/** The standing after a move, by the kernel. Throws when it is refused. */
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

/** Every standing on a path, including the first. */
export const standingsOn = <M extends Move, Context>(
  model: Model<M, Context>,
  path: readonly M[],
): Standing<M, Context>[] => {
  const standings = [unborn(model)]
  for (const move of path) standings.push(play(model, standings.at(-1)!, move))
  return standings
}
