import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { AuditRow } from '../db/tables.ts'
import { linkHash } from '../kit/hash.ts'
import type { Tx } from '../store/command.ts'

export type AuditEntry = { at: number; actor: string; type: string; subject: string; data: Record<string, unknown> }

export const auditFields = (row: AuditRow) => [row.pos, row.at, row.actor, row.type, row.subject, row.data] as const

/** The audit log of views, logins and failures: a second hash chain, so that it never waits for the events' head. */
export const createAudit = (db: Database) => {
  const append = (entry: AuditEntry, once: boolean): Promise<boolean> =>
    db.sql.transaction().execute((tx) => recordWith(tx, entry, once))

  return {
    record: async (entry: AuditEntry): Promise<void> => void (await append(entry, false)),
    /** Records an entry unless the actor already has the same one on the same subject; returns whether it did. */
    // Checks without the lock first: usually the entry exists, and nobody has to wait for the head.
    recordOnce: async (entry: AuditEntry): Promise<boolean> => !(await isThere(db.sql, entry)) && append(entry, true),
    /** Whether the actor has the same entry on the same subject. */
    isThere: (entry: AuditEntry): Promise<boolean> => isThere(db.sql, entry),
    /** Records an entry within the caller's transaction. */
    recordWith: async (tx: Tx, entry: AuditEntry): Promise<void> => void (await recordWith(tx, entry, false)),
    /** Whether the actor has any entry of this type on this subject. */
    has: async (entry: Omit<AuditEntry, 'at' | 'data'>): Promise<boolean> =>
      (await entriesOf(db.sql, entry).executeTakeFirst()) !== undefined,
  }
}

const recordWith = async (tx: Tx, { data, ...entry }: AuditEntry, once: boolean): Promise<boolean> => {
  const head = (await sql<{ pos: number; hash: string }>`select pos, hash from audit_head for update`.execute(tx))
    .rows[0]!
  if (once && (await isThere(tx, { data, ...entry }))) return false
  const row = { ...entry, pos: head.pos + 1, data: JSON.stringify(data), prev: head.hash, hash: '' }
  const hash = linkHash(row.prev, auditFields(row))
  await tx
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  await tx.updateTable('audit_head').set({ pos: row.pos, hash }).execute()
  return true
}

const entriesOf = (sqlOf: Tx | Database['sql'], { subject, actor, type }: Omit<AuditEntry, 'at' | 'data'>) =>
  sqlOf
    .selectFrom('audit')
    .select('pos')
    .where('subject', '=', subject)
    .where('actor', '=', actor)
    .where('type', '=', type)

const isThere = async (sqlOf: Tx | Database['sql'], entry: AuditEntry): Promise<boolean> => {
  const row = await entriesOf(sqlOf, entry).where('data', '=', JSON.stringify(entry.data)).executeTakeFirst()
  return row !== undefined
}

export type Audit = ReturnType<typeof createAudit>
