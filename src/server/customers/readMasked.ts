import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { MaskedCustomer } from './maskedCustomer.ts'
import { openMasked, type PersonRef } from './vault.ts'

type Reading = Pick<Database, 'sql'>
/** A row of one version of a customer; null where the order is unknown. */
type OfCustomer = { person: string; person_version: number | null }
type Sealed = { brief: Buffer | null; key: Buffer | null }

/**
 * Joins the rows of a query, as `one`, with their customers' sealed masked data, which `maskedIn` opens. The join loses
 * the order, so callers sort again.
 */
export const withSealed = <All, Table extends keyof All, Row extends OfCustomer>(
  { sql: db }: Reading,
  rows: SelectQueryBuilder<All, Table, Row>,
) => {
  // Kysely cannot name the columns of a type parameter.
  const one = rows as unknown as SelectQueryBuilder<Tables, never, OfCustomer>
  const joined = db
    .selectFrom(one.as('one'))
    .leftJoin('person', (join) =>
      join.onRef('person.person', '=', 'one.person').onRef('person.version', '=', 'one.person_version'),
    )
    .leftJoin('person_key', 'person_key.person', 'one.person')
    .selectAll('one')
    .select(['person.brief', 'person_key.key'])
  return joined as unknown as SelectQueryBuilder<Tables & { one: Row }, 'one', Row & Sealed>
}

/** The masked customer of a row that `withSealed` read. */
export const maskedIn = ({ person, person_version: version, brief, key }: OfCustomer & Sealed): MaskedCustomer =>
  openMasked({ person, version: version ?? 0 }, brief, key)

/** Masked customers in the order of `refs`. */
export const readMasked = async (db: Reading, refs: readonly PersonRef[]): Promise<MaskedCustomer[]> => {
  if (refs.length === 0) return []
  const asked = JSON.stringify(refs.map(({ person, version }, n) => ({ n, person, person_version: version })))
  const rows = db.sql
    .selectFrom(
      sql<OfCustomer & { n: number }>`jsonb_to_recordset(${asked}::jsonb)`.as<'ref'>(
        sql`ref (n int, person text, person_version int)`,
      ),
    )
    .selectAll('ref')
  return (await withSealed(db, rows).orderBy('n').execute()).map(maskedIn)
}
