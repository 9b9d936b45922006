import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLists } from '../../../src/server/audit/lists.ts'
import { start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillOrders, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const many = 100_000
const rare = 100
const big = ['es_event', 'audit', 'approval', 'customer_edit', 'statement_line', 'export_seen', 'person_lookup']
const mostBlocks = 2_000

describe.each(onlyPostgres())(`on $engine with ${many} orders and audit entries`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let database: Watched
  let orderNo: string

  beforeAll(async () => {
    await fillOrders(app.db, many, start)
    orderNo = (await app.db.sql.selectFrom('approval').select('order_no').where('person', '=', 'p7').execute())[0]!
      .order_no
    // Rare rows are the oldest: a scan from the newest reaches them last.
    await sql`
      insert into audit
      select (select pos from audit_head) + n, ${start}::bigint - ${many} + n,
        case when n <= ${rare} then 'staff/8' else 'staff/' || n % 7 + 1 end,
        case when n <= ${rare} then 'noteAdded' when n % 3 = 0 then 'loggedIn' else 'recordViewed' end,
        case when n > ${rare} and n % 3 = 0 then 'login' else 'approval/LK' || n end,
        json_build_object('person', case when n % 3 > 0 then 'p' || n % 30000 end, 'ip',
          case when n <= ${rare * 3} then '10.0.0.9' else '10.0.0.' || n % 5 end)::text, '', ''
      from generate_series(1, ${many}::int) n`.execute(app.db.sql)
    await sql`
      insert into export_seen
      select 'e' || n, 1, array(select 'approval/LK' || n * 50 + m from generate_series(1, 50) m)
      from generate_series(1, 2000) n`.execute(app.db.sql)
    await sql`vacuum analyze audit, export_seen`.execute(app.db.sql)
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const isRead = (text: string) => big.some((one) => text.includes(`"${one}"`))
  const faultsIn = async (run: () => Promise<unknown>) =>
    database.faults(await database.during(run), isRead, { big, mostRows: 10_001, mostBlocks })
  const lists = () => auditLists({ db: database.db, vault: app.server.vault })
  const long = 86_400_000

  type Filter = Parameters<ReturnType<typeof auditLists>['page']>[0]
  test.each<[string, () => Filter]>([
    ['nothing', () => ({})],
    ['a person', () => ({ by: 'staff/3' })],
    ['a person who did little', () => ({ by: 'staff/8' })],
    ['a chart', () => ({ kind: 'approval' })],
    ['a chart of which there is little', () => ({ kind: 'role' })],
    ['a chart of which there is nothing', () => ({ kind: 'withdrawal' })],
    ['a type of entries', () => ({ kind: 'recordViewed' })],
    ['a rare type of entries', () => ({ kind: 'noteAdded' })],
    ['a day', () => ({ from: start - 400 * long, to: start - 399 * long })],
    ['a record', () => ({ record: `approval/${orderNo}` })],
    ['an order’s records', () => ({ record: orderNo })],
    ['a customer by an order', () => ({ orderNo })],
    ['a customer by phone', () => ({ phone: phoneOf(7) })],
    ['a customer by NIK', () => ({ nik: nikOf(7) })],
    ['a customer on a day', () => ({ orderNo, from: start - long, to: start })],
    ['a page deep in it', () => ({ after: { at: start - 600 * long, log: 'event', pos: 5000 } })],
  ])('everything by %s: a page and a count read what they show, and little more', async (_, filterOf) => {
    const { after, ...filter } = filterOf()
    const { page, count } = lists()
    expect(
      await faultsIn(async () => {
        await page({ ...filter, ...(after && { after }), limit: 50 })
        await count(filter)
      }),
    ).toEqual([])
  })

  test('who saw a customer', async () => {
    const { seen, seenCount } = lists()
    expect(
      await faultsIn(async () => {
        await seen({ orderNo, limit: 50 })
        await seenCount({ orderNo })
      }),
    ).toEqual([])
  })

  test.each([
    ['nothing', {}],
    ['a person', { by: 'staff/3' }],
    ['a result', { result: 'loggedIn' as const }],
    ['a result that is rare', { result: 'loginFailed' as const }],
    ['an address', { ip: '10.0.0.3' }],
    ['a rare address', { ip: '10.0.0.9' }],
    ['a period', { from: start - 5000, to: start - 4000 }],
  ])('logins by %s', async (_, filter) => {
    const { logins, loginCount } = lists()
    expect(
      await faultsIn(async () => {
        await logins({ ...filter, limit: 50 })
        await loginCount(filter)
      }),
    ).toEqual([])
  })
})
