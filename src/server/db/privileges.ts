import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

// Append-only tables. Triggers refuse changes by everybody; without the privilege the serving role cannot bypass them.
const appendOnly = ['es_event', 'audit', 'note']

export const roleOf = async (db: Kysely<Tables>): Promise<string> =>
  (await sql<{ role: string }>`select current_user::text as role`.execute(db)).rows[0]!.role

/** Grants the serving role what it needs of the tables, without update, delete or truncate on the append-only ones. */
export const grantTo = async (owner: Kysely<Tables>, role: string): Promise<void> =>
  owner.transaction().execute(async (tx) => {
    // Serializes several processes that start at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(tx)
    const to = sql.id(role)
    const kept = sql.join(appendOnly.map((table) => sql.table(table)))
    await sql`grant usage on schema public to ${to}`.execute(tx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(tx)
    await sql`grant usage, select, update on all sequences in schema public to ${to}`.execute(tx)
    await sql`revoke update, delete, truncate, trigger on ${kept} from ${to}`.execute(tx)
  })

/** Throws when the connection's role can still change or delete rows of an append-only table. */
export const refuseRights = async (db: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ role: string; name: string }>`
    select current_user::text as role, relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname in (${sql.join(appendOnly)})
      and (has_table_privilege(oid, 'update') or has_table_privilege(oid, 'delete') or has_table_privilege(oid, 'truncate')
        or pg_has_role(relowner, 'member'))
    order by relname`.execute(db)
  const [first] = rows
  if (first)
    throw new Error(
      `With MIGRATE_URL the role of DATABASE_URL must not be able to change ${first.name}, and ${first.role} can: ` +
        'give it a role of its own that owns no tables, is in no role that does, and is no superuser',
    )
}
