import { type CompiledQuery, Kysely, PostgresDialect, sql as raw } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDispatch } from '../../src/server/reviewers.dispatch.ts'
import { reviewerStatistics } from '../../src/server/reviewers.statistics.ts'
import type { Tables } from '../../src/server/tables.ts'
import { start, type TestApp, testApp } from '../kit/app.ts'
import { addressOf, engines } from '../kit/engines.ts'
import { fillOrders } from '../kit/manyOrders.ts'
import { blocksOf, drawn, faultsOf, planOf } from '../kit/plans.ts'

const orders = 100_000
const big = ['approval', 'es_event', 'es_stream']
// A page of orders to give out, and a look at what those are who take them.
const mostBlocks = 2_000

const postgres = engines().filter(({ databaseUrl }) => databaseUrl)
describe.each(postgres)(`on $engine with ${orders} orders`, { timeout: 120_000 }, ({ databaseUrl }) => {
  let app: TestApp
  let pool: pg.Pool
  let sql: Kysely<Tables>
  let asked: CompiledQuery[] = []

  beforeAll(async () => {
    app = await testApp({ databaseUrl })
    await fillOrders(app.db, orders, start)
    pool = new pg.Pool({ connectionString: await addressOf(app.db, databaseUrl!) })
    // The database is dropped while its last connections are still being closed.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  }, 120_000)
  afterAll(async () => {
    await pool.end()
    await app.close()
  })

  const faults = async () => {
    const reading = asked.filter(
      ({ sql: text }) => /^\s*(select|with)/.test(text) && big.some((one) => text.includes(one)),
    )
    asked = []
    expect(reading).not.toEqual([])
    const plans = await Promise.all(reading.map((query) => planOf(pool, query)))
    return plans.flatMap((plan) => {
      const found = faultsOf(plan, big, 10_000)
      if (blocksOf(plan) > mostBlocks) found.push(`looks at ${blocksOf(plan)} blocks`)
      return found.length > 0 ? [`${found.join(', ')}\n${drawn(plan)}`] : []
    })
  }

  /** The rows of these orders are there without their events: to give one out is refused, after all has been read for it. */
  const giveOut = async () => {
    expect(await createDispatch({ ...app.server, db: { ...app.db, sql } }).runDue()).toBe(0)
  }

  test('giving out orders reads no more than the oldest of them, whatever waits and is held', async () => {
    await app.db.sql.deleteFrom('reviewer').execute()
    await raw`
      insert into reviewer select id, 1, 'atWork', ${start}, 1 from account where id in (
        select substr(member, 7)::int from review_group, jsonb_array_elements_text(members) member)`.execute(app.db.sql)
    await giveOut()
    expect((await faults()).join('\n\n')).toBe('')
  })

  test('and so it does for the reviewers of an app that hardly any order is of', async () => {
    await raw`update review_group set apps = '["GIVEN-UP", "PW"]', capacity = 500, shifts = '[]'`.execute(app.db.sql)
    await giveOut()
    expect((await faults()).join('\n\n')).toBe('')
  })

  test("everybody's figures of a month read no order and no event but of signing in", async () => {
    await reviewerStatistics({ db: { ...app.db, sql } })('month', start)
    expect((await faults()).join('\n\n')).toBe('')
  })
})
