import type { Backtest, BacktestResult } from '../../src/machines/backtest.ts'
import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import { firstVersion } from '../../src/machines/rules.first.ts'
import { policy } from '../../src/server/policy.ts'
import * as backtest from '../../src/services/backtest.ts'
import { passing } from '../kit/passing.ts'
import { backtestModel, type Move } from './backtest.moves.ts'
import type { Driver, Process } from './office.ts'
import { without } from './rights.ts'

type Known = {
  ids: ReadonlyMap<string, string>
  applications: number
  wanted: NonNullable<Backtest['wanted']>
  result?: BacktestResult
}

/** Backtests of the built-in rules over all orders of the form's default days. */
export const backtestProcess = (): Process<Move, Backtest> => {
  let known: Known | undefined

  const wantedOn = (day: string): Known['wanted'] => ({
    ruleSet: firstVersion,
    edition: 0,
    against: null,
    from: dayStart(addDays(day, -89)),
    to: dayStart(addDays(day, 1)),
    most: 100_000,
  })
  const facts = (type: Move['type']): object => {
    switch (type) {
      case 'backtestRequested':
        return { ...known!.wanted, applications: known!.applications }
      case 'backtestBegun':
        return { runTtl: policy.runTtl }
      case 'backtestFinished':
        return { result: known!.result }
      case 'backtestFailed':
        return { reason: 'notPermitted' }
      default:
        return {}
    }
  }

  const driver: Driver<Move, Backtest> = {
    isIdle: true,
    factOf: ({ type, by }, { state: { armed } }, at): Fact => ({
      ...facts(type),
      ...(armed[type] && { armed: armed[type].version }),
      type,
      by: known!.ids.get(by) ?? by,
      at,
    }),
    begin: async (app) => {
      if (!known) await app.apply(passing())
      await app.settle()
      const orders = await app.db.sql.selectFrom('approval').select('order_no').execute()
      const names = ['risk', 'risk.2']
      const people = await Promise.all(names.map((name) => app.login(name)))
      known = {
        ids: new Map(people.map(({ id }, index) => [names[index]!, id])),
        applications: orders.length,
        wanted: wantedOn(businessDay(app.clock.now())),
      }
      return new Map()
    },
    ask: async ({ type }, { stream }) => {
      if (type === 'backtestCancelled')
        return stream ? { endpoint: backtest.cancel, body: { id: stream.slice('backtest/'.length) } } : undefined
      // The call always creates another backtest, so it cannot be repeated on this one.
      if (type !== 'backtestRequested' || stream) return undefined
      const { edition: _, ...wanted } = known!.wanted
      return { endpoint: backtest.request, body: wanted }
    },
    bring: async ({ type }, stream, app) => {
      // One round of work only: the next would judge the applications.
      if (type === 'backtestBegun') return app.work.runDue()
      if (type === 'backtestFailed') return without(app, 'risk', 'backtest.request', app.settle)
      await app.settle()
      const { result } = (await app.server.store.state(stream as StreamOf<'backtest'>)).context
      if (result) known!.result = result
      return undefined
    },
  }

  return { model: backtestModel, driver }
}
