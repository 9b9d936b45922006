import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/server/database.ts'
import { rebuild } from '../../src/server/rebuild.ts'
import { verify } from '../../src/server/verify.ts'
import { testApp, type TestApp } from '../kit/app.ts'
import { engines } from '../kit/engines.ts'

const made = ['es_stream', 'es_deadline', 'approval', 'account', 'role']

const contents = async (db: Database) => {
  const tables: Record<string, string> = {}
  for (const table of made) {
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all from ${sql.table(table)} t`.execute(
      db.sql,
    )
    tables[table] = rows[0]!.all
  }
  return tables
}

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  let app: TestApp
  beforeAll(async () => void (app = await testApp({ databaseUrl, orders: 60 })))
  afterAll(() => app.close())

  test('a rebuild from the events writes what the commands wrote, to the byte', async () => {
    const before = await contents(app.db)
    expect(before.approval!.split('\n')).toHaveLength(60)
    await rebuild(app.db)
    expect(await contents(app.db)).toEqual(before)
  })

  test('a log that nobody touched has no problems', async () => {
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('every change behind the back of the store is named', async () => {
    const { sql: db } = app.db
    await sql`alter table es_event disable trigger es_event_append_only`.execute(db)
    await sql`update es_event set data = replace(data, '"round":1', '"round":2') where pos = (select min(pos) from es_event where type = 'machinePassed')`.execute(
      db,
    )
    await sql`delete from es_event where pos = 5`.execute(db)
    await sql`update es_stream set version = version + 1 where stream = 'account/1'`.execute(db)
    const { problems } = await verify(app.db)
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^event \d+: its contents were changed$/),
        'event 6: 1 before it are missing',
        'event 6: does not follow event 4',
        'stream account/1: its row is not what its events lead to',
      ]),
    )
  })
})
