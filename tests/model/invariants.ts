import { isDeepStrictEqual } from 'node:util'
import type { AnyStateMachine } from 'xstate'
import { stepsOf } from '../../src/machines/chart.ts'
import { blank, deadlines, evolve, type Fact, refusal, type State, stateName } from '../../src/machines/kernel.ts'

/** Three people; each holds every right, so that no missing rule hides behind a missing right. */
export const people = ['first', 'second', 'third'] as const

/** An event that somebody tries, now unless it says `at`; of those marked `wrong`, none may be accepted, and the text says why. */
export type Try = { type: string; by?: string; wrong?: string } & Record<string, unknown>

/** Something that happened, with the states around it and the effects that were asked for. */
export type Done<Facts = unknown> = { event: Fact & Facts; from: string; to: string; effects: readonly string[] }

/**
 * What the business demands of a process, in its own words. It keeps its own book of what happened and shares no code
 * with the chart.
 */
export type Invariants<Book, Facts = unknown> = {
  chart: string
  /** Who fires each event, what its form asks for, and its tone; several where it differs by state. See `formsOf`. */
  forms: Record<string, readonly string[]>
  /** The book before the first event. */
  empty: Book
  /** What may be tried now; people are added to what has no `by`. */
  tries: (book: Book, state: string, at: number) => readonly Try[]
  /** The book after an event. */
  after: (book: Book, done: Done<Facts>) => Book
  /** What is wrong with an event that was accepted. */
  wrong: (book: Book, done: Done<Facts>) => readonly (string | false)[]
  /** What is wrong with where the process stands. */
  standing: (book: Book, state: string) => readonly (string | false)[]
  /** The effects of an event: by its name, or by `event state` for where it leads, or by `state event` for where it leaves. */
  asksFor: Record<string, readonly string[]>
  /** The deadlines of each state: the event, and its instant. */
  waits: (book: Book, state: string) => Record<string, number>
  /** The deadlines that a witness expects, where the others count on the amounts of `tries`. */
  waitsAnywhere?: (book: Book, state: string) => Record<string, number>
  /** States in which nothing has to come. */
  ends: readonly string[]
  /** Rules that refuse only in logs that earlier rules left. Unit tests replay such logs. */
  onlyInOldLogs?: readonly string[]
  /** The most standings that are looked at. */
  most?: number
}

type Standing<Book> = {
  state: State
  book: Book
  at: number
  before: Standing<Book> | undefined
  event: Fact | undefined
}

const second = 1000

export type Violation = { says: string; way: readonly Fact[] }
export type Search = {
  standings: number
  events: number
  /** How often each rule refused whom. */
  refused: ReadonlyMap<string, ReadonlyMap<string, number>>
  violations: Violation[]
}

const wayTo = <Book>(standing: Standing<Book>): Fact[] =>
  standing.before && standing.event ? [...wayTo(standing.before), standing.event] : []

// When something happened makes no difference to what can happen next.
const withoutInstants = (_: string, value: unknown) => (typeof value === 'number' && value > 1e12 ? 0 : value)

const isText = (one: string | false): one is string => one !== false

/** Tells an event that was accepted against the business's words; answers what is wrong. */
const judged = <Book, Facts>(invariants: Invariants<Book, Facts>, book: Book, done: Done<Facts>): string[] => {
  const { event, from, to, effects } = done
  const keys = [`${from} ${event.type}`, `${event.type} ${to}`, event.type]
  const asked = keys.map((key) => invariants.asksFor[key]).find((one) => one !== undefined) ?? []
  return [
    ...invariants.wrong(book, done).filter(isText),
    ...(asked.toSorted().join() === effects.toSorted().join()
      ? []
      : [`${event.type} asks for ${effects.join(', ') || 'no effect'} instead of ${asked.join(', ') || 'none'}`]),
    ...invariants.standing(invariants.after(book, done), to).filter(isText),
  ]
}

const misarmed = (name: string, armed: object, expected: object): string[] =>
  isDeepStrictEqual(expected, armed)
    ? []
    : [`in ${name} the deadlines are ${JSON.stringify(armed)} instead of ${JSON.stringify(expected)}`]

/**
 * Walks every way through a chart that three people can go, and stops after the first few violations. Ways with the
 * same state and book have the same future.
 */
const search = <Book, Facts>(machine: AnyStateMachine, invariants: Invariants<Book, Facts>, enough: number): Search => {
  const { forms, tries, after, waits, ends, most = 4000 } = invariants
  const violations: Violation[] = []
  const refused = new Map<string, Map<string, number>>()
  let events = 0
  const start: Standing<Book> = {
    state: blank(machine),
    book: invariants.empty,
    at: 1_773_118_800_000,
    before: undefined,
    event: undefined,
  }
  const vias = new Map(Object.entries(forms).map(([event, [form]]) => [event, form!.split(/[: ]/)[0]!]))
  const keyOf = ({ state, book }: Standing<Book>) =>
    `${stateName(state.value)} ${JSON.stringify(book, withoutInstants)}`
  const seen = new Set([keyOf(start)])
  const open = [start]
  // Which events a state takes does not depend on the rest: asking each time took most of the search.
  const notTaken = new Set<string>()
  for (const standing of open) {
    if (violations.length >= enough) break
    const name = stateName(standing.state.value)
    const due = deadlines(standing.state)
    const fail = (says: string, event?: Fact) =>
      violations.push({ says, way: [...wayTo(standing), ...(event ? [event] : [])] })

    const armed = Object.fromEntries(due.map(({ event, at }) => [event, at]))
    for (const says of misarmed(name, armed, waits(standing.book, name))) fail(says)

    const at = standing.at + second
    const tried: Fact[] = tries(standing.book, name, at).flatMap(({ by, ...event }) =>
      (by ? [by] : vias.get(event.type) === 'SYS' ? ['SYS'] : people).map((who) => ({ at, ...event, by: who })),
    )
    const timers = due.map(({ event, at: then, version }) => ({
      type: event,
      by: 'SYS',
      at: Math.max(then, at),
      armed: version,
    }))
    let goesOn = due.length > 0 || ends.includes(name)
    for (const event of [...tried, ...timers]) {
      if (notTaken.has(`${name} ${event.type}`)) continue
      const why = refusal(machine, standing.state, event, vias.get(event.type)!)
      if (why) {
        const whom = refused.get(why) ?? new Map<string, number>()
        refused.set(why, whom.set(event.by, (whom.get(event.by) ?? 0) + 1))
        if (why === 'notOffered') notTaken.add(`${name} ${event.type}`)
        continue
      }
      const { wrong, ...fact } = event as Fact & { wrong?: string }
      if (wrong) {
        fail(`${fact.type} is accepted although ${wrong}`, fact)
        continue
      }
      const { state, effects } = evolve(machine, standing.state, fact)
      events += 1
      const done: Done<Facts> = { event: fact as Fact & Facts, from: name, to: stateName(state.value), effects }
      for (const says of judged(invariants, standing.book, done)) fail(says, fact)
      if (fact.by !== 'SYS' && done.to !== name) goesOn = true
      const next = { state, book: after(standing.book, done), at: fact.at, before: standing, event: fact }
      const key = keyOf(next)
      if (seen.has(key) || seen.size >= most) continue
      seen.add(key)
      open.push(next)
    }
    if (!goesOn) fail(`nobody can move ${name} on, and no deadline ends it`)
  }
  return { standings: open.length, events, refused, violations }
}

/** Keeps the book of one instance that lives elsewhere, such as on a server. */
export type Witness = {
  /** Notes an event that happened; answers what is wrong with it. */
  saw: (done: Done) => string[]
  /** What is wrong with the deadlines of a state. */
  waits: (state: string, armed: Record<string, number>) => string[]
  /** Why an event may not be accepted now, as far as it depends on who fires it and on what happened before. */
  forbids: (event: Fact, state: string) => string | undefined
}

const witness = <Book, Facts>(invariants: Invariants<Book, Facts>): Witness => {
  let book = invariants.empty
  return {
    saw: (done) => {
      const typed = done as Done<Facts>
      const found = judged(invariants, book, typed)
      book = invariants.after(book, typed)
      return found
    },
    waits: (state, armed) => {
      const expected = invariants.waitsAnywhere?.(book, state)
      if (!expected) return misarmed(state, armed, invariants.waits(book, state))
      const told = Object.fromEntries(Object.entries(armed).filter(([name]) => name in expected))
      return misarmed(state, told, expected)
    },
    forbids: (event, from) =>
      invariants.wrong(book, { event: event as Fact & Facts, from, to: '', effects: [] }).find(isText),
  }
}

/** The demands on a chart, without the kind of its book. */
export type Demands = {
  chart: string
  forms: Record<string, readonly string[]>
  onlyInOldLogs: readonly string[]
  /** Stops after `enough` violations. */
  search: (machine: AnyStateMachine, enough: number) => Search
  /** A witness of an instance, before its first event. */
  witness: () => Witness
}

export const demands = <Book, Facts>(invariants: Invariants<Book, Facts>): Demands => ({
  chart: invariants.chart,
  forms: invariants.forms,
  onlyInOldLogs: invariants.onlyInOldLogs ?? [],
  search: (machine, enough) => search(machine, invariants, enough),
  witness: () => witness(invariants),
})

/** The rules of a chart by name. */
export const rulesOf = (machine: AnyStateMachine): string[] =>
  Object.keys(machine.implementations.guards).filter((name) => name !== 'all')

/** A violation as text: what is wrong, and the events that lead there. */
export const toldOf = (chart: string, { says, way }: Violation): string =>
  [`${chart}: ${says}`, ...way.map(({ type, by }, index) => `  ${index + 1}. ${type} by ${by}`)].join('\n')

/** The forms of each event: `loan.refuse: reason (danger)`; `SYS` for what no person fires. */
export const formsOf = (machine: AnyStateMachine): Record<string, string[]> => {
  const found: Record<string, string[]> = {}
  for (const { event, meta } of stepsOf(machine)) {
    const form = `${meta.interface ?? 'SYS'}${meta.asks ? `: ${meta.asks.join(', ')}` : ''}${meta.tone ? ` (${meta.tone})` : ''}`
    found[event] = [...new Set([...(found[event] ?? []), form])]
  }
  return found
}
