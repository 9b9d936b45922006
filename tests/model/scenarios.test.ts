import { expect, test } from 'vitest'
import { charted } from './charts.ts'
import { itself, leavesIn, type Model, placesOf, play, refusedHere, unborn } from './model.ts'
import { listed } from './scenarios.lists.ts'
import {
  circumstances,
  differences,
  type Scenario,
  scenarioOf,
  scenarios,
  stateOf,
  type Told,
  toldBy,
  toldModel,
} from './scenarios.ts'

/** Walks a scenario at its chart; answers what is otherwise. `showing` is told the states in which a row is said. */
const walkAtChart = ({ chart, steps }: Scenario, showing: (places: readonly string[]) => void = () => {}): string[] => {
  let world: Record<string, unknown> = {}
  const { model: plain } = charted.get(chart)!
  const model: Model<Told> = { ...plain, moves: [], factOf: toldModel(plain.factOf, () => world, itself) }
  let standing = unborn(model)
  for (const [index, step] of steps.entries()) {
    if (step.meanwhile) world = { ...world, ...circumstances[chart]![step.meanwhile] }
    if (!step.event) continue
    const move = toldBy(step)
    const refused = refusedHere(model, standing, move)
    const wrong = differences(index, step, 'the rule that refuses it', step.refused, refused)
    if (wrong.length > 0) return wrong
    if (!step.refused) standing = play(model, standing, move)
    const { expected, shown } = stateOf(step, standing)
    const elsewhere = differences(index, step, 'the state after it', expected, shown)
    if (elsewhere.length > 0) return elsewhere
    if (step.row !== undefined) showing(leavesIn(standing))
  }
  return []
}

test.each(scenarios().map((one) => [one.chart, one.about, one] as const))('%s: %s', (_, __, scenario) => {
  expect(walkAtChart(scenario)).toEqual([])
})

// A message is sent at once, so that no list shows it between; and the first record of a case is an episode of its own.
const neverShown: Record<string, readonly string[]> = { message: ['sending'], recoveryCase: ['quiet'] }

test('each list has a row that is written by hand for every state of its chart', () => {
  const missing = listed.flatMap((chart) => {
    const shown = new Set<string>()
    for (const one of scenarios().filter((one) => one.chart === chart && !one.level))
      walkAtChart(one, (places) => places.forEach((place) => shown.add(place)))
    const { machine } = charted.get(chart)!.model
    const states = placesOf(machine).filter((place) => place !== 'new' && !neverShown[chart]?.includes(place))
    return states.filter((place) => !shown.has(place)).map((place) => `${chart} ${place}`)
  })
  expect(missing).toEqual([])
})

const money = ['payout', 'loan', 'withdrawal', 'statementLine']

test('each chart of money has ten scenarios, and every other has three', () => {
  const counts = Map.groupBy(scenarios(), ({ chart }) => chart)
  const least = (chart: string) => (money.includes(chart) ? 10 : 3)
  expect([...charted.keys()].filter((chart) => (counts.get(chart)?.length ?? 0) < least(chart))).toEqual([])
})

test.each([
  [{ who: 'finance', event: 'payoutAproved' }, /step 1: payoutAproved is no event\. There are: .*payoutApproved, /],
  [{ who: 'boss', event: 'payoutApproved' }, /boss is no actor\. There are: SYS, app, owner, finance, /],
  [{ who: 'finance', event: 'payoutApproved', refused: 'notLastChange' }, /no rule\. There are: .*notLastChanger/],
  [{ who: 'finance', event: 'payoutApproved', state: 'sent' }, /sent is no state\. There are: .*sending, /],
  [{ meanwhile: 'raining' }, /raining is no circumstance\. There are: approvalTakenBack/],
  [{ who: 'finance', event: 'payoutApproved', expects: 1 }, /expects is no word of a step\. There are: who, event, /],
])('a scenario with a word that there is not says which there are: %j', (step, message) => {
  expect(() => scenarioOf('payout', 'wrong.json', { about: 'a wrong word', steps: [step] })).toThrow(message)
})
