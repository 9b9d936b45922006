import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { engines } from '../../kit/engines.ts'
import { withHome } from '../../kit/home.ts'
import { sendApplication, startLoad } from '../../kit/load.ts'
import { logProblems } from '../../kit/log.ts'

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
  const { home, start, kill } = withHome(databaseUrl)
  /** Whether a killed process left its socket file. */
  const leftBehind = () => home.env.DATA_DIR !== undefined && existsSync(join(home.env.DATA_DIR, 'in-use.sock'))

  test('a server that is killed under load loses nothing that it acknowledged', async () => {
    console.log(`kill -9 with KILL_SEED=${seed}`)
    const random = randomOf(`${seed} ${databaseUrl ? 'PostgreSQL' : 'PGlite'}`)
    const acknowledged = new Map<string, string>()
    let child = await start()
    for (let round = 1; round <= rounds; round += 1) {
      const load = startLoad(child.url, `round ${round}`)
      // A request that was just sent is at another stage than those that are under way when an answer comes.
      await load.reaches(random.pick(['sent', 'acknowledged']), random.int(5, 60))
      await kill()
      await load.over
      for (const [key, orderNo] of load.acknowledged) acknowledged.set(key, orderNo)
      expect(load.inFlight.length).toBeGreaterThan(0)
      expect(leftBehind()).toBe(!databaseUrl)
      const stored = await home.open((db) => expectWhole(db, acknowledged))

      child = await start()
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
    const stored = await home.open((db) => expectWhole(db, acknowledged))
    expect([...stored.keys()].toSorted()).toEqual([...acknowledged.keys()].toSorted())
    expect(new Set(stored.values()).size).toBe(acknowledged.size)
  })
})
