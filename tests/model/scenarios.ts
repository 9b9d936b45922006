import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { charted } from './charts.ts'
import { diffOf } from './diff.ts'
import { rulesOf } from './invariants.ts'
import { leavesIn, type Model, type Move, placesOf, type Standing } from './model.ts'

/** Everybody in scenarios holds every right, so that only rules refuse. */
export const actors = [
  'finance',
  'financeChecker',
  'approve',
  'reviewer1',
  'reviewer1.2',
  'reviewer2',
  'reviewLead',
  'collector',
  'collectionLead',
  'telemarketer',
  'telemarketingLead',
  'qualityChecker',
  'qualityChecker.2',
  'qualityChecker.3',
  'analyst',
  'support',
  'risk',
  'risk.2',
  'admin',
] as const
/** The system, a customer's app, and the owner of an account who uses a link. */
const others = ['SYS', 'app', 'owner'] as const

const step = z.looseObject({
  who: z.optional(z.string()),
  event: z.optional(z.string()),
  /** What else is true from here on: a name of `circumstances`. */
  meanwhile: z.optional(z.string()),
  says: z.optional(z.record(z.string(), z.unknown())),
  /** Which of the chart model's moves it is, where several have one event. */
  variant: z.optional(z.record(z.string(), z.string())),
  refused: z.optional(z.string()),
  /** Tried at the chart only: the server finds out the fact itself, or answers before it asks the chart. */
  level: z.optional(z.literal('chart')),
  state: z.optional(z.string()),
  /** The row of the list, whole; `*` is any value, and null that there is none. */
  row: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  /** What differs in the row since the scenario last said it; null where a column is empty now. */
  changes: z.optional(z.record(z.string(), z.unknown())),
})
const scenario = z.strictObject({
  about: z.string().check(z.minLength(10)),
  level: z.optional(z.literal('chart')),
  steps: z.array(step).check(z.minLength(1)),
})

export type Step = z.infer<typeof step>
export type Scenario = z.infer<typeof scenario> & { chart: string; file: string }

/** Facts of the world that the server adds to events, by the words of scenarios. */
export const circumstances: Record<string, Record<string, Record<string, unknown>>> = {
  approval: { moneySent: { payoutSent: true } },
  payout: { approvalTakenBack: { orderStands: false } },
}

const folder = 'tests/scenarios'

const oneOf = (where: string, what: string, given: string, names: readonly string[]) => {
  if (!names.includes(given)) throw new Error(`${where}: ${given} is no ${what}. There are: ${names.join(', ')}.`)
}

/** Reads a scenario. Throws with the words that there are when one is not known. */
export const scenarioOf = (chart: string, file: string, content: unknown): Scenario => {
  const where = `${folder}/${chart}/${file}`
  const { data, error } = scenario.safeParse(content)
  if (error)
    throw new Error(`${where}: ${error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; ')}`)
  const { model } = charted.get(chart)!
  for (const [index, one] of data.steps.entries()) {
    const at = `${where}, step ${index + 1}`
    for (const word of Object.keys(one)) oneOf(at, 'word of a step', word, Object.keys(step.shape))
    if (one.meanwhile !== undefined) oneOf(at, 'circumstance', one.meanwhile, Object.keys(circumstances[chart] ?? {}))
    if (one.meanwhile === undefined || one.event !== undefined || one.who !== undefined) {
      oneOf(at, 'event', one.event ?? 'nothing', [...model.interfaces.keys()])
      oneOf(at, 'actor', one.who ?? 'nobody', [...others, ...actors])
    }
    if (one.refused !== undefined) oneOf(at, 'rule', one.refused, [...rulesOf(model.machine), 'notOffered'])
    if (one.state !== undefined) oneOf(at, 'state', one.state, placesOf(model.machine))
  }
  return { ...data, steps: withRows(where, data.steps), chart, file }
}

/** The steps with their whole rows, where they say what changed. */
const withRows = (where: string, steps: readonly Step[]): Step[] => {
  let last: Step['row']
  return steps.map((one, index) => {
    if (one.changes && !last) throw new Error(`${where}, step ${index + 1}: there is no row before these changes`)
    const row = one.changes
      ? Object.fromEntries(Object.entries({ ...last, ...one.changes }).filter(([, value]) => value !== null))
      : one.row
    last = row ?? last
    return row === undefined ? one : { ...one, row }
  })
}

export const scenarios = (): Scenario[] =>
  readdirSync(folder).flatMap((chart) =>
    readdirSync(`${folder}/${chart}`).map((file) =>
      scenarioOf(chart, file, JSON.parse(readFileSync(`${folder}/${chart}/${file}`, 'utf8'))),
    ),
  )

/** A scenario's move: with what is said, and with what is true in the world. */
export type Told = Move & { says: Record<string, unknown> }

export const toldBy = ({ who, event, says = {}, variant = {} }: Step): Told => ({
  ...variant,
  type: event!,
  by: who!,
  says,
})

/** The state that a scenario names, or all that hold where it names none of them. */
export const stateOf = ({ state }: Step, standing: Pick<Standing, 'state'>) => {
  const leaves = leavesIn(standing)
  const shown = state !== undefined && leaves.includes(state) ? state : leaves.join(', ')
  return { expected: state ?? shown, shown }
}

/** The model with what moves say, and with the facts of the world in place of the usual ones. */
export const toldModel = (
  factOf: Model['factOf'],
  world: () => Record<string, unknown>,
  idOf: (name: string) => string,
): Model<Told>['factOf'] => {
  return (move, standing, at) => {
    const fact = factOf(move, standing, at, idOf)
    const facts = Object.entries(world()).filter(([name]) => name in fact)
    return { ...fact, ...Object.fromEntries(facts), ...move.says, by: idOf(move.by) }
  }
}

/** What a step shows that a scenario does not expect, in words. */
export const differences = (index: number, { who, event }: Step, what: string, expected: unknown, seen: unknown) =>
  diffOf({ expected, seen }).map(
    (one) =>
      `step ${index + 1}, ${event} by ${who}: ${what}${one.at && ` ${one.at}`} should be ${one.expected} and is ${one.seen}`,
  )
