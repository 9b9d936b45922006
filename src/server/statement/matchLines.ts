import { sql } from 'kysely'
import type { BankStatement } from '../../machines/bankStatement.ts'
import { idOf } from '../../machines/kernel.ts'
import type { StatementLineEvent } from '../../machines/statementLine.ts'
import type { Database } from '../db/database.ts'
import { Misread, Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { creditTargets } from './credits.ts'
import { debitTargets } from './debits.ts'
import { type Found, type Line, looseLines, opened, texts } from './found.ts'

const linesAtATime = 200

/** Matches a file's lines with repayments, payouts and withdrawals, where exactly one is meant. */
export const matchLines =
  (server: Server): Effect<'bankStatement'> =>
  async ({ stream }) => {
    const { db, store, clock } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await db.sql.selectFrom('bank_statement_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (value !== 'ready' || !run) return undefined
    const lines = await linesOf(db, context, run.looked)
    const found = await targetsOf(server, lines)
    const outcomes = await store.append(
      [...found].map(([line, { reads, ...target }]) => ({
        stream: `statementLine/${line.id}`,
        event: { type: 'lineMatched', by: 'SYS', at: clock.now(), ...target } satisfies StatementLineEvent,
        via: 'SYS',
        key: `${stream} match ${line.place}`,
        request: '',
        reads,
      })),
    )
    if (outcomes.some((outcome) => outcome instanceof Misread)) return { again: 0 }
    // A 422 means that somebody acted on the line first: their match stands.
    const fault = outcomes.find((outcome) => outcome instanceof Refused && outcome.code !== 422)
    if (fault) throw new Error(`a line of ${stream} was not matched`)
    if (lines.length < linesAtATime) {
      await db.sql.deleteFrom('bank_statement_run').where('id', '=', id).execute()
      return undefined
    }
    const looked = lines.at(-1)!.place + 1
    await db.sql.updateTable('bank_statement_run').set({ looked }).where('id', '=', id).execute()
    return { again: 0 }
  }

const linesOf = async (db: Database, { account, lastLine, totals }: BankStatement, from: number): Promise<Line[]> => {
  const rows = await looseLines(db)
    .where('statement_line.account', '=', account)
    .where('statement_line.n', '>', lastLine + from)
    .where('statement_line.n', '<=', lastLine + totals!.lines)
    .orderBy('statement_line.n')
    .limit(linesAtATime)
    .execute()
  return rows.map(opened)
}

/** Finds the target of each line that has exactly one. */
const targetsOf = async (server: Server, lines: readonly Line[]): Promise<Map<Line, Found>> => {
  const { credit = [], debit = [] } = Object.groupBy(lines, ({ direction }) => direction)
  const found = [...(await creditTargets(server.db, credit)), ...(await debitTargets(server, debit))]
  return withoutTaken(server.db, new Map(found))
}

/** Drops a target that an earlier line of these has, or that a line in the books already stands for. */
const withoutTaken = async (db: Database, found: Map<Line, Found>): Promise<Map<Line, Found>> => {
  const recorded = [...found.values()].flatMap((target) => (target.recorded === null ? [] : [target.recorded]))
  if (recorded.length === 0) return found
  const { rows } = await sql<{ txid: string }>`
    select recorded as txid from statement_line where recorded = any(${texts(recorded)})
    union select posted from statement_line where posted = any(${texts(recorded)})`.execute(db.sql)
  const taken = new Set(rows.map(({ txid }) => txid))
  const free = [...found].filter(([, target]) => {
    if (target.recorded === null) return true
    const isFree = !taken.has(target.recorded)
    taken.add(target.recorded)
    return isFree
  })
  return new Map(free)
}
