import { sql } from 'kysely'
import { linkHash } from './chain.ts'
import type { Database } from './database.ts'
import type { AuditRow } from './tables.ts'

export type AuditEntry = { at: number; actor: string; type: string; subject: string; data: Record<string, unknown> }

export const auditFields = (row: AuditRow) => [row.pos, row.at, row.actor, row.type, row.subject, row.data] as const

/** Viewings, logins and their failures: a second chain, so that they never wait for the events' head. */
export const createAudit = (db: Database) => {
  const append = async ({ data, ...entry }: AuditEntry, once: boolean): Promise<void> =>
    db.sql.transaction().execute(async (tx) => {
      const head = (await sql<{ pos: number; hash: string }>`select pos, hash from audit_head for update`.execute(tx))
        .rows[0]!
      const row = { ...entry, pos: head.pos + 1, data: JSON.stringify(data), prev: head.hash, hash: '' }
      if (once && (await isThere(tx, row))) return
      const hash = linkHash(row.prev, auditFields(row))
      await tx
        .insertInto('audit')
        .values({ ...row, hash })
        .execute()
      await tx.updateTable('audit_head').set({ pos: row.pos, hash }).execute()
    })

  const isThere = (tx: Database['sql'], { subject, actor, type, data }: AuditRow) =>
    tx
      .selectFrom('audit')
      .select('pos')
      .where('subject', '=', subject)
      .where('actor', '=', actor)
      .where('type', '=', type)
      .where('data', '=', data)
      .executeTakeFirst()

  return {
    record: (entry: AuditEntry) => append(entry, false),
    /** Records an entry unless the same person has the same entry on the same subject already. */
    recordOnce: (entry: AuditEntry) => append(entry, true),
  }
}

export type Audit = ReturnType<typeof createAudit>
