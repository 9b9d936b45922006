import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createVault } from '../../src/server/customers/vault.ts'
import type { Database } from '../../src/server/db/database.ts'

const day = 86_400_000
const atATime = 5_000

/** The phone and name of the n-th person; many have the same name. */
export const prospectOf = (n: number) => ({
  phone: `+62857${String(n).padStart(8, '0')}`,
  name: `Calon Nasabah ${n % 5_000}`,
  province: '31',
})

/** Writes the persons of as many leads. */
export const fillPeople = async (db: Database, count: number): Promise<void> => {
  const vault = await createVault({ db, ids: randomUUID })
  for (let from = 1; from <= count; from += atATime) {
    const people = Array.from({ length: Math.min(atATime, count - from + 1) }, (_, nth) => ({
      person: `lead-${from + nth}`,
      prospect: prospectOf(from + nth),
    }))
    await db.sql.transaction().execute(vault.registerAll(people))
  }
}

/**
 * Writes two years of leads up to `now` straight into the read tables, with a check of each that ended and a code of each
 * whom a seller had. What is rare is of the oldest, which a scan from the newest reaches last. The staff must exist.
 */
export const fillLeads = async (db: Database, count: number, now: number): Promise<void> => {
  const all = sql.lit(count)
  await sql`
    insert into lead (id, version, state, requests, batch, source, imported_at, seller, attempts, channel, contacted_at,
      outcome, reached, call_back, call_at, call_back_due, registered, registered_at, applied, applied_at, result, reason, ended_at)
    select 'lead-' || n, 4, state, case when n <= 100 then 2 else 1 end,
      case when n <= 100 then 'RARE' else 'B-' || n / 500 end, case when n <= 100 then 'rare' else 'source-' || n % 5 end, imported_at,
      case when state = 'following' then 'staff/' || 1 + luck % 20 end, case when state = 'waiting' then 0 else 2 end,
      case when state = 'waiting' then null when n <= 200 then 'whatsapp' else 'phone' end, case when state <> 'waiting' then imported_at + ${sql.lit(day)} end,
      case when state = 'waiting' then null when n <= 100 then 'refused' when luck % 2 = 0 then 'reached' else 'noAnswer' end,
      case when state <> 'waiting' and n > 100 and luck % 2 = 0 then 'yes' else 'no' end, call_back, coalesce(call_back, 8640000000000000), coalesce(call_back <= ${sql.lit(now)}, false),
      case when n <= 200 then 'yes' else 'no' end, null, case when n <= 100 then 'yes' else 'no' end, null,
      case when state <> 'finished' then null when n <= 100 then 'applied' when luck % 3 = 0 then 'agreed' else 'notInterested' end,
      case when state = 'invalid' then 'wrongNumber' end, case when state in ('finished', 'invalid') then imported_at + ${sql.lit(2 * day)} end
    from (
      select *, case when state = 'following' and luck % 3 = 0 then ${sql.lit(now)} + (luck % 600 - 20) * 3600000 end as call_back
      from (
        select n, hashint4(n)::bigint + 2147483648 as luck, ${sql.lit(now)} - (${all} - n) * ${sql.lit(730 * day)} / ${all} as imported_at,
          case when n <= 100 then 'finished' when n <= 300 then 'invalid' when n % 10 < 5 then 'waiting' when n % 10 < 6 then 'following' else 'finished' end as state
        from generate_series(1, ${all}) n
      ) a
    ) b`.execute(db.sql)
  await sql`
    insert into lead_counted (id, first_at, batch, source, requests, reached, registered, applied, paid)
    select id, imported_at, batch, source, requests, coalesce(outcome = 'reached', false), registered = 'yes', applied = 'yes',
      applied = 'yes' from lead where id like 'lead-%'`.execute(db.sql)
  await sql`
    insert into lead_origin (batch, source, imported_at, leads, repeated, reached, registered, applied, paid)
    select batch, source, max(imported_at), count(*), 0, 0, 0, 0, 0 from lead where id like 'lead-%' group by 1, 2`.execute(
    db.sql,
  )
  await sql`
    insert into quality (id, version, state, lead, seller, visit_end, cause, sampled_at, checker, first_checker,
      second_checker, agrees, appealed)
    select id || '.3', 2, case when n <= 100 then 'appealed' when luck % 4 = 0 then 'notChecked' when luck % 4 = 1 then 'failed' else 'passed' end,
      id, 'staff/' || 1 + luck % 20, 'finished', case when n <= 100 then 'complaint' else 'random' end, imported_at + ${sql.lit(2 * day)},
      case when n <= 100 then 'staff/rare' else 'staff/30' end, case when n <= 100 then 'staff/rare' when luck % 5 = 0 then 'staff/30' end,
      case when n <= 100 then 'staff/31' when luck % 5 = 0 then 'staff/31' end,
      case when n <= 100 then 'no' when luck % 5 = 0 then 'yes' end, case when n <= 100 then 'yes' else 'no' end
    from (
      select *, substr(id, 6)::int as n, hashint4(substr(id, 6)::int)::bigint + 2147483648 as luck
      from lead where id like 'lead-%'
    ) one where state in ('finished', 'invalid')`.execute(db.sql)
  await sql`
    insert into lead_check (checked_lead, check_state, last_import)
    select quality.lead, quality.state, imported_at from quality join lead on lead.id = quality.lead
    where quality.lead like 'lead-%'`.execute(db.sql)
  await sql`
    insert into verify_code (id, version, state, lead, issuer, issued_at, expires_at, tries, ended_at)
    select 'code-' || n, 2, case when n <= 100 then 'voided' when n > ${all} - 20 then 'issued' when luck % 3 = 0 then 'expired' else 'used' end,
      id, case when n <= 100 then 'staff/rare' else 'staff/' || 1 + luck % 20 end, imported_at + ${sql.lit(day)}, imported_at + ${sql.lit(day + 600_000)}, 0,
      case when n > ${all} - 20 then null else imported_at + ${sql.lit(day + 60_000)} end
    from (
      select *, substr(id, 6)::int as n, hashint4(substr(id, 6)::int)::bigint + 2147483648 as luck
      from lead where id like 'lead-%'
    ) one where state <> 'waiting' or n > ${all} - 20`.execute(db.sql)
  for (const table of ['lead', 'lead_counted', 'lead_origin', 'quality', 'lead_check', 'verify_code'])
    await sql`analyze ${sql.table(table)}`.execute(db.sql)
}
