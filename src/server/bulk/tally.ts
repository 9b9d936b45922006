import type { Database } from '../db/database.ts'

/** How many rows of a bulk action there are, and what became of them so far. */
export const tallyOf = ({ sql }: Database, id: string) =>
  sql
    .selectFrom('bulk_row')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('result', '=', 'done').as('done'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('result', '!=', 'done').as('refused'))
    .where('bulk', '=', id)
    .executeTakeFirstOrThrow()
