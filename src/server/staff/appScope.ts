import { type RawBuilder, sql } from 'kysely'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../kit/refused.ts'

/** An app scope: the lending apps whose orders somebody may see; null for all. */
export type Reach = readonly string[] | null
/** The person for whom a list is read. */
export type Onlooker = { staff: { apps: Reach } }

/** Conditions on rows with an `app` column that keep those within the app scope. */
export const withinReach = ({ staff: { apps } }: Onlooker): RawBuilder<boolean>[] =>
  apps === null ? [] : [sql<boolean>`app = any(${apps})`]

/** Conditions on rows with an `apps` column, a JSON list or null for all, that keep those of which every app is seen. */
export const coveredByReach = ({ staff: { apps } }: Onlooker): RawBuilder<boolean>[] =>
  apps === null ? [] : [sql<boolean>`apps <@ ${JSON.stringify(apps)}::jsonb`]

/** Conditions that keep rows with an order in the app scope; `about` joins `approval` to the row. */
export const anOrderWithinReach = (onlooker: Onlooker, about: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  onlooker.staff.apps === null
    ? []
    : [sql<boolean>`exists (select from approval where ${sql.join([about, ...withinReach(onlooker)], sql` and `)})`]

/** Whether one app scope includes the whole of another. */
export const covers = (reach: Reach, other: Reach): boolean =>
  reach === null || (other !== null && other.every((app) => reach.includes(app)))

/** The union of two app scopes. */
export const both = (one: Reach, other: Reach): Reach => (one && other ? [...new Set([...one, ...other])] : null)

type Limiting = { apps: readonly string[]; appGrouping: boolean }

/** The union of the open groups' apps; null (no limit) without groups, or when one group does not limit apps. */
export const limitOf = (groups: readonly Limiting[]): string[] | null => {
  const isLimited = groups.length > 0 && groups.every(({ appGrouping }) => appGrouping)
  return isLimited ? [...new Set(groups.flatMap(({ apps }) => apps))] : null
}

/** The app scope of one account, from the open review groups that it is a member of. */
export const reachOf = async (db: Database, id: string): Promise<Reach> => {
  const groups = await db.sql
    .selectFrom('review_group')
    .select(['apps', 'app_grouping'])
    .where('state', '=', 'open')
    .where(sql<boolean>`members ? ${id}`)
    .execute()
  return limitOf(groups.map(({ apps, app_grouping: appGrouping }) => ({ apps, appGrouping })))
}

/** Those of these orders that are within the app scope. */
export const reachable = async (db: Database, reach: Reach, orderNos: readonly string[]): Promise<Set<string>> => {
  if (reach === null || orderNos.length === 0) return new Set(orderNos)
  const rows = await db.sql
    .selectFrom('approval')
    .select('order_no')
    .where('order_no', 'in', [...orderNos])
    .where((eb) => eb.and(withinReach({ staff: { apps: reach } })))
    .execute()
  return new Set(rows.map(({ order_no }) => order_no))
}

/** Whether the lender has an app of this code. */
export const isApp = async ({ sql: db }: Database, code: string): Promise<boolean> =>
  (await db.selectFrom('lending_app').select('code').where('code', '=', code).executeTakeFirst()) !== undefined

/** Throws 404 for an order outside the app scope, as for one that does not exist. */
export const mustReach = async (db: Database, { apps }: Onlooker['staff'], orderNo: string): Promise<void> => {
  if (apps === null) return
  const order = await db.sql.selectFrom('approval').select('app').where('order_no', '=', orderNo).executeTakeFirst()
  // An unknown order number is 404 too, so that the answer does not tell it from one outside the app scope.
  // Anything that is not an order number, such as a withdrawal's, is left to the handler.
  const isOpen = order ? apps.includes(order.app) : !wholeOrderNo.test(orderNo)
  if (!isOpen) throw notFound()
}

/** Throws 404 for a person without an order in the app scope, as for one who does not exist. */
export const mustReachPerson = async (db: Database, onlooker: Onlooker, person: string): Promise<void> => {
  if (onlooker.staff.apps === null) return
  const order = await db.sql
    .selectFrom('approval')
    .select('order_no')
    .where('person', '=', person)
    .where((eb) => eb.and(withinReach(onlooker)))
    .limit(1)
    .executeTakeFirst()
  if (!order) throw notFound()
}

type Shape = Readonly<Record<string, { _zod: { optin?: string | undefined } }>>

/** Whether every call of an endpoint names one order. With an optional `orderNo` it is a list's filter. */
export const isAboutOrder = ({ body }: Pick<Endpoint, 'body'>): boolean => {
  const { shape } = body._zod.def as { shape?: Shape }
  return shape?.orderNo !== undefined && shape.orderNo._zod.optin !== 'optional'
}
