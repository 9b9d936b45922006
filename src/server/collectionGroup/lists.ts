import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { targetsOn } from '../../machines/collectionGroup.ts'
import type * as collectionGroup from '../../services/collectionGroup.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'

type Filter = Omit<BodyOf<typeof collectionGroup.count>, 'exact'>

/** Reads the groups a page at a time, and counts those that a filter finds. */
export const collectionGroupLists = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  const filtered = ({ kind, state, employer, stage, app }: Filter) =>
    db.sql
      .selectFrom('collection_group')
      .where((eb) =>
        eb.and([
          ...is('kind', kind),
          ...is('state', state),
          ...(employer === undefined ? [] : [eb('company', employer === 'own' ? '=' : '<>', '')]),
          ...(stage === undefined ? [] : [sql<boolean>`stages ? ${stage}`]),
          ...(app === undefined ? [] : [sql<boolean>`(apps = '[]' or apps ? ${app})`]),
        ]),
      )

  const page = async ({ after, sort = 'name', limit = pageSize, ...filter }: BodyOf<typeof collectionGroup.list>) => {
    const found = await filtered(filter)
      .selectAll()
      .select([
        sql<number>`(select count(*) from collector c where c.group_id = collection_group.id)`.as('members'),
        sql<number>`(select count(*) from collector c join recovery_case o on o.holder = 'staff/' || c.id
          where c.group_id = collection_group.id and o.phase = 'open')`.as('held'),
      ])
      .where(beyond(['name', 'id'], sort, after && [after.name, after.id]))
      .orderBy(inOrder(['name', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows, next } = pageOf(found, limit, ({ name, id }) => ({ name, id }))
    const today = businessDay(clock.now())
    return {
      rows: rows.map(({ targets, ...row }) => ({
        ...row,
        targets: targets ?? [],
        targetsNow: targetsOn(targets ?? [], today) ?? null,
        targetsAhead: targets?.find(({ from }) => from > today) ?? null,
      })),
      next,
    }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof collectionGroup.count>) =>
    countRows(db, filtered(filter), { by: 'name', exact })

  return { page, count }
}
