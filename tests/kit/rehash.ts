import { auditFields } from '../../src/server/audit/audit.ts'
import type { Database } from '../../src/server/db/database.ts'
import { linkHash } from '../../src/server/kit/hash.ts'
import { hashedFields } from '../../src/server/store/events.ts'

/** Gives a changed row a matching hash, as an informed attacker would. */
export const rehash = async ({ sql }: Database, table: 'es_event' | 'audit', pos: number): Promise<void> => {
  const hash =
    table === 'audit'
      ? await sql
          .selectFrom('audit')
          .selectAll()
          .where('pos', '=', pos)
          .executeTakeFirstOrThrow()
          .then((row) => linkHash(row.prev, auditFields(row)))
      : await sql
          .selectFrom('es_event')
          .selectAll()
          .where('pos', '=', pos)
          .executeTakeFirstOrThrow()
          .then((row) => linkHash(row.prev, hashedFields(row)))
  await sql.updateTable(table).set({ hash }).where('pos', '=', pos).execute()
}
