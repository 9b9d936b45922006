import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openEmbedded, openPostgres } from '../../../src/server/db/database.ts'
import { holdDirectory } from '../../../src/server/db/lock.ts'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import { freshRole, saving } from '../../kit/commands.ts'
import { addressOf, onlyPostgres } from '../../kit/engines.ts'
import { logProblems } from '../../kit/log.ts'
import { openProxy } from '../../kit/proxy.ts'
import { ownDatabase } from '../../kit/templates.ts'

const directories: string[] = []
const freshDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'loket-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

describe('the embedded database', () => {
  test('is on the disk at each commit, and there again when it is opened next', async () => {
    const directory = freshDirectory()
    const db = await openEmbedded(directory)
    const store = createStore({ db, projections, ids: randomUUID })
    const before = db.fsyncs()
    for (let count = 0; count < 200; count += 1) await store.send(saving(freshRole()))
    expect(db.fsyncs() - before).toBeGreaterThanOrEqual(200)
    await db.close()

    const again = await openEmbedded(directory)
    expect(await again.sql.selectFrom('es_head').select('pos').execute()).toEqual([{ pos: 200 }])
    expect(await logProblems(again)).toEqual([])
    await again.close()
  })
})

describe('a directory', () => {
  const taken = (directory: string) =>
    `DATA_DIR ${directory} is in use by another Loket process; stop it first or choose another`
  /** Leaves what a process leaves that was killed while it held the directory. */
  const killedIn = (directory: string) => {
    const path = join(directory, 'in-use.sock')
    const hold = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
    expect(() => execFileSync(process.execPath, ['-e', hold])).toThrow('Command failed')
    expect(existsSync(path)).toBe(true)
  }

  test('is held by one until it lets go', async () => {
    const directory = freshDirectory()
    const release = await holdDirectory(directory)
    await expect(holdDirectory(directory)).rejects.toThrow(taken(directory))
    release()
    ;(await holdDirectory(directory))()
  })

  test('is made when it is not there', async () => {
    const directory = join(freshDirectory(), 'some', 'where')
    ;(await holdDirectory(directory))()
    expect(existsSync(directory)).toBe(true)
  })

  test('whose process was killed is free', async () => {
    const directory = freshDirectory()
    killedIn(directory)
    const release = await holdDirectory(directory)
    await expect(holdDirectory(directory)).rejects.toThrow(taken(directory))
    release()
  })

  test('whose process was killed goes to one of several that start at once', async () => {
    const directory = freshDirectory()
    killedIn(directory)
    const starts = await Promise.allSettled([1, 2, 3].map(() => holdDirectory(directory)))
    const releases = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    expect(releases).toHaveLength(1)
    for (const release of releases) release()
  })

  test('with a path that is too long for a socket is refused in words', async () => {
    const directory = join(freshDirectory(), 'x'.repeat(200))
    await expect(holdDirectory(directory)).rejects.toThrow('is too long: a path of at most 90 characters is needed')
  })
})

describe.each(onlyPostgres())('on PostgreSQL', ({ databaseUrl }) => {
  test('several processes that start at once on a new database make its tables once', async () => {
    const name = `loket_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(databaseUrl!)
    url.pathname = `/${name}`
    const opened = await Promise.all([1, 2, 3].map(() => openPostgres(url.href)))
    for (const db of opened) {
      const store = createStore({ db, projections, ids: randomUUID })
      expect(await store.send(saving(freshRole()))).toMatchObject({ version: 1 })
    }
    expect(await logProblems(opened[0]!)).toEqual([])
    for (const db of opened) await db.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })

  test('whoever listened does not listen again once the database is closed', async () => {
    const other = await ownDatabase(databaseUrl)
    const line = await openProxy(Number(new URL(databaseUrl!).port))
    const address = new URL(await addressOf(other, databaseUrl!))
    address.port = String(line.port)
    const db = await openPostgres(address.href)
    await db.listen('loket', () => {})
    const listening = async () => {
      const query = sql`select from pg_stat_activity where datname = current_database() and query like 'listen%'`
      return (await query.execute(other.sql)).rows.length
    }
    expect(await listening()).toBe(1)

    vi.useFakeTimers({ toFake: ['setTimeout'] })
    line.cutAll()
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await db.close()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    // A reconnection begun before this one would be open by now.
    await (await openPostgres(address.href)).close()
    expect(await listening()).toBe(0)
    await line.close()
    await other.close()
  })
})
