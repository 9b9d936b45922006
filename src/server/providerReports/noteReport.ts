import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { ProviderWordRow } from '../db/tables.ts'
import type { Tx } from '../store/command.ts'

/** The outcome of a provider's word: taken, already known, or one that alarms staff. */
export type WordOutcome = 'taken' | 'known' | (typeof alarming)[number]
export const alarming = [
  'signature',
  'unreadable',
  'unknownTxid',
  'unknownAccount',
  'contradicts',
  'otherAmount',
  'otherTime',
  'onStatement',
  'refused',
] as const

export type Report = Pick<
  ProviderWordRow,
  'provider' | 'txid' | 'source' | 'word' | 'code' | 'message' | 'order_no'
> & {
  outcome: WordOutcome
}

/** Stores a provider's word once, however often it is repeated. A repeated callback raises its alarm anew. */
export const noteWord = async (
  { sql: db }: { sql: Database['sql'] | Tx },
  report: Report,
  id: string,
  at: number,
): Promise<void> => {
  await db
    .insertInto('provider_word')
    .values({
      ...report,
      id,
      alarming: (alarming as readonly string[]).includes(report.outcome),
      count: 1,
      first_at: at,
      last_at: at,
      seen_by: null,
      seen_at: null,
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['provider', 'txid', 'source', 'word', 'code', 'outcome'])
      // A polled provider repeats its answer, which is no news.
      return report.source === 'callback'
        ? same.doUpdateSet({ count: sql`provider_word.count + 1`, last_at: at, seen_by: null, seen_at: null })
        : same.doNothing()
    })
    .execute()
}

/** Why a call in a provider's name is rejected: a missing or wrong signature, or an unreadable body. */
export type Unheard = 'signature' | 'unreadable'

/** Records a rejected call in a provider's name. Stores nothing of its body, which may hold personal data. */
export const noteUnheard = (
  db: Pick<Database, 'sql'>,
  provider: string,
  outcome: Unheard,
  id: string,
  at: number,
): Promise<void> =>
  noteWord(
    db,
    { provider, txid: '', source: 'callback', word: '', code: '', message: '', order_no: null, outcome },
    id,
    at,
  )
