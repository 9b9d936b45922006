import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openPostgres } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { newest } from '../../../src/server/db/migrations.ts'
import { fillGaps } from '../../../src/server/maintenance/gaps.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import { list } from '../../../src/services/order.ts'
import { password, testApp } from '../../kit/app.ts'
import { type Child, runServer, startServer } from '../../kit/child.ts'
import { runCommand } from '../../kit/cli.ts'
import { earlierCode } from '../../kit/earlier.ts'
import { addressOf, newDatabase, engines } from '../../kit/engines.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import { sendApplication, startLoad } from '../../kit/load.ts'
import { logProblems } from '../../kit/log.ts'
import { callsTo } from '../../kit/pair.ts'
import { passing } from '../../kit/passing.ts'
import { headOf } from '../../kit/recorder.ts'
import { ownDatabase } from '../../kit/templates.ts'
import { withApp } from '../../kit/withApp.ts'

const databaseUrl = inject('databaseUrl')

/** Writes the mark of a newer server that has migrated the database. */
const migrateFurther = async ({ sql: db }: Pick<Database, 'sql'>, name: string, breaking: boolean) => {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-25T00:00:00.000Z')`.execute(db)
  if (breaking) await db.updateTable('es_head').set({ breaking: name }).execute()
}

describe.each(engines())('on $engine, a database that a newer server has migrated', ({ databaseUrl: url }) => {
  let db: Database
  beforeAll(async () => {
    db = await ownDatabase(url)
  })
  afterAll(() => db.close())

  test('is served by this one as long as older servers may write to it', async () => {
    await migrateFurther(db, '9998-more-columns', false)
    await expect(migrate(db.sql)).resolves.toBeUndefined()
  })

  test('is not served by this one afterwards, and the error says which server to start', async () => {
    await migrateFurther(db, '9999-other-columns', true)
    await expect(migrate(db.sql)).rejects.toThrow(
      `A newer Loket has brought this database to 9999-other-columns. This one knows ${newest} at most and cannot serve it: start the newer one`,
    )
  })

  test('is not served by one that lacks what the newer one began from', async () => {
    await db.sql.updateTable('es_head').set({ breaking: null }).execute()
    await sql`delete from kysely_migration where name = ${newest}`.execute(db.sql)
    await expect(migrate(db.sql)).rejects.toThrow('start the newer one')
  })
})

describe.each(engines())('on $engine, beside an older server', ({ databaseUrl: url }) => {
  const { app } = withApp({ databaseUrl: url })

  /** Leaves an order as an older server writes it: without a brief, and with a newer column empty. */
  const asOlderServer = async (orderNo: string) => {
    const { person } = await app.db.sql
      .selectFrom('approval')
      .select('person')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
    await app.db.sql.updateTable('person').set({ brief: null }).where('person', '=', person).execute()
    await app.db.sql.updateTable('approval').set({ channel: '' }).where('order_no', '=', orderNo).execute()
    await sql`alter table es_event disable trigger user`.execute(app.db.sql)
    await app.db.sql.updateTable('es_event').set({ writer: null }).where('stream', '=', `approval/${orderNo}`).execute()
    await sql`alter table es_event enable trigger user`.execute(app.db.sql)
  }
  const shown = async () => {
    const reviewer = await app.login('admin')
    const { rows } = await reviewer.data(list, {})
    return rows.map(({ orderNo, customer, channel }) => ({ orderNo, name: customer, channel }))
  }

  test('what it left empty is filled, and what this one wrote is not written again', async () => {
    const orders = [await app.apply(), await app.apply()]
    const before = await shown()
    await asOlderServer(orders[0]!)
    expect((await shown()).find(({ orderNo }) => orderNo === orders[0])).toMatchObject({ name: '', channel: '' })
    // This server wrote it; if the fill touched it, the value would change.
    await app.db.sql.updateTable('approval').set({ channel: 'unfilled' }).where('order_no', '=', orders[1]!).execute()
    expect(await fillGaps(app.db)).toBe(false)
    expect(await shown()).toEqual(
      before.map((row) => (row.orderNo === orders[1] ? { ...row, channel: 'unfilled' } : row)),
    )
  })
})

describe.runIf(databaseUrl)('a server that serves while a newer one migrates', () => {
  let db: Database
  let env: Record<string, string>
  beforeAll(async () => {
    db = await ownDatabase(databaseUrl, lenderOfToday())
    env = { DATABASE_URL: await addressOf(db, databaseUrl!) }
  })
  afterAll(() => db.close())

  test('goes on beside a migration that older servers may write under', async () => {
    const server = await startServer(env)
    await migrateFurther(db, '9998-more-columns', false)
    expect(await sendApplication(server.url, { key: randomUUID(), body: passing() })).toMatch(/^\S+$/)
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('stores nothing after a breaking one, ends by itself, and says why', async () => {
    const server = await startServer(env)
    const { pos } = await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    await migrateFurther(db, '9999-other-columns', true)
    // It is refused, or the server has stopped by then.
    await expect(sendApplication(server.url, { key: randomUUID(), body: passing() })).rejects.toThrow(
      /503 This server is being replaced by a newer one|fetch failed|terminated/,
    )
    const why = `A newer Loket has brought the database to 9999-other-columns. This one knows ${newest} at most and stops`
    expect(await server.ended).toMatchObject({ code: 1, signal: null, err: expect.stringContaining(why) })
    expect((await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos).toBe(pos)
    const again = await runServer(env)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('start the newer one') })
  })

  test('refuses a command in words when the migration came before its commit', async () => {
    const outdated = await testApp({ databaseUrl })
    await migrateFurther(outdated.db, '9999-other-columns', true)
    const before = await headOf(outdated.db)
    await expect(outdated.apply()).rejects.toThrow('503 This server is being replaced by a newer one')
    expect(await headOf(outdated.db)).toBe(before)
    expect(await (await outdated.app.request('/readyz')).text()).toBe(
      'not ready: a newer server has migrated the database\n',
    )
    await outdated.close()
  })
})

// The newest commit whose events do not record their writer.
const before = '1daa652'
const earlier = databaseUrl && earlierCode(before)

describe.runIf(earlier)(`an upgrade from ${before} without a pause`, () => {
  let db: Database | undefined
  let env: Record<string, string>
  const servers: Child[] = []
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await db?.close()
  })
  const start = async (code?: string) => {
    const server = await startServer(env, code)
    servers.push(server)
    return server
  }

  test('is tried again after a deadlock with somebody who reads meanwhile', async () => {
    const url = await newDatabase(databaseUrl!)
    expect(
      await runCommand('demo', ['--orders', '0'], { DATABASE_URL: url, DEMO_PASSWORD: password }, earlier),
    ).toMatchObject({ code: 0 })
    const reader = new pg.Client(url)
    await reader.connect()
    await reader.query('begin')
    // The migration gives way: it looks for a deadlock first.
    await reader.query(`set local deadlock_timeout = '1h'`)
    await reader.query('select from statement_line')
    const upgraded = openPostgres(url)
    const waiting = `select from pg_locks where relation = 'statement_line'::regclass and not granted`
    await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1)
    await reader.query('select from es_head for update')
    await reader.query('commit')
    await reader.end()
    const { sql: now, close } = await upgraded
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(
      now,
    )
    expect(rows).toEqual([{ name: newest }])
    await close()
  })

  test('under load loses nothing and leaves no row blank', async () => {
    env = { DATABASE_URL: await newDatabase(databaseUrl!), DEMO_PASSWORD: password }
    expect(await runCommand('demo', ['--orders', '20'], env, earlier)).toMatchObject({ code: 0, err: '' })
    const old = await start(earlier)
    const oldLoad = startLoad(old.url, 'old', { senders: 3 })
    await expect.poll(() => oldLoad.acknowledged.size).toBeGreaterThan(10)
    const today = await start()
    const todayLoad = startLoad(today.url, 'new', { senders: 3 })
    const both = oldLoad.acknowledged.size
    await expect.poll(() => todayLoad.acknowledged.size).toBeGreaterThan(10)
    await expect.poll(() => oldLoad.acknowledged.size).toBeGreaterThan(both + 10)
    expect(await old.stop()).toMatchObject({ code: 0 })
    await oldLoad.over
    const alone = todayLoad.acknowledged.size
    await expect.poll(() => todayLoad.acknowledged.size).toBeGreaterThan(alone + 10)
    db = await openPostgres(env.DATABASE_URL!)
    const head = () => headOf(db!)
    await expect.poll(async () => (await gapsTo(db!)) === (await head())).toBe(true)
    await today.stop()
    await todayLoad.over

    const acknowledged = [...oldLoad.acknowledged.values(), ...todayLoad.acknowledged.values()]
    const last = await start()
    const names = await namesOnTheList(last.url)
    expect(acknowledged.filter((orderNo) => !names.get(orderNo))).toEqual([])
    expect([...names].filter(([, name]) => name === '')).toEqual([])
    await last.stop()
    expect(await logProblems(db)).toEqual([])
    expect((await verify(db)).problems).toEqual([])
  })
})

const gapsTo = async ({ sql: db }: Database) =>
  (await db.selectFrom('es_checkpoint').select('pos').where('name', '=', `gaps ${newest}`).executeTakeFirstOrThrow())
    .pos

/** The customer's name of each order on the list. */
const namesOnTheList = async (url: string): Promise<Map<string, string>> => {
  const admin = await callsTo(url).login('admin')
  const names = new Map<string, string>()
  for (let after: Page['next'] | undefined; after !== null;) {
    const { data } = await admin.call<Page>(`POST ${list.path}`, { limit: 200, ...(after && { after }) })
    for (const { orderNo, customer } of data.rows) names.set(orderNo, customer)
    after = data.next
  }
  return names
}
type Page = DataOf<typeof list>
