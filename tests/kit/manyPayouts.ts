import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'

const hour = 3_600_000

/** Writes a payout straight into the read tables for each passed order; one in thirty is not over. */
export const fillPayouts = async (db: Database): Promise<void> => {
  await sql`
    insert into payout (order_no, version, state, stage, since, person, account_version, app, product, amount, channel, opened_at,
      proposal, proposer, changed_by, attempts, txid, status, sent_at, ended_at, maker, checker, contradicted, paid_day)
    select order_no, 4, case place when 'unknown' then 'unknown.open' else place end, place, opened_at + ${sql.lit(hour)}, person, 1,
      app, product, amount, case when luck % 1000 = 0 then 'merapi' else 'samudra' end, opened_at,
      case when place = 'checking' then case when luck % 9 = 0 then 'channelChanged' else 'payoutSubmitted' end end,
      case when place = 'checking' then 'staff/1' end, '[]'::jsonb, 1, order_no || '-P1', place, opened_at,
      opened_at + ${sql.lit(hour)}, 'staff/1', 'staff/2', case when luck % 5000 = 0 then order_no || '-P1' end,
      case when place = 'succeeded' then to_char(to_timestamp((opened_at + ${sql.lit(8 * hour)}) / 1000) at time zone 'UTC', 'YYYY-MM-DD') end
    from (
      select order_no, person, app, product, amount, first_at + 60000 as opened_at, hashtext(order_no)::bigint + 2147483648 as luck,
        coalesce((array['waiting', 'checking', 'sending', 'processing', 'unknown', 'failed', 'cancelled'])[
          1 + (hashtext(order_no) & 1023) / 5], 'succeeded') as place
      from approval where stage = 'passed'
    ) passed`.execute(db.sql)
  await sql`
    insert into payout_arrival (order_no, txid, day, arrived_at, amount, channel, person, account_version, app, product, maker, checker,
      returned_at)
    select order_no, txid, paid_day, ended_at, amount, channel, person, 1, app, product, maker, checker,
      case when hashtext(order_no) % 500 = 0 then ended_at + 1 end
    from payout where paid_day is not null`.execute(db.sql)
  await sql`
    insert into provider_word (id, provider, txid, source, word, code, message, outcome, alarming, order_no, count, first_at, last_at)
    select order_no, 'samudra', txid, 'callback', 'failed', 'CLOSED', 'closed', 'taken', false, order_no, 1, since, since
    from payout`.execute(db.sql)
  for (const table of ['payout', 'payout_arrival', 'provider_word'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db.sql)
}
