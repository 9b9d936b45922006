import { sql } from 'kysely'
import type { Backtest, BacktestResult } from '../../machines/backtest.ts'
import { idOf } from '../../machines/kernel.ts'
import { firstVersion } from '../../machines/rules.first.ts'
import type { Database } from '../db/database.ts'
import { rulesOf } from '../risk/versions.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { readAhead } from '../store/streamPages.ts'
import { type JudgedPage, type Judges, startJudge } from './judge.ts'
import { type BacktestPage, pageAfter } from './page.ts'
import type { Tried } from './run.ts'
import { sum } from './tally.ts'

/** Judges the applications page by page. A worker that takes over a run resumes after the pages counted. */
export const runBacktest =
  (server: Server): Effect<'backtest'> =>
  async ({ stream }, { stopping }) => {
    const { db, store, sessions, clock } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await runOf(db, id)
    if (value !== 'running' || !run) return undefined
    const asker = await sessions.current(context.asker)
    if (!asker?.may('backtest.request'))
      return { event: { type: 'backtestFailed', by: 'SYS', at: clock.now(), reason: 'notPermitted' } }

    const { judge, stop } = startJudge(await judgesOf(server, context, run.content))
    try {
      const first: BacktestPage = { lines: '', done: run.done, next: run.next }
      let { pages } = run
      let result = JSON.parse(run.tally) as BacktestResult
      const read = readAhead(first, (before) => pageAfter(db, context.wanted!, context.requestedAt, before))
      // A pipeline: one page is read while the previous one is judged and the one before that is stored.
      const judged = readAhead<Judged>({ page: first }, async () => {
        const page = await read.next()
        return page.done ? undefined : { page: page.value, ...(await judge(page.value.lines)) }
      })
      for await (const { page, tally, cells } of judged) {
        result = sum(result, tally!)
        if (!(await keepPage(db, id, { pages, page, result, cells: cells! }))) return undefined
        pages += 1
        if (stopping.aborted) return { again: 0 }
      }
      return {
        event: { type: 'backtestFinished', by: 'SYS', at: clock.now(), result },
        writes: (tx) => tx.deleteFrom('backtest_run').where('id', '=', id).execute(),
      }
    } finally {
      await stop()
    }
  }

const runOf = (db: Database, id: string) =>
  db.sql.selectFrom('backtest_run').selectAll().where('id', '=', id).executeTakeFirst()

const judgesOf = async (server: Server, { wanted }: Backtest, content: string): Promise<Judges> => {
  const { now, against } = JSON.parse(content) as Tried
  const name = wanted!.against
  return name !== null && against
    ? { now, before: { [name]: against }, against: name }
    : { now, before: await everPublished(server), against: null }
}

// An application may have been judged by any version published so far.
const everPublished = async ({ db, store }: Server): Promise<Judges['before']> => {
  const rows = await db.sql.selectFrom('rule_set').select('number').where('place', 'is not', null).execute()
  const names = [firstVersion, ...rows.map(({ number }) => String(number))]
  const contents = await Promise.all(
    names.map(async (name) => [name, (await rulesOf({ db, store }).contentOf(name))!] as const),
  )
  return Object.fromEntries(contents)
}

type Judged = { page: BacktestPage } & Partial<JudgedPage>

type Counted = { pages: number; page: BacktestPage; result: BacktestResult; cells: JudgedPage['cells'] }

/** Stores a judged page. False when another worker has stored it, or when the backtest was dropped. */
const keepPage = (db: Database, id: string, { pages, page, result, cells }: Counted): Promise<boolean> =>
  db.sql.transaction().execute(async (tx) => {
    // A crash loses whole pages at most, and nobody was told of those: they are judged again.
    await sql`set local synchronous_commit = off`.execute(tx)
    const moved = await tx
      .updateTable('backtest_run')
      .set({ pages: pages + 1, done: page.done, next: page.next, tally: JSON.stringify(result) })
      .where('id', '=', id)
      .where('pages', '=', pages)
      .returning('id')
      .execute()
    if (moved.length === 0) return false
    const rows = Object.entries(cells).map(([cell, orders]) => ({
      backtest: id,
      cell,
      n: pages,
      count: orders.length,
      orders: orders.join(' '),
    }))
    if (rows.length > 0) await tx.insertInto('backtest_cell').values(rows).execute()
    return true
  })
