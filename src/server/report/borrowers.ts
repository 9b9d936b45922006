import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'
import { asSubmitted, dayOf, joinSubmitted } from './cohort.ts'

type Loan = { order_no: string }
type Row = { day: string; app: string; channel: string }

/**
 * Counts the settled loans by the day of their settlement, with the next loan of the same person. A loan that is
 * reopened or voided is taken out again, so what is known of each loan is kept beside the sums.
 */
export const borrowerCounter: Counter = {
  name: 'report_borrower',
  tables: {
    report_loan: ({ order_no: orderNo }: Loan) =>
      `report of borrowers: loan ${orderNo} is not what its events add up to`,
    report_borrower: ({ day, app, channel }: Row) =>
      `report of borrowers: ${app} ${channel} of ${day} is not what its events add up to`,
  },
  count: async (tx, after, upTo) => {
    await sql`
      with moved as (
        select split_part(stream, '/', 2) as order_no, type, version, at from es_event
        where pos > ${after} and pos <= ${upTo} and stream like 'loan/%'
          and type in ('loanOpened', 'loanVoided', 'settled', 'reopened')
      ),
      -- The last event that says whether, and when, the loan was opened and settled.
      fact as (
        select order_no,
          (array_agg(case type when 'loanOpened' then at end order by version desc)
            filter (where type in ('loanOpened', 'loanVoided')))[1] as opened_at,
          bool_or(type in ('loanOpened', 'loanVoided')) as opens,
          (array_agg(case type when 'settled' then at end order by version desc))[1] as settled_at
        from moved group by 1
      ),
      told as (
        select fact.order_no, application ->> 'person' as person, ${asSubmitted},
          case when opens then fact.opened_at else known.opened_at end as opened_at, fact.settled_at
        from fact left join report_loan known on known.order_no = fact.order_no ${joinSubmitted(sql`fact.order_no`)}
      ),
      touched as (select distinct person from told),
      before as (select report_loan.* from report_loan join touched using (person)),
      loans (order_no, person, app, channel, product, customer_type, opened_at, settled_at) as (
        select * from told union all
        select order_no, person, app, channel, product, customer_type, opened_at, settled_at from before
        where order_no not in (select order_no from told)
      ),
      now as (
        insert into report_loan
        select *, (
          select ${dayOf(sql`min(next.opened_at)`)}::date - ${dayOf(sql`loans.settled_at`)}::date from loans next
          where next.person = loans.person and next.order_no <> loans.order_no and next.opened_at >= loans.settled_at
        ) from loans
        on conflict (order_no) do update set opened_at = excluded.opened_at, settled_at = excluded.settled_at,
          again_after = excluded.again_after
        returning *
      )
      insert into report_borrower (day, app, channel, product, customer_type, settled, again7, again30, again90)
      select ${dayOf(sql`settled_at`)}, app, channel, product, customer_type, sum(weight),
        sum(case when again_after <= 7 then weight else 0 end),
        sum(case when again_after <= 30 then weight else 0 end), sum(case when again_after <= 90 then weight else 0 end)
      from (select *, -1 as weight from before union all select *, 1 from now) loan
      where settled_at is not null
      group by 1, 2, 3, 4, 5
      on conflict (day, app, channel, product, customer_type) do update set
        settled = report_borrower.settled + excluded.settled, again7 = report_borrower.again7 + excluded.again7,
        again30 = report_borrower.again30 + excluded.again30,
        again90 = report_borrower.again90 + excluded.again90`.execute(tx)
    // A day that its last loan has left, which a larger batch would not have known.
    await sql`delete from report_borrower where settled = 0`.execute(tx)
  },
}
