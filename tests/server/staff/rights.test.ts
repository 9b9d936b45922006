import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { startSandboxes } from '../../../src/server/channels/sandboxes.ts'
import { type Database, openPostgres } from '../../../src/server/db/database.ts'
import { makeLender } from '../../../src/server/demo/lender.ts'
import { systemClock } from '../../../src/server/kit/clock.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { password } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { rawCalls } from '../../kit/raw.ts'

const databaseUrl = inject('databaseUrl')

/** A new database, owned by one PostgreSQL role and served by another. */
const twoRoles = async (url: string) => {
  const name = `loket_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  for (const role of ['owner', 'app']) await admin.query(`create role ${name}_${role} login password 'secret'`)
  await admin.query(`create database ${name} owner ${name}_owner`)
  const as = (role: string) => {
    const address = new URL(url)
    Object.assign(address, { pathname: `/${name}`, username: `${name}_${role}`, password: 'secret' })
    return address.href
  }
  const remove = async () => {
    await admin.query(`drop database ${name} with (force)`)
    for (const role of ['owner', 'app']) await admin.query(`drop role ${name}_${role}`)
    await admin.end()
  }
  return { name, admin, owner: as('owner'), app: as('app'), remove }
}

describe.runIf(databaseUrl)('with MIGRATE_URL', () => {
  let roles: Awaited<ReturnType<typeof twoRoles>>
  let db: Database
  let close = async () => {}
  let orders = 0
  beforeAll(async () => {
    roles = await twoRoles(databaseUrl!)
    db = await openPostgres(roles.app, undefined, roles.owner)
    const sandboxes = await startSandboxes()
    const { app, server, work } = await createApp({
      db,
      clock: systemClock,
      ids: randomUUID,
      channels: sandboxes.channels,
      log: pino({ level: 'silent' }),
    })
    await makeLender(server, { password, orders: 20 })
    while ((await work.runDue()) > 0);
    await catchUp(db)
    const admin = await rawCalls(app).login('admin')
    orders = (await admin.call<{ rows: unknown[] }>('POST /order/list', {})).data.rows.length
    close = () => sandboxes.stop()
  })
  afterAll(async () => {
    await close()
    await db.close()
    await roles.remove()
  })

  test('the role that serves does its work', async () => {
    expect(orders).toBe(20)
    expect((await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos).toBeGreaterThan(100)
    expect((await verify(db)).problems).toEqual([])
  })

  test.each(['es_event', 'audit', 'note'])(
    'and has no right to change, delete or empty %s, nor to lift its triggers',
    async (table) => {
      const denied = `permission denied for table ${table}`
      const name = sql.table(table)
      await expect(sql`update ${name} set at = 1`.execute(db.sql)).rejects.toThrow(denied)
      await expect(sql`delete from ${name}`.execute(db.sql)).rejects.toThrow(denied)
      await expect(sql`truncate ${name}`.execute(db.sql)).rejects.toThrow(denied)
      await expect(sql`alter table ${name} disable trigger user`.execute(db.sql)).rejects.toThrow(
        `must be owner of table ${table}`,
      )
      await expect(sql`drop table ${name}`.execute(db.sql)).rejects.toThrow(`must be owner of table ${table}`)
    },
  )

  test('the lists are rebuilt by the role that owns them, and served as before', async () => {
    const owner = await openPostgres(roles.owner)
    await rebuild(owner)
    await owner.close()
    await sql`update approval set refer = refer`.execute(db.sql)
    expect((await verify(db)).problems).toEqual([])
  })

  test('several processes that start at once get their rights', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openPostgres(roles.app, undefined, roles.owner)))
    for (const one of opened) {
      expect(await one.sql.selectFrom('es_head').select('pos').execute()).toHaveLength(1)
      await one.close()
    }
  })

  test.each([
    ['the owner itself', (url: typeof roles) => url.owner],
    ['a superuser', ({ name }: typeof roles) => Object.assign(new URL(databaseUrl!), { pathname: `/${name}` }).href],
  ])('%s may not serve', async (_, addressOf) => {
    await expect(openPostgres(addressOf(roles), undefined, roles.owner)).rejects.toThrow(
      'With MIGRATE_URL the role of DATABASE_URL must not be able to change audit',
    )
  })

  test('nor a role that is in the owner', async () => {
    await roles.admin.query(`grant ${roles.name}_owner to ${roles.name}_app`)
    await expect(openPostgres(roles.app, undefined, roles.owner)).rejects.toThrow('must not be able to change audit')
    await roles.admin.query(`revoke ${roles.name}_owner from ${roles.name}_app`)
    await (await openPostgres(roles.app, undefined, roles.owner)).close()
  })
})
