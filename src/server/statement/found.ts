import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Target } from '../../machines/statementLine.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Read } from '../store/command.ts'
import { openInfo } from './file.ts'

/** A line with the bank's text on it. */
export type Line = Pick<Selectable<Tables['statement_line']>, (typeof columns)[number]> & { info: string }
/** The record that the system matches a line with, its evidence, and the streams that it rests on. */
export type Found = Target & { how: 'txid' | 'orderNo' | 'account' | 'alike'; reads: readonly Read[] }

const columns = ['id', 'place', 'account', 'txid', 'day', 'amount', 'direction'] as const

/** A query of lines with the bank's text, still sealed. Callers add conditions. */
export const linesWithInfo = (db: Database) =>
  db.sql
    .selectFrom('statement_line')
    .innerJoin('bank_statement_row', (join) =>
      join
        .onRef('bank_statement_row.statement', '=', 'statement_line.statement')
        .onRef('bank_statement_row.place', '=', 'statement_line.place'),
    )
    .innerJoin('bank_statement_file', 'bank_statement_file.id', 'statement_line.statement')
    .select(columns.map((column) => `statement_line.${column}` as const))
    .select(['bank_statement_file.id as file', 'bank_statement_row.info', 'bank_statement_file.key'])

/** A query of unmatched lines that may be a payment: of whole rupiah, above zero. Callers add conditions. */
export const looseLines = (db: Database) =>
  linesWithInfo(db)
    .where('statement_line.state', '=', 'unmatched')
    .where('statement_line.amount', '>', 0)
    .where('statement_line.amount_sen', 'is', null)

type Sealed = Awaited<ReturnType<ReturnType<typeof linesWithInfo>['execute']>>[number]

export const opened = ({ key, info, file, ...line }: Sealed): Line => ({
  ...line,
  info: openInfo(key, file, line.place, info),
})

/** A text array in a form that both drivers accept. */
export const texts = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

export const wordsOf = ({ info, txid }: Line) =>
  [txid, ...info.toUpperCase().split(/[^A-Z0-9]+/)].filter((word) => word.length >= 8)
