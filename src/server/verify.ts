import { auditFields } from './audit.ts'
import { linkHash } from './chain.ts'
import type { Database } from './database.ts'
import { hashedFields } from './events.ts'
import { type Report, silent } from './report.ts'
import { readAhead } from './streamPages.ts'
import type { AuditRow, EventRow } from './tables.ts'
import { verifyFlow } from './verify.flow.ts'
import { type Findings, mostNamed, verifyStreams } from './verify.streams.ts'

const rowsAtATime = 2000

/**
 * Walks both chains, replays every stream, looks at every row made from one and at what was counted, all as of one instant; answers a line for each
 * of the first thousand things that are not as they were written, and whether there are more.
 */
export const verify = (
  db: Database,
  report: Report = silent,
): Promise<{ events: number; entries: number; problems: string[]; more: boolean }> =>
  db.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const problems: string[] = []
      let more = false
      const problem = (line: string) => {
        if (problems.length < mostNamed) problems.push(line)
        else more = true
      }
      const found = { problem, report }
      const events = await walk(
        'event',
        (after) => tx.selectFrom('es_event').selectAll().where('pos', '>', after).orderBy('pos').limit(rowsAtATime),
        hashedFields,
        await tx.selectFrom('es_head').selectAll().executeTakeFirstOrThrow(),
        found,
      )
      const entries = await walk(
        'audit entry',
        (after) => tx.selectFrom('audit').selectAll().where('pos', '>', after).orderBy('pos').limit(rowsAtATime),
        auditFields,
        await tx.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow(),
        found,
      )
      await verifyStreams(tx, found)
      await verifyFlow(tx, found)
      return { events, entries, problems, more }
    })

const walk = async <Row extends EventRow | AuditRow>(
  what: string,
  rowsAfter: (pos: number) => { execute: () => Promise<Row[]> },
  fields: (row: Row) => readonly (string | number)[],
  head: { pos: number; hash: string },
  { problem, report }: Findings,
): Promise<number> => {
  let last = { pos: 0, hash: '' }
  const following = async (rows: Row[]) => {
    const next = await rowsAfter(rows.at(-1)?.pos ?? Number.MIN_SAFE_INTEGER).execute()
    return next.length > 0 ? next : undefined
  }
  for await (const rows of readAhead<Row[]>([], following)) {
    for (const row of rows) {
      if (row.pos < 1) problem(`${what} ${row.pos}: is before the first`)
      else if (row.pos !== last.pos + 1) problem(`${what} ${row.pos}: ${row.pos - last.pos - 1} before it are missing`)
      if (row.prev !== last.hash) problem(`${what} ${row.pos}: does not follow ${what} ${last.pos}`)
      if (row.hash !== linkHash(row.prev, fields(row))) problem(`${what} ${row.pos}: its contents were changed`)
      last = { pos: row.pos, hash: row.hash }
    }
    report.count(`${what} chain`, last.pos, 'links')
  }
  if (last.pos !== head.pos || last.hash !== head.hash) {
    problem(`${what} ${last.pos} is the last, but the head says ${head.pos}`)
  }
  return last.pos
}
