import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addDays, dayStart } from '../../src/machines/calendar.ts'
import { usualCollection } from '../../src/machines/collectionStages.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { loanTerms } from '../machines/loan.events.ts'
import { same } from './happened.ts'
import { minutes, newDatabase, settle } from './lender.ts'
import { sized } from './sized.ts'
import { writeStreams, type Written } from './streams.ts'

const pollMs = sized(500, 50)
const due = addDays(loanTerms.from, loanTerms.every)

type Change = { what: string; day: string; falls: readonly string[]; of: (orderNo: string) => readonly Written[] }

const opened = { type: 'loanOpened', by: 'SYS', at: dayStart(loanTerms.from), terms: loanTerms } as const
const loanOf = (orderNo: string, more: Written['events'] = []): Written => ({
  stream: `loan/${orderNo}`,
  events: [{ ...opened, orderNo } as Written['events'][number], ...more],
})
const fellDue = { type: 'fellDue', by: 'SYS', at: dayStart(due), armed: 1 } as const

/** The day on which every loan falls due, and the next one, on which it is overdue and its case comes to another stage. */
const changes: readonly Change[] = [
  { what: 'loans that fall due', day: due, falls: ['fellDue'], of: (orderNo) => [loanOf(orderNo)] },
  {
    what: 'loans that are overdue, with their cases',
    day: addDays(due, 1),
    falls: ['fellOverdue', 'stageChanged'],
    of: (orderNo) => {
      const order = { person: orderNo, app: 'DK', product: 'KILAT' }
      const rules = { from: loanTerms.from, ...usualCollection }
      const at = dayStart(addDays(due, -rules.pre))
      const episode = { type: 'episodeOpened', by: 'SYS', at, due, rules, orderNo, order } as const
      return [loanOf(orderNo, [fellDue]), { stream: `recoveryCase/${orderNo}`, events: [episode] }]
    },
  },
]

/** Measures the worst day changes, each of all loans of the book: loans a second, memory and loop delay. */
export const dayChange = async (server: string, loans = sized(1_000_000, 100)): Promise<void> => {
  for (const change of changes) await measureChange(server, loans, change)
}

const measureChange = async (server: string, loans: number, { what, day, falls, of }: Change): Promise<void> => {
  const url = await newDatabase(server, 'loket_bench_day')
  const began = performance.now()
  const db = await openPostgres(url)
  await writeStreams(db, loans, (nth) => of(`LK2603020${String(nth).padStart(7, '0')}`))
  await settle(url)
  console.log(`made ${loans.toLocaleString('en')} ${what} in ${minutes(performance.now() - began)}`)
  const child = fileURLToPath(new URL('dayChange.server.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [child, String(dayStart(day)), String(pollMs)], {
    env: { ...process.env, DATABASE_URL: url },
  })
  const { fired, ms, rss, lag } = JSON.parse(stdout) as { fired: number; ms: number; rss: number; lag: number }
  const found: number[] = []
  for (const type of falls) {
    const events = db.sql.selectFrom('es_event').where('type', '=', type).where('at', '=', dayStart(day))
    found.push((await events.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all)
  }
  await db.close()
  const each = falls.map(() => loans)
  same(what, [fired, ...found], [loans * falls.length, ...each])
  const rate = Math.round((loans / ms) * 1000).toLocaleString('en')
  console.log(`day change: ${loans.toLocaleString('en')} ${what} in ${minutes(ms)}, ${rate} loans a second`)
  console.log(`  aim: 1,000,000 in at most 10 minutes; at most ${rss} MB (aim: 500), event loop at most ${lag} ms`)
}
