import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createVault, type Vault } from '../../src/server/customers/vault.ts'
import type { Database } from '../../src/server/db/database.ts'
import { customer } from './application.ts'

export const nikOf = (n: number) => String(n).padStart(16, '0')
/** A name; some customers share one. */
export const nameOf = (n: number) =>
  `Sri Wahyuni ${[...String(n % 5_000)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`
export const phoneOf = (n: number) => `+628${String(n).padStart(10, '0')}`

const personsAtATime = 5_000
const day = 86_400_000

/**
 * Writes two years of orders straight into the read tables: `count` orders up to `now`. A twentieth waits for first
 * review and three fifths passed it; one app was given up early. The staff must exist.
 */
export const fillOrders = async (db: Database, count: number, now: number): Promise<void> => {
  const vault = await createVault({ db, ids: randomUUID })
  const persons = Math.ceil(count / 3)
  for (let from = 1; from <= persons; from += personsAtATime) {
    await insertPersons(db, vault, from, Math.min(from + personsAtATime - 1, persons))
  }
  await sql`
    insert into approval (order_no, version, state, stage, since, round, refer, holder, claim_due, first_reviewer, person,
      person_version, app, channel, product, customer_type, loan_count, failed_order_count, amount, term, service_fee,
      handling_fee, proposed_amount, proposed_term, rule_set, score, rating, reason, account_verified, machine_result,
      first_result, final_result, applied_at, machine_at, first_at, final_reviewer, final_at)
    select order_no, case when stage = 'firstReview' and holder is null then 2 else 3 end,
      case when stage in ('firstReview', 'finalReview') then stage || case when holder is null then '.wait' else '.claimed' end else stage end, stage,
      coalesce(first_at, applied_at + 60000), 1, chance < 20, holder, case when holder is not null then ${sql.lit(now)} end,
      case when first_at is not null then 'staff/' || 1 + luck % staff end,
      'p' || 1 + luck % ${sql.lit(persons)}, 1,
      case when i <= ${sql.lit(count)} / 1000 then 'GIVEN-UP' when luck % 10 < 7 then 'DK' else 'PW' end, 'organic', 'KILAT',
      case when luck % 1000 = 0 then 'globalOld' when luck % 5 < 3 then 'new' else 'old' end, 0, 0,
      1000000 + luck % 20 * 100000, 30, 50000, 15000, 1000000, 30, 'rules-1', 400 + luck % 400, 'B',
      case when stage = 'firstRejected' then 'policy' end, true,
      case when stage <> 'machineReview' then case stage when 'machineRejected' then 'reject' else 'pass' end end, first_result, final_result,
      applied_at, case when stage <> 'machineReview' then applied_at + 60000 end, first_at,
      case when final_result is not null then 'staff/' || 1 + (luck + 1) % staff end, case when final_result is not null then first_at + 60000 end
    from (
      select *, case when stage = 'firstReview' and chance < 100 or stage = 'finalReview' and chance < 300 then 'staff/' || 1 + luck % staff end as holder,
        case when stage in ('finalReview', 'passed', 'finalRejected') then 'pass' when stage = 'firstRejected' then 'reject' end as first_result,
        case when stage = 'passed' then 'pass' when stage = 'finalRejected' then 'reject' end as final_result,
        case when stage in ('finalReview', 'passed', 'firstRejected', 'finalRejected') then applied_at + luck % (3 * ${sql.lit(day)}) end as first_at
      from (
        select i, luck, chance, staff, applied_at,
          'LK' || to_char(to_timestamp(applied_at / 1000), 'YYMMDD') || lpad(i::text, 6, '0') as order_no,
          case when i > 0.93 * ${sql.lit(count)} then case when luck % 7 < 5 then 'firstReview' when luck % 7 = 5 then 'machineReview' else 'returned' end
            when luck % 93 < 59 then 'passed' when luck % 93 < 60 then 'finalReview' when luck % 93 < 75 then 'firstRejected'
            when luck % 93 < 86 then 'machineRejected' when luck % 93 < 88 then 'finalRejected' else 'closed' end as stage
        from (
          select i, hashint4(i)::bigint + 2147483648 as luck, hashint4(-i) & 1023 as chance,
            (select count(*) from profile) as staff, ${sql.lit(now)} - (${sql.lit(count)} - i) * ${sql.lit(730 * day)} / ${sql.lit(count)} as applied_at
          from generate_series(1, ${sql.lit(count)}) i
        ) a
      ) b
    ) c`.execute(db.sql)
  await sql`
    insert into es_event
    select (select pos from es_head) + row_number() over (order by at), 'approval/' || order_no, version, 'e' || order_no || version, type, 1, state, actor, '', at,
      '{}', '', ''
    from (
      select order_no, 1 as version, 'submitted' as type, 'machineReview' as state, 'app/demo' as actor, applied_at as at from approval
      union all select order_no, 2, 'machinePassed', 'firstReview.wait', 'SYS', machine_at from approval where stage <> 'machineReview'
      union all select order_no, 3, case first_result when 'pass' then 'firstPassed' else 'firstRejected' end, state, first_reviewer, first_at
        from approval where first_at is not null
    ) e`.execute(db.sql)
  // Otherwise the next event would make listeners read all of these events.
  await sql`update es_head set pos = (select max(pos) from es_event)`.execute(db.sql)
  for (const table of ['approval', 'person', 'person_key', 'person_lookup', 'es_event', 'profile'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db.sql)
}

const insertPersons = async (db: Database, vault: Vault, first: number, last: number) => {
  const made = Array.from({ length: last - first + 1 }, (_, index) => {
    const n = first + index
    return vault.rowsOf(
      `p${n}`,
      { ...customer({ name: nameOf(n), nik: nikOf(n), phone: phoneOf(n) }), documents: [] },
      1,
    )
  })
  const tables = {
    person_key: made.map((its) => its.person_key),
    person: made.flatMap((its) => its.person),
    person_lookup: made.flatMap((its) => its.person_lookup),
  }
  for (const [table, its] of Object.entries(tables)) {
    const rows = JSON.stringify(its)
    await sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(
      db.sql,
    )
  }
}
