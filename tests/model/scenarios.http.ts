import * as payout from '../../src/services/payout.ts'
import * as statement from '../../src/services/statement.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import type { TestApp } from '../kit/app.ts'
import { charted } from './charts.ts'
import type { IdOf, Model } from './model.ts'
import { type Answer, openOffice, type Process } from './office.ts'
import { payoutProcess, undo } from './payout.driver.ts'
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
import { statementLineProcess } from './statementLine.driver.ts'
import { withdrawalProcess } from './withdrawal.driver.ts'

type Scene = {
  process: Process<Told>
  /** The row of the process's list, as a person sees it. */
  row: (app: TestApp) => Promise<Record<string, unknown> | undefined>
  meanwhile: Record<string, (app: TestApp) => Promise<unknown>>
}

/** The scene of a chart whose list no scenario looks at. */
const plainScene = async (chart: string): Promise<Scene> => {
  const process = (await charted.get(chart)!.process()) as unknown as Process<Told>
  return { process, row: async () => undefined, meanwhile: {} }
}

const scenes: Record<string, () => Scene> = {
  payout: () => {
    const process = payoutProcess()
    const orderNo = process.orderNo
    return {
      process: process as unknown as Process<Told>,
      row: async (app) =>
        (await (await app.login('finance')).data(payout.list, { list: 'all', orderNo: orderNo() })).rows[0],
      meanwhile: {
        approvalTakenBack: (app) => undo(app, orderNo()),
      },
    }
  },
  withdrawal: () => {
    const { known, ...process } = withdrawalProcess()
    return {
      process: process as unknown as Process<Told>,
      // Each scenario's withdrawal is of another amount.
      row: async (app) =>
        (await (await app.login('finance')).data(withdrawal.list, {})).rows.find(
          ({ amount }) => amount === known().amount,
        ),
      meanwhile: {},
    }
  },
  statementLine: () => {
    const { id, ...process } = statementLineProcess()
    return {
      process: process as unknown as Process<Told>,
      row: async (app) =>
        (await (await app.login('finance')).data(statement.list, {})).rows.find((one) => one.id === id()),
      meanwhile: {},
    }
  },
}

/** What a row shows, without the columns that are empty, in the words of a scenario: `*` is any value, `@finance` a person. */
const shownAs = (row: Record<string, unknown> | undefined, expected: Record<string, unknown>, ids: IdOf) => {
  const names = new Map(actors.map((one) => [ids(one), `@${one}`]))
  const named = (value: unknown) => (typeof value === 'string' ? (names.get(value) ?? value) : value)
  const shown = Object.entries(row ?? {}).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(
    shown.map(([name, value]) => [
      name,
      expected[name] === '*' ? '*' : Array.isArray(value) ? value.map(named) : named(value),
    ]),
  )
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
  const { process, row, meanwhile } = scenes[chart]?.() ?? (await plainScene(chart))
  const taken = steps.filter(({ event, refused }) => event && !refused).map(toldBy)
  let world: Record<string, unknown> = {}
  const told = (factOf: Model['factOf']) => toldModel(factOf, () => world, ids)
  const { model, driver } = process
  const office = await openOffice(app)(
    {
      model: { ...model, factOf: told(model.factOf) },
      driver: { ...driver, factOf: told(driver.factOf ?? model.factOf) },
    },
    taken,
  )

  /** Makes a step; answers what is stored and what the list shows otherwise than expected. */
  const made = async (index: number, step: Step): Promise<string[]> => {
    await office.make(toldBy(step), office.call)
    const next = steps.slice(index + 1).find(({ event, refused }) => event && !refused)
    const { expected, seen } = await office.look(next && toldBy(next))
    const state = stateOf(step, office.standing())
    return [
      ...differences(index, step, 'what is stored:', expected, seen),
      ...differences(index, step, 'the state after it', state.expected, state.shown),
    ]
  }
  const tried = async (index: number, step: Step): Promise<string[]> => {
    const outcome = outcomeOf(chart, await office.call(toldBy(step)))
    return differences(index, step, 'its call', `refused: ${step.refused}`, outcome)
  }

  for (const [index, step] of steps.entries()) {
    if (step.meanwhile) {
      await meanwhile[step.meanwhile]!(app)
      world = { ...world, ...circumstances[chart]![step.meanwhile] }
    }
    // What a provider says wrongly is an alarm and no refusal.
    if (!step.event || step.level || (step.refused && step.who === 'SYS')) continue
    const wrong = await (step.refused ? tried : made)(index, step)
    const shown = step.row
      ? differences(index, step, 'the row’s', step.row, shownAs(await row(app), step.row, ids))
      : []
    if (wrong.length + shown.length > 0) return [...wrong, ...shown]
  }
  return []
}
