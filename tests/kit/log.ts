import { createHash } from 'node:crypto'
import type { Database } from '../../src/server/db/database.ts'
import type { EventRow } from '../../src/server/db/tables.ts'

export const allEvents = (db: Pick<Database, 'sql'>): Promise<EventRow[]> =>
  db.sql.selectFrom('es_event').selectAll().orderBy('pos').execute()

/** What is wrong with a log: positions that miss or repeat, links that do not follow, contents that do not fit their hash. */
export const logProblems = async (db: Database): Promise<string[]> => {
  // As of one moment: a server may be at work.
  const { rows, head } = await db.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (sql) => ({
      rows: await allEvents({ sql }),
      head: await sql.selectFrom('es_head').select(['pos', 'hash']).executeTakeFirstOrThrow(),
    }))
  const problems = rows.flatMap((row, index) => {
    const found: string[] = []
    if (row.pos !== index + 1) found.push(`position ${row.pos} where ${index + 1} belongs`)
    if (row.prev !== (rows[index - 1]?.hash ?? '')) found.push(`position ${row.pos} does not follow`)
    if (row.hash !== hashOf(row)) found.push(`position ${row.pos} was changed`)
    return found
  })
  const last = rows.at(-1)
  if (head.pos !== (last?.pos ?? 0) || head.hash !== (last?.hash ?? '')) problems.push(`the head says ${head.pos}`)
  return problems
}

// Written out here on purpose: a log of years ago has to fit these fields in this order.
const hashOf = ({ prev, pos, stream, version, id, type, schema, state, actor, command, at, data }: EventRow) =>
  createHash('sha256')
    .update(prev + JSON.stringify([pos, stream, version, id, type, schema, state, actor, command, at, data]))
    .digest('hex')
