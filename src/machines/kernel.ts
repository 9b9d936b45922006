import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  getNextTransitions,
  initialTransition,
} from 'xstate'
import { transition } from './transition.ts'

/** The fields of every stored event: its type, its actor (`SYS` for the system), and its instant in epoch ms. */
export type Fact = { type: string; by: string; at: number }

/** A deadline's event names the version that armed it, so that a late timer of an earlier visit has no effect. */
export type DeadlineFact<Type extends string> = { type: Type; by: 'SYS'; at: number; armed: number }

/** Metadata of a transition: who may fire it, the form's fields, the button's appearance, and its deadline. */
export type TransitionMeta = {
  interface?: string
  asks?: readonly string[]
  tone?: 'success' | 'danger'
  after?: string
}

export type Armed = { at: number; version: number }

export type State<Context = any> = {
  version: number
  value: any
  context: Context
  armed: Record<string, Armed>
}

/** The acting person; `may` tells whether an interface is granted. */
export type Actor = { id: string; may: (name: string) => boolean }

export type Offer = {
  event: string
  interface: string
  asks: readonly string[]
  tone: TransitionMeta['tone']
  reason: string | undefined
}

/** The events of a union with the fields of all of them, so that a rule can read its own field. */
export type Payload<Event> = Fact & { [Key in Event extends unknown ? keyof Event : never]?: FieldOf<Event, Key> }
type FieldOf<Event, Key> = Event extends unknown ? (Key extends keyof Event ? Event[Key] : never) : never

type RuleArgs = { context: any; event: any }
type Barred = (context: any) => readonly (string | null | undefined)[]
type Rule = ((args: RuleArgs) => boolean) & { payload?: true; limit?: string; barred?: Barred }

/** Marks a rule that needs the form's values, so that an offer leaves it to the form. */
export const onPayload = <Args>(rule: (args: Args) => boolean) => Object.assign(rule, { payload: true as const })

/**
 * Marks a rule that needs a limit or a fact of another stream, which the server adds to the event by this name. An
 * offer evaluates the rule when that value is known.
 */
export const onLimit = <Args>(limit: string, rule: (args: Args) => boolean) => Object.assign(rule, { limit })

/**
 * A rule of a step that needs a second person: none of those that the context names may take it. The first of them is
 * who proposed. The worklist of consents reads it, so another kind of rule would keep the step off that list.
 */
export const byAnother = <Context>(barred: (context: Context) => readonly (string | null | undefined)[]) =>
  Object.assign(({ context, event }: { context: Context; event: Fact }) => !barred(context).includes(event.by), {
    barred,
  })

/** The limits in force and the facts of other streams, by event and name. */
export type Limits = Readonly<Record<string, Readonly<Record<string, number | boolean>>>>

/** The chart's named rules as guards, and `all`, which combines several of them by name. */
export const guardsOf = <Rules extends Record<string, (args: any) => boolean>>(rules: Rules) => ({
  ...rules,
  all: (args: RuleArgs, names: readonly (keyof Rules)[]) => names.every((name) => rules[name]!(args)),
})

/** An effect has a name and no body: the server turns it into a job, and the browser ignores it. */
export const effect = () => {}

const blanks = new WeakMap<AnyStateMachine, State>()

/** The state before the first event. */
export const blank = (machine: AnyStateMachine): State => {
  const known = blanks.get(machine)
  if (known) return known
  const [first] = initialTransition(machine)
  const state: State = { version: 0, value: first.value, context: first.context, armed: {} }
  const made = { ...state, armed: armedBy(machine, state, state) }
  blanks.set(machine, made)
  return made
}

const ruleless = new WeakMap<AnyStateMachine, AnyStateMachine>()

/** The chart with rules that always hold: a rule added later must not invalidate an accepted event. */
const withoutRules = (machine: AnyStateMachine): AnyStateMachine => {
  const known = ruleless.get(machine)
  if (known) return known
  const names = Object.keys(machine.implementations.guards)
  const made = machine.provide({ guards: Object.fromEntries(names.map((name) => [name, () => true])) })
  ruleless.set(machine, made)
  return made
}

// Caches what a chart defines for a state regardless of context. Recomputing it for each event took most of the
// decision time.
type Place = { snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] }
const places = new WeakMap<AnyStateMachine, Map<string, Place>>()

const placeOf = (machine: AnyStateMachine, state: State): Place => {
  const known = places.get(machine) ?? new Map<string, Place>()
  places.set(machine, known)
  const name = stateName(state.value)
  const place = known.get(name)
  if (place) return place
  const snapshot = withoutRules(machine).resolveState({ value: state.value, context: {} })
  const made = { snapshot, transitions: getNextTransitions(snapshot) }
  known.set(name, made)
  return made
}

const snapshotOf = (machine: AnyStateMachine, state: State): AnyMachineSnapshot => ({
  ...placeOf(machine, state).snapshot,
  context: state.context,
})

const taken = (machine: AnyStateMachine, state: State, type: string): AnyTransitionDefinition | undefined =>
  placeOf(machine, state).transitions.find((candidate) => candidate.eventType === type)

const metaOf = (definition: AnyTransitionDefinition) => (definition.meta ?? {}) as TransitionMeta

/** The names of the rules that guard a transition. */
export const ruleNames = (definition: AnyTransitionDefinition): readonly string[] => {
  const guard = definition.guard as string | { type: string; params?: readonly string[] } | undefined
  if (guard === undefined) return []
  if (typeof guard === 'string') return [guard]
  return guard.type === 'all' ? (guard.params ?? []) : [guard.type]
}

export const ruleOf = (machine: AnyStateMachine, name: string) =>
  (machine.implementations.guards as unknown as Record<string, Rule>)[name]!

/** The instant of a deadline that is not armed. */
export const never = Infinity

const instantOf = (machine: AnyStateMachine, name: string, context: unknown): number =>
  (machine.implementations.delays as Record<string, (args: { context: unknown }) => number>)[name]!({ context })

const armedBy = (machine: AnyStateMachine, before: State, after: State): State['armed'] => {
  const armed: State['armed'] = {}
  for (const definition of placeOf(machine, after).transitions) {
    const { after: name } = metaOf(definition)
    if (!name) continue
    const at = instantOf(machine, name, after.context)
    if (at === never) continue
    const kept = before.armed[definition.eventType]
    armed[definition.eventType] = kept?.at === at ? kept : { at, version: after.version }
  }
  return armed
}

/**
 * The state after an event, and the names of the effects it requests. Evaluates no rule: `refusal` does so before.
 * Throws when the state does not accept the event.
 */
export const evolve = (machine: AnyStateMachine, state: State, event: Fact): { state: State; effects: string[] } => {
  if (!taken(machine, state, event.type))
    throw new Error(`${machine.id} in ${stateName(state.value)} does not take ${event.type}`)
  const [next, actions] = transition(withoutRules(machine), snapshotOf(machine, state), event)
  const after: State = { version: state.version + 1, value: next.value, context: next.context, armed: {} }
  after.armed = armedBy(machine, state, after)
  return { state: after, effects: actions.map((action) => action.type) }
}

/** An accepted event of a stream, with the name of the state that it led to at that time. */
export type Recorded = { stream: string; fact: Fact; state: string }

/** The state that a recorded event leads to. Evaluates no rule. Throws when it differs from the recorded state. */
export const follow = (machine: AnyStateMachine, before: State, { stream, fact, state }: Recorded): State => {
  const from = stateName(before.value)
  const what = `${stream} version ${before.version + 1}: ${fact.type} led from ${from} to ${state}`
  if (!taken(machine, before, fact.type)) throw new Error(`${what}, the chart does not take it there`)
  const after = evolve(machine, before, fact).state
  const name = stateName(after.value)
  if (name !== state) throw new Error(`${what}, the chart leads to ${name}`)
  return after
}

/** The state that a stream's events lead to. Throws at the first event whose state differs from the recorded one. */
export const replay = (machine: AnyStateMachine, events: readonly Recorded[]): State =>
  events.reduce((state, event) => follow(machine, state, event), blank(machine))

/** The current rule that would refuse an accepted event; undefined when none would. */
export const brokenRule = (machine: AnyStateMachine, before: State, event: Fact): string | undefined => {
  const definition = taken(machine, before, event.type)
  return definition && ruleNames(definition).find((name) => !holdsToday(machine, name, before, event))
}

// An event older than a rule may lack the field that the rule reads.
const holdsToday = (machine: AnyStateMachine, name: string, { context }: State, event: Fact): boolean => {
  try {
    return ruleOf(machine, name)({ context, event })
  } catch {
    return false
  }
}

/**
 * The commands available to this actor; `reason` names the first rule that fails. The form checks rules on its values;
 * the server checks rules on unknown limits.
 */
export const offers = (
  machine: AnyStateMachine,
  state: State,
  actor: Actor,
  at: number,
  limits: Limits = {},
): Offer[] =>
  placeOf(machine, state).transitions.flatMap((definition) => {
    const meta = metaOf(definition)
    if (!meta.interface || !actor.may(meta.interface)) return []
    const event = { ...limits[definition.eventType], type: definition.eventType, by: actor.id, at }
    const reason = ruleNames(definition).find((name) => {
      const rule = ruleOf(machine, name)
      const isKnown = !rule.payload && (rule.limit === undefined || rule.limit in event)
      return isKnown && !rule({ context: state.context, event })
    })
    return { event: event.type, interface: meta.interface, asks: meta.asks ?? [], tone: meta.tone, reason }
  })

/**
 * Why an event through an interface (`SYS` for the system) is refused: a rule's name, or undefined when it is accepted.
 */
export const refusal = (machine: AnyStateMachine, state: State, event: Fact, via: string): string | undefined => {
  const definition = taken(machine, state, event.type)
  if (!definition || (metaOf(definition).interface ?? 'SYS') !== via) return 'notOffered'
  if (metaOf(definition).after) {
    const armed = state.armed[event.type]
    if (!armed || (event as DeadlineFact<string>).armed !== armed.version) return 'deadlineGone'
    if (event.at < armed.at) return 'deadlineAhead'
  }
  return ruleNames(definition).find((name) => !ruleOf(machine, name)({ context: state.context, event }))
}

/** The armed deadlines: the event that falls due, its instant, and the version that armed it. */
export const deadlines = (state: State) => Object.entries(state.armed).map(([event, armed]) => ({ event, ...armed }))

/** The part of a stream's name after its kind: `approval/LK1` is of the order `LK1`. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('/') + 1)

/** `firstReview.wait`; `|` joins the regions of a parallel chart. */
export const stateName = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as Record<string, unknown>)
        .map(([key, inner]) => `${key}.${stateName(inner)}`)
        .join('|')
