import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isNext, turnMs } from '../../../src/server/jobs/turn.ts'
import { oneEngine } from '../../kit/engines.ts'
import { requestExport } from '../../kit/exports.ts'
import { withApp } from '../../kit/withApp.ts'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })

  test('of the exports of one person, the next begins when the one before has ended', async () => {
    const reviewer = await app.login('reviewer1')
    const other = await app.login('admin')
    const first = await requestExport(reviewer)
    app.clock.advance(1)
    const second = await requestExport(reviewer)
    const others = await requestExport(other)
    await app.settle()
    app.clock.advance(turnMs)
    await app.settle()
    const { rows } = await sql<{ what: string }>`
      select stream || ' ' || type as what from es_event
      where stream like 'export/%' and type in ('exportBegun', 'exportFinished') order by pos`.execute(app.db.sql)
    const steps = rows.map(({ what }) => what)
    const own = steps.filter((step) => !step.includes(others))
    expect(own).toEqual([
      `export/${first} exportBegun`,
      `export/${first} exportFinished`,
      `export/${second} exportBegun`,
      `export/${second} exportFinished`,
    ])
    expect(steps).toHaveLength(6)
  })

  describe('backtests wait in one queue', () => {
    type Job = { id: string; state: string; at: number }
    const nextOf = async (id: string, ...jobs: Job[]) => {
      await sql`delete from backtest`.execute(app.db.sql)
      for (const job of jobs)
        await sql`
          insert into backtest (id, version, state, asker, rule_set, edition, applied_from, applied_to, applications, requested_at)
          values (${job.id}, 1, ${job.state}, ${`asker of ${job.id}`}, '1', 1, 0, 1, 1, ${job.at})`.execute(app.db.sql)
      return isNext(app.db, { table: 'backtest', id })
    }
    const waiting = { id: 'b', state: 'requested', at: 5 }

    test.each([
      ['alone, one begins', true, []],
      ['behind one that runs, though requested later, it waits', false, [{ id: 'a', state: 'running', at: 9 }]],
      ['behind one requested earlier, it waits', false, [{ id: 'z', state: 'requested', at: 4 }]],
      ['before one requested later, it begins', true, [{ id: 'a', state: 'requested', at: 6 }]],
      ['at one instant, the lower id goes first', false, [{ id: 'a', state: 'requested', at: 5 }]],
      ['behind those that ended, it begins', true, [{ id: 'a', state: 'done', at: 1 }]],
    ])('%s', async (_what, expected, others) => {
      expect(await nextOf('b', waiting, ...others)).toBe(expected)
    })
  })
})
