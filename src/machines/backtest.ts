import { assign, setup } from 'xstate'
import {
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'
import { asker, begun, ended, failed, type LongJob, timedOut } from './longJob.ts'

export const outcomes = ['passed', 'referred', 'rejected'] as const
export type Outcome = (typeof outcomes)[number]
/** A cell of the table: the machine's outcome at the time, and its outcome under the version on trial. */
export type Cell = `${Outcome}.${Outcome}`

export const fates = [
  'repaid',
  'owing',
  'overdue',
  'writtenOff',
  'passed',
  'firstRejected',
  'finalRejected',
  'machineRejected',
  'closed',
  'underWay',
] as const
/** The outcome of an order's loan after the payout. */
export type Fate = (typeof fates)[number]

type ThenAndNow = { before: number; now: number }

/**
 * The result of a run over many applications. Amounts are the rupiah applied for. `changed` is 0 when the draft changes
 * no decision.
 */
export type BacktestResult = {
  judged: number
  changed: number
  /** Applications whose customer data was destroyed. */
  erased: number
  /** Applications whose machine inputs were not kept. */
  notKept: number
  cells: Partial<Record<Cell, { count: number; amount: number; became: Partial<Record<Fate, number>> }>>
  /** The number of applications that each rule hit. */
  rules: Record<string, ThenAndNow>
  ratings: Record<string, ThenAndNow>
}

/**
 * The version on trial and its edition, its baseline (null: the decisions made at the time), and the period whose
 * newest applications it runs on.
 */
type Wanted = {
  ruleSet: string
  edition: number
  against: string | null
  from: number
  to: number
  most: number
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type BacktestEvent =
  | Did<'backtestRequested', Wanted & { applications: number }>
  | Did<'backtestBegun', { runTtl: number }>
  | Did<'backtestFinished', { result: BacktestResult }>
  | Did<'backtestFailed', { reason: 'notPermitted' }>
  | Did<'backtestCancelled'>
  | DeadlineFact<'backtestTimedOut'>

export type Backtest = LongJob & {
  wanted: Wanted | null
  applications: number
  result: BacktestResult | null
}

type About = { context: Backtest; event: Payload<BacktestEvent> }

const rules = {
  asker,
  someApplications: onPayload(({ event }: About) => event.applications! > 0),
}

const cancel = { interface: 'backtest.cancel' }

/**
 * A background run of a rule set version on past applications. The orders of each cell are stored beside the events.
 */
export const backtestMachine = setup({
  types: {} as { context: Backtest; events: BacktestEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { runDue: ({ context }) => context.runDue },
  actions: { beginBacktest: effect, runBacktest: effect, noteBacktest: effect, dropBacktest: effect },
}).createMachine({
  id: 'backtest',
  version: '1',
  initial: 'new',
  context: {
    asker: '',
    wanted: null,
    applications: 0,
    result: null,
    reason: null,
    requestedAt: 0,
    endedAt: null,
    runDue: 0,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        backtestRequested: {
          target: 'requested',
          guard: 'someApplications',
          meta: { interface: 'backtest.request', asks: ['against', 'from', 'to', 'most'] },
          actions: [
            assign(({ event: { by, at, applications, ruleSet, edition, against, from, to, most } }) => ({
              asker: by,
              wanted: { ruleSet, edition, against, from, to, most },
              applications,
              requestedAt: at,
            })),
            'beginBacktest',
          ],
        },
      },
    },

    requested: {
      tags: 'way',
      on: {
        backtestBegun: {
          target: 'running',
          actions: [assign(begun), 'runBacktest'],
        },
        backtestCancelled: {
          target: 'cancelled',
          guard: 'asker',
          meta: cancel,
          actions: [assign(ended), 'dropBacktest'],
        },
      },
    },

    running: {
      tags: 'way',
      on: {
        backtestFinished: {
          target: 'done',
          meta: { tone: 'success' },
          actions: [assign(({ event }) => ({ result: event.result, endedAt: event.at })), 'noteBacktest'],
        },
        backtestFailed: {
          target: 'failed',
          actions: [assign(failed), 'dropBacktest'],
        },
        backtestTimedOut: {
          target: 'failed',
          meta: { after: 'runDue' },
          actions: [assign(timedOut), 'dropBacktest'],
        },
        backtestCancelled: {
          target: 'cancelled',
          guard: 'asker',
          meta: cancel,
          actions: [assign(ended), 'dropBacktest'],
        },
      },
    },

    done: { tags: 'goal' },
    failed: {},
    cancelled: {},
  },
})
