import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import type { LoanEvent } from '../../../src/machines/loan.facts.ts'
import { loanMachine } from '../../../src/machines/loan.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { Refused } from '../../../src/server/kit/refused.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import { engines } from '../../kit/engines.ts'
import { withHome } from '../../kit/home.ts'
import { loanFacts, loanTerms } from '../../machines/loan.events.ts'
import { interfacesOf } from '../../model/model.ts'

const loans = 120
const mostRounds = 12
const seed = process.env.KILL_SEED ?? String(Date.now())
const today = businessDay(Date.now())
const terms = { ...loanTerms, from: addDays(today, -50), instalments: 1, every: 20 }

const via = interfacesOf(loanMachine)

// Days after the payout.
const turns = [
  { type: 'fellDue', day: 20 },
  { type: 'fellOverdue', day: 21 },
  { type: 'turnedLate', day: 28 },
] as const
// Before, between and after those, never on the same day: the order of two on one day is undefined.
const ends = [15, 24, 31]

const requested = { ...loanFacts.reductionRequested, type: 'reductionRequested', by: 'collector' } as const
const granted = { ...loanFacts.reductionApproved, type: 'reductionApproved', by: 'lead' } as const
const offered = { ...loanFacts.rolloverOffered, type: 'rolloverOffered', by: 'finance' } as const
const promises = (until: string) => [
  { made: [], ending: undefined },
  { made: [{ ...requested, until }], ending: 'reductionExpired' as const },
  { made: [{ ...requested, until }, granted], ending: 'reductionExpired' as const },
  { made: [{ ...offered, until }], ending: 'rolloverExpired' as const },
]

/** A loan's commands and the deadlines that must fire after them. Every promise is combined with every end. */
const storyOf = (index: number) => {
  const orderNo = `LK26010100${String(index).padStart(4, '0')}`
  const end = ends[index % ends.length]!
  const { made, ending } = promises(addDays(terms.from, end - 1))[index % 4]!
  const opened = { type: 'loanOpened', by: 'SYS', orderNo, terms } as const
  const fired = [...turns, ...(ending ? [{ type: ending, day: end }] : [])]
  return {
    stream: `loan/${orderNo}`,
    sent: [opened, ...made].map((fact): LoanEvent => ({ ...fact, at: dayStart(terms.from) })),
    fired: fired.toSorted((one, other) => one.day - other.day).map(({ type }) => type),
  }
}
const stories = Array.from({ length: loans }, (_, index) => storyOf(index))

/** Loans that fell due, overdue and late, and whose promises expired, while no server ran. */
const openLoans = async (db: Database): Promise<void> => {
  const store = createStore({ db, projections, ids: randomUUID })
  const outcomes = await store.append(
    stories.flatMap(({ stream, sent }) =>
      sent.map((event) => ({ stream, event, via: via.get(event.type)!, key: `${event.type} ${stream}` })),
    ),
  )
  expect(outcomes.filter((outcome) => outcome instanceof Refused)).toEqual([])
}

const left = async (db: Database) => {
  const rows = await db.sql.selectFrom('es_deadline').select('name').where('at', '<=', Date.now()).execute()
  return rows.length
}

/** How many events of loans this server has stored. */
const firedBy = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return metrics
    .matchAll(/^loket_commands_total\{chart="loan",.*\} (\d+)$/gm)
    .reduce((sum, [, count]) => sum + Number(count), 0)
}

describe.each(engines())('a change of days on $engine', ({ databaseUrl }) => {
  const { home, start, kill } = withHome(databaseUrl)
  beforeAll(() => home.open(openLoans))

  test('that is killed again and again goes on where it was, and fires nothing twice', async () => {
    console.log(`kill -9 with KILL_SEED=${seed}`)
    const random = randomOf(`${seed} ${databaseUrl ? 'PostgreSQL' : 'PGlite'}`)
    let halfway = 0
    let due = await home.open(left)
    for (let round = 1; due > 0; round += 1) {
      expect(round, 'rounds').toBeLessThan(mostRounds)
      // It must use Jakarta time in any time zone.
      const { url } = await start({ TZ: random.pick(['America/New_York', 'Pacific/Kiritimati', 'UTC']) })
      const enough = random.int(1, Math.ceil(due / 2))
      await expect.poll(() => firedBy(url), { interval: 0 }).toBeGreaterThanOrEqual(enough)
      await kill()
      due = await home.open(left)
      if (due > 0) halfway += 1
    }
    expect(halfway).toBeGreaterThan(0)
    const events = await home.open((db) =>
      db.sql
        .selectFrom('es_event')
        .select(['stream', 'type'])
        .where('stream', 'like', 'loan/%')
        .orderBy('pos')
        .execute(),
    )
    const told = Map.groupBy(events, ({ stream }) => stream)
    expect(told.size).toBe(loans)
    for (const { stream, sent, fired } of stories)
      expect(told.get(stream)!.map(({ type }) => type)).toEqual([...sent.map(({ type }) => type), ...fired])
    expect(await home.open(async (db) => (await verify(db)).problems)).toEqual([])
  })
})
