import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { collectionStages } from '../../machines/collectionStages.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { type summary, type Summed } from '../../services/recovery.ts'
import type { Language } from '../../services/user.ts'
import { badInput } from '../kit/inputIssues.ts'
import { pageSize } from '../lists/keyset.ts'
import { owedOn } from '../loan/owed.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { ageOn, lastDay, rowsOf, stoodOn } from './filter.ts'
import { groupNames } from './lists.ts'

type Filter = Omit<BodyOf<typeof summary.count>, 'exact'>
type Reader = Onlooker & { language: Language }
type Read = Omit<Summed, 'key' | 'groupName' | 'asOf' | 'fee'> & { fee: number }

/** Reads how the open cases stood when a day closed, by stage, group and age. */
export const recoverySummary = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  const lines = async ({ asOfFrom, asOfTo, ...shared }: Filter, reader: Reader): Promise<Summed[]> => {
    const today = businessDay(clock.now())
    const asOf = lastDay(asOfFrom, asOfTo) ?? today
    if (asOf > today) throw badInput([{ field: 'asOfTo', reason: 'dayAhead' }], reader.language)
    const isToday = asOf === today
    // A fee grows daily without an event: only that of today is known.
    const fees = isToday
      ? sql`left join (
          select order_no, sum(${owedOn(today).fee} - fee_met) as fee from instalment
          where standing = 'open' and order_no in (select order_no from stood) group by 1
        ) owed using (order_no)`
      : sql``
    const { rows } = await sql<Read>`
      with stood as (
        select order_no, stage, group_id, due, state, principal from recovery_standing
        where ${sql.join([...rowsOf(shared, reader), ...stoodOn(asOf)], sql` and `)})
      select stage, "group", ${ageOn(asOf)} as age, sum(cases)::bigint as cases, sum(principal)::bigint as principal,
        sum(fee)::bigint as fee, sum(promised)::bigint as promised, sum(held)::bigint as held,
        sum(unassigned)::bigint as unassigned
      from (
        select stage, group_id as "group", due, count(*) as cases, sum(principal) as principal,
          ${isToday ? sql`coalesce(sum(fee), 0)` : sql`0`} as fee, count(*) filter (where state = 'promised') as promised,
          count(*) filter (where state = 'held') as held, count(*) filter (where state = 'unassigned') as unassigned
        from stood ${fees}
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
      fee: isToday ? row.fee : null,
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
    const names = ['cases', 'principal', 'promised', 'held', 'unassigned'] as const
    const total = (name: (typeof names)[number]) => all.reduce((sum, line) => sum + line[name], 0)
    return {
      count: all.length,
      capped: false,
      sums: {
        ...Object.fromEntries(names.map((name) => [name, total(name)])),
        ...(all.every(({ fee }) => fee !== null) && { fee: all.reduce((sum, { fee }) => sum + fee!, 0) }),
      },
    }
  }

  return { page, count }
}
