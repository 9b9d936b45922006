import { sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as placement from '../../services/placement.ts'
import { numbered } from '../customers/customerFilter.ts'
import { readMasked } from '../customers/readMasked.ts'
import type { Tables } from '../db/tables.ts'
import { is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'

/** Reads the list a page at a time, and counts those that a filter finds. */
export const placementLists = ({ db }: Pick<Server, 'db'>) => {
  const filtered = (
    { state, company, outcome, orderNo, app }: Omit<BodyOf<typeof placement.count>, 'exact'>,
    onlooker: Onlooker,
  ) => {
    const conditions = [
      ...withinScope(onlooker, sql`order_no`),
      ...Object.entries({ state, company, outcome, app }).flatMap(([column, value]) => is(column, value)),
      ...(orderNo === undefined ? [] : [numbered(orderNo)]),
    ]
    return db.sql.selectFrom('placement').where((eb) => eb.and(conditions))
  }

  /** The masked names of orders' customers. */
  const customersOf = async (orders: readonly string[]) => {
    if (orders.length === 0) return new Map<string, string>()
    const people = await db.sql
      .selectFrom('approval')
      .select(['order_no', 'person', 'person_version as version'])
      .where('order_no', 'in', orders)
      .execute()
    const masked = await readMasked(db, people)
    return new Map(people.map(({ order_no }, nth) => [order_no, masked[nth]!.name]))
  }

  const shown = async (found: readonly Tables['placement'][]): Promise<placement.Placement[]> => {
    const names = await staffNames(
      db,
      found.flatMap(({ proposer, checker }) => [proposer, checker]),
    )
    const nameOf = (id: string | null) => id && (names.get(id) ?? id)
    const customers = await customersOf(found.map(({ order_no }) => order_no))
    return found.map(
      ({
        order_no,
        placed_from,
        placed_until,
        proposed_at,
        ended_at,
        proposer,
        checker,
        ...row
      }): placement.Placement => ({
        ...row,
        orderNo: order_no,
        customer: customers.get(order_no) ?? '',
        from: placed_from,
        until: placed_until,
        proposer,
        proposerName: nameOf(proposer),
        proposedAt: proposed_at,
        checker,
        checkerName: nameOf(checker),
        endedAt: ended_at,
      }),
    )
  }

  const page = async (
    { after, sort = '-proposedAt', limit = pageSize, ...filter }: BodyOf<typeof placement.list>,
    onlooker: Onlooker,
  ) => {
    const found = await filtered(filter, onlooker)
      .selectAll()
      .where(beyond(['proposed_at', 'order_no'], sort, after && [after.proposedAt, after.orderNo]))
      .orderBy(inOrder(['proposed_at', 'order_no'], sort))
      .limit(limit + 1)
      .execute()
    const { rows, next } = pageOf(found, limit, (row) => ({ proposedAt: row.proposed_at, orderNo: row.order_no }))
    return { rows: await shown(rows), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof placement.count>, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'proposed_at', exact })

  /** The placement of one order; undefined without one. */
  const ofOrder = async (orderNo: string) => {
    const found = await db.sql.selectFrom('placement').selectAll().where('order_no', '=', orderNo).execute()
    return (await shown(found))[0]
  }

  return { page, count, ofOrder }
}
