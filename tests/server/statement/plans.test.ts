import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seal } from '../../../src/server/customers/vault.ts'
import { newKey } from '../../../src/server/statement/file.ts'
import { lineReader } from '../../../src/server/statement/lists.ts'
import { start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const lines = 100_000
const rare = 100
const big = ['statement_line', 'bank_statement_row']
const mostBlocks = 2_000
const statement = 'one'

describe.each(onlyPostgres())(`on $engine with ${lines} lines of bank accounts`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let database: Watched

  beforeAll(async () => {
    const key = newKey()
    await app.db.sql
      .insertInto('bank_statement_file')
      .values({ id: statement, name: '', key, content: null, findings: null })
      .execute()
    // Rare rows are the oldest: a scan from the newest reaches them last.
    await sql`
      insert into bank_statement_row
      select ${statement}, n, 'T' || n, '2026-11-01', ${start}::bigint + n, case when n % 2 = 0 then 'credit' else 'debit' end, n, n, n, ${seal(key, `${statement}/0`, Buffer.from('x'))}
      from generate_series(1, ${lines}::int) n`.execute(app.db.sql)
    await sql`
      insert into statement_line
      select id, 1, state, account, n, r.statement, r.place, txid, day, booked_at, direction, amount, before, after,
        case when n <= ${rare} then 'LK' || n end, null, null, null, null, null, null, case when n <= ${rare} then 'staff/9' end, null, ''
      from bank_statement_row r cross join lateral (
        select r.place as n, 'L' || r.place as id, case when r.place <= ${rare} then 'exception' else 'reconciled' end as state,
          case when r.place <= ${rare} then 'RARE' else 'BCA-IN' end as account) l`.execute(app.db.sql)
    await sql`analyze statement_line, bank_statement_row`.execute(app.db.sql)
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
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
    ['a page deep in it', { after: { bookedAt: start + 200, n: 200, account: 'BCA-IN' } }],
  ])('a page and a count by %s read what they show, and little more', async (_, filter) => {
    const { after: _after, ...narrowed } = { after: undefined, ...filter }
    const { page, count } = lineReader(database)
    const asked = await database.during(async () => {
      // The rows share one seal, so opening their content fails; only the queries matter.
      await page({ ...filter, limit: 50 }, { language: 'en' }).catch(() => undefined)
      await count(narrowed, { language: 'en' })
    })
    const isRead = (text: string) => big.some((one) => text.includes(one))
    expect(asked.filter(({ sql: text }) => isRead(text))).toHaveLength(2)
    expect(await database.faults(asked, isRead, { big, mostRows: 10_001, mostBlocks })).toEqual([])
  })
})
