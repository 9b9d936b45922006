import { sql } from 'kysely'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Reviewer } from '../../machines/reviewer.ts'
import { longestSignInHours } from '../../machines/staffRules.ts'
import type { periods } from '../../services/reviewers.ts'
import type { Database } from '../db/database.ts'
import type { Server } from '../server.ts'
import { staffId } from '../staff/sessions.ts'
import { groupNamesOf, holdsOf, mayDecide } from './people.ts'
import type { ReviewerRow } from './projection.ts'
import { dayNumber } from './tally.ts'

const daysOf: Record<(typeof periods)[number], number> = { today: 1, week: 7, month: 30 }
const hour = 60 * 60_000

type Row = {
  id: number
  name: string
  active: boolean
  version: number
  since: ReviewerRow['since']
  weight: Reviewer['weight']
  holds: number
  groups: string[]
  first: boolean
  final: boolean
  decided: number
  at_work: number
  passed: number
  rejected: number
  returned: number
}

/**
 * Statistics of everybody who may review or decided something in a period. Decisions come from the tally, a few rows
 * per person and day: an order's row knows only its last round.
 */
export const reviewerStatistics =
  ({ db }: Pick<Server, 'db'>) =>
  async (period: (typeof periods)[number], now: number) => {
    const from = dayStart(addDays(businessDay(now), 1 - daysOf[period]))
    const { rows } = await sql<Row>`
      select * from (
        select a.id, p.name, a.state = 'active' as active, coalesce(w.version, 0) as version,
          case when w.state = 'atWork' and a.state = 'active' then w.since end as since, coalesce(w.weight, 1) as weight,
          ${holdsOf} as holds, ${groupNamesOf} as groups, ${mayDecide('first')} as first, ${mayDecide('final')} as final,
          coalesce(t.decided, 0) as decided, coalesce(t.at_work, 0) as at_work, coalesce(t.passed, 0) as passed,
          coalesce(t.rejected, 0) as rejected, coalesce(t.returned, 0) as returned
        from account a join profile p on p.id = a.id left join reviewer w on w.id = a.id
        left join (
          select reviewer, sum(count)::bigint as decided, sum(count) filter (where at_work)::bigint as at_work,
            sum(count) filter (where event in ('firstPassed', 'finalPassed'))::bigint as passed,
            sum(count) filter (where event in ('firstRejected', 'finalRejected'))::bigint as rejected,
            sum(count) filter (where event in ('returned', 'sentBack'))::bigint as returned
          from review_tally where day >= ${dayNumber(from)} group by reviewer
        ) t on t.reviewer = 'staff/' || a.id
      ) staff where decided > 0 or (active and (first or final)) order by name, id`.execute(db.sql)
    const atWork = await timeAtWork(db, from, now)
    const overdue = await overdueShares(db, businessDay(from), businessDay(now))
    return {
      reviewers: rows.map(({ id, first, final, at_work, passed, rejected, returned, ...row }) => {
        const atWorkMs = atWork.get(id) ?? 0
        return {
          id: staffId(id),
          version: row.version,
          name: row.name,
          active: row.active,
          groups: row.groups,
          stages: [...(first ? (['first'] as const) : []), ...(final ? (['final'] as const) : [])],
          since: row.since,
          weight: row.weight,
          holds: row.holds,
          atWorkMs,
          decided: row.decided,
          // Counts only decisions made while signed in: claims by hand without a sign-in would raise the rate.
          perHour: share(at_work, atWorkMs / hour),
          passRate: share(passed, passed + rejected),
          returnRate: share(returned, row.decided),
          overdueRate: overdue.get(staffId(id)) ?? null,
        }
      }),
    }
  }

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null)

/**
 * Per reviewer who passed a loan, in either review: the share of its instalments that could fall overdue between two
 * days and are still unpaid. A reviewer without such instalments is absent.
 */
const overdueShares = async (db: Database, from: string, to: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ reviewer: string; due: number; open: number }>`
    select reviewer, count(*)::bigint as due, count(*) filter (where standing <> 'settled')::bigint as open
    from (
      select order_no, standing from instalment
      where due >= ${addDays(from, -1)} and due < ${to} and standing <> 'voided') instalment
    join approval using (order_no)
    cross join lateral unnest(array[first_reviewer, final_reviewer]) reviewer
    where reviewer is not null group by reviewer`.execute(db.sql)
  return new Map(rows.map(({ reviewer, due, open }) => [reviewer, open / due]))
}

/** Sums everybody's signed-in time in ms. A sign-in lasts at most so long, so older events are not read. */
const timeAtWork = async (db: Database, from: number, now: number): Promise<Map<number, number>> => {
  const events = await db.sql
    .selectFrom('es_event')
    .select(['stream', 'type', 'at'])
    .where('type', 'in', ['signedIn', 'signedOut', 'sentHome', 'signInExpired'])
    .where('at', '>=', from - longestSignInHours * hour)
    .where('stream', 'like', 'reviewer/%')
    .orderBy('es_event.pos')
    .execute()
  const sums = new Map<number, number>()
  const since = new Map<number, number>()
  const add = (id: number, until: number) => {
    const began = since.get(id)
    since.delete(id)
    if (began !== undefined) sums.set(id, (sums.get(id) ?? 0) + Math.max(0, until - Math.max(from, began)))
  }
  for (const { stream, type, at } of events) {
    const id = Number(idOf(stream))
    if (type === 'signedIn') since.set(id, at)
    else add(id, at)
  }
  for (const id of since.keys()) add(id, now)
  return sums
}
