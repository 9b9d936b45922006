import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import type { Tx } from '../store/command.ts'

const position = z.number().check(z.int(), z.nonnegative())
const head = z.object({
  pos: position,
  hash: z.string(),
  /** The instant of the event or entry at `pos`; null at position 0. */
  at: z.nullable(z.number()),
})
const heads = z.object({ events: head, audit: head })

/** The heads of both hash chains at one instant. Keep them where nobody who can change the database can change them. */
export type ChainHeads = z.infer<typeof heads>

export const chainHeadsOf = (db: Database): Promise<ChainHeads> =>
  db.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      events: await tx
        .selectFrom('es_head')
        .leftJoin('es_event', 'es_event.pos', 'es_head.pos')
        .select(['es_head.pos', 'es_head.hash', 'es_event.at'])
        .executeTakeFirstOrThrow(),
      audit: await tx
        .selectFrom('audit_head')
        .leftJoin('audit', 'audit.pos', 'audit_head.pos')
        .select(['audit_head.pos', 'audit_head.hash', 'audit.at'])
        .executeTakeFirstOrThrow(),
    }))

/** Parses printed heads; throws with the expected form. */
export const parseChainHeads = (text: string): ChainHeads => {
  try {
    return heads.parse(JSON.parse(text))
  } catch {
    throw new Error('--head takes the line that `npm run -s head` printed, or the name of a file with it')
  }
}

/** The problems with kept heads: a chain without the position was cut, one with another hash there was rewritten. */
export const lostSince = async (tx: Tx, kept: ChainHeads): Promise<string[]> => {
  const event = await tx.selectFrom('es_event').select('hash').where('pos', '=', kept.events.pos).executeTakeFirst()
  const entry = await tx.selectFrom('audit').select('hash').where('pos', '=', kept.audit.pos).executeTakeFirst()
  return [...lost('event', kept.events, event), ...lost('audit entry', kept.audit, entry)]
}

const lost = (what: string, { pos, hash }: { pos: number; hash: string }, there: { hash: string } | undefined) => {
  if (pos === 0 || there?.hash === hash) return []
  return there
    ? [`${what} ${pos}: is not the one that was there when the head was kept; the chain was rewritten there or before`]
    : [`${what} ${pos}: was there when the head was kept and is gone; the chain was cut`]
}
