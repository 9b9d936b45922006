import { idOf } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Deletes an export's run and file chunks after it was given up or its file expired. */
export const dropExport =
  ({ db }: Server): Effect<'export'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    await db.sql.transaction().execute(async (tx) => {
      await tx.deleteFrom('export_run').where('id', '=', id).execute()
      await tx.deleteFrom('export_chunk').where('export', '=', id).execute()
    })
    return undefined
  }
