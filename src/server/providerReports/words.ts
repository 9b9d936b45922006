import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { ProviderWordRow } from '../db/tables.ts'

/** What became of something a provider said: taken, known already, or one of what staff have to look at. */
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

export type Said = Pick<ProviderWordRow, 'provider' | 'txid' | 'source' | 'word' | 'code' | 'message' | 'order_no'> & {
  outcome: WordOutcome
}

/** Writes down what a provider said, once however often it says so; what it calls back with alarms anew each time. */
export const noteWord = async (
  { sql: db }: Pick<Database, 'sql'>,
  said: Said,
  id: string,
  at: number,
): Promise<void> => {
  await db
    .insertInto('provider_word')
    .values({
      ...said,
      id,
      alarming: (alarming as readonly string[]).includes(said.outcome),
      count: 1,
      first_at: at,
      last_at: at,
      seen_by: null,
      seen_at: null,
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['provider', 'txid', 'source', 'word', 'code', 'outcome'])
      // Who is asked again and again answers the same again and again.
      return said.source === 'callback'
        ? same.doUpdateSet({ count: sql`provider_word.count + 1`, last_at: at, seen_by: null, seen_at: null })
        : same.doNothing()
    })
    .execute()
}

/** Why a call in a provider's name is not heard: it did not sign it, or signed what nobody can read. */
export type Unheard = 'signature' | 'unreadable'

/** A call in a provider's name that is not heard. Nothing that it says is kept: it may be anything, also about a person. */
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
