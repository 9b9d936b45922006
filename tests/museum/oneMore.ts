import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getNextTransitions } from 'xstate'
import { businessDay } from '../../src/machines/calendar.ts'
import { type Fact, refusal, type State, type TransitionMeta } from '../../src/machines/kernel.ts'
import { kindOf, type LifecycleEvent, lifecycles, machineOf } from '../../src/machines/lifecycles.ts'
import type { Command } from '../../src/server/store/command.ts'

type Golden = { events: { fact: Fact }[] }[]

/** What was said of each kind of event, by chart. */
const facts = new Map(
  lifecycles.map(({ name }) => {
    const golden = JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8')) as Golden
    return [
      name,
      Map.groupBy(
        golden.flatMap(({ events }) => events.map(({ fact }) => fact)),
        ({ type }) => type,
      ),
    ]
  }),
)

/** Whether nothing happens to a stream any more, whoever says it. */
export const isOver = (stream: string, { value }: State): boolean =>
  getNextTransitions(machineOf(stream).resolveState({ value, context: {} })).length === 0

/** A command that a stream accepts as it stands: what falls due first, or what somebody said of the same kind before. */
export const acceptedBy = (stream: string, state: State, now: number): Command | undefined => {
  const machine = machineOf(stream)
  const snapshot = machine.resolveState({ value: state.value, context: state.context })
  for (const definition of getNextTransitions(snapshot)) {
    const type = definition.eventType
    const { interface: via = 'SYS', after } = (definition.meta ?? {}) as TransitionMeta
    const armed = state.armed[type]
    if (after && !armed) continue
    const candidates: Fact[] = armed
      ? [{ type, by: 'SYS', at: Math.max(now, armed.at), armed: armed.version } as Fact]
      : (facts.get(kindOf(stream))!.get(type) ?? []).flatMap((fact) => asNow(fact, state, now))
    const taken = candidates.find((event) => refusal(machine, state, event, via) === undefined)
    if (taken)
      return { stream, version: state.version, event: taken as LifecycleEvent, via, key: `one more ${randomUUID()}` }
  }
  return undefined
}

/** The fact said today by whom it may be: another person, or one whom the state names. */
const asNow = (fact: Fact, { context }: State, now: number): Fact[] => {
  const named = new Set(
    JSON.stringify(context)
      .match(/"staff\/\d+"/g)
      ?.map((id) => JSON.parse(id) as string),
  )
  const { attempts } = context as { attempts?: { txid: string }[] }
  const today = {
    ...('day' in fact && { day: businessDay(now) }),
    ...('until' in fact && { until: businessDay(now) }),
    ...('txid' in fact && { txid: attempts?.at(-1)?.txid ?? 'one-more' }),
  }
  // A payout's terms name its order.
  const known: Record<string, unknown> = { ...(context as { terms?: object }).terms, ...context }
  const about = Object.fromEntries(
    Object.entries(fact).map(([name, value]) => [name, name in known && isName(value) ? known[name] : value]),
  )
  return ['staff/99', ...named].flatMap((by) => [
    { ...fact, ...about, type: fact.type, by, at: now },
    { ...fact, by, at: now },
    { ...fact, ...today, by, at: now },
  ])
}

const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number'
