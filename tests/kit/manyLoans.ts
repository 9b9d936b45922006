import { sql } from 'kysely'
import { businessDay } from '../../src/machines/calendar.ts'
import type { Database } from '../../src/server/db/database.ts'

/**
 * Writes a loan straight into the read tables for each passed order of `fillOrders`, which must run first. Loans have
 * one to six instalments, and nine tenths of what was due is paid. One app, channel and product were given up early.
 */
export const fillLoans = async (db: Database, now: number): Promise<void> => {
  const today = businessDay(now)
  await sql`update approval set channel = 'gone', product = 'GONE' where app = 'GIVEN-UP'`.execute(db.sql)
  await sql`
    insert into loan select order_no, person, app, channel, product, 2, 'current', 'none', 'none', 'none', '8808' || substr(order_no, 3),
      amount, ${today}, 3, ${today}, ${today}, null, 0, 0, 0, amount, 0, ${today}
    from approval where stage = 'passed'`.execute(db.sql)
  await sql`
    insert into instalment
    select order_no, person, app, channel, product, term, terms, due, due,
      case when luck % 97 = 0 then 'voided' when luck % 89 = 0 then 'writtenOff'
        when due < ${today} and luck % 10 > 0 then 'settled' else 'open' end,
      20000, amount, case when due < ${today} and luck % 10 > 0 then 0 else 20000 end,
      case when due < ${today} and luck % 10 > 0 then 0 else amount end,
      case when due < ${today} and luck % 10 > 0 then amount + 20000 else 0 end, 0, 0, 0, 0, amount, -30 * term, 20, 30, 8, 90
    from (
      select order_no, person, app, channel, product, nth as term, terms, amount / terms as amount, luck + nth as luck,
        to_char(to_timestamp(final_at / 1000) + nth * interval '30 days', 'YYYY-MM-DD') as due
      from (
        select *, 1 + luck % 6 as terms from (
          select *, hashint4(substr(order_no, 9)::int)::bigint + 2147483648 as luck from approval where stage = 'passed') a
      ) b, generate_series(1, b.terms) nth
    ) c`.execute(db.sql)
  await sql`
    insert into repayment
    select order_no, person, app, channel, product, term, 'VA' || order_no || term,
      case when luck = 0 then 'rolledOver' when luck = 1 then 'refunded' else 'repaid' end, due, paid, 20000, paid - 20000, 0, 0, 0, luck = 2,
      case when luck = 1 or luck = 3 then null when luck = 4 then 'cash' when luck < 400 then 'transfer' else 'virtualAccount' end,
      case when luck = 4 then 'Pos' when luck < 400 then null else 'BCA' end
    from (
      select *, hashtext(order_no || term)::bigint + 2147483648 as many, (hashtext(order_no || term)::bigint + 2147483648) % 2000 as luck
      from instalment where standing = 'settled') a`.execute(db.sql)
  for (const table of ['loan', 'instalment', 'repayment']) await sql`vacuum analyze ${sql.table(table)}`.execute(db.sql)
}
