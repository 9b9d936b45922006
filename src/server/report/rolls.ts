import { sql } from 'kysely'
import { sum } from '../../machines/allocation.ts'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { ages, nextMonth, rolledTo } from '../../machines/loan.course.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type { rollMatrix } from '../../services/report.ts'
import type { Server } from '../server.ts'
import { readAtOnce, standingOf } from '../store/counter.ts'
import { ageCounter } from './ages.ts'
import { type Reader, reportReader, share } from './lists.ts'
import { periodOf } from './period.ts'

type Cell = DataOf<typeof rollMatrix>['cells'][number]

/** The last month that was over on the last day of a period. */
const monthOf = (to: string, today: string) => {
  const month = `${to.slice(0, 7)}-01`
  const end = addDays(nextMonth(month), -1)
  return end <= to && end < today ? month : `${addDays(month, -1).slice(0, 7)}-01`
}

/** Reads what became of the outstanding principal of each age in a month. */
export const rollReader = (server: Pick<Server, 'db' | 'clock'>) => {
  const { db, clock } = server
  const { conditionsOf } = reportReader(server, 'overdueMonitoringTotal')
  return async (filter: BodyOf<typeof rollMatrix>, reader: Reader): Promise<DataOf<typeof rollMatrix>> => {
    const now = clock.now()
    const { to } = periodOf(filter, { now, language: reader.language })
    const month = monthOf(to, businessDay(now))
    const conditions = await conditionsOf(filter, reader)
    return readAtOnce(db, async (tx) => {
      const { rows: found } = await sql<Omit<Cell, 'share'>>`
          select before, after, sum(principal)::bigint as principal, sum(loans)::bigint as loans from report_roll
          where ${sql.join([sql`month <= ${month}`, ...conditions], sql` and `)}
          group by 1, 2 having sum(loans) > 0`.execute(tx)
      const cells = ages.flatMap((before) => {
        const row = found.filter((cell) => cell.before === before)
        const whole = sum(row.map(({ principal }) => principal))
        return row
          .toSorted((one, other) => rolledTo.indexOf(one.after) - rolledTo.indexOf(other.after))
          .map((cell) => ({ ...cell, share: share(cell.principal, whole)! }))
      })
      return {
        asOf: await standingOf(tx, ageCounter.name),
        from: addDays(month, -1),
        to: addDays(nextMonth(month), -1),
        cells,
      }
    })
  }
}
