import { accountModel } from './account.moves.ts'
import { approvalModel } from './approval.model.ts'
import { approvalTour } from './approval.tour.ts'
import { backtestModel } from './backtest.moves.ts'
import { bulkModel } from './bulk.moves.ts'
import { customerEditModel } from './customerEdit.moves.ts'
import { exportModel } from './export.moves.ts'
import { loanModel } from './loan.moves.ts'
import type { Model, Move } from './model.ts'
import { orderSheetModel } from './orderSheet.moves.ts'
import { reviewerModel } from './reviewer.moves.ts'
import { reviewGroupModel } from './reviewGroup.moves.ts'
import { roleModel } from './role.moves.ts'
import { ruleSetModel } from './ruleset.moves.ts'
import type { System } from './walk.ts'

export type OpenOptions = { databaseUrl: string | undefined; seed: number }

/** A chart that can be walked; the chart level needs no more than the model. */
export type Charted = {
  model: Model
  /** What the tests walk in browsers each time; the whole takes minutes. */
  tour?: readonly Move[]
  http?: (options: OpenOptions) => Promise<System>
  browser?: (options: OpenOptions) => Promise<System>
}

const charts: readonly Charted[] = [
  {
    model: approvalModel,
    tour: approvalTour,
    http: async (options) => (await import('./approval.http.ts')).httpSystem({ ...options, everything: false }),
    browser: async (options) => (await import('./approval.browser.ts')).browserSystem({ ...options, atWork: false }),
  },
  { model: accountModel },
  { model: roleModel },
  { model: exportModel },
  { model: bulkModel },
  { model: customerEditModel },
  { model: orderSheetModel },
  { model: backtestModel },
  {
    model: ruleSetModel,
    http: async (options) => (await import('./ruleset.http.ts')).ruleSetSystem(options),
  },
  {
    model: reviewGroupModel,
    http: async (options) => (await import('./reviewers.http.ts')).groupSystem(options),
  },
  {
    model: reviewerModel,
    http: async (options) => (await import('./reviewers.http.ts')).reviewerSystem(options),
  },
  { model: loanModel },
]

/** Every chart that has a model, by its name. */
export const charted: ReadonlyMap<string, Charted> = new Map(charts.map((chart) => [chart.model.name, chart]))
