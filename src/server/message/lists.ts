import { type SelectQueryBuilder, sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as message from '../../services/message.ts'
import { customerFilter } from '../customers/customerFilter.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import { maskedPeople } from './maskedPeople.ts'

type Messages = SelectQueryBuilder<Tables, 'message', object>

/** Reads the messages a page at a time, and counts those that a filter finds. */
export const messageLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = (filter: Omit<BodyOf<typeof message.count>, 'exact'>, onlooker: Onlooker): Messages => {
    let query: Messages = db.sql.selectFrom('message')
    for (const condition of withinScope(onlooker, sql`order_no`)) query = query.where(condition)
    for (const condition of customerFilter(vault, filter)) query = query.where(condition)
    if (filter.state !== undefined) query = query.where('state', '=', filter.state)
    if (filter.text !== undefined) query = query.where('text', '=', filter.text)
    if (filter.sender !== undefined) query = query.where('sender', '=', filter.sender)
    if (filter.batch !== undefined) query = query.where('batch', '=', filter.batch)
    if (filter.lead !== undefined) query = query.where('person', '=', filter.lead).where('order_no', 'is', null)
    if (filter.contradicted !== undefined)
      query = query.where('contradicted', filter.contradicted ? 'is not' : 'is', null)
    if (filter.queuedFrom !== undefined) query = query.where('queued_at', '>=', filter.queuedFrom)
    if (filter.queuedTo !== undefined) query = query.where('queued_at', '<', filter.queuedTo)
    return query
  }

  const page = async (
    { after, sort = '-queuedAt', limit = pageSize, ...filter }: BodyOf<typeof message.list>,
    onlooker: Onlooker,
  ) => {
    const found = await filtered(filter, onlooker)
      .selectAll()
      .where(beyond(['queued_at', 'id'], sort, after && [after.queuedAt, after.id]))
      .orderBy(inOrder(['queued_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ queuedAt: row.queued_at, id: row.id }))
    const customers = await maskedPeople(
      { db, vault },
      shown.map(({ person, person_version: version }) => ({ person, version })),
    )
    const names = await staffNames(
      db,
      shown.map(({ author }) => author),
    )
    const templates = await templateNames(shown.map(({ text }) => text))
    const rows = shown.map((row, index): message.Message => ({
      id: row.id,
      version: row.version,
      state: row.state,
      orderNo: row.order_no,
      lead: row.order_no === null ? row.person : null,
      customer: customers[index]!.name,
      phone: customers[index]!.phone,
      app: row.app,
      text: row.text,
      template: templates.get(row.text) ?? null,
      textVersion: row.text_version,
      channel: row.channel,
      sender: row.sender,
      segments: row.segments,
      reason: row.reason,
      missing: row.missing,
      code: row.code,
      contradicted: row.contradicted,
      authorName: names.get(row.author) ?? row.author,
      queuedAt: row.queued_at,
      sentAt: row.sent_at,
      endedAt: row.ended_at,
    }))
    return { rows, next }
  }

  const templateNames = async (ids: readonly string[]): Promise<Map<string, string>> => {
    if (ids.length === 0) return new Map()
    const rows = await db.sql
      .selectFrom('sms_template')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  const count = ({ exact, ...filter }: BodyOf<typeof message.count>, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'queued_at', exact })

  return { page, count }
}
