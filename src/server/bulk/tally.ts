import type { Database } from '../db/database.ts'

/** Counts the rows of a bulk command: all, done and refused so far. */
export const tallyOf = ({ sql }: Database, id: string) =>
  sql
    .selectFrom('bulk_row')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('result', '=', 'done').as('done'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('result', '!=', 'done').as('refused'))
    .where('bulk', '=', id)
    .executeTakeFirstOrThrow()
