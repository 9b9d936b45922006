import type { TestApp } from '../kit/app.ts'
import { send } from '../kit/payouts.ts'
import { charted } from './charts.ts'
import type { IdOf, Model } from './model.ts'
import { type Answer, openOffice, type Process } from './office.ts'
import { undo } from './payout.driver.ts'
import { rowOf } from './scenarios.lists.ts'
import {
  actors,
  circumstances,
  differences,
  type Scenario,
  stateOf,
  type Step,
  type Told,
  toldBy,
  toldModel,
} from './scenarios.ts'

/** What else happens in scenarios, as it happens on a server to the record of a process. */
const happenings: Record<string, Record<string, (app: TestApp, id: string) => Promise<unknown>>> = {
  approval: {
    moneySent: async (app, orderNo) => {
      await app.settle()
      await send(app, await app.login('finance'), await app.login('financeChecker'), orderNo)
    },
  },
  payout: { approvalTakenBack: undo },
}

type Row = Record<string, unknown>

/** A value in the words of a scenario: `*` is any value, `@finance` a person. */
const inWords = (value: unknown, expected: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (expected === '*') return '*'
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value))
    return value.map((one, index) => inWords(one, (expected as unknown[] | undefined)?.[index], names))
  if (typeof value !== 'object' || value === null) return value
  const { id, name, ...more } = value as Row
  // A person with their name.
  if (name !== undefined && Object.keys(more).length === 0 && names.has(String(id))) return names.get(String(id))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, inWords(one, (expected as Row | undefined)?.[key], names)]),
  )
}

/** What a row shows, without the columns that are empty. */
const shownAs = (row: Row | undefined, expected: Row | null, ids: IdOf): unknown => {
  const shown = Object.entries(row ?? {}).filter(([, value]) => value !== null && value !== '')
  const names = new Map(actors.map((one) => [ids(one), `@${one}`]))
  return row ? inWords(Object.fromEntries(shown), expected, names) : null
}

/** What a call was answered: the rule that refused it, or what else happened. */
const outcomeOf = (chart: string, answer: Answer | undefined): string => {
  if (!answer) return 'no call'
  const { reason } = (answer.data ?? {}) as { reason?: string }
  if (answer.code === 422 && reason) return `refused: ${reason.replace(`${chart}:guard.`, '')}`
  return answer.code === 0 ? 'accepted' : `answered ${answer.code}: ${answer.msg}`
}

/** Walks a scenario on a server up to the first step that shows something else; answers what. */
export const walkOverHttp = async (app: TestApp, ids: IdOf, { chart, steps }: Scenario): Promise<string[]> => {
  const process = (await charted.get(chart)!.process()) as unknown as Process<Told>
  const taken = steps.filter(({ event, refused }) => event && !refused).map(toldBy)
  let world: Record<string, unknown> = {}
  // Some names are people of this walk alone.
  const own = new Map<string, string>()
  const idOf: IdOf = (name) => own.get(name) ?? ids(name)
  const told = (factOf: Model['factOf']) => toldModel(factOf, () => world, idOf)
  const { model, driver } = process
  const begin: typeof driver.begin = async (...args) => {
    const people = await driver.begin(...args)
    // An account that a walk opens is nobody yet.
    for (const [name, login] of people)
      await app.login(login).then(
        ({ id }) => own.set(name, id),
        () => undefined,
      )
    return people
  }
  const office = await openOffice(app)(
    {
      model: { ...model, factOf: told(model.factOf) },
      driver: { ...driver, begin, factOf: told(driver.factOf ?? model.factOf) },
    },
    taken,
  )

  /** Makes a step; answers what is stored and what the list shows otherwise than expected. */
  const made = async (index: number, step: Step): Promise<string[]> => {
    await office.make(toldBy(step), office.call)
    const next = steps.slice(index + 1).find(({ event, refused }) => event && !refused)
    const { expected, seen } = await office.look(next && toldBy(next))
    const state = stateOf(step, office.standing())
    const facts = await office.says()
    return [
      ...differences(index, step, 'what is stored:', expected, seen),
      ...differences(index, step, 'its event:', facts.expected, facts.seen),
      ...differences(index, step, 'the state after it', state.expected, state.shown),
    ]
  }
  const tried = async (index: number, step: Step): Promise<string[]> => {
    const outcome = outcomeOf(chart, await office.call(toldBy(step)))
    return differences(index, step, 'its call', `refused: ${step.refused}`, outcome)
  }

  for (const [index, step] of steps.entries()) {
    if (step.meanwhile) {
      await happenings[chart]![step.meanwhile]!(app, office.stream()!.slice(chart.length + 1))
      world = { ...world, ...circumstances[chart]![step.meanwhile] }
    }
    // What a provider says wrongly is an alarm and no refusal.
    if (!step.event || step.level || (step.refused && step.who === 'SYS')) continue
    const wrong = await (step.refused ? tried : made)(index, step)
    const shown =
      step.row === undefined
        ? []
        : differences(index, step, 'the row’s', step.row, shownAs(await rowOf(app, office.stream()!), step.row, idOf))
    if (wrong.length + shown.length > 0) return [...wrong, ...shown]
  }
  return []
}
