import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isOutdated } from '../db/outdated.ts'

/** PostgreSQL's error codes of a database that cannot store, with their words. */
const causes: Record<string, { key: string; why: string }> = {
  '53100': { key: 'errors:diskFull', why: 'there is no room to store anything' },
  '25006': { key: 'errors:readOnly', why: 'the database takes no changes' },
}

const causeOf = (error: unknown) => causes[String((error as { code?: unknown } | null)?.code)]

class Undone extends Error {}

// More than one page, so that the table has to grow: rows that fit into free pages would not test the disk.
const rows = 200

/** Writes and rolls back. It uses `throttle`, whose counts may be lost. */
const tryToStore = async (db: Database): Promise<void> => {
  const undone = db.sql.transaction().execute(async (tx) => {
    await sql`
      insert into throttle (key, points, expire)
      select 'storing:' || n || repeat('x', 200), 0, 0 from generate_series(1, ${rows}::int) n`.execute(tx)
    throw new Undone()
  })
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

/** Tells whether the database can store. Once `noted` saw a failure, `whyNot` tries a write until one succeeds. */
export const createStoring = (db: Database) => {
  let isInDoubt = false
  return {
    /** The locale key for a failure to store; undefined for any other error. */
    noted: (error: unknown): string | undefined => {
      const cause = causeOf(error)
      if (cause) isInDoubt = true
      return cause?.key
    },
    /** The reason why nothing can be stored now; undefined when it can. Throws when the database does not answer. */
    whyNot: async (): Promise<string | undefined> => {
      const { rows: found } = await sql<{ off: string; breaking: string | null }>`
        select current_setting('transaction_read_only') as off, breaking from es_head`.execute(db.sql)
      const { off, breaking } = found[0]!
      if (isOutdated(breaking)) return 'a newer server has migrated the database'
      if (off === 'on') return causes['25006']!.why
      if (!isInDoubt) return undefined
      try {
        await tryToStore(db)
        isInDoubt = false
        return undefined
      } catch (error) {
        const cause = causeOf(error)
        if (cause) return cause.why
        throw error
      }
    },
  }
}
export type Storing = ReturnType<typeof createStoring>
