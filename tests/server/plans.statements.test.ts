import { type CompiledQuery, Kysely, PostgresDialect, sql as raw } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../src/server/bankStatement.file.ts'
import { lineReader } from '../../src/server/bankStatement.lines.ts'
import type { Tables } from '../../src/server/tables.ts'
import { seal } from '../../src/server/vault.ts'
import { start, type TestApp, testApp } from '../kit/app.ts'
import { addressOf, engines } from '../kit/engines.ts'
import { blocksOf, drawn, faultsOf, planOf } from '../kit/plans.ts'

const lines = 100_000
const rare = 100
const big = ['statement_line', 'bank_statement_row']
const mostBlocks = 2_000
const statement = 'one'

const postgres = engines().filter(({ databaseUrl }) => databaseUrl)
describe.each(postgres)(`on $engine with ${lines} lines of bank accounts`, { timeout: 120_000 }, ({ databaseUrl }) => {
  let app: TestApp
  let pool: pg.Pool
  let sql: Kysely<Tables>
  let asked: CompiledQuery[] = []

  beforeAll(async () => {
    app = await testApp({ databaseUrl })
    const key = newKey()
    await app.db.sql
      .insertInto('bank_statement_file')
      .values({ id: statement, name: '', key, content: null, findings: null })
      .execute()
    // What is rare is the oldest: a walk from the newest comes to it last.
    await raw`
      insert into bank_statement_row
      select ${statement}, n, 'T' || n, '2026-11-01', ${start}::bigint + n, case when n % 2 = 0 then 'credit' else 'debit' end, n, n, n, ${seal(key, `${statement}/0`, Buffer.from('x'))}
      from generate_series(1, ${lines}::int) n`.execute(app.db.sql)
    await raw`
      insert into statement_line
      select id, 1, state, account, n, r.statement, r.place, txid, day, booked_at, direction, amount, before, after,
        case when n <= ${rare} then 'LK' || n end, null, null, null, null, null, null, case when n <= ${rare} then 'staff/9' end, null, ''
      from bank_statement_row r cross join lateral (
        select r.place as n, 'L' || r.place as id, case when r.place <= ${rare} then 'exception' else 'reconciled' end as state,
          case when r.place <= ${rare} then 'RARE' else 'BCA-IN' end as account) l`.execute(app.db.sql)
    await raw`analyze statement_line, bank_statement_row`.execute(app.db.sql)
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
    ['account', { account: 'RARE' }],
    ['state', { state: 'exception' as const }],
    ['direction', { direction: 'debit' as const }],
    ['transaction', { txid: 'T7' }],
    ['order', { orderNo: 'LK7' }],
    ['amount', { amount: '77' }],
    ['owner', { owner: 'staff/9' }],
    ['time', { bookedFrom: start, bookedTo: start + 50 }],
    ['a page deep in it', { after: { bookedAt: start + 200, id: 'L200' } }],
  ])('a page and a count by %s read what they show, and little more', async (_, filter) => {
    const { after: _after, ...narrowed } = { after: undefined, ...filter }
    const { page, count } = lineReader({ db: { ...app.db, sql } })
    asked = []
    // The rows are of one seal: what they say is not looked at.
    await page({ ...filter, limit: 50 }, { language: 'en' }).catch(() => undefined)
    await count(narrowed, { language: 'en' })
    const reading = asked.filter(({ sql: text }) => big.some((one) => text.includes(one)))
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
