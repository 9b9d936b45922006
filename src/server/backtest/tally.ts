import { machineOutcome } from '../../machines/approval.facts.ts'
import { type BacktestResult, type Cell, type Fate, fates, type Outcome } from '../../machines/backtest.ts'
import type { Judgement } from '../risk/compile.ts'

export const nothingYet = (): BacktestResult => ({
  judged: 0,
  changed: 0,
  erased: 0,
  notKept: 0,
  cells: {},
  rules: {},
  ratings: {},
})

type Order = { amount: number; stage: string; loan: string }

/** Adds an application to the tally by its judgements before and now; answers its cell. */
export const count = (tally: BacktestResult, order: Order, before: Judgement, now: Judgement): Cell => {
  const cell = `${outcomes[machineOutcome(before)]}.${outcomes[machineOutcome(now)]}` as const
  const counted = (tally.cells[cell] ??= { count: 0, amount: 0, became: {} })
  const fate = fateOf(order)
  counted.count += 1
  counted.amount += order.amount
  counted.became[fate] = (counted.became[fate] ?? 0) + 1
  tally.judged += 1
  if (machineOutcome(before) !== machineOutcome(now)) tally.changed += 1
  for (const { rule } of before.hits) pairOf(tally.rules, rule).before += 1
  for (const { rule } of now.hits) pairOf(tally.rules, rule).now += 1
  pairOf(tally.ratings, before.rating).before += 1
  pairOf(tally.ratings, now.rating).now += 1
  return cell
}

/** The outcome of an order: the state of its loan if it was paid out. An empty `loan` means that it has none. */
const fateOf = ({ stage, loan }: Order): Fate =>
  own(repayment, loan) ?? ((fates as readonly string[]).includes(stage) ? (stage as Fate) : 'underWay')

const repayment: Record<string, Fate> = {
  current: 'owing',
  due: 'owing',
  'overdue.early': 'overdue',
  'overdue.late': 'overdue',
  settled: 'repaid',
  writtenOff: 'writtenOff',
}

/** Adds up two tallies. */
export const sum = (one: BacktestResult, other: BacktestResult): BacktestResult => added(one, other) as BacktestResult

const outcomes = {
  machinePassed: 'passed',
  machineReferred: 'referred',
  machineRejected: 'rejected',
} as const satisfies Record<string, Outcome>

// A rule may have the name of an inherited property, such as `constructor`.
const own = <Value>(all: Record<string, Value>, name: string) => (Object.hasOwn(all, name) ? all[name] : undefined)

const pairOf = (pairs: BacktestResult['rules'], name: string) => {
  const pair = own(pairs, name) ?? { before: 0, now: 0 }
  pairs[name] = pair
  return pair
}

type Counts = number | { [name: string]: Counts }

const added = (one: Counts | undefined, other: Counts | undefined): Counts => {
  if (one === undefined || other === undefined) return one ?? other ?? 0
  if (typeof one === 'number' || typeof other === 'number') return Number(one) + Number(other)
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(names.map((name) => [name, added(own(one, name), own(other, name))]))
}
