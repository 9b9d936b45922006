import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { addDays, dayStart } from '../../src/machines/calendar.ts'
import type { LoanEvent } from '../../src/machines/loan.facts.ts'
import { loanMachine } from '../../src/machines/loan.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { derivedTables } from '../../src/server/maintenance/derivedTables.ts'
import { eventRow } from '../../src/server/store/events.ts'
import { stateAfter } from '../kit/stateAfter.ts'
import { loanTerms } from '../machines/loan.events.ts'
import { same } from './happened.ts'
import { minutes, newDatabase, settle } from './lender.ts'
import { sized } from './sized.ts'

const atATime = 5000
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

/** Inserts loans without events since their payout, with the rows that their commands would have written. */
const makeLoans = async (url: string, loans: number): Promise<void> => {
  const db = await openPostgres(url)
  const tables = ['es_event', ...derivedTables.map(({ table }) => table)]
  let head = { pos: 0, hash: '' }
  for (let first = 0; first < loans; first += atATime) {
    const opened = Array.from({ length: Math.min(atATime, loans - first) }, (_, index) => {
      const orderNo = `LK2603020${String(first + index).padStart(7, '0')}`
      const event: LoanEvent = {
        type: 'loanOpened',
        by: 'SYS',
        at: dayStart(loanTerms.from),
        orderNo,
        terms: loanTerms,
      }
      const command = { stream: `loan/${orderNo}`, event, via: 'SYS', key: orderNo }
      const state = stateAfter(loanMachine, [event])
      const row = eventRow({ command, before: 0, state, effects: [], id: randomUUID() }, head.pos + 1, head.hash)
      head = { pos: row.pos, hash: row.hash }
      return { row, reached: { stream: command.stream, state } }
    })
    const written = [
      opened.map(({ row }) => row),
      ...derivedTables.map(({ rows }) => rows(opened.map(({ reached }) => reached))),
    ]
    await db.sql.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      for (const [index, name] of tables.entries()) {
        const table = sql.table(name)
        await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(written[index])}::json)`.execute(
          tx,
        )
      }
      await tx.updateTable('es_head').set(head).execute()
    })
  }
  await sql`update es_checkpoint set pos = ${head.pos}`.execute(db.sql)
  await db.close()
  await settle(url)
}
