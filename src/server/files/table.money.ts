import type { Layout } from './layouts/layout.ts'
import { type NoAmount, rupiahOf, type Written } from './rupiah.ts'
import type { Columns, Row } from './table.head.ts'

/** Why a cell is no amount; `style`: it separates sen with the mark that separates thousands elsewhere. */
export type NoMoney = NoAmount | 'style'
/** Reads the amounts of one table, whose numbers are all written in one way. */
export type Money = (text: string) => Written | NoMoney

/** The directions that marks give in a column of amounts, and whether a sign gave them. */
export type Marked = { credit: boolean; debit: boolean; plain: boolean }

const amountsOf = ({ amount, debit, credit, balance }: Columns) =>
  [amount, debit, credit, balance].flatMap((one) => one ?? [])

/** How a table writes amounts: the mark before the sen is that of the first amount with one, else the layout's, which
 * goes first where it is sure. */
export const moneyOf = (rows: readonly Row[], columns: Columns, layout: Layout, format: 'csv' | 'xlsx'): Money => {
  // The numbers of a workbook are written by this program, its texts by the bank.
  if (format === 'xlsx') return rupiahOf
  const own = layout.sen === 'either' ? undefined : layout.sen
  const style = (layout.isSenSure && own) || (firstStyle(rows, amountsOf(columns)) ?? own)
  if (!style) return rupiahOf
  return (text) => {
    const written = rupiahOf(text)
    if (typeof written === 'string') return written
    const differs = (written.decimals && written.decimals !== style) || written.groups === style
    return differs ? 'style' : written
  }
}

const firstStyle = (rows: readonly Row[], columns: readonly number[]) => {
  for (const { cells } of rows)
    for (const column of columns) {
      const written = /[.,]/.test(cells[column] ?? '') ? rupiahOf(cells[column]!) : 'amount'
      if (typeof written !== 'string' && written.decimals) return written.decimals
    }
  return undefined
}

/** Which marks a column's amounts have. Zeros count for nothing. */
export const markedIn = (rows: readonly Row[], column: number | undefined, money: Money): Marked => {
  const marked: Marked = { credit: false, debit: false, plain: false }
  if (column === undefined) return marked
  for (const { cells } of rows) {
    const written = cells[column] ? money(cells[column]) : 'amount'
    if (typeof written !== 'string' && written.sen > 0) marked[written.direction ?? 'plain'] = true
  }
  return marked
}

export const signed = ({ sen, direction }: Written) => (direction === 'debit' ? -sen : sen)
