import { idOf } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Deletes the rows of a file with their key once nobody needs them any more. */
export const dropLeads =
  ({ db }: Server): Effect<'leadImport'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    await db.sql.transaction().execute(async (tx) => {
      await tx.deleteFrom('lead_import_row').where('import', '=', id).execute()
      await tx.deleteFrom('lead_import_file').where('id', '=', id).execute()
    })
    return undefined
  }
