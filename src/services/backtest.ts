import * as z from 'zod/mini'
import { fates, outcomes } from '../machines/backtest.ts'
import { answer, type DataOf, endpoint, serial, text, whole } from './endpoint.ts'
import { versionName } from './risk.ts'

const id = text(60)
const instant = whole
/** The most applications of one backtest. */
export const mostApplications = 1_000_000

/**
 * Runs a version of the rules on the newest applications of a period (`to` is exclusive). The baseline is another
 * version or, left out, the decisions made at the time.
 */
export const request = endpoint({
  id: 'backtest.request',
  method: 'POST',
  path: '/risk/backtest/request',
  permission: 'granted',
  body: z.strictObject({
    ruleSet: versionName,
    against: z.nullable(versionName),
    from: instant,
    to: instant,
    most: whole.check(z.positive('positive'), z.maximum(mostApplications, 'tooMany')),
  }),
  data: answer,
})

export const cancel = endpoint({
  id: 'backtest.cancel',
  method: 'POST',
  path: '/risk/backtest/cancel',
  permission: 'granted',
  body: z.strictObject({ id }),
  data: answer,
})

const backtest = z.object({
  id: z.string(),
  state: z.string(),
  ruleSet: z.string(),
  against: z.nullable(z.string()),
  from: instant,
  to: instant,
  /** The applications read so far, and their number at the request. */
  done: whole,
  applications: whole,
  judged: z.nullable(whole),
  changed: z.nullable(whole),
  reason: z.nullable(z.string()),
  asker: z.object({ id: z.string(), name: z.string() }),
  requestedAt: instant,
  endedAt: z.nullable(instant),
  /** From the request to the end. */
  seconds: whole,
})
export type BacktestRow = DataOf<typeof list>['backtests'][number]

/** The newest backtests of a version. */
export const list = endpoint({
  id: 'backtest.list',
  method: 'POST',
  path: '/risk/backtest/list',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ruleSet: versionName }),
  data: z.object({ backtests: z.array(backtest) }),
})

const pairs = z.record(z.string(), z.object({ before: whole, now: whole }))

const result = z.object({
  judged: whole,
  changed: whole,
  erased: whole,
  notKept: whole,
  cells: z.record(z.string(), z.object({ count: whole, amount: whole, became: z.partialRecord(z.enum(fates), whole) })),
  rules: pairs,
  ratings: pairs,
})

/**
 * One backtest. `result` covers the applications read so far, and is null after a cancellation. Rules are in the
 * version's order.
 */
export const one = endpoint({
  id: 'backtest.one',
  interface: 'backtest.list',
  method: 'POST',
  path: '/risk/backtest/one',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object({ ...backtest.shape, result: z.nullable(result) }),
})
export type BacktestFound = DataOf<typeof one>

const outcome = z.enum(outcomes)
const place = z.strictObject({ page: serial, index: serial })

/** The orders of a cell, newest first, in their present state. */
export const orders = endpoint({
  id: 'backtest.orders',
  interface: 'backtest.list',
  method: 'POST',
  path: '/risk/backtest/orders',
  permission: 'granted',
  body: z.strictObject({
    id,
    before: outcome,
    now: outcome,
    after: z.optional(place),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        orderNo: z.string(),
        state: z.string(),
        app: z.string(),
        product: z.string(),
        amount: whole,
        term: whole,
        rating: z.nullable(z.string()),
        appliedAt: instant,
      }),
    ),
    next: z.nullable(place),
  }),
})

export const commands = { backtestRequested: request, backtestCancelled: cancel }
