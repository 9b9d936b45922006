import { type SelectQueryBuilder, sql } from 'kysely'
import { standing } from '../../machines/loan.facts.ts'
import { lastAttempt } from '../../machines/payout.facts.ts'
import type { StatementLineEvent, Target } from '../../machines/statementLine.ts'
import { withdrawalsIn } from '../../machines/txid.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as statement from '../../services/statement.ts'
import type { Language } from '../../services/user.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { rupiahOf } from '../files/rupiah.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { beyond, counted, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type CallOf, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { dayOf } from './account.ts'
import { openInfo } from './file.ts'
import { maskInfo } from './masked.ts'
import type { StatementLineRow } from './projection.ts'
import { joined, split } from './sen.ts'

type Filter = Omit<BodyOf<typeof statement.count>, 'exact'>
type Lines = SelectQueryBuilder<Tables, 'statement_line', object>

const narrowed = (db: Database, filter: Filter, language: Language): Lines => {
  let query: Lines = db.sql.selectFrom('statement_line')
  const is = (column: keyof StatementLineRow, value: string | number | undefined) => {
    if (value !== undefined) query = query.where(column, '=', value)
  }
  is('account', filter.account)
  is('state', filter.state)
  is('direction', filter.direction)
  is('txid', filter.txid)
  is('order_no', filter.orderNo)
  is('owner', filter.owner)
  if (filter.amount !== undefined) {
    const written = rupiahOf(filter.amount)
    if (typeof written === 'string') throw badInput([{ field: 'amount', reason: 'type' }], language)
    const { whole, sen } = split(written.sen / 100)
    is('amount', whole)
    if (sen !== null) is('amount_sen', sen)
  }
  if (filter.bookedFrom !== undefined) query = query.where('booked_at', '>=', filter.bookedFrom)
  if (filter.bookedTo !== undefined) query = query.where('booked_at', '<', filter.bookedTo)
  return query
}

type Reader = { language: Language; unmasked?: boolean }

/** Reads lines of bank accounts, masked unless `unmasked`: a page at a time, and the count for a filter. */
export const lineReader = ({ db }: Pick<Server, 'db'>) => {
  const page = async (
    { after, sort = '-bookedAt', limit = pageSize, ...filter }: BodyOf<typeof statement.list>,
    { language, unmasked = false }: Reader,
  ) => {
    const shownOf = unmasked ? (info: string) => info : maskInfo
    // Lines of the same instant keep the bank's order.
    const along = ['booked_at', 'n', 'account']
    const found = narrowed(db, filter, language)
      .where(beyond(along, sort, after && [after.bookedAt, after.n, after.account]))
      .orderBy(inOrder(along, sort))
    // The subquery picks the page's lines from the index. Only these rows are then read whole.
    const rows = await db.sql
      .selectFrom(
        found
          .select(['account', 'n'])
          .limit(limit + 1)
          .as('page'),
      )
      .innerJoin('statement_line', (join) =>
        join.onRef('statement_line.account', '=', 'page.account').onRef('statement_line.n', '=', 'page.n'),
      )
      .innerJoin('bank_statement_row', (join) =>
        join
          .onRef('bank_statement_row.statement', '=', 'statement_line.statement')
          .onRef('bank_statement_row.place', '=', 'statement_line.place'),
      )
      .innerJoin('bank_statement_file', 'bank_statement_file.id', 'statement_line.statement')
      .leftJoin('statement_day', (join) =>
        join
          .onRef('statement_day.account', '=', 'statement_line.account')
          .onRef('statement_day.day', '=', 'statement_line.day'),
      )
      .selectAll('statement_line')
      .select(['bank_statement_row.info', 'bank_statement_file.key', 'statement_day.state as day_state'])
      .orderBy(
        inOrder(
          along.map((column) => `statement_line.${column}`),
          sort,
        ),
      )
      .execute()
    const { rows: shown, next } = pageOf(rows, limit, ({ booked_at: bookedAt, n, account }) => ({
      bookedAt,
      n,
      account,
    }))
    const names = await staffNames(
      db,
      shown.flatMap(({ proposer, checker, owner }) => [proposer, checker, owner]),
    )
    const nameOf = (id: string | null) => id && (names.get(id) ?? id)
    return {
      rows: shown.map((row): statement.Line => ({
        id: row.id,
        version: row.version,
        state: row.state,
        account: row.account,
        txid: row.txid,
        day: row.day,
        // A day gets a stream only when somebody proposes to close it.
        dayOpen: (row.day_state ?? 'open') === 'open',
        bookedAt: row.booked_at,
        direction: row.direction,
        amount: joined(row.amount, row.amount_sen),
        before: joined(row.before, row.before_sen),
        after: joined(row.after, row.after_sen),
        info: shownOf(openInfo(row.key, row.statement, row.place, row.info)),
        orderNo: row.order_no,
        recorded: row.recorded,
        how: row.how,
        proposer: row.proposer,
        proposerName: nameOf(row.proposer),
        checkerName: nameOf(row.checker),
        exception: row.exception,
        ownerName: nameOf(row.owner),
        refusal: row.refusal,
        note: row.note,
        ledger: row.ledger,
      })),
      next,
    }
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof statement.count>, { language }: Reader) => {
    const amounts = narrowed(db, filter, language).select('amount')
    const { sums, ...found } = await counted(db, amounts, { by: 'booked_at', exact })
    // A sum of credits and debits together would mean nothing.
    return { ...found, ...(filter.direction && sums && { sums }) }
  }

  return { page, count }
}

/** The list of lines, and the commands of staff on a line: propose, confirm, make an exception, and undo these. */
export const statementLines = (server: Server) => {
  const { db, handle } = server
  const { page, count } = lineReader(server)
  handle(statement.list, (asked, { language }) => page(asked, { language }))
  handle(statement.count, count)

  handle(statement.choices, async () => {
    const accounts = await db.sql.selectFrom('bank_account').selectAll().orderBy('code').execute()
    return { accounts, owners: await ownersOf(db) }
  })

  type Named = { id: string; version: number }
  type LineCall = CallOf<typeof statement.confirmMatch>

  const lineOf = async (id: string) => {
    const row = await db.sql.selectFrom('statement_line').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return row
  }
  const { command, send } = commandsOf(server, 'statementLine', ({ id }: { id: string }) => id)
  /** Sends an event that depends on whether the line's day is open: the command reads the day. */
  const sendOnDay = (body: Named, call: LineCall, eventOf: (day: { dayOpen: boolean }) => StatementLineEvent) =>
    againWhenTaken(async () => {
      const { account, day } = await lineOf(body.id)
      const { dayOpen, reads } = await dayOf(server, account, day)
      return send(body, call, eventOf({ dayOpen }), { reads })
    })

  handle(statement.proposeMatch, async ({ orderNo, recorded: typed, ...body }, call) =>
    againWhenTaken(async () => {
      const target = await targetOf(server, await lineOf(body.id), orderNo, typed, call.language)
      return send(body, call, { type: 'matchProposed', ...stamp(call), ...target })
    }),
  )
  command(statement.confirmMatch, 'matchConfirmed')
  command(statement.refuseMatch, 'matchRefused')
  command(statement.makeException, 'exceptionMade', async ({ reason, owner, ledger }, { language }) => {
    if (!(await ownersOf(db)).some(({ id }) => id === owner))
      throw badInput([{ field: 'owner', reason: 'choice' }], language)
    return { reason, owner, ...(ledger && { ledger }) }
  })
  handle(statement.liftException, (body, call) =>
    sendOnDay(body, call, (day) => ({ type: 'exceptionLifted', ...stamp(call), ...day })),
  )
  handle(statement.proposeUnmatch, ({ note, ...body }, call) =>
    sendOnDay(body, call, (day) => ({ type: 'unmatchProposed', ...stamp(call), note, ...day })),
  )
  command(statement.confirmUnmatch, 'unmatchConfirmed')
  command(statement.refuseUnmatch, 'unmatchRefused')
}

/** Lists who may own an exception: active staff who may work with lines. */
const ownersOf = async (db: Database): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select 'staff/' || a.id as id, p.name from account a join profile p on p.id = a.id
    where a.state = 'active' and exists (
      select from role r where a.roles @> to_jsonb(r.id) and r.interfaces ?| array[
        ${statement.proposeMatch.interface}, ${statement.confirmMatch.interface}])
    order by p.name`.execute(db.sql)
  return rows
}

/**
 * Checks a proposed target: a repayment for a credit, a payout or withdrawal for a debit.
 * Throws bad input with the field that is wrong.
 */
const targetOf = async (
  { db, store }: Pick<Server, 'db' | 'store'>,
  { id, direction }: StatementLineRow,
  orderNo: string,
  typed: string,
  language: Language,
): Promise<Target & { recordedAmount: number | null }> => {
  const refuse = (field: string, reason: string) => badInput([{ field, reason }], language)
  const [own] = withdrawalsIn(orderNo)
  const paid =
    direction === 'credit'
      ? await repaidOf(store, orderNo)
      : await (own ? takenOutOf(store, own) : paidOutOf(store, orderNo))
  if (!paid) throw refuse('orderNo', direction === 'credit' ? 'noLoan' : 'noPayout')
  const recorded = typed || (direction === 'debit' ? (paid.at(-1)?.txid ?? '') : '')
  if (!recorded) return { orderNo, recorded: null, recordedAmount: null }
  const one = paid.find(({ txid }) => txid === recorded)
  if (!one) throw refuse('recorded', 'noPayment')
  const taken = await db.sql
    .selectFrom('statement_line')
    .select('id')
    .where((eb) => eb.or([eb('recorded', '=', recorded), eb('posted', '=', recorded)]))
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) throw refuse('recorded', 'paymentTaken')
  return { orderNo: recorded === own ? null : orderNo, recorded, recordedAmount: one.amount }
}

type Paid = { txid: string; amount: number }

/** The standing repayments of a loan; undefined without a loan. */
export const repaidOf = async (store: Server['store'], orderNo: string): Promise<Paid[] | undefined> => {
  const { context } = await store.state(`loan/${orderNo}`)
  if (!context.terms) return undefined
  return standing(context.entries) as Paid[]
}

/** The last attempt of a payout; undefined when nothing was sent. */
const paidOutOf = async (store: Server['store'], orderNo: string): Promise<Paid[] | undefined> => {
  const { context } = await store.state(`payout/${orderNo}`)
  const attempt = lastAttempt(context)
  return attempt && [attempt]
}

/** A sent withdrawal; undefined when it was not sent. */
const takenOutOf = async (store: Server['store'], txid: string): Promise<Paid[] | undefined> => {
  const { order, sentAt } = (await store.state(`withdrawal/${txid}`)).context
  return order && sentAt !== null ? [{ txid, amount: order.amount }] : undefined
}
