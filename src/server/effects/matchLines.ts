import { sql } from 'kysely'
import type { BankStatement } from '../../machines/bankStatement.ts'
import { daysBetween } from '../../machines/calendar.ts'
import type { State } from '../../machines/kernel.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { StatementLineEvent, Target } from '../../machines/statementLine.ts'
import { openInfo } from '../bankStatement.file.ts'
import type { Database } from '../database.ts'
import { Refused } from '../refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../work.ts'

const linesAtATime = 200

const idOf = (stream: string) => stream.slice('bankStatement/'.length)

type Line = { id: string; place: number; txid: string; day: string; amount: number; direction: string; info: string }
type Found = Target & { how: 'txid' | 'orderNo' | 'account' }

/** Looks through a file's lines for payments: those whose transaction is known, and those that name an order or its virtual account. */
export const matchLines =
  (server: Server): Effect =>
  async ({ stream }) => {
    const { db, store, clock } = server
    const id = idOf(stream)
    const { value, context } = (await store.state(stream)) as State<BankStatement>
    const run = await db.sql.selectFrom('bank_statement_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (value !== 'ready' || !run) return undefined
    const lines = await linesOf(db, id, context, run.looked)
    const found = await targetsOf(db, lines)
    const outcomes = await store.append(
      [...found].map(([line, target]) => ({
        stream: `statementLine/${line.id}`,
        event: { type: 'lineMatched', by: 'SYS', at: clock.now(), ...target } satisfies StatementLineEvent,
        via: 'SYS',
        key: `${stream} match ${line.place}`,
        request: '',
      })),
    )
    // Somebody was faster with a line: it is theirs.
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

/** As an array that both drivers take. */
const texts = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

const linesOf = async (
  db: Database,
  id: string,
  { account, lastLine, totals }: BankStatement,
  from: number,
): Promise<Line[]> => {
  const rows = await db.sql
    .selectFrom('statement_line')
    .innerJoin('bank_statement_row', (join) =>
      join
        .onRef('bank_statement_row.statement', '=', 'statement_line.statement')
        .onRef('bank_statement_row.place', '=', 'statement_line.place'),
    )
    .innerJoin('bank_statement_file', 'bank_statement_file.id', 'statement_line.statement')
    .select([
      'statement_line.id',
      'statement_line.place',
      'statement_line.txid',
      'statement_line.day',
      'statement_line.amount',
      'statement_line.direction',
      'bank_statement_row.info',
      'bank_statement_file.key',
    ])
    .where('statement_line.account', '=', account)
    .where('statement_line.n', '>', lastLine + from)
    .where('statement_line.n', '<=', lastLine + totals!.lines)
    .where('statement_line.state', '=', 'unmatched')
    .orderBy('statement_line.n')
    .limit(linesAtATime)
    .execute()
  return rows.map(({ key, info, ...line }) => ({ ...line, info: openInfo(key, id, line.place, info) }))
}

const wordsOf = ({ info, txid }: Line) =>
  [txid, ...info.toUpperCase().split(/[^A-Z0-9]+/)].filter((word) => word.length >= 8)

/** What each line is, for those of which exactly one thing can be said. */
const targetsOf = async (db: Database, lines: readonly Line[]): Promise<Map<Line, Found>> => {
  const found = new Map<Line, Found>()
  const credits = lines.filter(({ direction }) => direction === 'credit')
  const debits = lines.filter(({ direction }) => direction === 'debit')
  const paidIn = await repaymentsUnder(db, credits)
  const named = await loansNamedIn(db, credits)
  const booked = await bookedFor(db, [...named.values()])
  const stoodFor = new Set<string>()
  for (const line of credits) {
    const payment = paidIn.find(({ txid, amount }) => txid === line.txid && amount === line.amount)
    const names = wordsOf(line).flatMap((word) => named.get(word) ?? [])
    const [order] = names
    if (payment) found.set(line, { orderNo: payment.order_no, recorded: payment.txid, how: 'txid' })
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
  const paidOut = await payoutsNamedIn(db, debits)
  for (const line of debits) {
    const words = new Set(wordsOf(line))
    const payouts = paidOut.filter(
      ({ txid, order_no, amount }) =>
        amount === line.amount && (words.has(txid) || words.has(txid.toUpperCase()) || words.has(order_no)),
    )
    const [payout] = payouts
    if (payouts.length === 1)
      found.set(line, {
        orderNo: payout!.order_no,
        recorded: payout!.txid,
        how: words.has(payout!.order_no) ? 'orderNo' : 'txid',
      })
  }
  return withoutTaken(db, found)
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

type Named = { orderNo: string; how: 'orderNo' | 'account' }

/** The loans that a line may name, by the words that name them: an order's number or its virtual account. */
const loansNamedIn = async (db: Database, lines: readonly Line[]): Promise<Map<string, Named>> => {
  const words = [...new Set(lines.flatMap(wordsOf))]
  const orders = words.filter((word) => wholeOrderNo.test(word))
  const accounts = words.filter((word) => /^\d{10,}$/.test(word))
  if (orders.length + accounts.length === 0) return new Map()
  const { rows } = await sql<{ order_no: string; virtual_account: string | null }>`
    select order_no, virtual_account from loan where order_no = any(${texts(orders)}) and state <> 'voided'
    union
    select order_no, virtual_account from loan where virtual_account = any(${texts(accounts)}) and state <> 'voided'`.execute(
    db.sql,
  )
  const named = new Map<string, Named>()
  for (const { order_no: orderNo, virtual_account: account } of rows) {
    if (account) named.set(account, { orderNo, how: 'account' })
    named.set(orderNo, { orderNo, how: 'orderNo' })
  }
  return named
}

/** What was booked for these orders from elsewhere, as by their virtual accounts, that no line stands for. */
const bookedFor = async (db: Database, named: readonly Named[]) => {
  if (named.length === 0) return []
  const { rows } = await sql<{ order_no: string; txid: string; amount: number; day: string }>`
    select order_no, txid, amount, day from repayment
    where order_no = any(${texts(named.map(({ orderNo }) => orderNo))}) and kind <> 'refunded' and not reversed
      and not exists (select from statement_line where recorded = repayment.txid)
      and not exists (select from statement_line where posted = repayment.txid)`.execute(db.sql)
  return rows
}

const payoutsNamedIn = async (db: Database, lines: readonly Line[]) => {
  const words = [...new Set(lines.flatMap((line) => [...wordsOf(line), line.info]))]
  if (words.length === 0) return []
  const { rows } = await sql<{ order_no: string; txid: string; amount: number }>`
    select order_no, txid, amount from payout where txid = any(${texts(words)}) or txid = any(${texts(words.map((word) => word.toLowerCase()))})
    union select order_no, txid, amount from payout where order_no = any(${texts(words)}) and txid is not null`.execute(
    db.sql,
  )
  return rows
}

/** Two lines are not one payment, and a payment that a line stands for already is not another's. */
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
