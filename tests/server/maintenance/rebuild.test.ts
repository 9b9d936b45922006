import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RoleEvent } from '../../../src/machines/role.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as access from '../../../src/services/access.ts'
import type { TestApp } from '../../kit/app.ts'
import { engines, onlyPostgres } from '../../kit/engines.ts'
import { type Home, homeFor } from '../../kit/home.ts'
import { definitionsMade, multiplyOrders, rowsMade } from '../../kit/made.ts'
import { runTask } from '../../kit/tasks.ts'
import { withApp } from '../../kit/withApp.ts'

const seed = process.env.KILL_SEED ?? String(Date.now())

/** Records the lines that a rebuild reports. */
const listener = () => {
  const lines: string[] = []
  return { lines, say: (line: string) => void lines.push(line), count: () => {} }
}

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  describe('a rebuild', () => {
    const { app } = withApp({ databaseUrl, orders: 60 })

    test('from the events writes what the commands wrote, to the byte', async () => {
      const before = await rowsMade(app.db)
      expect(before.approval!.split('\n')).toHaveLength(60)
      const events = await app.db.sql.selectFrom('es_event').select('stream').execute()
      const streams = new Set(events.map(({ stream }) => stream)).size
      expect(await rebuild(app.db)).toEqual({ streams, events: events.length })
      expect(await rowsMade(app.db)).toEqual(before)
    })

    test('leaves columns, constraints, indexes, triggers, rights and settings as they were', async () => {
      await sql`create trigger watched before delete on approval for each row execute function refuse_change()`.execute(
        app.db.sql,
      )
      await sql`grant select, update on approval to public`.execute(app.db.sql)
      await sql`alter table es_stream set (fillfactor = 80)`.execute(app.db.sql)
      const before = await definitionsMade(app.db)
      await rebuild(app.db)
      expect(await definitionsMade(app.db)).toEqual(before)
      expect(before).toEqual(
        expect.arrayContaining([
          expect.stringContaining('TRIGGER watched'),
          expect.stringMatching(/^approval rights: =rw/),
          expect.stringMatching(/^es_stream settings: \{fillfactor=80\}/),
        ]),
      )
      await sql`drop trigger watched on approval`.execute(app.db.sql)
    })

    test('leaves tables to whom they belong, whoever rebuilds', async () => {
      const owner = sql.id(`owner_${randomUUID()}`)
      await sql`create role ${owner}`.execute(app.db.sql)
      await sql`alter table approval owner to ${owner}`.execute(app.db.sql)
      const before = await definitionsMade(app.db)
      await rebuild(app.db)
      expect(await definitionsMade(app.db)).toEqual(before)
      await sql`reassign owned by ${owner} to current_user`.execute(app.db.sql)
      await sql`drop role ${owner}`.execute(app.db.sql)
    })

    test('puts right what was written behind the back of the store', async () => {
      const before = await rowsMade(app.db)
      await sql`update approval set amount = amount + 1`.execute(app.db.sql)
      await sql`delete from es_deadline`.execute(app.db.sql)
      await sql`insert into es_stream values ('approval/nobody', 'approval', 1, 'passed', '1', '{}')`.execute(
        app.db.sql,
      )
      await rebuild(app.db)
      expect(await rowsMade(app.db)).toEqual(before)
    })

    test('does not take a table whose numbers would begin anew', async () => {
      await sql`alter table account add column nth serial`.execute(app.db.sql)
      await expect(rebuild(app.db)).rejects.toThrow('account owns a sequence')
      await sql`alter table account drop column nth`.execute(app.db.sql)
      await rebuild(app.db)
      expect((await verify(app.db)).problems).toEqual([])
    })
  })

  describe(`a rebuild that is killed (KILL_SEED=${seed})`, () => {
    let home: Home
    beforeAll(async () => void (home = await homeFor(databaseUrl, { orders: 40 })))
    afterAll(() => home.remove())

    test('again and again goes on where it was, and ends in the same rows and tables', async () => {
      await home.open((db) => multiplyOrders(db, 40))
      const whole = await runTask('rebuild', home.env)
      const before = await home.open(async (db) => [await rowsMade(db), await definitionsMade(db)])

      const random = randomOf(seed)
      const kills = []
      for (let nth = 0; nth < 3; nth += 1) {
        const run = await runTask('rebuild', home.env, random.int(2, whole.lines.length - 2))
        kills.push(run.lines[0])
        if (!run.killed) break
      }
      const last = await runTask('rebuild', home.env)
      expect([...kills.slice(1), last.lines[0]]).toContainEqual(expect.stringMatching(/^Going on after \d+ streams/))
      expect(await home.open(async (db) => [await rowsMade(db), await definitionsMade(db)])).toEqual(before)
      expect(await home.open(schemas)).not.toContain('rebuild')
    })

    test('begins anew when the tables have changed since', async () => {
      await runTask('rebuild', home.env, 2)
      await home.open(async (db) => {
        const before = await rowsMade(db)
        await sql`alter table role alter column note type varchar(1000)`.execute(db.sql)
        const progress = listener()
        await rebuild(db, progress)
        expect(progress.lines).toContainEqual(expect.stringContaining('beginning anew'))
        expect(await rowsMade(db)).toEqual(before)
      })
    })
  })
})

const schemas = async (db: Database) => {
  const { rows } = await sql<{ nspname: string }>`select nspname from pg_namespace`.execute(db.sql)
  return rows.map(({ nspname }) => nspname)
}

describe.each(onlyPostgres())('while a server runs on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 40 })

  test('a rebuild loses nothing that is appended meanwhile', async () => {
    const state = { over: false }
    // The first machine review initialises what the later ones find ready.
    await app.apply()
    await app.settle()
    const rebuilding = rebuild(app.db).finally(() => (state.over = true))
    let applied = 0
    for (; !state.over; applied += 1) {
      await app.apply()
      await app.settle()
    }
    await rebuilding
    expect(applied).toBeGreaterThan(1)
    expect((await verify(app.db)).problems).toEqual([])
    expect(await app.db.sql.selectFrom('approval').select('order_no').execute()).toHaveLength(41 + applied)
  })

  test('a rebuild takes in what happened since it was interrupted, names that changed hands included', async () => {
    await stopAt(app.db, 'CREATE INDEX')
    await app.apply()
    const [one, other] = await app.db.sql.selectFrom('role').selectAll().orderBy('id', 'desc').limit(2).execute()
    await rename(app, one!.id, 'meanwhile')
    await rename(app, other!.id, one!.name)
    await rename(app, one!.id, other!.name)
    const progress = listener()
    await rebuild(app.db, progress)
    expect(progress.lines[0]).toMatch(/^Going on after/)
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('a long query on the tables in use puts the swap off, and nothing is lost', async () => {
    const reader = await app.db.sql.startTransaction().execute()
    const before = await reader.selectFrom('approval').selectAll().execute()
    const progress = listener()
    const rebuilding = rebuild(app.db, {
      ...progress,
      say: (line) => {
        progress.say(line)
        if (line.startsWith('waiting')) void reader.commit().execute()
      },
    })
    await rebuilding
    expect(progress.lines).toContainEqual(expect.stringMatching(/^waiting/))
    expect(await app.db.sql.selectFrom('approval').selectAll().execute()).toHaveLength(before.length)
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('a batch that is being counted while the tables are swapped is counted once', async () => {
    const counted = () => app.db.sql.selectFrom('flow').selectAll().execute()
    await rebuild(app.db)
    const before = await counted()
    const counter = await app.db.sql.startTransaction().execute()
    await counter.updateTable('es_checkpoint').set({ pos: 0 }).where('name', '=', 'flow').execute()
    await sql`
        insert into flow select kind, from_state, event || '!', to_state, again, bucket, count from flow`.execute(
      counter,
    )
    const rebuilding = rebuild(app.db)
    await expect.poll(() => waitsFor(app.db, 'es_checkpoint'), { interval: 10 }).toBe(true)
    await counter.commit().execute()
    await rebuilding
    expect((await counted()).toSorted(byJson)).toEqual(before.toSorted(byJson))
  })

  test('of two rebuilds at once at least one ends, and the tables are right', async () => {
    const two = await Promise.allSettled([rebuild(app.db), rebuild(app.db)])
    expect(two.map(({ status }) => status)).toContain('fulfilled')
    expect(two.map((one) => ('reason' in one ? String(one.reason) : '')).join()).not.toContain('duplicate key')
    await rebuild(app.db)
    expect((await verify(app.db)).problems).toEqual([])
    expect(await schemas(app.db)).not.toContain('rebuild')
  })
})

const byJson = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other))

/** Whether an update of this table waits for a lock. */
const waitsFor = async (db: Database, table: string): Promise<boolean> => {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`update "${table}"%`}`.execute(
    db.sql,
  )
  return rows.length > 0
}

/** Begins a rebuild and aborts it at the line that starts with `prefix`. */
const stopAt = async (db: Database, prefix: string) => {
  const say = (line: string) => {
    if (line.startsWith(prefix)) throw new Error('stopped')
  }
  await expect(rebuild(db, { say, count: () => {} })).rejects.toThrow('stopped')
}

const rename = ({ server, clock }: TestApp, id: number, name: string) => {
  const event: RoleEvent = { type: 'roleSaved', by: 'SYS', at: clock.now(), name, note: '', taken: false }
  return server.store.send({ stream: `role/${id}`, event, via: access.roleSave.interface, key: randomUUID() })
}
