import { sql } from 'kysely'
import { ages, type Balance as Its, balancesOf, noDay, rollsOf } from '../../machines/loan.course.ts'
import type { Counter } from '../store/counter.ts'
import { addTo } from './addTo.ts'
import { coursesIn } from './courses.ts'

type Balance = { order_no: string; since: string }
type Row = { day: string; app: string; channel: string }
type Stored = Its & { order_no: string; app: string; channel: string; product: string }

/** The columns of an age: its principal and its loans. */
export const columnsOf = (age: (typeof ages)[number]) => {
  const column = age === 'writtenOff' ? 'written_off' : age
  return { principal: column, loans: `${column}_loans` }
}

const sums = ['changes', ...ages.flatMap((age) => Object.values(columnsOf(age)))]
const words = ({ day, app, channel }: Row) =>
  `report of arrears: ${app} ${channel} of ${day} is not what its events add up to`

/** Balances that are taken out (-1), or added. */
type Counted = { known: 1 | -1; balances: readonly Stored[] }

/** By how much balances change each age, on the days on which they begin and end. */
const changesOf = ({ known, balances }: Counted) =>
  balances.flatMap(({ since, until, app, channel, product, age, principal }) => {
    const { principal: column, loans } = columnsOf(age)
    const turn = (day: string, weight: number) => ({
      day,
      app,
      channel,
      product,
      changes: known,
      [column]: weight * principal,
      [loans]: weight,
    })
    return until === noDay ? [turn(since, known)] : [turn(since, known), turn(until, -known)]
  })

/** The changes of each loan's balance from month to month. */
const rolledBy = ({ known, balances }: Counted) =>
  [...Map.groupBy(balances, ({ order_no: orderNo }) => orderNo).values()].flatMap((lines) => {
    const { app, channel, product } = lines[0]!
    const inOrder = lines.toSorted((one, other) => (one.since < other.since ? -1 : 1))
    return rollsOf(inOrder).map(({ month, before, after, principal, weight }) => ({
      month,
      app,
      channel,
      product,
      before,
      after,
      changes: known,
      principal: known * weight * principal,
      loans: known * weight,
    }))
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
    const { rows: had } = await sql<Stored>`
      delete from report_balance where order_no = any(${orders}) returning *`.execute(tx)
    await sql`
      insert into report_balance
      select * from jsonb_populate_recordset(null::report_balance, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
    const both: Counted[] = [
      { known: -1, balances: had },
      { known: 1, balances: rows },
    ]
    const changes = both.flatMap(changesOf)
    const keys = ['day', 'app', 'channel', 'product']
    const byMonth = changes.map((change) => ({ ...change, day: `${change.day.slice(0, 7)}-01` }))
    await addTo(tx, 'report_age', { keys, sums, rows: changes })
    await addTo(tx, 'report_age_month', { keys, sums, rows: byMonth })
    await addTo(tx, 'report_roll', {
      keys: ['month', 'app', 'channel', 'product', 'before', 'after'],
      sums: ['changes', 'principal', 'loans'],
      rows: both.flatMap(rolledBy),
    })
    // A day that its last change has left, which a larger batch would not have known.
    await sql`delete from report_age where changes = 0`.execute(tx)
    await sql`delete from report_age_month where changes = 0`.execute(tx)
    await sql`delete from report_roll where changes = 0`.execute(tx)
  },
}
