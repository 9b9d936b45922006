import { sql } from 'kysely'
import type { DayTotals } from '../../machines/statementDay.ts'
import type { Database } from '../db/database.ts'
import type { Server } from '../server.ts'
import { joined } from './sen.ts'

export const dayStream = (account: string, day: string) => `statementDay/${account}-${day}` as const

/** Tells whether lines of a day may change, with the version of the day that was read. */
export const dayOf = async ({ store }: Pick<Server, 'store'>, account: string, day: string) => {
  const stream = dayStream(account, day)
  const { value, version } = await store.state(stream)
  return { dayOpen: value === 'open', reads: [{ stream, version }] }
}

/** Counts the files that are being appended to an account. */
export const appendingInto = async ({ db }: { db: Database }, account: string): Promise<number> => {
  const { files } = await db.sql
    .selectFrom('bank_statement')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('account', '=', account)
    .where('state', '=', 'appending')
    .executeTakeFirstOrThrow()
  return files
}

/** Counts the files up to a day with movements that were left out and that no later file brought. */
export const missingUpTo = async ({ db }: { db: Database }, account: string, day: string): Promise<number> => {
  const { files } = await db.sql
    .selectFrom('bank_statement')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('account', '=', account)
    .where('state', '=', 'missing')
    .where('to_day', '<=', day)
    .executeTakeFirstOrThrow()
  return files
}

type Last = { follows: string; lastEnd: number | null; lastDay: string | null; lastLine: number }

/** An account's last statement, balance, day and line number; '', null and 0 before the first file. */
export const lastOf = async ({ db }: { db: Database }, account: string): Promise<Last> => {
  const line = await db.sql
    .selectFrom('statement_line')
    .select(['n', 'statement', 'day', 'after', 'after_sen'])
    .where('account', '=', account)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    follows: line?.statement ?? '',
    lastEnd: line ? joined(line.after, line.after_sen) : null,
    lastDay: line?.day ?? null,
    lastLine: line?.n ?? 0,
  }
}

/** Totals as the database has them: whole rupiah and sen apart. */
export type Apart = Record<'start' | 'end' | 'credits' | 'debits', number> &
  Record<'start_sen' | 'end_sen' | 'credits_sen' | 'debits_sen', number | null>

export const together = (row: Apart) => ({
  start: joined(row.start, row.start_sen),
  end: joined(row.end, row.end_sen),
  credits: joined(row.credits, row.credits_sen),
  debits: joined(row.debits, row.debits_sen),
})

/**
 * The columns of a day's totals, of `statement_line` rows of one account and day. A line of zero moved no money: it is
 * settled as it is, also where it was imported as one of money.
 */
export const totalColumns = sql`
  count(*) as lines,
  count(*) filter (where state not in ('reconciled', 'exception', 'information') and (amount > 0 or amount_sen is not null)) as unsettled,
  coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as credits,
  coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as debits,
  coalesce(sum(amount_sen) filter (where direction = 'credit'), 0)::int as credits_sen,
  coalesce(sum(amount_sen) filter (where direction = 'debit'), 0)::int as debits_sen`

type Counted = Apart & Pick<DayTotals, 'lines'> & { unsettled: number }

/** The totals of a day's lines, and how many of them are neither reconciled nor an exception. */
export const totalsOf = async (
  { db }: { db: Database },
  account: string,
  day: string,
): Promise<DayTotals & { unsettled: number }> => {
  const { rows } = await sql<Counted>`
    select t.*, coalesce(f.before, 0) as start, f.before_sen as start_sen, coalesce(l.after, 0) as "end",
      l.after_sen as end_sen
    from (select ${totalColumns} from statement_line where account = ${account} and day = ${day}) t
    left join lateral (
      select before, before_sen from statement_line where account = ${account} and day = ${day} order by n limit 1) f on true
    left join lateral (
      select after, after_sen from statement_line where account = ${account} and day = ${day} order by n desc limit 1) l on true`.execute(
    db.sql,
  )
  const { lines, unsettled, ...apart } = rows[0]!
  return { lines, unsettled, ...together(apart) }
}
