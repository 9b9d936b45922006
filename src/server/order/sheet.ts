import { sql } from 'kysely'
import type { DataOf } from '../../services/endpoint.ts'
import * as order from '../../services/order.ts'
import { readFile } from '../files/read.ts'
import { Unreadable } from '../files/zip.ts'
import { fetchPiece } from '../jobs/fetchPiece.ts'
import { bytesOf } from '../kit/file.ts'
import { say } from '../kit/i18n.ts'
import { refusedInput } from '../kit/inputIssues.ts'
import { notFound, Refused } from '../kit/refused.ts'
import { pageOf } from '../lists/keyset.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { covers } from '../staff/appScope.ts'
import { stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { OrderSheetRow } from './sheet.projection.ts'

const mostListed = 30
const rowsAtATime = 100
const rowsWritten = 5_000

/** Sheets of order numbers: uploaded, listed, cancelled and downloaded, each by its owner only. */
export const orderSheets = (server: Server) => {
  const { db, store, ids, handle } = server
  const { create, send } = commandsOf(server, 'orderSheet', ({ id }: { id: string }) => id)
  create(order.uploadSheet, 'sheetRequested', async ({ name, content }, { language }) => {
    const { format, sheets, rows } = await readFile('orderNumbers', bytesOf(content), {
      most: policy.mostInSheet,
    }).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error
      const message = say(language, `order:sheet.refused.${error.reason}`, error.where)
      throw refusedInput([error], ({ reason }) => ({ field: 'content', reason, message }))
    })
    const id = ids()
    return {
      id,
      facts: { format, language, rows: rows.length, limit: policy.mostInSheet },
      // Rows without a sheet are never read.
      staged: {
        write: async () => {
          for (let from = 0; from < rows.length; from += rowsWritten)
            await sql`
              insert into order_sheet_row (sheet, n, text, result)
              select ${id}, n, text, result
              from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + rowsWritten))}::jsonb) as r (n int, text text, result text)`.execute(
              db.sql,
            )
        },
        drop: () => db.sql.deleteFrom('order_sheet_row').where('sheet', '=', id).execute(),
      },
      writes: async (tx) => {
        await tx.insertInto('order_sheet_upload').values({ id, name, sheets }).execute()
        await tx.insertInto('order_sheet_run').values({ id }).execute()
      },
    }
  })

  handle(order.cancelSheet, async ({ id }, call) => {
    await own(id, call.by)
    return send({ id }, call, { type: 'sheetCancelled', ...stamp(call) })
  })

  handle(order.sheetsOf, async (_body, call) => {
    const rows = await db.sql
      .selectFrom('order_sheet')
      .leftJoin('order_sheet_upload', 'order_sheet_upload.id', 'order_sheet.id')
      .selectAll('order_sheet')
      .select(['order_sheet_upload.name as upload', 'order_sheet_upload.sheets'])
      .select((eb) =>
        eb
          .selectFrom('order_sheet_row')
          .select(eb.fn.countAll<number>().as('left'))
          .whereRef('sheet', '=', 'order_sheet.id')
          .where('result', 'is', null)
          .as('left'),
      )
      .where('asker', '=', call.by)
      .orderBy('requested_at', 'desc')
      .orderBy('order_sheet.id')
      .limit(mostListed)
      .execute()
    return { sheets: rows.map(shown) }
  })

  handle(order.sheetRows, async ({ id, after = 0 }, call) => {
    await own(id, call.by)
    const rows = await db.sql
      .selectFrom('order_sheet_row')
      .select(['n', 'text', 'result'])
      .where('sheet', '=', id)
      .where('n', '>', after)
      .where('result', '<>', 'known')
      .orderBy('n')
      .limit(rowsAtATime + 1)
      .execute()
    type Row = DataOf<typeof order.sheetRows>['rows'][number]
    return pageOf(rows as Row[], rowsAtATime, ({ n }) => n)
  })

  handle(order.sheetChunk, async ({ id, n }, call) => {
    const { state, file } = await own(id, call.by)
    if (state !== 'ready') throw notFound()
    const { context } = await store.state(`orderSheet/${id}`)
    if (!covers(call.staff.apps, context.file!.reach ?? null)) throw new Refused(4030, 'errors:beyondReach')
    return fetchPiece(server, `orderSheet/${id}`, { file, n }, call)
  })

  /** Throws not found for another person's sheet. */
  const own = async (id: string, by: string): Promise<OrderSheetRow> => {
    const row = await db.sql.selectFrom('order_sheet').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.asker !== by) throw notFound()
    return row
  }
}

type Listing = OrderSheetRow & { upload: string | null; sheets: number | null; left: number | null }

/** The rows of a sheet that was given up are gone. */
const doneOf = ({ state, rows, left }: Listing) =>
  state === 'ready' || state === 'expired' ? rows : state === 'running' ? rows - (left ?? 0) : 0

const shown = (row: Listing): order.Sheet => ({
  id: row.id,
  state: row.state,
  upload: row.upload ?? '',
  sheets: row.sheets ?? 1,
  rows: row.rows,
  done: doneOf(row),
  counts:
    row.known === null
      ? null
      : { known: row.known, unknown: row.unknown!, duplicate: row.duplicate!, invalid: row.invalid! },
  name: row.name,
  reason: row.reason,
  requestedAt: row.requested_at,
  fileDue: row.file_due,
})
