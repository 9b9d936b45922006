import type { DateOrder } from '../days.ts'

/** The meaning of a column in a bank's table. */
export type Role =
  | 'day'
  | 'valueDay'
  | 'time'
  | 'txid'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'type'
  | 'info'
  | 'balance'
  | 'account'
  | 'currency'

/**
 * How a bank writes its table. `columns` gives the names of each column's head, as the bank writes them; capitals,
 * spaces, punctuation and a currency in brackets do not matter. The roles tell the direction of a movement: two columns
 * (`debit`, `credit`), a mark (`amount` with `type`), or a sign (`amount` alone).
 */
export type Layout = {
  bank: string
  columns: Partial<Record<Role, readonly string[]>>
  /** Columns by which the bank is known, and which are not read. */
  besides?: readonly string[]
  /** The mark before the sen, for a file that writes no sen. */
  sen: '.' | ',' | 'either'
  /** `journal`: the bank's number comes round again, so it identifies nothing. */
  id: 'unique' | 'journal'
  /** Whether a table is in this layout only when it has all these columns. */
  whole: boolean
  dates?: DateOrder
  /** Whether the mark before the sen holds also against what a file writes. */
  isSenSure?: true
  /** The direction of an amount that has neither a sign nor a mark beside it. */
  unsigned?: 'credit'
  /** The words of a mark that tells the direction, where they are the bank's own. */
  marks?: { credit: string; debit: string }
}
