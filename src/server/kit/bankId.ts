import { type RawBuilder, sql } from 'kysely'

/** A bank's id as it is compared: capitals, blanks and apostrophes do not count. */
export const bankIdKey = (id: string): string => id.toUpperCase().replaceAll(/[ \t\u00a0'`\u2018\u2019]/g, '')

/** The same in SQL. Indexes contain this expression, so it has no parameters. */
export const sqlBankIdKey = (column: string): RawBuilder<string> =>
  sql`upper(translate(${sql.ref(column)}, ${sql.raw(`E' \\t\\u00a0''\`\\u2018\\u2019'`)}, ''))`
