import { auditFields } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import { type Report, silent } from '../kit/progress.ts'
import { hashedFields } from '../store/events.ts'
import { type ChainHeads, lostSince } from './chainHeads.ts'
import { walkChain } from './verify.chain.ts'
import { verifyCounts } from './verify.counts.ts'
import { type Forbidden, mostNamed, verifyStreams } from './verify.streams.ts'

const rowsAtATime = 2000

/**
 * Checks both hash chains, streams, derived rows and counts as of one instant, and against `kept` heads. Returns the
 * first thousand problems, whether there are more, and the events that a current rule would refuse.
 */
export const verify = (
  db: Database,
  report: Report = silent,
  kept?: ChainHeads,
): Promise<{ events: number; entries: number; problems: string[]; more: boolean; forbidden: Forbidden[] }> =>
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
      const events = await walkChain(
        {
          what: 'event',
          rowsAfter: (pos) =>
            tx.selectFrom('es_event').selectAll().where('pos', '>', pos).orderBy('pos').limit(rowsAtATime),
          fields: hashedFields,
          head: await tx.selectFrom('es_head').selectAll().executeTakeFirstOrThrow(),
        },
        found,
      )
      const entries = await walkChain(
        {
          what: 'audit entry',
          rowsAfter: (pos) =>
            tx.selectFrom('audit').selectAll().where('pos', '>', pos).orderBy('pos').limit(rowsAtATime),
          fields: auditFields,
          head: await tx.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow(),
        },
        found,
      )
      if (kept) for (const line of await lostSince(tx, kept)) problem(line)
      const forbidden = await verifyStreams(tx, found)
      await verifyCounts(tx, found)
      return { events, entries, problems, more, forbidden }
    })
