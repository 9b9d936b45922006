import { sql } from 'kysely'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { Database } from '../../src/server/db/database.ts'
import { strategies } from '../../src/services/recovery.ts'

/**
 * Writes a case straight into the read tables for each loan of `fillLoans`, which must run first, and what collection
 * did with it: holdings, attempts, promises, credits and placements. The given collectors hold the open cases, each about
 * as many; a tenth of the cases waits, and an agency has a twentieth.
 */
export const fillCases = async (
  db: Database,
  now: number,
  { collectors, group, agency }: { collectors: readonly string[]; group: string; agency: string },
): Promise<void> => {
  const today = businessDay(now)
  const near = addDays(today, 3)
  const who = sql`(${collectors}::text[])[1 + luck % ${collectors.length}]`
  await sql`
    create unlogged table made as
    select *, case when late < 1 then 'pre' when late < 8 then 's1' when late < 31 then 's2' when late < 61 then 'm2'
        when late < 91 then 'm3' else 'm4' end as stage,
      not settled and luck % 10 > 0 as given, luck % 20 = 7 as placed, luck % 4 = 0 as promised, luck % 3 > 0 as tried
    from (
      select order_no, person, app, product, coalesce(min(due) filter (where standing = 'open' and due <= ${near}), max(due)) as due,
        count(*) filter (where standing = 'open' and due <= ${near}) = 0 as settled, sum(principal_left)::bigint as principal,
        (coalesce(min(due) filter (where standing = 'open' and due <= ${near}), ${today})) as since,
        hashtext(order_no)::bigint + 2147483648 as luck,
        greatest(-3, ${today}::date - coalesce(min(due) filter (where standing = 'open' and due <= ${near}), ${today})::date) as late
      from instalment where standing in ('open', 'settled') group by 1, 2, 3, 4
    ) a where due <= ${near}`.execute(db.sql)
  await sql`
    insert into recovery_case (order_no, version, state, phase, kind, person, app, product, episode, opened_at, stage, due, holder,
      former_holder, attempts, contacted_at, outcome, call_back, promise_amount, promise_day, promise_paid, promise_outcome,
      hold_reason, hold_until, settled_at, settlement, company, placed_until)
    select order_no, 5, case when settled then 'settled' when not given then 'open.unassigned' when luck % 50 = 1 then 'open.held.following'
        when promised then 'open.promised' when tried then 'open.following' else 'open.assigned' end,
      case when settled then 'settled' else 'open' end, case when stage = 'pre' then 'pre' else 'post' end, person, app, product, 1,
      extract(epoch from due::date)::bigint * 1000 - 259200000, stage, due, case when given or settled then ${who} end, null,
      case when tried then 2 else 0 end, case when tried then ${now}::bigint - luck % 864000000 end, case when tried then 'reached' end,
      case when luck % 7 = 0 and not settled then ${today} end, case when promised then 100000 end,
      case when promised then ${addDays(today, 1)} end, 0, case when promised then case when settled then 'kept' else 'open' end end,
      case when luck % 50 = 1 and not settled then 'dispute' end, case when luck % 50 = 1 and not settled then ${near} end,
      case when settled then extract(epoch from due::date)::bigint * 1000 + luck % 864000000 end, case when settled then 'paid' end,
      case when placed and not settled then ${agency}::text end, case when placed and not settled then ${near} end
    from made`.execute(db.sql)
  const about = sql`app, product`
  const place = sql`'31', 'Jakarta Pusat'`
  // A lead gives a fourth of them.
  const strategy = sql`case when luck % 4 > 0 then ${strategies.at(-1)!}::text else '' end`
  const desk = sql`${who}, ${group}::text, case when placed then ${agency}::text else '' end, ${strategy}`
  const at = (day: string) => sql`extract(epoch from ${sql.raw(day)}::date)::bigint * 1000`
  // Every case was given once before and once on its present day.
  await sql`
    insert into recovery_holding (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, episode,
      days_late, principal, interest, fee, balance, target, ended_at, ended_on, ended_by)
    select row_number() over (order by since, order_no, nth), order_no, ${about}, ${at('day')}, day, stage, ${desk}, ${place}, 1, 1,
      principal, 20000, 5000, principal + 25000, 3000, case when ended is not null then ${at('ended')} end, ended,
      case when ended is not null then case when settled then 'paid' else 'stage' end end
    from (
      select *, to_char(since::date - (2 - nth), 'YYYY-MM-DD') as day,
        case when nth = 1 or settled then to_char(since::date - (1 - nth), 'YYYY-MM-DD') end as ended
      from (select *, case when settled then due else least(due, ${today}) end as since from (select order_no, app, product, due, settled,
        principal, luck, stage, given, placed from made) m) m, generate_series(1, 2) nth where given or settled
    ) h`.execute(db.sql)
  await sql`
    insert into recovery_attempt (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, channel,
      outcome, first, first_reached)
    select row_number() over (order by day, order_no), order_no, ${about}, ${at('day')}, day, stage, ${desk}, ${place}, 'phone',
      case when luck % 2 = 0 then 'reached' else 'noAnswer' end, true, luck % 2 = 0
    from (select *, to_char(least(due, ${today})::date + nth, 'YYYY-MM-DD') as day from made, generate_series(0, 1) nth where tried) a
    where day <= ${today}`.execute(db.sql)
  await sql`
    insert into recovery_promise (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, amount,
      promised_for, paid, outcome, judged_on, corrected)
    select row_number() over (order by due, order_no), order_no, ${about}, ${at('day')}, day, stage, ${desk}, ${place}, 100000, day,
      case when settled then 100000 else 0 end, case when settled then 'kept' when due < ${addDays(today, -30)} then 'broken' else 'open' end,
      case when settled or due < ${addDays(today, -30)} then day end, false
    from (select *, least(due, ${today}) as day from made where promised) p`.execute(db.sql)
  await sql`
    insert into recovery_credit (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, days_late,
      holding, txid, principal, interest, fee, amount, placement, commission)
    select row_number() over (order by r.day, r.txid), r.order_no, r.app, r.product, ${at('r.day')}, r.day,
      (array['pre', 's1', 's2', 'm2', 'm3', 'm4'])[1 + luck % 6], ${who}, ${group}::text, '', ${strategy},
      ${place}, 0, 0, r.txid, r.principal, r.interest, r.fee, r.principal + r.interest + r.fee, 0, 0
    from (select *, hashtext(order_no)::bigint + 2147483648 as luck from repayment) r`.execute(db.sql)
  await sql`
    insert into recovery_placement (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, until,
      balance, rate, ended_at, ended_on, ended_by)
    select row_number() over (order by due, order_no), order_no, ${about}, ${at('day')}, day, stage, '', '', ${agency}::text, '', ${place},
      ${near}, principal, 2000, null, null, null
    from (select *, least(due, ${today}) as day from made where placed and not settled) p`.execute(db.sql)
  await sql`
    insert into placement
    select order_no, 2, 'placed', app, ${agency}::text, day, ${near}, principal, 2000, 'staff/1', ${at('day')} + luck % 86400000, 'staff/2',
      null, null, null
    from (select *, least(due, ${today}) as day from made where placed and not settled) p`.execute(db.sql)
  await sql`
    insert into recovery_complaint (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, topic,
      channel, words, held)
    select row_number() over (order by due, order_no), order_no, ${about}, ${at('day')}, day, stage, ${desk}, ${place}, 'manners', 'phone',
      'loud', false
    from (select *, least(due, ${today}) as day from made where luck % 100 = 3) c`.execute(db.sql)
  // How it stood: a row for the day before the present one, and one that stands.
  await sql`
    insert into recovery_standing (id, order_no, app, product, at, day, stage, collector, group_id, company, strategy, province, regency, due, state,
      principal, until, fees)
    select row_number() over (order by day, order_no), order_no, ${about}, ${at('day')}, day, stage, ${desk}, ${place}, due,
      case when not given then 'unassigned' when promised then 'promised' else 'following' end, principal, until, (
        select array[max(early_fee), max(late_fee), max(late_from), max(fee_days)] || array_agg(its order by term, nth)
        from (select *, day::date - instalment.due::date as age from instalment where instalment.order_no = s.order_no) i,
          unnest(array[principal_left, age, 0, 0, fee_most, 0]) with ordinality its (its, nth))
    from (
      select *, to_char(least(due, ${today})::date - (1 - nth), 'YYYY-MM-DD') as day,
        case when nth = 0 or settled then to_char(least(due, ${today})::date + nth, 'YYYY-MM-DD') end as until
      from made, generate_series(0, 1) nth
    ) s`.execute(db.sql)
  // To whom the last payment of a settled case is credited.
  await sql`
    insert into recovery_settlement
    select distinct on (order_no) order_no, c.id, o.settled_at, case when luck % 4 = 0 then '' else c.collector end, c.group_id, c.company
    from recovery_credit c join made using (order_no) join recovery_case o using (order_no)
    where settled order by order_no, c.day desc, c.id desc`.execute(db.sql)
  await sql`drop table made`.execute(db.sql)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and (relname like 'recovery%' or relname in ('placement', 'collector'))`.execute(db.sql)
  for (const { name } of rows) await sql`vacuum analyze ${sql.table(name)}`.execute(db.sql)
}
