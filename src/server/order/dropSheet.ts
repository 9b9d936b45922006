import { idOf } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Deletes a sheet's rows and file chunks once it was cancelled, failed, timed out or expired. */
export const dropSheet =
  ({ db }: Server): Effect<'orderSheet'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    await db.sql.transaction().execute(async (tx) => {
      await tx.deleteFrom('order_sheet_run').where('id', '=', id).execute()
      await tx.deleteFrom('order_sheet_row').where('sheet', '=', id).execute()
      await tx.deleteFrom('export_chunk').where('export', '=', id).execute()
    })
    return undefined
  }
