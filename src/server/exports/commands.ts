import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import * as jobs from '../../services/jobs.ts'
import type { Why } from '../../services/reveal.ts'
import { noteSearchesIn } from '../audit/searches.ts'
import { fetchPiece } from '../jobs/fetchPiece.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound, Refused } from '../kit/refused.ts'
import { filterParts, type Exportable, listNamed, type Exportables } from '../lists/exportable.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { covers } from '../staff/appScope.ts'
import { type Call, place, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Tx } from '../store/command.ts'
import type { ExportRow } from './projection.ts'
import { mayExport, mayHave } from './rights.ts'

const mostListed = 30

/** Exports of lists: requested, listed, cancelled and downloaded, each by its requester only. */
export const exportHandlers = (server: Server, lists: Exportables) => {
  const { db, store, audit, ids, handle } = server
  type Wanted = BodyOf<typeof jobs.requestExport>
  const requested = async ({ list: name, filter, columns, format }: Wanted, call: Call<Staff>, why?: Why) => {
    const list = listNamed(lists, name, call)
    mustHave(list, columns, call)
    if (why && !list.isPersonal) throw badInput([{ field: 'list', reason: 'choice' }], call.language)
    const { open, secret } = filterParts(list, filter, call.language)
    const whole = { ...open, ...secret }
    await noteSearchesIn(server, { interface: list.interface, body: list.filter }, whole, call)
    // Reads a page of one row, so that the list refuses a wrong filter now and not in the background.
    await list.page({ filter: whole, after: null, limit: 1, columns }, call)
    const id = ids()
    const subject = `export/${id}`
    return {
      id,
      facts: {
        list: name,
        title: list.title(whole),
        filter: open,
        narrowed: Object.keys(secret).length > 0,
        columns,
        format,
        language: call.language,
        ...(why && { unmasked: true }),
        rows: await list.count(whole, call),
        limit: policy.mostExported,
      },
      via: jobs.requestExport.interface,
      writes: async (tx: Tx) => {
        await tx
          .insertInto('export_run')
          .values({ id, secret: JSON.stringify(secret) })
          .execute()
        if (!why) return
        const data = { list: name, columns, ...why, ...place(call) }
        await audit.recordWith(tx, { at: call.now, actor: call.by, type: 'exportUnmasked', subject, data })
      },
    }
  }

  const { create, send } = commandsOf(server, 'export', ({ id }: { id: string }) => id)
  create(jobs.requestExport, 'exportRequested', (wanted, call) => requested(wanted, call))

  create(jobs.requestUnmasked, 'exportRequested', async ({ purpose, words, ...wanted }, call) => {
    // The permission to unmask is worth nothing without the permission to export.
    mustExport(call.staff)
    return requested(wanted, call, { purpose, words })
  })

  handle(jobs.exportable, async (_body, { staff }) => ({
    lists: Object.entries(lists)
      .filter(([, one]) => mayExport(staff) && staff.may(one.interface))
      .flatMap(([name, one]) =>
        (one.variants ?? [{}])
          // A list that needs a day or an order in its filter is exported from its own screen.
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
    return send({ id }, call, { type: 'exportCancelled', ...stamp(call) })
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
    const { context } = await store.state(`export/${id}`)
    if (!mayHave(call.staff, lists[list]!, context.wanted!.unmasked ?? false))
      throw new Refused(4030, 'errors:notPermitted')
    if (!covers(call.staff.apps, context.file!.reach ?? null)) throw new Refused(4030, 'errors:beyondReach')
    return fetchPiece(server, `export/${id}`, { file, n }, call)
  })

  /** Throws not found for another person's export. */
  const own = async (id: string, by: string) => {
    const row = await db.sql.selectFrom('export').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.asker !== by) throw notFound()
    return row
  }
}

const mustExport = (staff: Staff) => {
  if (!mayExport(staff)) throw new Refused(4030, 'errors:notPermitted')
}

const mustHave = (
  list: Exportable,
  columns: BodyOf<typeof jobs.requestExport>['columns'],
  { language }: Call<Staff>,
) => {
  if (columns.some((name) => !Object.hasOwn(list.columns, name)))
    throw badInput([{ field: 'columns', reason: 'choice' }], language)
}

type Listing = ExportRow & { done: number | null }

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
  plan: row.plan,
  again: row.narrowed ? null : { list: row.list, filter: row.filter, columns: row.columns, format: row.format },
})
