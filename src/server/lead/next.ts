import * as lead from '../../services/lead.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { claimLead } from './claim.ts'

/** The waiting leads that one call tries: others claim at the same time. */
const tried = 20

/**
 * Finds the caller's next lead: the earliest call-back that is due, then one of theirs that nobody called, then the
 * longest waiting lead of the pool, which the caller claims.
 */
export const nextLead = (server: Server) => {
  const { db, handle } = server

  const due = (seller: string) =>
    db.sql
      .selectFrom('lead')
      .select('id')
      .where('seller', '=', seller)
      .where('call_back_due', '=', true)
      .orderBy('call_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  const uncalled = (seller: string) =>
    db.sql
      .selectFrom('lead')
      .select('id')
      .where('seller', '=', seller)
      .where('attempts', '=', 0)
      .where('call_back', 'is', null)
      .orderBy('imported_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()

  handle(lead.next, async (_body, { by, now, key, request }) => {
    const own = (await due(by)) ?? (await uncalled(by))
    if (own) return own
    const waiting = await db.sql
      .selectFrom('lead')
      .select('id')
      .where('state', '=', 'waiting')
      .orderBy('imported_at')
      .orderBy('id')
      .limit(tried)
      .execute()
    for (const { id } of waiting) {
      try {
        await claimLead(server, id, { by, at: now, key: `${key} ${id}`, request })
        return { id }
      } catch (error) {
        // Somebody else has it by now.
        if (!(error instanceof Refused) || error.key !== 'lead:guard.notOffered') throw error
      }
    }
    return { id: null }
  })
}
