import { sql } from 'kysely'
import { ages, type Balance as Its, balancesOf, noDay, rollsOf } from '../../machines/loan.course.ts'
import type { Counter } from '../store/counter.ts'
import { coursesIn } from './courses.ts'

type Balance = { order_no: string; since: string }
type Row = { day: string; app: string; channel: string }
type Stored = Its & { order_no: string; app: string; channel: string; product: string }

/** The columns of an age: its principal and its loans. */
export const columnsOf = (age: (typeof ages)[number]) => {
  const column = age === 'writtenOff' ? 'written_off' : age
  return { principal: column, loans: `${column}_loans` }
}

const sums = ages.flatMap((age) => {
  const { principal, loans } = columnsOf(age)
  const of = (figure: string) => sql`sum(case when age = ${age} then weight * ${sql.raw(figure)} else 0 end)`
  return [
    { name: principal, sum: of('principal') },
    { name: loans, sum: of('1') },
  ]
})
const names = ['changes', ...sums.map(({ name }) => name)]
const words = ({ day, app, channel }: Row) =>
  `report of arrears: ${app} ${channel} of ${day} is not what its events add up to`

/** The changes of each loan's balance from month to month, taken out (-1) or added. */
const rolledBy = (balances: readonly Stored[], known: 1 | -1) =>
  [...Map.groupBy(balances, ({ order_no: orderNo }) => orderNo).values()].flatMap((its) => {
    const { app, channel, product } = its[0]!
    return rollsOf(its).map((roll) => ({ ...roll, app, channel, product, known }))
  })

/**
 * Counts by how much the outstanding principal of each age changes on a day. A loan is counted ahead as if nothing more
 * came; with each movement its balances are taken out and counted anew. Months are summed up, so that the balance of a day
 * is the sum of the months before and of some days.
 */
export const ageCounter: Counter = {
  name: 'report_age',
  tables: {
    report_balance: ({ order_no: orderNo, since }: Balance) =>
      `report of arrears: the balance of ${orderNo} since ${since} is not what its events add up to`,
    report_age: words,
    report_age_month: words,
    report_roll: ({ month, app, channel }: { month: string; app: string; channel: string }) =>
      `report of arrears: what became of ${app} ${channel} in ${month} is not what its events add up to`,
  },
  count: async (tx, after, upTo) => {
    const courses = await coursesIn(tx, after, upTo)
    if (courses.size === 0) return
    const orders = [...courses.keys()]
    const rows = [...courses].flatMap(([orderNo, course]) => {
      const { app, channel, product } = course?.order ?? { app: '', channel: '', product: '' }
      return balancesOf(course).map((balance) => ({ order_no: orderNo, app, channel, product, ...balance }))
    })
    const now = sql`jsonb_populate_recordset(null::report_balance, ${JSON.stringify(rows)}::jsonb)`
    for (const [table, day] of [
      ['report_age', sql`turn.day`],
      ['report_age_month', sql`left(turn.day, 7) || '-01'`],
    ] as const)
      await sql`
        insert into ${sql.table(table)} (day, app, channel, product, ${sql.join(names.map((name) => sql.ref(name)))})
        select ${day}, app, channel, product, sum(known), ${sql.join(sums.map(({ sum }) => sum))}
        from (
          select *, -1 as known from report_balance where order_no = any(${orders})
          union all select *, 1 from ${now}
        ) balance
        cross join lateral (values (since, known), (until, -known)) turn (day, weight)
        where turn.day < ${noDay}
        group by 1, 2, 3, 4
        on conflict (day, app, channel, product) do update set ${sql.join(
          names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + excluded.${sql.ref(name)}`),
        )}`.execute(tx)
    const { rows: had } = await sql<Stored>`
      select * from report_balance where order_no = any(${orders}) order by order_no, since`.execute(tx)
    const rolls = JSON.stringify([...rolledBy(had, -1), ...rolledBy(rows, 1)])
    await sql`
      insert into report_roll (month, app, channel, product, before, after, changes, principal, loans)
      select month, app, channel, product, before, after, sum(known), sum(known * weight * principal), sum(known * weight)
      from jsonb_to_recordset(${rolls}::jsonb) as roll(month text, app text, channel text, product text, before text, after text,
        principal bigint, weight int, known int)
      group by 1, 2, 3, 4, 5, 6
      on conflict (month, app, channel, product, before, after) do update set
        changes = report_roll.changes + excluded.changes, principal = report_roll.principal + excluded.principal,
        loans = report_roll.loans + excluded.loans`.execute(tx)
    await sql`delete from report_balance where order_no = any(${orders})`.execute(tx)
    await sql`insert into report_balance select * from ${now}`.execute(tx)
    // A day that its last change has left, which a larger batch would not have known.
    await sql`delete from report_age where changes = 0`.execute(tx)
    await sql`delete from report_age_month where changes = 0`.execute(tx)
    await sql`delete from report_roll where changes = 0`.execute(tx)
  },
}
