import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import type { Kind } from '../../machines/lifecycles.ts'
import type { Tables } from '../db/tables.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Tables with rows of a job, each with the column that names the job. */
type Rows = { [Table in keyof Tables]?: keyof Tables[Table] & string }

/** The effect that deletes a job's rows, in the order of the tables: the run first, which whoever adds rows holds. */
export const dropRows =
  <K extends Kind>(rows: Rows) =>
  ({ db }: Server): Effect<K> =>
  async ({ stream }) => {
    await db.sql.transaction().execute(async (tx) => {
      for (const [table, column] of Object.entries(rows))
        await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${idOf(stream)}`.execute(tx)
    })
    return undefined
  }
