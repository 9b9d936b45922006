import { type BacktestResult, type Cell } from '../../machines/backtest.ts'
import * as backtest from '../../services/backtest.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { rulesOf, ruleSetStream } from '../risk/versions.ts'
import type { Server } from '../server.ts'
import { stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { cellReader } from './cells.ts'
import { applicationsOf } from './page.ts'
import type { BacktestRow } from './projection.ts'
import { beginRun } from './run.ts'

const mostListed = 20

/** Backtests: requested, read by anyone permitted, and cancelled by whoever requested them. */
export const backtestHandlers = (server: Server) => {
  const { db, store, ids, handle } = server
  const rules = rulesOf(server)
  const ordersIn = cellReader(db)

  const { create, send } = commandsOf(server, 'backtest', ({ id }: { id: string }) => id)
  create(backtest.request, 'backtestRequested', async ({ ruleSet, against, from, to, most }, call) => {
    if (from >= to) throw badInput([{ field: 'to', reason: 'days' }], call.language)
    const content = await rules.contentOf(ruleSet)
    if (!content) throw notFound()
    const other = against === null ? null : await rules.contentOf(against)
    if (other === undefined) throw badInput([{ field: 'against', reason: 'ruleSet' }], call.language)
    const { edition } = (await store.state(ruleSetStream(ruleSet))).context
    const applications = await applicationsOf(db, { from, to, most })
    const id = ids()
    return {
      id,
      facts: { ruleSet, edition, against, from, to, most, applications },
      writes: (tx) => beginRun(tx, id, { now: content, against: other }),
    }
  })

  handle(backtest.cancel, (body, call) => send(body, call, { type: 'backtestCancelled', ...stamp(call) }))

  handle(backtest.list, async ({ ruleSet }, { now }) => {
    const rows = await db.sql
      .selectFrom('backtest')
      .leftJoin('backtest_run', 'backtest_run.id', 'backtest.id')
      .selectAll('backtest')
      .select('done')
      .where('rule_set', '=', ruleSet)
      .orderBy('requested_at', 'desc')
      .orderBy('backtest.id', 'desc')
      .limit(mostListed)
      .execute()
    return { backtests: await shown(rows, now) }
  })

  handle(backtest.one, async ({ id }, { now }) => {
    const row = await db.sql
      .selectFrom('backtest')
      .leftJoin('backtest_run', 'backtest_run.id', 'backtest.id')
      .selectAll('backtest')
      .select(['done', 'tally'])
      .where('backtest.id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound()
    const { context } = await store.state(`backtest/${id}`)
    const soFar = row.tally === null ? null : (JSON.parse(row.tally) as BacktestResult)
    return {
      ...(await shown([row], now))[0]!,
      result: context.result ?? soFar,
    }
  })

  handle(backtest.orders, ({ id, before, now, after, limit }) =>
    ordersIn(id, `${before}.${now}` satisfies Cell, { after, limit }),
  )

  const shown = async (
    rows: readonly (BacktestRow & { done: number | null })[],
    now: number,
  ): Promise<DataOf<typeof backtest.list>['backtests']> => {
    const names = await staffNames(
      db,
      rows.map(({ asker }) => asker),
    )
    return rows.map((row) => ({
      id: row.id,
      state: row.state,
      ruleSet: row.rule_set,
      against: row.against,
      from: row.applied_from,
      to: row.applied_to,
      // The run's row, and with it `done`, is deleted when the backtest ends.
      done: row.done ?? (row.state === 'done' ? row.applications : 0),
      applications: row.applications,
      judged: row.judged,
      changed: row.changed,
      reason: row.reason,
      asker: { id: row.asker, name: names.get(row.asker) ?? row.asker },
      requestedAt: row.requested_at,
      endedAt: row.ended_at,
      seconds: Math.round(((row.ended_at ?? now) - row.requested_at) / 1000),
    }))
  }
}
