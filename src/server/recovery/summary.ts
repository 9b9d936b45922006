import { type RawBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { collectionStages } from '../../machines/collectionStages.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { type summary, type Summed } from '../../services/recovery.ts'
import type { Language } from '../../services/user.ts'
import { badInput } from '../kit/inputIssues.ts'
import { pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { ageOn, feesLeftOn, lastDay, rowsOf, stoodOn } from './filter.ts'
import { groupNames } from './lists.ts'

type Filter = Omit<BodyOf<typeof summary.count>, 'exact'>
type Reader = Onlooker & { language: Language }
type Read = Omit<Summed, 'key' | 'groupName' | 'asOf'>

/** SQL: the number of cases; each has a row for each instalment. */
const casesWhere = (condition: RawBuilder<unknown>) => sql`count(*) filter (where nth = 0 and ${condition})`

/** Reads how the open cases stood when a day closed, by stage, group and age. */
export const recoverySummary = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  const lines = async ({ asOfFrom, asOfTo, ...shared }: Filter, reader: Reader): Promise<Summed[]> => {
    const today = businessDay(clock.now())
    const asOf = lastDay(asOfFrom, asOfTo) ?? today
    if (asOf > today) throw badInput([{ field: 'asOfTo', reason: 'dayAhead' }], reader.language)
    const { rows } = await sql<Read>`
      with stood as (
        select stage, group_id, due, state, principal, day, fees from recovery_standing
        where ${sql.join([...rowsOf(shared, reader), ...stoodOn(asOf)], sql` and `)})
      select stage, "group", ${ageOn(asOf)} as age, sum(cases)::bigint as cases, sum(principal)::bigint as principal,
        sum(fee)::bigint as fee, sum(promised)::bigint as promised, sum(held)::bigint as held,
        sum(unassigned)::bigint as unassigned
      from (
        select stage, group_id as "group", due, ${casesWhere(sql`true`)} as cases,
          sum(principal) filter (where nth = 0) as principal, coalesce(sum(fee_left), 0) as fee,
          ${casesWhere(sql`state = 'promised'`)} as promised, ${casesWhere(sql`state = 'held'`)} as held,
          ${casesWhere(sql`state = 'unassigned'`)} as unassigned
        from stood, ${feesLeftOn(asOf)}
        group by 1, 2, 3) of_due
      group by 1, 2, 3
      order by array_position(${[...collectionStages]}::text[], stage), min(${asOf}::date - due::date), 2`.execute(
      db.sql,
    )
    const names = await groupNames(
      { db },
      rows.map(({ group }) => group),
    )
    return rows.map((row) => ({
      ...row,
      key: `${row.stage}.${row.age}.${row.group}`,
      groupName: names.get(row.group) ?? row.group,
      asOf,
    }))
  }

  const page = async ({ after, limit = pageSize, ...filter }: BodyOf<typeof summary.list>, reader: Reader) => {
    const all = await lines(filter, reader)
    const start = after ? all.findIndex(({ key }) => key === after.key) + 1 : 0
    const rows = all.slice(start, start + limit)
    return { rows, next: start + limit < all.length ? { key: rows.at(-1)!.key } : null }
  }

  const count = async ({ exact: _, ...filter }: BodyOf<typeof summary.count>, reader: Reader) => {
    const all = await lines(filter, reader)
    const names = ['cases', 'principal', 'fee', 'promised', 'held', 'unassigned'] as const
    const total = (name: (typeof names)[number]) => all.reduce((sum, line) => sum + line[name], 0)
    return {
      count: all.length,
      capped: false,
      sums: Object.fromEntries(names.map((name) => [name, total(name)])),
    }
  }

  return { page, count }
}
