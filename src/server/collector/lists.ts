import { type RawBuilder, sql } from 'kysely'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import type { CollectionStage } from '../../machines/collectionStages.ts'
import { usualDailyCap } from '../../machines/collector.ts'
import type * as collector from '../../services/collector.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { Tables } from '../db/tables.ts'
import { is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { heldBy, mayCollect } from './people.ts'

type Filter = Omit<BodyOf<typeof collector.count>, 'exact'>
type Read = Pick<Tables['collector'], 'version' | 'state' | 'since' | 'weight' | 'daily_cap' | 'certificate'> & {
  id: string
  name: string
  certified_until: string | null
  group_id: string | null
  group_name: string | null
  company: string | null
  kind: 'pre' | 'post' | null
  stages: CollectionStage[] | null
  apps: string[] | null
  days: number[] | null
  opens: string | null
  closes: string | null
  held: number
  worked: number
}

/** A certificate that ends within these days is about to end. */
const endingWithin = 30

const certificateOn = (today: string): Readonly<Record<string, RawBuilder<boolean>>> => {
  const soon = addDays(today, endingWithin)
  return {
    none: sql`certified_until is null`,
    ended: sql`certified_until < ${today}`,
    ending: sql`certified_until between ${today} and ${soon}`,
    valid: sql`certified_until > ${soon}`,
  }
}

/** Reads the collectors a page at a time, and counts those that a filter finds. */
export const collectorLists = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  /** Everybody who may collect, with or without a record. */
  const every = (today: string) =>
    db.sql.selectFrom(
      sql<Read>`(
        select 'staff/' || a.id as id, p.name, coalesce(w.version, 0) as version, coalesce(w.state, 'away') as state,
          w.since, coalesce(w.weight, 1) as weight, coalesce(w.daily_cap, ${usualDailyCap}::int) as daily_cap,
          w.certificate, w.certified_until, w.group_id, g.name as group_name, g.company, g.kind, g.stages, g.apps,
          g.days, g.opens, g.closes, ${heldBy} as held, (
            select count(distinct e.stream) from es_event e
            where e.actor = 'staff/' || a.id and e.at >= ${dayStart(today)} and e.type = 'contacted') as worked
        from account a join profile p on p.id = a.id left join collector w on w.id = a.id
        left join collection_group g on g.id = w.group_id
        where a.state = 'active' and ${mayCollect})`.as('one'),
    )

  const filtered = ({ kind, state, certificate, group, stage, app }: Filter) => {
    const today = businessDay(clock.now())
    const conditions = [
      ...(kind === undefined ? [] : [sql<boolean>`(kind is null or kind = ${kind})`]),
      ...is('state', state),
      ...(certificate === undefined ? [] : [certificateOn(today)[certificate]!]),
      ...is('group_id', group),
      ...(stage === undefined ? [] : [sql<boolean>`stages ? ${stage}`]),
      ...(app === undefined ? [] : [sql<boolean>`(apps = '[]' or apps ? ${app})`]),
    ]
    return every(today).where((eb) => eb.and(conditions))
  }

  const shown = (row: Read): collector.Collector => ({
    id: row.id,
    version: row.version,
    name: row.name,
    state: row.state,
    since: row.since,
    group: row.group_id,
    groupName: row.group_name,
    company: row.company,
    stages: row.stages ?? [],
    weight: row.weight,
    dailyCap: row.daily_cap,
    held: row.held,
    workedToday: row.worked,
    certificate: row.certificate,
    certifiedUntil: row.certified_until,
    shift: row.group_id === null ? null : { days: row.days!, opens: row.opens!, closes: row.closes! },
  })

  const page = async ({ after, sort = 'name', limit = pageSize, ...filter }: BodyOf<typeof collector.list>) => {
    const found = await filtered(filter)
      .selectAll()
      .where(beyond(['name', 'id'], sort, after && [after.name, after.id]))
      .orderBy(inOrder(['name', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows, next } = pageOf(found, limit, ({ name, id }) => ({ name, id }))
    return { rows: rows.map(shown), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof collector.count>) =>
    countRows(db, filtered(filter), { by: 'name', exact })

  return { page, count }
}
