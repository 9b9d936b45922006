import type { BodyOf, DataOf } from '../services/endpoint.ts'
import * as jobs from '../services/jobs.ts'
import { type CallOf, origin, stamp } from './call.ts'
import { badInput } from './issues.ts'
import { filterParts, type Listed, listNamed, type Lists } from './listed.ts'
import { notFound, Refused } from './refused.ts'
import type { Server } from './server.ts'
import { settings } from './settings.ts'
import type { ExportRow } from './tables.ts'

const mostListed = 30

/** Lists as files: asked for, looked at, cancelled and fetched by whoever asked. */
export const exportHandlers = ({ db, store, audit, ids, handle }: Server, lists: Lists) => {
  handle(jobs.requestExport, async ({ list: name, filter, columns, format }, call) => {
    const list = listNamed(lists, name, call)
    mustHave(list, columns, call)
    const { open, secret } = filterParts(list, filter, call.language)
    const whole = { ...open, ...secret }
    // A page of one: what the list refuses it refuses now, and not in the background.
    await list.page({ filter: whole, after: null, limit: 1, columns }, call)
    const id = ids()
    return store.send({
      stream: `export/${id}`,
      event: {
        type: 'exportRequested',
        ...stamp(call),
        list: name,
        title: list.title(whole),
        filter: open,
        narrowed: Object.keys(secret).length > 0,
        columns,
        format,
        language: call.language,
        rows: await list.count(whole, call),
        limit: settings.mostExported,
      },
      ...origin(call),
      writes: (tx) =>
        tx
          .insertInto('export_run')
          .values({ id, secret: JSON.stringify(secret), next: null })
          .execute(),
    })
  })

  handle(jobs.exportable, async (_body, { staff }) => ({
    lists: Object.entries(lists)
      .filter(([, one]) => staff.may(one.interface))
      .flatMap(([name, one]) =>
        (one.variants ?? [{}])
          // What is of one day or one order only is exported from its own screen.
          .filter((filter) => one.filter.safeParse(filter).success)
          .map((filter) => ({
            list: name,
            filter,
            title: one.title(filter),
            columns: Object.entries(one.columns).map(([column, { head }]) => ({ name: column, head })),
          })),
      ),
  }))

  handle(jobs.cancelExport, async ({ id }, call) => {
    await own(id, call.by)
    return store.send({ stream: `export/${id}`, event: { type: 'exportCancelled', ...stamp(call) }, ...origin(call) })
  })

  handle(jobs.exportsOf, async (_body, call) => {
    const rows = await db.sql
      .selectFrom('export')
      .leftJoin('export_run', 'export_run.id', 'export.id')
      .selectAll('export')
      .select('export_run.done')
      .where('asker', '=', call.by)
      .orderBy('requested_at', 'desc')
      .orderBy('export.id')
      .limit(mostListed)
      .execute()
    return { exports: rows.map(shown) }
  })

  handle(jobs.exportChunk, async ({ id, n }, call) => {
    const { list, state, file } = await own(id, call.by)
    if (state !== 'ready') throw notFound()
    if (!call.staff.may(lists[list]!.interface)) throw new Refused(4030, 'errors:notPermitted')
    const [chunk, next] = await db.sql
      .selectFrom('export_chunk')
      .select(['n', 'data'])
      .where('export', '=', id)
      .where('file', '=', file)
      .where('n', '>=', n)
      .orderBy('n')
      .limit(2)
      .execute()
    if (chunk?.n !== n) throw notFound()
    if (n === 0) {
      const entry = { at: call.now, actor: call.by, type: 'exportFetched', subject: `export/${id}`, data: {} }
      await audit.record(entry)
    }
    return { data: Buffer.from(chunk.data).toString('base64'), next: next?.n ?? null }
  })

  /** Somebody else's does not exist. */
  const own = async (id: string, by: string): Promise<ExportRow> => {
    const row = await db.sql.selectFrom('export').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.asker !== by) throw notFound()
    return row as unknown as ExportRow
  }
}

const mustHave = (
  list: Listed,
  columns: BodyOf<typeof jobs.requestExport>['columns'],
  { language }: CallOf<typeof jobs.requestExport>,
) => {
  if (columns.some((name) => !Object.hasOwn(list.columns, name)))
    throw badInput([{ field: 'columns', reason: 'choice' }], language)
}

type Listing = Omit<ExportRow, 'filter' | 'columns'> & {
  filter: Record<string, unknown>
  columns: string[]
  done: number | null
}

const shown = (row: Listing): DataOf<typeof jobs.exportsOf>['exports'][number] => ({
  id: row.id,
  state: row.state,
  title: row.title,
  format: row.format,
  done: row.state === 'ready' ? row.rows : (row.done ?? 0),
  rows: row.rows,
  name: row.name,
  bytes: row.bytes,
  reason: row.reason,
  requestedAt: row.requested_at,
  endedAt: row.ended_at,
  fileDue: row.file_due,
  again: row.narrowed ? null : { list: row.list, filter: row.filter, columns: row.columns, format: row.format },
})
