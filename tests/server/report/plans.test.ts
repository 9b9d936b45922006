import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { ages, daysAfterDue } from '../../../src/machines/loan.course.ts'
import { counters } from '../../../src/server/processes.ts'
import { reports } from '../../../src/services/report.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillOrders } from '../../kit/manyOrders.ts'
import { blocksOf, drawn, faultsOf } from '../../kit/plans.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const big = [
  'report_application',
  'report_decision',
  'report_device',
  'report_visitor',
  'report_loan',
  'report_borrower',
  'report_instalment',
  'report_due',
  'report_first',
  'report_balance',
  'report_age',
  'es_event',
  'es_stream',
  'approval',
]
const days = 1500

describe.each(onlyPostgres())(`on $engine with ${days} days of figures`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let analyst: Caller
  let database: Watched

  beforeAll(async () => {
    // Day after day, as they are counted.
    await fillOrders(app.db, 20_000, start)
    await sql`
      insert into report_application
      select to_char(${today}::date - n, 'YYYY-MM-DD'), app, channel, 'KILAT', kind, 9, 8, 7, 6, 5, 1
      from generate_series(0, ${days - 1}) n, unnest(array['DK', 'PW']) app, unnest(array['new', 'old', 'globalOld']) kind,
        (select 'channel ' || n as channel from generate_series(1, 10) n) channel order by 1`.execute(app.db.sql)
    await sql`
      insert into report_decision
      select to_char(${today}::date - n, 'YYYY-MM-DD'), stage, app, 'organic', 'KILAT', 'new', reviewer, 'rules-1', 3, 1, 1, 0
      from generate_series(0, ${days - 1}) n, unnest(array['machine', 'first', 'final']) stage, unnest(array['DK', 'PW']) app,
        (select 'staff/' || n as reviewer from generate_series(1, 10) n) reviewer order by 1`.execute(app.db.sql)
    await sql`
      insert into report_visitor
      select to_char(${today}::date - n, 'YYYY-MM-DD'), app, channel, 9, 8, 7, 7
      from generate_series(0, ${days - 1}) n, unnest(array['DK', 'PW']) app,
        (select 'channel ' || n as channel from generate_series(1, 10) n) channel order by 1`.execute(app.db.sql)
    await sql`
      insert into report_device select 'device ' || n, ${today}, 'DK', 'organic', true, ${today}
      from generate_series(1, 50000) n`.execute(app.db.sql)
    await sql`
      insert into report_borrower
      select to_char(${today}::date - n, 'YYYY-MM-DD'), app, 'organic', 'KILAT', kind, 9, 8, 7, 6
      from generate_series(0, ${days - 1}) n, unnest(array['DK', 'PW']) app, unnest(array['new', 'old', 'globalOld']) kind
      order by 1`.execute(app.db.sql)
    await sql`
      insert into report_loan select 'order ' || n, 'person ' || n / 3, 'DK', 'organic', 'KILAT', 'new', ${start}, ${start}, null
      from generate_series(1, 50000) n`.execute(app.db.sql)
    const closes = daysAfterDue.map(() => 5)
    await sql`
      insert into report_due
      select to_char(${today}::date - n, 'YYYY-MM-DD'), basis, app, channel, 'KILAT', 9, 1, 900,
        ${sql.join([...closes, ...closes])}
      from generate_series(0, ${days - 1}) n, unnest(array['value', 'booked']) basis, unnest(array['DK', 'PW']) app,
        (select 'channel ' || n as channel from generate_series(1, 10) n) channel order by 1`.execute(app.db.sql)
    await sql`
      insert into report_first
      select to_char(${today}::date - n, 'YYYY-MM-DD'), to_char(${today}::date - n + 30, 'YYYY-MM-DD'), app, channel, 'KILAT', 'new', 9, 1
      from generate_series(0, ${days - 1}) n, unnest(array['DK', 'PW']) app,
        (select 'channel ' || n as channel from generate_series(1, 10) n) channel order by 1`.execute(app.db.sql)
    await sql`
      insert into report_instalment
      select 'order ' || n, 1, ${today}, 'DK', 'organic', 'KILAT', 9, array_fill(1::bigint, array[8]), array_fill(1::bigint, array[8])
      from generate_series(1, 50000) n`.execute(app.db.sql)
    for (const [table, day, all] of [
      ['report_age', sql`to_char(${today}::date - n, 'YYYY-MM-DD')`, days],
      ['report_age_month', sql`to_char(${today}::date - 31 * n, 'YYYY-MM') || '-01'`, days / 31],
    ] as const)
      await sql`
        insert into ${sql.table(table)}
        select ${day}, app, channel, 'KILAT', 9, ${sql.join(ages.flatMap(() => [900, 9]))}
        from generate_series(0, ${Math.floor(all)}::int) n, unnest(array['DK', 'PW']) app,
          (select 'channel ' || n as channel from generate_series(1, 10) n) channel order by 1`.execute(app.db.sql)
    await sql`
      insert into report_balance select 'order ' || n, ${today}, '9999-12-31', 'DK', 'organic', 'KILAT', 'current', 9
      from generate_series(1, 50000) n`.execute(app.db.sql)
    const application = { app: 'DK', channel: 'organic', product: 'KILAT', customerType: 'new' }
    await sql`
      insert into es_event (pos, stream, version, id, type, schema, state, actor, command, at, data, prev, hash)
      select 1000000 + n, 'approval/' || n / 4, 1 + n % 4, 'plan ' || n,
        (array['submitted', 'machinePassed', 'firstClaimed', 'firstPassed'])[1 + n % 4], 1,
        (array['machineReview', 'firstReview.wait', 'firstReview.claimed', 'finalReview.wait'])[1 + n % 4],
        'staff/1', 'plan ' || n, ${start}::bigint + n, ${JSON.stringify({ application })}, '', ''
      from generate_series(0, 199999) n`.execute(app.db.sql)
    // Of every row, so that each run has the same statistics and plans.
    await sql`alter table report_decision alter column day set statistics 1000`.execute(app.db.sql)
    await sql`vacuum analyze`.execute(app.db.sql)
    analyst = await app.login('analyst')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const plansOf = async (run: () => Promise<unknown>) => {
    const asked = (await database.during(run)).filter(({ sql: text }) => big.some((table) => text.includes(table)))
    expect(asked).not.toEqual([])
    return Promise.all(asked.map(database.planOf))
  }

  test.each(Object.values(reports))(
    '$name reads the days of its period alone',
    async ({ list, count, standing, filters: its }) => {
      const filters: readonly string[] = its
      const month = { daysFrom: dayStart(addDays(today, -30)), daysTo: dayStart(addDays(today, 1)) }
      for (const filter of [
        {},
        month,
        { ...month, app: 'DK' },
        ...(filters.includes('customerType') ? [{ ...month, customerType: 'old' as const }] : []),
      ])
        for (const call of [list, count, standing]) {
          const asked = await database.calling(analyst, call, filter)
          for (const query of asked.filter(({ sql: text }) => text.includes('from "report_'))) {
            const plan = await database.planOf(query)
            expect(faultsOf(plan, big, 10_000), drawn(plan)).toEqual([])
            expect(blocksOf(plan)).toBeLessThan(200)
          }
        }
      const years = await database.calling(analyst, standing, { daysFrom: dayStart(addDays(today, -1000)) })
      expect(years.length).toBeGreaterThan(0)
    },
  )

  test('a batch is counted by the indexes of the log', async () => {
    for (const { count } of counters.filter(({ name }) => name.startsWith('report_'))) {
      const plans = await plansOf(() => database.db.sql.transaction().execute((tx) => count(tx, 1_100_000, 1_101_000)))
      for (const plan of plans) {
        // What a stage's events mean is a list of seventeen, which each event walks.
        const faults = faultsOf(plan, ['es_event'], 10_000).filter((fault) => fault.includes('es_event'))
        expect(faults, drawn(plan)).toEqual([])
      }
    }
  })
})
