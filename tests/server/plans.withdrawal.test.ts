import { type CompiledQuery, Kysely, PostgresDialect, sql as raw } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../src/server/tables.ts'
import { withdrawalLists } from '../../src/server/withdrawal.lists.ts'
import { start, type TestApp, testApp } from '../kit/app.ts'
import { addressOf, engines } from '../kit/engines.ts'
import { blocksOf, drawn, faultsOf, planOf } from '../kit/plans.ts'

const many = 100_000
const rare = 100
const big = ['withdrawal']
const mostBlocks = 2_000

const postgres = engines().filter(({ databaseUrl }) => databaseUrl)
describe.each(postgres)(`on $engine with ${many} withdrawals`, { timeout: 120_000 }, ({ databaseUrl }) => {
  let app: TestApp
  let pool: pg.Pool
  let sql: Kysely<Tables>
  let asked: CompiledQuery[] = []

  beforeAll(async () => {
    app = await testApp({ databaseUrl })
    // What is rare is the oldest: a walk from the newest comes to it last.
    await raw`
      insert into withdrawal
      select 'WD' || n, 1, case when n <= ${rare} then 'unknown' else 'succeeded' end,
        case when n <= ${rare} then 'RARE' else 'BCA-OUT' end, case when n <= ${rare} then 'merapi' else 'samudra' end,
        n, 'rent', 'staff/9', ${start}::bigint + n, null, null, null, null, null, null, false
      from generate_series(1, ${many}::int) n`.execute(app.db.sql)
    await raw`analyze withdrawal`.execute(app.db.sql)
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

  test.each([
    ['nothing', {}],
    ['transaction', { txid: 'WD7' }],
    ['state', { state: 'unknown' as const }],
    ['account', { account: 'RARE' }],
    ['channel', { channel: 'merapi' }],
    ['time', { requestedFrom: start, requestedTo: start + 50 }],
    ['a page deep in it', { after: { requestedAt: start + 200, txid: 'WD200' } }],
  ])('a page and a count by %s read what they show, and little more', async (_, filter) => {
    const { after: _after, ...narrowed } = { after: undefined, ...filter }
    const { page, count } = withdrawalLists({ db: { ...app.db, sql } })
    asked = []
    await page({ ...filter, limit: 50 })
    await count(narrowed)
    const reading = asked.filter(({ sql: text }) => big.some((one) => text.includes(`"${one}"`)))
    expect(reading).toHaveLength(2)
    const plans = await Promise.all(reading.map((query) => planOf(pool, query)))
    const faults = plans.flatMap((plan) => {
      const found = faultsOf(plan, big, 10_001)
      if (blocksOf(plan) > mostBlocks) found.push(`looks at ${blocksOf(plan)} blocks`)
      return found.length > 0 ? [`${found.join(', ')}\n${drawn(plan)}`] : []
    })
    expect(faults).toEqual([])
  })
})
