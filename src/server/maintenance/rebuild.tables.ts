import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from '../store/command.ts'

/** Creates empty copies in the schema `rebuild`, with primary keys and without other indexes. */
export const copyTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  await refuseSequences(tx, tables)
  await sql`drop schema if exists rebuild cascade`.execute(tx)
  await sql`create schema rebuild`.execute(tx)
  for (const table of tables) {
    await sql`create table ${copyOf(table)} (like ${original(table)} including all excluding indexes)`.execute(tx)
  }
  const statements = [...(await settings(tx, tables)), ...(await missing(tx, tables, 'key'))]
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

/** The statements for what the copies still lack of the originals: constraints, indexes, triggers. */
export const missingParts = (db: Database['sql'], tables: readonly string[]): Promise<string[]> =>
  missing(db, tables, 'part')

/** Replaces the originals by the copies. */
export const swapTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await sql`drop table ${original(table)}`.execute(tx)
    await sql`alter table ${copyOf(table)} set schema public`.execute(tx)
  }
  await sql`drop schema rebuild cascade`.execute(tx)
}

/** The tables' columns and types, to tell whether unfinished copies still fit. */
export const columnsOf = async (db: Database['sql'], tables: readonly string[]): Promise<string> => {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(format('%s.%s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod)), ', '
      order by relname, attnum) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where ${isOneOf(tables)} and attnum > 0 and not attisdropped`.execute(db)
  return rows[0]!.columns
}

const copyOf = (table: string) => sql.table(`rebuild.${table}`)
const original = (table: string) => sql.table(`public.${table}`)
const isOneOf = (tables: readonly string[]) =>
  sql`relnamespace = 'public'::regnamespace and relname in (${sql.join(tables)})`

// Dropping a table drops the sequences that it owns: numbers would begin at 1 again.
const refuseSequences = async (tx: Tx, tables: readonly string[]) => {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class join pg_depend on refobjid = pg_class.oid and deptype in ('a', 'i')
    join pg_sequence on seqrelid = objid where ${isOneOf(tables)}`.execute(tx)
  if (rows.length > 0) throw new Error(`${rows[0]!.relname} owns a sequence, which a rebuild would begin anew`)
}

const settings = async (tx: Tx, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table rebuild.%I owner to %s', relname, relowner::regrole) as statement
    from pg_class where ${isOneOf(tables)} and relowner <> current_user::regrole
    union all
    select format('grant %s on rebuild.%I to %s', privilege_type, relname,
      case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class, aclexplode(relacl) where ${isOneOf(tables)}
    union all
    select format('alter table rebuild.%I set (%s)', relname, array_to_string(reloptions, ', '))
    from pg_class where ${isOneOf(tables)} and reloptions is not null`.execute(tx)
  return rows.map(({ statement }) => statement)
}

const missing = async (db: Database['sql'] | Tx, tables: readonly string[], kind: 'key' | 'part') => {
  const { rows } = await sql<{ statement: string }>`
    with part as (
      select case contype when 'p' then 'key' else 'part' end as kind, conrelid as relation, conname as name,
        format('alter table rebuild.%I add constraint %I %s', relname, conname, pg_get_constraintdef(c.oid)) as statement
      from pg_constraint c join pg_class on pg_class.oid = conrelid
      where relnamespace in ('public'::regnamespace, 'rebuild'::regnamespace) and contype in ('p', 'u', 'x', 'f')
      union all
      select 'part', indrelid, relname, replace(pg_get_indexdef(indexrelid), ' ON public.', ' ON rebuild.')
      from pg_index i join pg_class on pg_class.oid = indexrelid
      where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
      union all
      select 'part', tgrelid, tgname, replace(pg_get_triggerdef(oid), ' ON public.', ' ON rebuild.')
      from pg_trigger where not tgisinternal
    )
    select statement from part join pg_class on pg_class.oid = relation
    where ${isOneOf(tables)} and kind = ${kind} and not exists (
      select from part there where there.name = part.name and there.relation = to_regclass(format('rebuild.%I', relname)))
    order by statement`.execute(db)
  return rows.map(({ statement }) => statement)
}
