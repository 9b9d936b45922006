import { type RawBuilder, sql } from 'kysely'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../kit/refused.ts'

/** The lending apps whose orders somebody may see, when groups limit them to some; null for all of them. */
export type Reach = readonly string[] | null
/** Whoever a list is read for. */
export type Onlooker = { staff: { apps: Reach } }

/** On rows that have an order's app, whatever table they are of. */
export const withinReach = ({ staff: { apps } }: Onlooker): RawBuilder<boolean>[] =>
  apps === null ? [] : [sql<boolean>`app = any(${apps})`]

/** On rows that are about orders, as `about` says which: those of which an order is within reach. */
export const anOrderWithinReach = (onlooker: Onlooker, about: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  onlooker.staff.apps === null
    ? []
    : [sql<boolean>`exists (select from approval where ${sql.join([about, ...withinReach(onlooker)], sql` and `)})`]

/** Whether one reach holds all that another does. */
export const covers = (reach: Reach, other: Reach): boolean =>
  reach === null || (other !== null && other.every((app) => reach.includes(app)))

/** What two reaches hold together. */
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

/** Of these orders, those within reach. */
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

/** To whom an order is out of reach there is none. */
export const mustReach = async (db: Database, { apps }: Onlooker['staff'], orderNo: string): Promise<void> => {
  if (apps === null) return
  const order = await db.sql.selectFrom('approval').select('app').where('order_no', '=', orderNo).executeTakeFirst()
  // An unknown order number is 404 too, so that the answer does not tell it from one outside the app scope.
  // Anything that is not an order number, such as a withdrawal's, is left to the handler.
  const isOpen = order ? apps.includes(order.app) : !wholeOrderNo.test(orderNo)
  if (!isOpen) throw notFound()
}

type Shape = Readonly<Record<string, { _zod: { optin?: string | undefined } }>>

/** Whether every call of an endpoint is about one order, which its body names; a list may be narrowed by a number, and is about many. */
export const isAboutOrder = ({ body }: Pick<Endpoint, 'body'>): boolean => {
  const { shape } = body._zod.def as { shape?: Shape }
  return shape?.orderNo !== undefined && shape.orderNo._zod.optin !== 'optional'
}
