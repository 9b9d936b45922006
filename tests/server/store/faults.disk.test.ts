import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openEmbedded, openPostgres } from '../../../src/server/db/database.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { application } from '../../kit/application.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { canMakeClusters, makeCluster } from '../../kit/cluster.ts'
import { canMountDisks, type Disk, mountDisk } from '../../kit/disk.ts'
import { prepareLender } from '../../kit/lender.ts'
import type { Sent } from '../../kit/load.ts'
import { allEvents } from '../../kit/log.ts'
import { misfits } from '../../kit/prefix.ts'
import { headOf, openRecorder, type Recorder } from '../../kit/recorder.ts'

const most = 2000
const megabytes = 160
const mayMount = canMountDisks()
// The message to callers who may be sure that nothing was stored.
const noSpace = 'The server has no room to store this; nothing was changed'

const anApplication = (): Sent => ({ key: randomUUID(), body: application() })

/** Sends applications until one fails; answers the message, and the application to send once there is space. */
const sendUntilFull = async ({ apply }: Recorder, url: string): Promise<{ message: string; next: Sent }> => {
  for (let taken = 0; taken < most; taken += 1) {
    const sent = anApplication()
    try {
      await apply(url, sent)
    } catch (error) {
      const message = (error as Error).message
      // A call that lost its connection may have been stored, so the same one is sent again.
      return { message, next: message.includes(noSpace) ? anApplication() : sent }
    }
  }
  throw new Error(`the disk is not full after ${most} applications`)
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, text: await response.text() }
}

/** Acknowledged events are in the log, refused ones are not, and everything verifies. */
const expectKept = async (db: Database, { calls }: Recorder) => {
  expect(misfits(await allEvents(db), calls)).toEqual([])
  expect((await verify(db)).problems).toEqual([])
}

describe.runIf(mayMount)('a full disk under the embedded database', () => {
  let disk: Disk
  // Nobody else may open an embedded database, so the head is unknown.
  const recorder = openRecorder(async () => Infinity)
  const directory = () => join(disk.folder, 'data')
  let child: Child | undefined
  beforeAll(async () => {
    disk = mountDisk(megabytes)
    await inspect(prepareLender)
  })
  afterAll(async () => {
    try {
      await child?.kill()
    } finally {
      disk.close()
    }
  })
  const inspect = async <Found>(look: (db: Database) => Promise<Found>): Promise<Found> => {
    const db = await openEmbedded(directory())
    try {
      return await look(db)
    } finally {
      await db.close()
    }
  }

  test('refuses what does not fit, keeps what was acknowledged, and goes on when there is space', async () => {
    child = await startServer({ DATA_DIR: directory(), LOG_LEVEL: 'silent' })
    disk.fill(500_000)
    const full = await sendUntilFull(recorder, child.url)
    expect(full.message).toMatch(new RegExp(`: 500 ${noSpace} \\{"reference":"[\\da-f-]{36}"\\}$`))
    expect(await readiness(child.url)).toEqual({
      status: 503,
      text: 'not ready: there is no room to store anything\n',
    })
    disk.makeSpace()
    await expect.poll(() => readiness(child!.url)).toEqual({ status: 200, text: 'ready\n' })
    expect(await recorder.apply(child.url, full.next)).toMatch(/^LK/)
    expect(await child.stop()).toMatchObject({ code: 0 })
    await inspect((db) => expectKept(db, recorder))
  })

  test('under its log ends the process in words, and loses nothing', async () => {
    await inspect(nearlyFillLog)
    const current = await inspect(currentLog)
    child = await startServer({ DATA_DIR: directory(), LOG_LEVEL: 'silent' })
    removeLogsAfter(directory(), current)
    // Enough for the tables, too little for another file of the write-ahead log.
    disk.fill(segment / 4)
    const full = await sendUntilFull(recorder, child.url)
    expect(await child.ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The database in .* stopped \(.*No space left on device\)\. What was stored is safe/m,
      ),
    })
    disk.makeSpace()
    child = await startServer({ DATA_DIR: directory(), LOG_LEVEL: 'silent' })
    expect(await recorder.apply(child.url, full.next)).toMatch(/^LK/)
    expect(await child.stop()).toMatchObject({ code: 0 })
    await inspect((db) => expectKept(db, recorder))
  })
})

describe.runIf(mayMount && canMakeClusters())('a full disk under PostgreSQL', () => {
  test('refuses what does not fit, keeps what was acknowledged, and goes on when there is space', async () => {
    const disk = mountDisk(megabytes)
    onTestFinished(disk.close)
    const cluster = await makeCluster(disk.folder, ['min_wal_size=2MB', 'max_wal_size=8MB'])
    onTestFinished(cluster.close)
    const db = await openPostgres(cluster.url)
    onTestFinished(db.close)
    await prepareLender(db)
    const child = await startServer({ DATABASE_URL: cluster.url, LOG_LEVEL: 'silent' })
    onTestFinished(async () => void (await child.kill()))
    disk.fill(300_000)
    const recorder = openRecorder(() => headOf(db).catch(() => Infinity))
    const full = await sendUntilFull(recorder, child.url)
    // Its log may have had no room either: then the connection is lost, and the reason is unknown.
    expect(full.message).toMatch(
      new RegExp(`: 500 (${noSpace}|Something went wrong on the server.*) \\{"reference":"[\\da-f-]{36}"\\}$`),
    )
    expect(await readiness(child.url)).toMatchObject({ status: 503 })
    disk.makeSpace()
    // The cluster may have stopped for lack of space for its log.
    await cluster.start().catch(() => {})
    await expect.poll(() => recorder.apply(child.url, full.next).catch((error: Error) => error.message)).toMatch(/^LK/)
    await expect.poll(() => readiness(child.url)).toEqual({ status: 200, text: 'ready\n' })
    await expectKept(db, recorder)
  })
})

const segment = 16 * 1024 * 1024

const currentLog = async (db: Database) => {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(
    db.sql,
  )
  return rows[0]!.name
}

/** Fills the log file, so that a few more commands need another one. */
const nearlyFillLog = async (db: Database) => {
  await sql`select pg_switch_wal()`.execute(db.sql)
  await sql`select pg_logical_emit_message(false, 'filler', repeat('x', 1000)) from generate_series(1, ${Math.floor(segment / 1150)}::int)`.execute(
    db.sql,
  )
}

/** Removes the preallocated log files. */
const removeLogsAfter = (directory: string, current: string) => {
  const logs = join(directory, 'db', 'pg_wal')
  for (const name of readdirSync(logs)) if (/^[\dA-F]{24}$/.test(name) && name > current) rmSync(join(logs, name))
}
