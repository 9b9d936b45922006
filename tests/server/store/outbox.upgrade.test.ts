import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { newest } from '../../../src/server/db/migrations.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { newerCode } from '../../kit/earlier.ts'
import { addressOf } from '../../kit/engines.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import { sendApplication } from '../../kit/load.ts'
import { holdTable, waitingForLocks } from '../../kit/locks.ts'
import { logProblems } from '../../kit/log.ts'
import { endLeases } from '../../kit/pair.ts'
import { passing } from '../../kit/passing.ts'
import { ownDatabase } from '../../kit/templates.ts'

const databaseUrl = inject('databaseUrl')
// Long enough for a busy machine; a passing test never waits for it.
const breaking = '9999-other-columns'

describe.runIf(databaseUrl)('a job of an older server while a newer one makes a breaking migration', () => {
  let db: Database
  let servers: Child[]
  let held: (() => Promise<void>)[]
  beforeEach(async () => {
    db = await ownDatabase(databaseUrl, lenderOfToday())
    servers = []
    held = []
  })
  afterEach(async () => {
    for (const release of held) await release()
    await Promise.all(servers.map((server) => server.kill()))
    await db.close()
  })

  const start = async (code?: string) => {
    const server = await startServer({ DATABASE_URL: await addressOf(db, databaseUrl!) }, code)
    servers.push(server)
    return server
  }
  const apply = (server: Child) => sendApplication(server.url, { key: randomUUID(), body: passing() })
  const jobs = async () => {
    const rows = await db.sql.selectFrom('es_effect').select(['stream', 'attempts']).orderBy('stream').execute()
    return rows.map(({ stream, attempts }) => `${stream} ${attempts}`)
  }
  const eventsOf = async (orderNo: string) => {
    const stored = db.sql.selectFrom('es_event').select(['type', 'writer']).where('stream', '=', `approval/${orderNo}`)
    return (await stored.orderBy('version').execute()).map(({ type, writer }) => `${type} ${writer}`)
  }
  const hold = async (table: string) => {
    const release = await holdTable(db, table)
    held.push(release)
    return release
  }
  const waiting = async (count: number) => await expect.poll(() => waitingForLocks(db)).toBe(count)

  /** The older server reviews one application, the newer one another; neither gets on before `release`. */
  const bothInHand = async () => {
    const older = await start()
    // The newer one waits here, so that it is ready soon after the older one has its job.
    const migrate = await hold('kysely_migration')
    const starting = start(newerCode(breaking))
    await waiting(1)
    // The machine review reads it, and nothing else here does.
    const release = await hold('rule_set')
    const first = await apply(older)
    await waiting(2)
    await migrate()
    const newer = await starting
    // Until it hears of the migration, the older one takes every job.
    await expect
      .poll(() =>
        fetch(older.url).then(
          () => 'answers',
          () => 'has stopped listening',
        ),
      )
      .toBe('has stopped listening')
    const second = await apply(newer)
    await waiting(2)
    return { older, first, second, release }
  }
  /** Each review once, by the newer server, and nothing left to do. */
  const doneOnce = async ({ first, second }: { first: string; second: string }) => {
    await expect.poll(() => eventsOf(first)).toEqual([`submitted ${newest}`, `machinePassed ${breaking}`])
    await expect.poll(() => eventsOf(second)).toEqual([`submitted ${breaking}`, `machinePassed ${breaking}`])
    await expect.poll(jobs).toEqual([])
    expect(await logProblems(db)).toEqual([])
  }

  test('is left to the older one, and is done by the newer one once the older one has stopped', async () => {
    const { older, first, second, release } = await bothInHand()
    expect(await jobs()).toEqual([first, second].map((orderNo) => `approval/${orderNo} 1`).toSorted())
    await release()
    expect(await older.ended).toMatchObject({ code: 1, signal: null, err: expect.stringContaining(breaking) })
    await doneOnce({ first, second })
  })

  test('is done by the newer one after its lease when the older one dies with it', async () => {
    const { older, first, second, release } = await bothInHand()
    await older.kill()
    await release()
    await expect.poll(jobs).toEqual([`approval/${first} 1`])
    await endLeases(db)
    await doneOnce({ first, second })
  })
})
