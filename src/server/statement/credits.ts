import { sql } from 'kysely'
import { daysBetween } from '../../machines/calendar.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { Database } from '../db/database.ts'
import { bankIdKey, sqlBankIdKey } from '../kit/bankId.ts'
import { type Found, type Line, texts, wordsOf } from './found.ts'

/**
 * Within this many days a repayment and a line of one order and amount may be the same money: a virtual account's
 * payment is settled after a weekend or a holiday.
 */
export const sameMoneyDays = 5

/** Finds what each credit is: a repayment with its transaction id, or one of the loan that it names. */
export const creditTargets = async (db: Database, lines: readonly Line[]): Promise<Map<Line, Found>> => {
  const found = new Map<Line, Found>()
  const paidIn = await repaymentsUnder(db, lines)
  const named = await loansNamedIn(db, lines)
  const booked = await bookedFor(db, [...named.values()])
  const stoodFor = new Set<string>()
  for (const line of lines) {
    const under = paidIn.filter(({ txid }) => bankIdKey(txid) === bankIdKey(line.txid))
    const payment = under.find(({ amount }) => amount === line.amount)
    const names = wordsOf(line).flatMap((word) => named.get(word) ?? [])
    const [order] = names
    if (payment) found.set(line, { orderNo: payment.order_no, recorded: payment.txid, how: 'txid', reads: [] })
    // The same transaction id with another amount is left to staff.
    else if (order && names.every(({ orderNo }) => orderNo === order.orderNo) && under.length === 0) {
      const alike = booked.filter((payment) => payment.order_no === order.orderNo && mayBe(payment, line))
      const match = alike.find(({ day, txid }) => day === line.day && !stoodFor.has(txid))
      if (match) stoodFor.add(match.txid)
      // A repayment of the days around may be this one or another: left to staff.
      if (match || alike.length === 0) found.set(line, { ...order, recorded: match?.txid ?? null })
    }
  }
  return found
}

const mayBe = ({ amount, day }: { amount: number; day: string }, line: Line) =>
  amount === line.amount && Math.abs(daysBetween(day, line.day)) <= sameMoneyDays

/** The repayments that may be the money of a line, and that no line stands for: for staff to compare. */
export const alikeTo = async (db: Database, line: Line) => {
  const named = await loansNamedIn(db, [line])
  return (await bookedFor(db, [...named.values()])).filter((payment) => mayBe(payment, line))
}

const repaymentsUnder = async (db: Database, lines: readonly Line[]) => {
  if (lines.length === 0) return []
  return db.sql
    .selectFrom('repayment')
    .select(['txid', 'order_no', 'amount'])
    .where(
      sqlBankIdKey('txid'),
      'in',
      lines.map(({ txid }) => bankIdKey(txid)),
    )
    .where('reversed', '=', false)
    .where('kind', '<>', 'refunded')
    .execute()
}

type Named = Pick<Found, 'how' | 'reads'> & { orderNo: string }

/** Maps words of the lines to the loans they name, by order number or virtual account, with the version read. */
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
    // A concurrent payment moves the loan on: then the line is matched again.
    const reads = [{ stream: `loan/${orderNo}`, version }]
    if (account) named.set(account, { orderNo, how: 'account', reads })
    named.set(orderNo, { orderNo, how: 'orderNo', reads })
  }
  return named
}

/** Reads these orders' repayments booked from elsewhere, such as virtual accounts, that no line stands for or posts. */
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
