import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import { type Database, openEmbedded } from '../../src/server/database.ts'
import { randomOf } from '../../src/server/demo/random.ts'
import { createStore } from '../../src/server/store.ts'
import { verify } from '../../src/server/verify.ts'
import { testDatabase } from '../kit/app.ts'
import { startServer } from '../kit/child.ts'
import { addressOf, engines } from '../kit/engines.ts'
import { preparedDirectory, prepareLender } from '../kit/lender.ts'
import { loanTerms } from '../machines/loan.events.ts'

const loans = 120
const mostRounds = 12
const seed = process.env.KILL_SEED ?? String(Date.now())
const today = businessDay(Date.now())
const terms = { ...loanTerms, from: addDays(today, -50), instalments: 1, every: 20 }

/** Loans that fell due, overdue and late while no server was there. */
const openLoans = async (db: Database): Promise<void> => {
  const store = createStore({ db, ids: randomUUID })
  await store.append(
    Array.from({ length: loans }, (_, index) => ({
      stream: `loan/LK26010100${String(index).padStart(4, '0')}`,
      event: {
        type: 'loanOpened' as const,
        by: 'SYS',
        at: dayStart(terms.from),
        orderNo: `LK26010100${String(index).padStart(4, '0')}`,
        terms,
      },
      via: 'SYS',
      key: `open ${index}`,
    })),
  )
}

const left = async (db: Database) => {
  const rows = await db.sql.selectFrom('es_deadline').select('name').where('at', '<=', Date.now()).execute()
  return rows.length
}

describe.each(engines())('a change of days on $engine', ({ databaseUrl }) => {
  let env: Record<string, string>
  let directory: string | undefined
  let shared: Database | undefined
  beforeAll(async () => {
    if (databaseUrl) {
      shared = await testDatabase(databaseUrl)
      await prepareLender(shared)
      await openLoans(shared)
      env = { DATABASE_URL: await addressOf(shared, databaseUrl) }
    } else {
      directory = await preparedDirectory()
      env = { DATA_DIR: directory }
      await inspect(openLoans)
    }
  }, 60_000)
  afterAll(async () => {
    await shared?.close()
    if (directory) rmSync(directory, { recursive: true })
  })

  /** Looks into what the processes left behind; embedded, nobody else may be there meanwhile. */
  const inspect = async <Found>(look: (db: Database) => Promise<Found>): Promise<Found> => {
    if (shared) return look(shared)
    const db = await openEmbedded(directory!)
    try {
      return await look(db)
    } finally {
      await db.close()
    }
  }

  test(
    'that is killed again and again goes on where it was, and fires nothing twice',
    { timeout: 240_000 },
    async () => {
      console.log(`kill -9 with KILL_SEED=${seed}`)
      const random = randomOf(`${seed} ${databaseUrl ? 'PostgreSQL' : 'PGlite'}`)
      let halfway = 0
      for (let round = 1; (await inspect(left)) > 0; round += 1) {
        expect(round, 'rounds').toBeLessThan(mostRounds)
        // It reads the clock in Jakarta, wherever it stands.
        const child = await startServer({ ...env, TZ: random.pick(['America/New_York', 'Pacific/Kiritimati', 'UTC']) })
        await pause(random.int(20, 150) * round * round)
        await child.kill()
        if ((await inspect(left)) > 0) halfway += 1
      }
      expect(halfway).toBeGreaterThan(0)
      const events = await inspect((db) =>
        db.sql
          .selectFrom('es_event')
          .select(['stream', 'type'])
          .where('stream', 'like', 'loan/%')
          .orderBy('pos')
          .execute(),
      )
      const told = Map.groupBy(events, ({ stream }) => stream)
      expect(told.size).toBe(loans)
      for (const its of told.values())
        expect(its.map(({ type }) => type)).toEqual(['loanOpened', 'fellDue', 'fellOverdue', 'turnedLate'])
      expect(await inspect(async (db) => (await verify(db)).problems)).toEqual([])
    },
  )
})
