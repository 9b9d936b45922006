import { stepsOf } from '../../src/machines/chart.ts'
import { type Fact, ruleOf } from '../../src/machines/kernel.ts'
import { cover } from './cover.ts'
import { itself, type Model, standingsOn } from './model.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'

/** A fact that the server adds to an event, taken out: the event has it not, or always so that no rule refuses it. */
export type FactMutant = { without: string; event: string; isLax: boolean; change: (event: Fact) => Fact }

type Values = Record<string, unknown>
type Step = { fact: Fact & Values; context: unknown }

// Above every limit and amount of the tests, and small enough to be multiplied.
const beyondAll = 1_000_000_000

const ofEveryEvent = ['type', 'by', 'at', 'armed']

/** The fields of an event that a rule reads. */
const readBy = (rule: (args: { context: unknown; event: Fact }) => unknown, { fact, context }: Step): Set<string> => {
  const read = new Set<string>()
  const event = new Proxy(fact, {
    get: (target, name: string) => {
      read.add(name)
      return target[name]
    },
  })
  rule({ context, event })
  return read
}

/** The value of a fact with which the rules accept the most: no limit, or nothing in the way. */
const laxest = (rules: readonly ReturnType<typeof ruleOf>[], { fact, context }: Step, name: string): unknown => {
  const value = fact[name]
  const isAccepted = (one: unknown) => rules.every((rule) => rule({ context, event: { ...fact, [name]: one } as Fact }))
  return typeof value === 'number' ? ([beyondAll, 0].find(isAccepted) ?? value) : value
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (event: Fact, name: string): Fact =>
  Object.fromEntries(Object.entries(event).filter(([one]) => one !== name)) as Fact

/** Every fact of a chart's events that neither all events have nor a form asks for, taken out. */
export const factMutantsOf = (model: Model): FactMutant[] => {
  const steps = Map.groupBy(stepsOf(model.machine), ({ event }) => event)
  const first = new Map<string, Step>()
  for (const path of cover(model, pathsOf(model, atlasOf(model, usual)))) {
    const standings = standingsOn(model, path)
    for (const [index, move] of path.entries()) {
      const { state } = standings[index]!
      const fact = model.factOf(move, standings[index]!, standings[index + 1]!.at, itself) as Fact & Values
      const known = first.get(move.type)
      first.set(move.type, { context: state.context, fact: known ? { ...fact, ...known.fact } : fact })
    }
  }
  return [...first].flatMap(([event, step]) => {
    const its = steps.get(event)!
    const asked = its.flatMap(({ meta }) => meta.asks ?? [])
    const names = Object.keys(step.fact).filter((name) => !ofEveryEvent.includes(name) && !asked.includes(name))
    const isByStaff = model.interfaces.get(event) !== 'SYS'
    const rules = [...new Set(its.flatMap(({ guards }) => guards))].map((name) => ruleOf(model.machine, name))
    return names.flatMap((name) => {
      const judging = rules.filter((rule) => readBy(rule, step).has(name))
      const always = laxest(judging, step, name)
      const absent: FactMutant = {
        without: `${event} without ${name}`,
        event,
        isLax: false,
        change: (one) => without(one, name),
      }
      const lax: FactMutant = {
        without: `${event} always with ${name} ${isRecord(always) ? '{…}' : JSON.stringify(always)}`,
        event,
        isLax: true,
        change: (one) => ({ ...one, [name]: always }),
      }
      if (judging.length === 0) return isByStaff ? [absent] : []
      // Another instance's id is refused everywhere.
      return typeof always === 'string' && always !== '' ? [absent] : [absent, lax]
    })
  })
}
