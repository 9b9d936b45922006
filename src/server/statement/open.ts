import * as statement from '../../services/statement.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { place } from '../staff/call.ts'
import { alikeTo } from './credits.ts'
import { linesWithInfo, opened } from './found.ts'

const hour = 3_600_000

/**
 * Shows the bank's whole text on a line, with one audit entry per person, line, hour, IP address and browser; and the
 * repayments that may be its money.
 */
export const openLine = ({ db, audit, handle }: Server) => {
  handle(statement.open, async ({ id }, call) => {
    const row = await linesWithInfo(db).where('statement_line.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'lineOpened',
      subject: `statementLine/${id}`,
      data: { hour: Math.floor(call.now / hour), ...place(call) },
    })
    return { info: opened(row).info }
  })

  handle(statement.alike, async ({ id }) => {
    const row = await linesWithInfo(db).where('statement_line.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    const line = opened(row)
    const payments = line.direction === 'credit' ? await alikeTo(db, line) : []
    return {
      payments: payments.map(({ order_no: orderNo, txid, day, amount }) => ({ orderNo, txid, day, amount })),
    }
  })
}
