import { sql } from 'kysely'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { ordersAtATime, type Queue } from '../dispatch/dispatch.ts'
import type { Server } from '../server.ts'

/** An account without a file for so many days is one that the lender keeps no statements of any more. */
const longestSilence = 31
const betweenLooks = 60_000

/** SQL: the accounts that customers pay into, each with the last day that was over when a file up to it was uploaded. */
const accountsOn = (today: string) => sql`
  select account, max(least(to_day,
    to_char(to_timestamp(uploaded_at / 1000) at time zone 'Asia/Jakarta' - interval '1 day', 'YYYY-MM-DD'))) as through
  from bank_statement
  where state in ('ready', 'missing') and uploaded_at >= ${dayStart(addDays(today, -longestSilence))}
  group by account having sum(credits) > 0`

/** Whether the lender books bank statements of accounts that customers pay into. */
export const booksStatements = async ({ db }: Pick<Server, 'db'>, today: string): Promise<boolean> => {
  const { rows } = await sql`select from (${accountsOn(today)}) account limit 1`.execute(db.sql)
  return rows.length > 0
}

/**
 * The promises whose bank statements are booked: the files of all accounts reach their last day, no credit of their days
 * waits for somebody, and the case has followed what was booked. A lender without statements waits for none.
 */
export const bookedStatements = ({ db, store, clock }: Pick<Server, 'db' | 'store' | 'clock'>): Queue => {
  let nextLook = 0
  return async () => {
    const now = clock.now()
    if (now < nextLook) return { size: 0, give: async () => [] }
    const today = businessDay(now)
    // Most loans have a job that waits for their next due day: those of these cases are looked up one by one.
    const { rows } = await sql<{ orderNo: string; version: number; through: string }>`
      with booked as materialized (
        select coalesce(min(through), ${addDays(today, -1)}) as through from (${accountsOn(today)}) account),
      unsettled as materialized (
        select distinct day from statement_line
        where state in ('unmatched', 'proposed', 'matched', 'unmatching', 'reversing') and direction = 'credit'
          and (amount > 0 or amount_sen is not null))
      select c.order_no as "orderNo", c.version, through from booked join recovery_case c on c.statement_to <= through
      where not exists (select from unsettled where day between c.statement_from and c.statement_to)
        and (select at from es_effect where stream = 'loan/' || c.order_no and name = 'followLoan') is null
      order by c.statement_to limit ${ordersAtATime}`.execute(db.sql)
    if (rows.length === 0) nextLook = now + betweenLooks
    return {
      size: rows.length,
      give: () =>
        Promise.allSettled(
          rows.map(({ orderNo, version, through }) =>
            store.send({
              stream: `recoveryCase/${orderNo}`,
              version,
              event: { type: 'statementBooked', by: 'SYS', at: now, through },
              via: 'SYS',
              key: `statement ${orderNo} ${version}`,
            }),
          ),
        ),
    }
  }
}
