import { sql } from 'kysely'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import type { Hours } from '../../services/recovery.ts'
import { type Condition, is } from '../lists/conditions.ts'
import type { Onlooker } from '../staff/appScope.ts'
import type { Counter } from '../store/counter.ts'
import { eventsUpTo, type ReplayRow } from '../store/streamPages.ts'
import { columnsOf, desksUpTo } from './counter.ts'
import { isOrNone, type Shared } from './filter.ts'
import type { Desk } from './history.ts'

/** The part of a stay at work that is on one day. Its end is the last possible one while `ended` is false. */
type Row = Omit<Hours, 'collectorName' | 'groupName' | 'minutes'> & { ended: boolean }

const leaves = ['signedOut', 'sentHome', 'signInExpired']

/** Tells when a collector was at work, from the events of the collector in the order of the log. */
export const hoursOf = (collector: string, events: readonly ReplayRow[], deskOf: (pos: number) => Desk): Row[] => {
  const stays: { came: ReplayRow; until: number; ended: boolean }[] = []
  for (const event of events) {
    const last = stays.at(-1)
    if (event.type === 'signedIn') {
      const { signInTtl } = JSON.parse(event.data) as { signInTtl: number }
      stays.push({ came: event, until: event.at + signInTtl, ended: false })
    } else if (leaves.includes(event.type) && last && !last.ended)
      Object.assign(last, { until: Math.min(last.until, event.at), ended: true })
  }
  return stays.flatMap(({ came, until, ended }) => {
    const { group, company, kind } = deskOf(came.pos)
    const rows: Row[] = []
    for (let day = businessDay(came.at); dayStart(day) < until; day = addDays(day, 1))
      rows.push({
        id: came.pos,
        day,
        collector,
        group,
        company,
        kind,
        at: Math.max(came.at, dayStart(day)),
        until: Math.min(until, dayStart(addDays(day, 1))),
        ended,
      })
    return rows
  })
}

/** Tells the hours of a collector anew, from all their events, whenever one comes. */
export const hoursCounter: Counter = {
  name: 'recovery_hours',
  tables: {
    recovery_hours: ({ collector, day }: Row) =>
      `hours at work: those of ${collector} on ${day} are not what the events tell`,
  },
  count: async (tx, after, upTo) => {
    const { rows: touched } = await sql<{ stream: string }>`
      select distinct stream from es_event where pos > ${after} and pos <= ${upTo} and stream like 'collector/%'`.execute(
      tx,
    )
    if (touched.length === 0) return
    const streams = touched.map(({ stream }) => stream)
    const deskOf = await desksUpTo(tx, upTo)
    const events = Map.groupBy(
      await eventsUpTo(tx, upTo).where('stream', 'in', streams).execute(),
      ({ stream }) => stream,
    )
    const rows = streams.flatMap((stream) => {
      const collector = stream.replace('collector/', 'staff/')
      const inOrder = events.get(stream)!.toSorted((one, other) => one.pos - other.pos)
      return hoursOf(collector, inOrder, (pos) => deskOf(collector, pos))
    })
    await sql`delete from recovery_hours where collector in (${sql.join(
      streams.map((stream) => stream.replace('collector/', 'staff/')),
    )})`.execute(tx)
    await sql`
      insert into recovery_hours
      select * from jsonb_populate_recordset(null::recovery_hours, ${JSON.stringify(rows.map(columnsOf))})`.execute(tx)
  },
}

/** SQL: the whole minutes of a row up to an instant; somebody may still be at work. */
export const minutesAt = (now: number) =>
  sql<number>`(greatest(0, case when ended then until else least(until, ${now}::bigint) end - at) / 60000)`

/** The hours of those whom a filter finds; none where it asks for some orders, which nobody's hours are divided by. */
export const hoursAmong = (
  { orderNo, app, kind, stage, collector, group, company, strategy, province, regency }: Shared,
  { staff }: Onlooker,
): Condition[] => {
  const ofOrders = [orderNo, app, stage, strategy, province, regency].some((one) => one !== undefined)
  // An agency's staff see their own agency, and who sees some apps alone sees nobody's.
  const isHidden = staff.company === undefined ? staff.apps !== null : staff.company === ''
  return [
    ...(ofOrders || isHidden ? [sql<boolean>`false`] : []),
    ...(staff.company === undefined ? [] : [sql<boolean>`company = ${staff.company}`]),
    ...is('kind', kind),
    ...isOrNone('collector', collector),
    ...isOrNone('group_id', group),
    ...isOrNone('company', company),
  ]
}
