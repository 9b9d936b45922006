import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withdrawalLists } from '../../../src/server/withdrawal/lists.ts'
import { start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const many = 100_000
const rare = 100
const big = ['withdrawal']
const mostBlocks = 2_000

describe.each(onlyPostgres())(`on $engine with ${many} withdrawals`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let database: Watched

  beforeAll(async () => {
    // Rare rows are the oldest: a scan from the newest reaches them last.
    await sql`
      insert into withdrawal
      select 'WD' || n, 1, case when n <= ${rare} then 'unknown' else 'succeeded' end,
        case when n <= ${rare} then 'RARE' else 'BCA-OUT' end, case when n <= ${rare} then 'merapi' else 'samudra' end,
        n, 'rent', 'staff/9', ${start}::bigint + n, null, null, null, null, null, null, false
      from generate_series(1, ${many}::int) n`.execute(app.db.sql)
    await sql`analyze withdrawal`.execute(app.db.sql)
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
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
    const { page, count } = withdrawalLists(database)
    const asked = await database.during(async () => {
      await page({ ...filter, limit: 50 })
      await count(narrowed)
    })
    const isRead = (text: string) => big.some((one) => text.includes(`"${one}"`))
    expect(asked.filter(({ sql: text }) => isRead(text))).toHaveLength(2)
    expect(await database.faults(asked, isRead, { big, mostRows: 10_001, mostBlocks })).toEqual([])
  })
})
