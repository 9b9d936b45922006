import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addDays, dayStart } from '../../src/machines/calendar.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { loanTerms } from '../machines/loan.events.ts'
import { same } from './happened.ts'
import { minutes, newDatabase, settle } from './lender.ts'
import { sized } from './sized.ts'
import { writeStreams } from './streams.ts'

const pollMs = sized(500, 50)

/** Measures the worst day change, at which every loan of the book falls due: loans a second, memory and loop delay. */
export const dayChange = async (server: string, loans = sized(1_000_000, 100)): Promise<void> => {
  const url = await newDatabase(server, 'loket_bench_day')
  const began = performance.now()
  const due = addDays(loanTerms.from, loanTerms.every)
  await makeLoans(url, loans)
  console.log(`made ${loans.toLocaleString('en')} loans in ${minutes(performance.now() - began)}`)
  const child = fileURLToPath(new URL('dayChange.server.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [child, String(dayStart(due)), String(pollMs)], {
    env: { ...process.env, DATABASE_URL: url },
  })
  const { fired, ms, rss, lag } = JSON.parse(stdout) as { fired: number; ms: number; rss: number; lag: number }
  same('loans that fell due, and loans made', [fired, await fallen(url)], [loans, loans])
  const rate = Math.round((fired / ms) * 1000).toLocaleString('en')
  console.log(`day change: ${fired.toLocaleString('en')} of them fell due in ${minutes(ms)}, ${rate} loans a second`)
  console.log(`  aim: 1,000,000 in at most 10 minutes; at most ${rss} MB (aim: 500), event loop at most ${lag} ms`)
}

/** Counts the loans with a `fellDue` event in the log. */
const fallen = async (url: string): Promise<number> => {
  const db = await openPostgres(url)
  const events = db.sql.selectFrom('es_event').where('type', '=', 'fellDue')
  const { loans } = await events.select(({ fn }) => fn.countAll<number>().as('loans')).executeTakeFirstOrThrow()
  await db.close()
  return loans
}

/** Inserts loans without events since their payout. */
const makeLoans = async (url: string, loans: number): Promise<void> => {
  const db = await openPostgres(url)
  await writeStreams(db, loans, (nth) => {
    const orderNo = `LK2603020${String(nth).padStart(7, '0')}`
    const opened = { type: 'loanOpened', by: 'SYS', at: dayStart(loanTerms.from), orderNo, terms: loanTerms } as const
    return [{ stream: `loan/${orderNo}`, events: [opened] }]
  })
  await db.close()
  await settle(url)
}
