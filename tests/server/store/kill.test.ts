import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openEmbedded } from '../../../src/server/db/database.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { addressOf, engines } from '../../kit/engines.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import { sendApplication, startLoad } from '../../kit/load.ts'
import { logProblems } from '../../kit/log.ts'
import { ownDatabase, ownDirectory } from '../../kit/templates.ts'

const rounds = 3
const seed = process.env.KILL_SEED ?? String(Date.now())

/** The stored order of each idempotency key. */
const storedOrders = async (db: Database) => {
  const rows = await db.sql.selectFrom('es_command').select(['key', 'answer']).where('actor', '=', 'app/demo').execute()
  return new Map(
    rows.map(({ key, answer }) => [key, (JSON.parse(answer) as { stream: string }).stream.slice('approval/'.length)]),
  )
}

/** Checks the log: chain and positions, one application per key, one row per application. */
const expectWhole = async (db: Database, acknowledged: ReadonlyMap<string, string>) => {
  expect(await logProblems(db)).toEqual([])
  const stored = await storedOrders(db)
  expect([...acknowledged].filter(([key, orderNo]) => stored.get(key) !== orderNo)).toEqual([])
  const applied = await db.sql.selectFrom('es_event').select('stream').where('type', '=', 'submitted').execute()
  const orders = applied.map(({ stream }) => stream.slice('approval/'.length)).toSorted()
  expect(orders).toEqual([...stored.values()].toSorted())
  const rows = await db.sql.selectFrom('approval').select('order_no').execute()
  expect(rows.map((row) => row.order_no).toSorted()).toEqual(orders)
  return stored
}

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  let env: Record<string, string>
  let directory: string | undefined
  let shared: Database | undefined
  let child: Child | undefined
  beforeAll(async () => {
    if (databaseUrl) {
      shared = await ownDatabase(databaseUrl, lenderOfToday())
      env = { DATABASE_URL: await addressOf(shared, databaseUrl) }
    } else {
      directory = await ownDirectory(lenderOfToday())
      env = { DATA_DIR: directory }
    }
  })
  afterAll(async () => {
    await child?.kill()
    await shared?.close()
    if (directory) rmSync(directory, { recursive: true })
  })

  /** Opens the database that the processes left; an embedded one allows no second process. */
  const inspect = async <Found>(look: (db: Database) => Promise<Found>): Promise<Found> => {
    if (shared) return look(shared)
    const db = await openEmbedded(directory!)
    try {
      return await look(db)
    } finally {
      await db.close()
    }
  }
  /** Whether a killed process left its socket file. */
  const leftBehind = () => directory !== undefined && existsSync(join(directory, 'in-use.sock'))

  test('a server that is killed under load loses nothing that it acknowledged', async () => {
    console.log(`kill -9 with KILL_SEED=${seed}`)
    const random = randomOf(`${seed} ${databaseUrl ? 'PostgreSQL' : 'PGlite'}`)
    const acknowledged = new Map<string, string>()
    child = await startServer(env)
    for (let round = 1; round <= rounds; round += 1) {
      const load = startLoad(child.url, `round ${round}`)
      // A request that was just sent is at another stage than those that are under way when an answer comes.
      await load.reaches(random.pick(['sent', 'acknowledged']), random.int(5, 60))
      expect((await child.kill()).signal).toBe('SIGKILL')
      await load.over
      for (const [key, orderNo] of load.acknowledged) acknowledged.set(key, orderNo)
      expect(load.inFlight.length).toBeGreaterThan(0)
      expect(leftBehind()).toBe(!databaseUrl)
      const stored = await inspect((db) => expectWhole(db, acknowledged))

      child = await startServer(env)
      const { url } = child
      for (const sent of load.inFlight) {
        const orderNo = await sendApplication(url, sent)
        // An application stored before its answer was lost is answered again; any other is stored now.
        expect(stored.get(sent.key) ?? orderNo).toBe(orderNo)
        expect(await sendApplication(url, sent)).toBe(orderNo)
        acknowledged.set(sent.key, orderNo)
      }
    }
    expect(await child.stop()).toMatchObject({ code: 0, signal: null })
    const stored = await inspect((db) => expectWhole(db, acknowledged))
    expect([...stored.keys()].toSorted()).toEqual([...acknowledged.keys()].toSorted())
    expect(new Set(stored.values()).size).toBe(acknowledged.size)
  })
})
