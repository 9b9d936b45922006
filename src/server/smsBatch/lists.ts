import type { SelectQueryBuilder } from 'kysely'
import { sum } from '../../machines/allocation.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as smsBatch from '../../services/smsBatch.ts'
import type { Tables } from '../db/tables.ts'
import { between, is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { priceOf, sendersOf } from '../smsTemplate/senders.ts'
import { coveredByScope, type Onlooker } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'

type Batches = SelectQueryBuilder<Tables, 'sms_batch', object>

type Tally = { state: string; count: number; segments: number | null }

/** The messages by state, and what their parts cost at a price. */
const toldBy = (tallies: readonly Tally[], price: number | undefined) => ({
  messages: Object.fromEntries(tallies.map(({ state, count }) => [state, count])),
  billed: price === undefined ? null : price * sum(tallies.map(({ segments }) => segments ?? 0)),
})

/** Reads the batches a page at a time, and counts those that a filter finds. */
export const smsBatchLists = ({ db }: Pick<Server, 'db'>) => {
  // A batch is shown with the numbers of all its people, so only to those who may see the orders of all its apps.
  const seenBy = (onlooker: Onlooker): Batches =>
    db.sql.selectFrom('sms_batch').where((eb) => eb.and(coveredByScope(onlooker)))

  const filtered = (filter: Omit<BodyOf<typeof smsBatch.countBatches>, 'exact'>, onlooker: Onlooker): Batches => {
    const { state, category, reminder, text, sender, startFrom, startTo } = filter
    const conditions = [
      ...Object.entries({ state, category, reminder, text, sender }).flatMap(([column, value]) => is(column, value)),
      ...between('start_at', startFrom, startTo),
    ]
    return seenBy(onlooker).where((eb) => eb.and(conditions))
  }

  const page = async (
    { after, sort = '-createdAt', limit = pageSize, ...filter }: BodyOf<typeof smsBatch.list>,
    onlooker: Onlooker,
  ) => {
    const found = await filtered(filter, onlooker)
      .selectAll()
      .where(beyond(['created_at', 'id'], sort, after && [after.createdAt, after.id]))
      .orderBy(inOrder(['created_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ createdAt: row.created_at, id: row.id }))
    return { rows: await rowsOf(shown), next }
  }

  const rowsOf = async (shown: readonly Tables['sms_batch'][]): Promise<smsBatch.SmsBatchRow[]> => {
    if (shown.length === 0) return []
    const names = await staffNames(
      db,
      shown.flatMap(({ author, proposer, approver, refused }) => [author, proposer, approver, refused?.by ?? null]),
    )
    const staff = (id: string) => ({ id, name: names.get(id) ?? id })
    const templates = await db.sql
      .selectFrom('sms_template')
      .select(['id', 'name', 'language'])
      .where('id', 'in', [...new Set(shown.map(({ text }) => text))])
      .execute()
    const templateOf = new Map(templates.map((template) => [template.id, template]))
    const messagesOf = await messagesIn(shown.map(({ id }) => id))
    const { prices } = await sendersOf(db)
    return shown.map((row): smsBatch.SmsBatchRow => ({
      id: row.id,
      version: row.version,
      state: row.state,
      text: row.text,
      template: templateOf.get(row.text)?.name ?? row.text,
      category: row.category,
      language: templateOf.get(row.text)?.language ?? null,
      sender: row.sender,
      title: row.title,
      startAt: row.start_at,
      rows: row.rows,
      count: row.count,
      author: staff(row.author),
      createdAt: row.created_at,
      proposer: row.proposer === null ? null : staff(row.proposer),
      approver: row.approver === null ? null : staff(row.approver),
      refused: row.refused && { ...row.refused, by: staff(row.refused.by) },
      made: row.made,
      ...toldBy(messagesOf.get(row.id) ?? [], row.started_at === null ? undefined : priceOf(prices, row.started_at)),
      endedAt: row.ended_at,
      reminder: row.reminder,
    }))
  }

  const messagesIn = async (ids: readonly string[]): Promise<Map<string, Tally[]>> => {
    const rows = await db.sql
      .selectFrom('message')
      .select(['batch', 'state'])
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('segments').as('segments')])
      .where('batch', 'in', ids)
      .groupBy(['batch', 'state'])
      .execute()
    return Map.groupBy(rows, ({ batch }) => batch!)
  }

  const one = async (id: string, onlooker: Onlooker): Promise<smsBatch.SmsBatchRow | undefined> => {
    const found = await seenBy(onlooker).selectAll().where('id', '=', id).execute()
    return (await rowsOf(found))[0]
  }

  const count = ({ exact, ...filter }: BodyOf<typeof smsBatch.countBatches>, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'created_at', exact })

  return { page, count, one }
}
