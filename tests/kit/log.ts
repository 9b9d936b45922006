import { createHash } from 'node:crypto'
import type { Database } from '../../src/server/db/database.ts'
import type { EventRow } from '../../src/server/db/tables.ts'

export const allEvents = (db: Pick<Database, 'sql'>): Promise<EventRow[]> =>
  db.sql.selectFrom('es_event').selectAll().orderBy('pos').execute()

/** The flaws of a log: missing or repeated positions, broken links, and contents that do not match their hash. */
export const logProblems = async (db: Database): Promise<string[]> => {
  // In one snapshot, because a server may be writing.
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

// Duplicated on purpose: an old log must keep matching these fields in this order.
const hashOf = ({ prev, pos, stream, version, id, type, schema, state, actor, command, at, data }: EventRow) =>
  createHash('sha256')
    .update(prev + JSON.stringify([pos, stream, version, id, type, schema, state, actor, command, at, data]))
    .digest('hex')
