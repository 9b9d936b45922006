import { type RawBuilder, sql } from 'kysely'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../kit/refused.ts'

/** An app scope: the lending apps whose orders somebody may see; null for all. */
export type AppScope = readonly string[] | null
/**
 * The apps whose records somebody may see. An agency's staff have no apps, so whatever asks for apps alone shows them nothing; `company`
 * opens the orders that are placed with it, and '' none.
 */
export type Scope = { apps: AppScope; company?: string | undefined }
/** The person for whom a list is read. */
export type Onlooker = { staff: Scope }

/**
 * Conditions on rows with an `app` column that keep those within the app scope. Rows of one order each say its number:
 * without it an agency's staff see none of them.
 */
export const withinScope = (
  { staff: { apps, company } }: Onlooker,
  orderNo?: RawBuilder<unknown>,
): RawBuilder<boolean>[] => {
  if (company !== undefined && orderNo)
    return [sql<boolean>`${orderNo} in (select placed.order_no from recovery_case placed where company = ${company})`]
  return apps === null ? [] : [sql<boolean>`app = any(${apps})`]
}

/** Conditions on rows with an `apps` column, a JSON list or null for all, that keep those of which every app is seen. */
export const coveredByScope = ({ staff: { apps } }: Onlooker): RawBuilder<boolean>[] =>
  apps === null ? [] : [sql<boolean>`apps <@ ${JSON.stringify(apps)}::jsonb`]

/** Conditions that keep rows with an order in the app scope; `about` joins `approval` to the row. */
export const anOrderWithinScope = (onlooker: Onlooker, about: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  onlooker.staff.apps === null
    ? []
    : [
        sql<boolean>`exists (select from approval where ${sql.join([about, ...withinScope(onlooker, sql`approval.order_no`)], sql` and `)})`,
      ]

/** Whether one app scope includes the whole of another. */
export const covers = (reach: AppScope, other: AppScope): boolean =>
  reach === null || (other !== null && other.every((app) => reach.includes(app)))

/** The union of two app scopes. */
export const both = (one: AppScope, other: AppScope): AppScope =>
  one && other ? [...new Set([...one, ...other])] : null

type Limiting = { apps: readonly string[]; appGrouping: boolean }

/** The union of the open groups' apps; null (no limit) without groups, or when one group does not limit apps. */
export const limitOf = (groups: readonly Limiting[]): string[] | null => {
  const isLimited = groups.length > 0 && groups.every(({ appGrouping }) => appGrouping)
  return isLimited ? [...new Set(groups.flatMap(({ apps }) => apps))] : null
}

/** The app scope of one account, from the open review groups that it is a member of. */
export const appScopeOf = async (db: Database, id: string): Promise<AppScope> => {
  const groups = await db.sql
    .selectFrom('review_group')
    .select(['apps', 'app_grouping'])
    .where('state', '=', 'open')
    .where(sql<boolean>`members ? ${id}`)
    .execute()
  return limitOf(groups.map(({ apps, app_grouping: appGrouping }) => ({ apps, appGrouping })))
}

/** Those of these orders that are within the app scope. */
export const reachable = async (db: Database, staff: Scope, orderNos: readonly string[]): Promise<Set<string>> => {
  if (staff.apps === null || orderNos.length === 0) return new Set(orderNos)
  const rows = await db.sql
    .selectFrom('approval')
    .select('order_no')
    .where('order_no', 'in', [...orderNos])
    .where((eb) => eb.and(withinScope({ staff }, sql`order_no`)))
    .execute()
  return new Set(rows.map(({ order_no }) => order_no))
}

/**
 * The company whose placements alone an account may see; undefined for the lender's own staff. It is the company of the
 * group that they are in or were in last: who leaves an agency's group stays its staff, and sees nothing. A collector
 * who never was in a group sees nothing either, until a lead says whose staff they are.
 */
export const companyOf = async (db: Database, account: number, isCollector: boolean): Promise<string | undefined> => {
  const one = await db.sql
    .selectFrom('collector')
    .leftJoin('collection_group', 'collection_group.id', 'collector.group_id')
    .select(['collector.company as last', 'collection_group.company as now', 'collection_group.state'])
    .where('collector.id', '=', account)
    .executeTakeFirst()
  const known = one?.now ?? one?.last ?? null
  if (known === null) return isCollector ? '' : undefined
  const agency = one?.now || one?.last
  if (!agency) return undefined
  return one?.now === agency && one.state === 'open' ? agency : ''
}

/** Whether the lender has an app of this code. */
export const isApp = async ({ sql: db }: Database, code: string): Promise<boolean> =>
  (await db.selectFrom('lending_app').select('code').where('code', '=', code).executeTakeFirst()) !== undefined

/** Throws 404 for an order outside the app scope, as for one that does not exist. */
export const mustBeInScope = async (db: Database, staff: Scope, orderNo: string): Promise<void> => {
  const within = await reachable(db, staff, [orderNo])
  // An unknown order number is 404 too, so that the answer does not tell it from one outside the app scope.
  // Anything that is not an order number, such as a withdrawal's, is left to the handler.
  if (!within.has(orderNo) && wholeOrderNo.test(orderNo)) throw notFound()
}

/** Throws 404 for a person without an order in the app scope, as for one who does not exist. */
export const mustBePersonInScope = async (db: Database, onlooker: Onlooker, person: string): Promise<void> => {
  if (onlooker.staff.apps === null) return
  const order = await db.sql
    .selectFrom('approval')
    .select('order_no')
    .where('person', '=', person)
    .where((eb) => eb.and(withinScope(onlooker, sql`order_no`)))
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
