import type { Selectable } from 'kysely'
import type { BankStatement } from '../../machines/bankStatement.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Tables } from '../db/tables.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Effect } from '../store/outbox.ts'
import { joined } from './sen.ts'

const linesAtATime = 2_000

/** Appends a file's next lines to the books. Idempotent: another worker resumes after the lines counted as done. */
export const appendLines =
  ({ db, store, clock }: Server): Effect<'bankStatement'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await db.sql.selectFrom('bank_statement_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (value !== 'appending' || !run) return undefined
    const rows = await db.sql
      .selectFrom('bank_statement_row')
      .selectAll()
      .where('statement', '=', id)
      .where('place', '>=', run.done)
      .orderBy('place')
      .limit(linesAtATime)
      .execute()
    if (rows.length === 0) return { event: { type: 'statementAppended', by: 'SYS', at: clock.now() } }
    const outcomes = await store.appendAll(rows.map((row) => importing(stream, context, row)))
    const refused = outcomes.find((outcome) => outcome instanceof Refused)
    // Throws, so that the effect is retried: without these lines the file would stay incomplete.
    if (refused) throw new Error(`a line of ${stream} was refused: ${refused.key}`)
    await db.sql
      .updateTable('bank_statement_run')
      .set({ done: run.done + rows.length })
      .where('id', '=', id)
      .execute()
    return { again: 0 }
  }

type Row = Omit<Selectable<Tables['bank_statement_row']>, 'info'>

const importing = (stream: string, { account, lastLine, endedAt }: BankStatement, row: Row): Command => {
  const { place, txid, day, direction } = row
  const amount = joined(row.amount, row.amount_sen)
  const [start, end] = [joined(row.before, row.before_sen), joined(row.after, row.after_sen)]
  const n = lastLine + place + 1
  const line = { account, n, statement: idOf(stream), place, txid, day, bookedAt: row.booked_at }
  return {
    stream: `statementLine/${account}-${n}`,
    // A line of zero moved no money and waits for nobody.
    event: {
      type: amount === 0 ? 'lineNoted' : 'lineImported',
      by: 'SYS',
      at: endedAt!,
      ...line,
      direction,
      amount,
      start,
      end,
    },
    via: 'SYS',
    key: `${stream} ${place}`,
  }
}
