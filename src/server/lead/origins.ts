import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as lead from '../../services/lead.ts'
import { is } from '../lists/conditions.ts'
import { beyond, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { readAtOnce, standingOf } from '../store/counter.ts'
import { leadCounter } from './counter.ts'

type Filter = Omit<BodyOf<typeof lead.originCount>, 'exact'>
/** The only value of a column among the rows of a line. */
const only = (column: string): RawBuilder<string | null> =>
  sql`case when count(distinct ${sql.ref(column)}) = 1 then min(${sql.ref(column)}) end`
const figures = ['leads', 'repeated', 'reached', 'registered', 'applied', 'paid'] as const

/** Reads the figures of batches or of sources, a page at a time. */
export const originLists = ({ db }: Pick<Server, 'db'>) => {
  const linesOf = ({ by = 'batch', batch, source }: Filter) =>
    db.sql
      .selectFrom('lead_origin')
      .where((eb) => eb.and([...is('batch', batch), ...is('source', source)]))
      .groupBy(by)
      .select([sql<string>`${sql.ref(by)}`.as('key'), only('batch').as('batch'), only('source').as('source')])
      .select([sql<number>`max(imported_at)`.as('importedAt')])
      .select(figures.map((name) => sql<number>`sum(${sql.ref(name)})::int`.as(name)))

  const page = async ({ after, sort = '-importedAt', limit = pageSize, ...filter }: BodyOf<typeof lead.originList>) => {
    const order = ['importedAt', 'key']
    const found = await db.sql
      .selectFrom(linesOf(filter).as('line'))
      .selectAll()
      .where(beyond(order, sort, after && [after.importedAt, after.key]))
      .orderBy(inOrder(order, sort))
      .limit(limit + 1)
      .execute()
    return pageOf(found, limit, ({ importedAt, key }) => ({ importedAt, key }))
  }

  const count = async ({ exact: _, ...filter }: BodyOf<typeof lead.originCount>) => {
    const sums = figures.map((name) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)::int`.as(name))
    const { lines, ...sum } = await db.sql
      .selectFrom(linesOf(filter).as('line'))
      .select((eb) => eb.fn.countAll<number>().as('lines'))
      .select(sums)
      .executeTakeFirstOrThrow()
    return { count: lines, capped: false, sums: sum }
  }

  const standing = () => readAtOnce(db, async (tx) => ({ asOf: await standingOf(tx, leadCounter.name) }))

  return { page, count, standing }
}
