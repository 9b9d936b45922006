import { sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as visitor from '../../services/visitor.ts'
import { is, within } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'

type Filter = Omit<BodyOf<typeof visitor.count>, 'exact'>

/** SQL: whether the roll-up of the reports knows of an application within so many days of the first visit. */
const hasApplied = (days: number) => sql<boolean>`exists (
  select from report_device where visitor = visitor.id and registered and applied_on::date - day::date <= ${days})`

/** Reads the devices a page at a time, and counts those that a filter finds. */
export const visitorLists = ({ db }: Pick<Server, 'db'>) => {
  const filtered = ({ state, app, channel, firstFrom, firstTo, applied }: Filter, onlooker: Onlooker) => {
    const conditions = [
      ...withinScope(onlooker),
      ...is('state', state),
      ...is('app', app),
      ...is('channel', channel),
      ...within('first_day', firstFrom, firstTo),
      ...(applied ? [hasApplied(applied === 'within7' ? 7 : 30)] : []),
    ]
    return db.sql.selectFrom('visitor').where((eb) => eb.and(conditions))
  }

  const page = async (
    { after, sort = '-firstDay', limit = pageSize, ...filter }: BodyOf<typeof visitor.list>,
    onlooker: Onlooker,
  ) => {
    const found = await filtered(filter, onlooker)
      .selectAll()
      .where(beyond(['first_day', 'id'], sort, after && [after.firstDay, after.id]))
      .orderBy(inOrder(['first_day', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ firstDay: row.first_day, id: row.id }))
    const rows = shown.map(({ id, version, state, app, channel, days, ...row }): visitor.Visitor => ({
      id,
      version,
      state,
      app,
      channel,
      firstDay: row.first_day,
      lastDay: row.last_day,
      days,
      registeredOn: row.registered_on,
    }))
    return { rows, next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof visitor.count>, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'first_day', exact })

  return { page, count }
}
