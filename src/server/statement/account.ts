import { sql } from 'kysely'
import type { DayTotals } from '../../machines/statementDay.ts'
import type { Database } from '../db/database.ts'
import type { Server } from '../server.ts'

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

type Last = { follows: string; lastEnd: number | null; lastDay: string | null; lastLine: number }

/** An account's last statement, balance, day and line number; '', null and 0 before the first file. */
export const lastOf = async ({ db }: { db: Database }, account: string): Promise<Last> => {
  const line = await db.sql
    .selectFrom('statement_line')
    .select(['n', 'statement', 'day', 'after'])
    .where('account', '=', account)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    follows: line?.statement ?? '',
    lastEnd: line?.after ?? null,
    lastDay: line?.day ?? null,
    lastLine: line?.n ?? 0,
  }
}

/** The totals of a day's lines, and how many of them are neither reconciled nor an exception. */
export const totalsOf = async (
  { db }: { db: Database },
  account: string,
  day: string,
): Promise<DayTotals & { unsettled: number }> => {
  const { rows } = await sql<DayTotals & { unsettled: number }>`
    select count(*) as lines, count(*) filter (where state not in ('reconciled', 'exception')) as unsettled,
      coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as credits,
      coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as debits,
      coalesce((select before from statement_line where account = ${account} and day = ${day} order by n limit 1), 0) as start,
      coalesce((select after from statement_line where account = ${account} and day = ${day} order by n desc limit 1), 0) as "end"
    from statement_line where account = ${account} and day = ${day}`.execute(db.sql)
  return rows[0]!
}
