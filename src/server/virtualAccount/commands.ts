import { sql } from 'kysely'
import { addDays, businessDay } from '../../machines/calendar.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { received } from '../../services/virtualAccount.ts'
import { Refused } from '../kit/refused.ts'
import { bookRepayment } from '../loan/reversal.ts'
import { noteWord, type WordOutcome } from '../providerReports/noteReport.ts'
import type { Server } from '../server.ts'
import { sameMoneyDays } from '../statement/credits.ts'
import { tieLateLine } from '../statement/late.ts'
import type { Tx } from '../store/command.ts'

type Report = BodyOf<typeof received>

// The clocks of two companies differ by less than this.
const skewMs = 5 * 60_000

class OnStatement extends Error {}

/** Books payments into virtual accounts, once each, as their provider reports them. An unexpected one only alarms. */
export const virtualAccounts = (server: Server) => {
  const { db, ids, clock, handle } = server

  const loanOf = async (account: string): Promise<string | undefined> => {
    const row = await db.sql
      .selectFrom('loan')
      .select('order_no')
      .where('virtual_account', '=', account)
      .executeTakeFirst()
    return row?.order_no
  }

  /** Compares a report with a repayment of the same transaction id, if one is booked. */
  const known = async (orderNo: string, { txid, amount }: Report, day: string): Promise<WordOutcome | undefined> => {
    const row = await db.sql
      .selectFrom('repayment')
      .selectAll()
      .where('txid', '=', txid)
      // A payment reversed on this loan may have been recorded on the right one.
      .orderBy(sql`order_no = ${orderNo}`, 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    return row.order_no === orderNo && row.amount === amount && row.day === day ? 'known' : 'otherAmount'
  }

  /** Throws when the bank's statement already brought this money, or money just like it, to the loan. */
  const notOnStatement = async (tx: Tx, orderNo: string, amount: number, day: string): Promise<void> => {
    const line = await tx
      .selectFrom('statement_line')
      .select('id')
      .where('order_no', '=', orderNo)
      .where('direction', '=', 'credit')
      .where('amount', '=', amount)
      .where('recorded', 'is', null)
      .where('state', 'in', ['proposed', 'matched', 'reconciled', 'unmatching'])
      .where('day', '>=', addDays(day, -sameMoneyDays))
      .where('day', '<=', addDays(day, sameMoneyDays))
      .executeTakeFirst()
    if (line) throw new OnStatement()
  }

  const book = async (orderNo: string | undefined, by: string, report: Report): Promise<WordOutcome> => {
    const { txid, account, amount, at, method, channel } = report
    const now = clock.now()
    if (orderNo === undefined) return 'unknownAccount'
    if (at > now + skewMs) return 'otherTime'
    const day = businessDay(Math.min(at, now))
    const before = await known(orderNo, report, day)
    if (before) return before
    try {
      const request = JSON.stringify([account, amount, day])
      // Checked inside the transaction: the statement's line may come at the same moment.
      const check = (tx: Tx) => notOnStatement(tx, orderNo, amount, day)
      const how = { method, ...(channel && { payChannel: channel }) }
      await bookRepayment(
        server,
        { orderNo, txid, day, amount, ...how },
        { by, at: now, key: `va ${txid}`, request, check },
      )
      return 'taken'
    } catch (error) {
      if (error instanceof OnStatement) return 'onStatement'
      if (!(error instanceof Refused)) throw error
      // A concurrent report with the same transaction id may have been booked, with the same content or another.
      return (await known(orderNo, report, day)) ?? 'refused'
    }
  }

  handle(received, async (report, { by }) => {
    const orderNo = await loanOf(report.account)
    const outcome = await book(orderNo, by, report)
    // Also for a known report: the process that booked it may have died before this step.
    if (outcome === 'taken' || outcome === 'known') await tieLateLine(server, report)
    await noteWord(
      db,
      {
        provider: by.slice('provider/'.length),
        txid: report.txid,
        source: 'callback',
        word: 'received',
        code: report.account,
        message: String(report.amount),
        order_no: orderNo ?? null,
        outcome,
      },
      ids(),
      clock.now(),
    )
    return {}
  })
}
