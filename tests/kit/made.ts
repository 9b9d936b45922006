import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'
import { derivedTables } from '../../src/server/maintenance/derivedTables.ts'

/** All rows of the derived tables, as text. */
export const rowsMade = async (db: Database): Promise<Record<string, string>> => {
  const tables: Record<string, string> = {}
  for (const { table } of derivedTables) {
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all from ${sql.table(table)} t`.execute(
      db.sql,
    )
    tables[table] = rows[0]!.all
  }
  return tables
}

/** The definitions of the derived tables: columns in order, constraints, indexes, triggers, rights and settings. */
export const definitionsMade = async (db: Database): Promise<string[]> => {
  const tables = sql`relnamespace = 'public'::regnamespace and relname in (${sql.join(derivedTables.map(({ table }) => table))})`
  const { rows } = await sql<{ line: string }>`
    with these as (select * from pg_class where ${tables})
    select format('%s column %s: %s %s %s %s', relname, row_number() over (partition by relname order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as line
    from these join pg_attribute on attrelid = these.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all select format('%s constraint %s: %s', relname, conname, pg_get_constraintdef(c.oid))
    from these join pg_constraint c on conrelid = these.oid
    union all select pg_get_indexdef(indexrelid) from these join pg_index on indrelid = these.oid
    union all select pg_get_triggerdef(t.oid) from these join pg_trigger t on tgrelid = these.oid
    union all select format('%s rights: %s', relname, a) from these, unnest(relacl::text[]) a
    union all select format('%s settings: %s, kept %s, owner %s', relname, reloptions, relpersistence, relowner) from these
    order by line`.execute(db.sql)
  return rows.map(({ line }) => line)
}

/** Multiplies the stored orders as streams of other names. They take long to replay; their hash chain is not valid. */
export const multiplyOrders = async (db: Database, times: number): Promise<void> => {
  await sql`
    insert into es_event
    select e.pos + n * head.pos, e.stream || '-' || n, version, e.id, type, schema, state, actor, command, at,
      replace(data, '"' || substr(e.stream, 10) || '"', '"' || substr(e.stream, 10) || '-' || n || '"'), '', ''
    from es_event e, es_head head, generate_series(1, ${times}) n where e.stream like 'approval/%'`.execute(db.sql)
  await sql`update es_head set pos = (select max(pos) from es_event)`.execute(db.sql)
}
