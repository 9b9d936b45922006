import * as bankStatement from '../services/bankStatement.ts'
import { openInfo } from './bankStatement.file.ts'
import { place } from './call.ts'
import { notFound } from './refused.ts'
import type { Server } from './server.ts'

const hour = 3_600_000

/** What the bank says of a line, for whoever works on it: one entry an hour for each line. */
export const openLine = ({ db, audit, handle }: Server) => {
  handle(bankStatement.open, async ({ id }, call) => {
    const row = await db.sql
      .selectFrom('statement_line')
      .innerJoin('bank_statement_row', (join) =>
        join
          .onRef('bank_statement_row.statement', '=', 'statement_line.statement')
          .onRef('bank_statement_row.place', '=', 'statement_line.place'),
      )
      .innerJoin('bank_statement_file', 'bank_statement_file.id', 'statement_line.statement')
      .select([
        'statement_line.statement',
        'statement_line.place',
        'bank_statement_row.info',
        'bank_statement_file.key',
      ])
      .where('statement_line.id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound()
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'lineOpened',
      subject: `statementLine/${id}`,
      data: { hour: Math.floor(call.now / hour), ...place(call) },
    })
    return { info: openInfo(row.key, row.statement, row.place, row.info) }
  })
}
