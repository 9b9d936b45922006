import { type RawBuilder, sql } from 'kysely'
import { daysAfterDue, instalmentsOf } from '../../machines/loan.course.ts'
import type { Counter } from '../store/counter.ts'
import { asSubmitted, dayOf, joinSubmitted } from './cohort.ts'
import { coursesIn } from './courses.ts'

type Instalment = { order_no: string; term: number }
type Row = { day: string; app: string; channel: string; basis: string }

const sums = [
  'instalments',
  'moved',
  'principal',
  ...daysAfterDue.map((days) => `unpaid${days}`),
  ...daysAfterDue.map((days) => `late${days}`),
]
const sumOf = (one: RawBuilder<unknown>) => sql`sum(weight * (${one}))`
const each = (one: (nth: RawBuilder<number>) => RawBuilder<unknown>) =>
  daysAfterDue.map((_, index) => sumOf(one(sql.lit(index + 1))))

/**
 * Counts the instalments by their first due day, with what was unpaid of them how many days later. A payment with an
 * earlier value day, or a reversed one, changes past days: the instalments of a loan are taken out and counted anew.
 */
export const instalmentCounter: Counter = {
  name: 'report_due',
  tables: {
    report_instalment: ({ order_no: orderNo, term }: Instalment) =>
      `report of due days: instalment ${term} of ${orderNo} is not what its events add up to`,
    report_due: ({ day, app, channel, basis }: Row) =>
      `report of due days: ${app} ${channel} of ${day} (${basis}) is not what its events add up to`,
    report_first: ({ day, app, channel }: Row) =>
      `report of first instalments: ${app} ${channel} of ${day} is not what its events add up to`,
  },
  count: async (tx, after, upTo) => {
    const courses = await coursesIn(tx, after, upTo)
    if (courses.size === 0) return
    const orders = [...courses.keys()]
    const rows = [...courses].flatMap(([orderNo, course]) =>
      instalmentsOf(course).map(({ term, due, principal, value, booked }) => {
        const { app, channel, product } = course!.order ?? { app: '', channel: '', product: '' }
        return { order_no: orderNo, term, day: due, app, channel, product, principal, value, booked }
      }),
    )
    const now = sql`jsonb_populate_recordset(null::report_instalment, ${JSON.stringify(rows)}::jsonb)`
    await sql`
      insert into report_due (day, basis, app, channel, product, ${sql.join(sums.map((name) => sql.ref(name)))})
      select day, basis, app, channel, product, sum(weight), ${sumOf(sql`(value <> booked)::int`)},
        ${sumOf(sql`principal`)}, ${sql.join(each((nth) => sql`unpaid[${nth}]`))},
        ${sql.join(each((nth) => sql`(unpaid[${nth}] > 0)::int`))}
      from (
        select *, -1 as weight from report_instalment where order_no = any(${orders}) union all select *, 1 from ${now}
      ) one
      cross join lateral (values ('value', value), ('booked', booked)) by_basis (basis, unpaid)
      group by 1, 2, 3, 4, 5
      on conflict (day, basis, app, channel, product) do update set ${sql.join(
        sums.map((name) => sql`${sql.ref(name)} = report_due.${sql.ref(name)} + excluded.${sql.ref(name)}`),
      )}`.execute(tx)
    await sql`
      insert into report_first (day, due, app, channel, product, customer_type, loans, late)
      select ${dayOf(sql`submitted.at`)}, due, ${asSubmitted}, sum(weight), sum(weight * late)
      from (
        select order_no, day as due, (value[1] > 0)::int as late, -1 as weight from report_instalment
        where order_no = any(${orders}) and term = 1
        union all select order_no, day, (value[1] > 0)::int, 1 from ${now} where term = 1
      ) one
      ${joinSubmitted(sql`one.order_no`)}
      group by 1, 2, 3, 4, 5, 6
      on conflict (day, due, app, channel, product, customer_type) do update set
        loans = report_first.loans + excluded.loans, late = report_first.late + excluded.late`.execute(tx)
    await sql`delete from report_instalment where order_no = any(${orders})`.execute(tx)
    await sql`insert into report_instalment select * from ${now}`.execute(tx)
    // A day that its last instalment has left, which a larger batch would not have known.
    await sql`delete from report_due where instalments = 0`.execute(tx)
    await sql`delete from report_first where loans = 0`.execute(tx)
  },
}
