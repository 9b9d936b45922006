import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Deletes the content and the rows of a file that was given up. */
export const dropStatement =
  ({ db }: Server): Effect<'bankStatement'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    await db.sql.transaction().execute(async (tx) => {
      await tx.deleteFrom('bank_statement_run').where('id', '=', id).execute()
      await tx.deleteFrom('bank_statement_row').where('statement', '=', id).execute()
      // The rows of its further days that were not staged yet.
      await sql`
        delete from bank_statement_row where starts_with(statement, ${`${id}.`})
          and not exists (select from bank_statement where id = statement)`.execute(tx)
      await tx.deleteFrom('bank_statement_pending').where('statement', '=', id).execute()
      await tx.updateTable('bank_statement_file').set({ content: null }).where('id', '=', id).execute()
    })
    return undefined
  }
