import { sql } from 'kysely'
import { daysBetween } from '../../machines/calendar.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { Database } from '../db/database.ts'
import { type Found, type Line, texts, wordsOf } from './found.ts'

/** What money that came in is: a payment whose transaction is known, or one of the loan that it names. */
export const creditTargets = async (db: Database, lines: readonly Line[]): Promise<Map<Line, Found>> => {
  const found = new Map<Line, Found>()
  const paidIn = await repaymentsUnder(db, lines)
  const named = await loansNamedIn(db, lines)
  const booked = await bookedFor(db, [...named.values()])
  const stoodFor = new Set<string>()
  for (const line of lines) {
    const payment = paidIn.find(({ txid, amount }) => txid === line.txid && amount === line.amount)
    const names = wordsOf(line).flatMap((word) => named.get(word) ?? [])
    const [order] = names
    if (payment) found.set(line, { orderNo: payment.order_no, recorded: payment.txid, how: 'txid', reads: [] })
    // One that is known under the same id with another amount is for people.
    else if (
      order &&
      names.every(({ orderNo }) => orderNo === order.orderNo) &&
      !paidIn.some(({ txid }) => txid === line.txid)
    ) {
      const alike = booked.filter(
        ({ order_no, amount, day }) =>
          order_no === order.orderNo && amount === line.amount && Math.abs(daysBetween(day, line.day)) <= 1,
      )
      const its = alike.find(({ day, txid }) => day === line.day && !stoodFor.has(txid))
      if (its) stoodFor.add(its.txid)
      // One of the day before or after may be this one, or another: that is for people.
      if (its || alike.length === 0) found.set(line, { ...order, recorded: its?.txid ?? null })
    }
  }
  return found
}

const repaymentsUnder = async (db: Database, lines: readonly Line[]) => {
  if (lines.length === 0) return []
  return db.sql
    .selectFrom('repayment')
    .select(['txid', 'order_no', 'amount'])
    .where(
      'txid',
      'in',
      lines.map(({ txid }) => txid),
    )
    .where('reversed', '=', false)
    .where('kind', '<>', 'refunded')
    .execute()
}

type Named = Pick<Found, 'how' | 'reads'> & { orderNo: string }

/** The loans that a line may name, by the words that name them, an order's number or its virtual account, as they stood. */
const loansNamedIn = async (db: Database, lines: readonly Line[]): Promise<Map<string, Named>> => {
  const words = [...new Set(lines.flatMap(wordsOf))]
  const orders = words.filter((word) => wholeOrderNo.test(word))
  const accounts = words.filter((word) => /^\d{10,}$/.test(word))
  if (orders.length + accounts.length === 0) return new Map()
  const { rows } = await sql<{ order_no: string; virtual_account: string | null; version: number }>`
    select order_no, virtual_account, version from loan where order_no = any(${texts(orders)}) and state <> 'voided'
    union
    select order_no, virtual_account, version from loan where virtual_account = any(${texts(accounts)}) and state <> 'voided'`.execute(
    db.sql,
  )
  const named = new Map<string, Named>()
  for (const { order_no: orderNo, virtual_account: account, version } of rows) {
    // A payment that comes at this moment moves its loan on: then the line is looked at again.
    const reads = [{ stream: `loan/${orderNo}`, version }]
    if (account) named.set(account, { orderNo, how: 'account', reads })
    named.set(orderNo, { orderNo, how: 'orderNo', reads })
  }
  return named
}

/** What was booked for these orders from elsewhere, as by their virtual accounts, that no line stands for or is bringing. */
const bookedFor = async (db: Database, named: readonly Named[]) => {
  if (named.length === 0) return []
  const { rows } = await sql<{ order_no: string; txid: string; amount: number; day: string }>`
    select order_no, txid, amount, day from repayment
    where order_no = any(${texts(named.map(({ orderNo }) => orderNo))}) and kind <> 'refunded' and not reversed
      and not exists (select from statement_line where recorded = repayment.txid)
      and not exists (select from statement_line where posted = repayment.txid)
      and not exists (
        select from statement_line l
        where l.order_no = repayment.order_no and l.state = 'matched' and starts_with(repayment.txid, l.txid))`.execute(
    db.sql,
  )
  return rows
}
