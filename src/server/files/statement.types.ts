import type { BankLayout } from '../../machines/setting.facts.ts'

/** A flaw: the file's row, the column by letter and header, the reason, and the cell's text. */
export type Flaw = { row: number; column: string; reason: string; said: string }

/**
 * One movement as in the file, with amounts in sen. `balance` is the balance after it, null where the file has none;
 * `txid` is '' where the bank gave no id of its own. `column` and `written` are the place and the text of its amount.
 */
export type Movement = {
  row: number
  day: string
  at: number
  txid: string
  direction: 'credit' | 'debit'
  amount: number
  info: string
  balance: number | null
  column: string
  written: string
  /** The place of its statement among those of the file, one for each closing day. A table is one statement: 0. */
  part: number
}

/** A movement that the bank has not booked yet. `day` is that of its booking as the bank expects it. */
export type Pending = Pick<Movement, 'direction' | 'amount' | 'info' | 'part'> & { day: string | null }

/** A total that a file states of itself: sen or a number of movements in one direction. */
export type Claim = {
  direction: 'credit' | 'debit'
  of: 'sum' | 'count'
  value: number
  row: number
  column: string
  text: string
}

/**
 * A file's contents before the checks across rows, in sen. Balances are null where the file has none; `columns` and
 * `endsAt` are the places that flaws name. `inOrder`: its order is that of the bank's books.
 */
export type Contents = {
  format: 'csv' | 'xlsx' | 'mt940'
  account: string | null
  /** Other accounts whose movements are in the file. */
  others: string[]
  movements: Movement[]
  /** Movements that the bank has not booked yet. They are left out; `day` is null where the bank gives none. */
  pending: Pending[]
  start: number | null
  end: number | null
  endsAt: { row: number; column: string }
  claims: Claim[]
  inOrder: boolean
  columns: { day: string; txid: string; amount: string; balance: string }
  flaws: Flaw[]
}

/** A line to be staged, in rupiah with sen as decimals. */
export type StagedLine = Omit<Movement, 'balance' | 'column' | 'written'> & { before: number; after: number }
/** A file as it would be booked, in rupiah with sen as decimals. `pending` movements were left out. */
export type ReadStatement = {
  format: Contents['format']
  account: string | null
  others: string[]
  start: number
  end: number
  lines: StagedLine[]
  pending: (Pending & { day: string })[]
  columns: Contents['columns']
  flaws: Flaw[]
}

/**
 * How to read a file: the most lines, the code of the account and its number at the bank, and today as 'YYYY-MM-DD'.
 * Without a number, a file of several accounts is refused. `layout` is the one that staff saved for the account;
 * `otherNumbers` are those of the lender's other accounts.
 */
export type Reading = {
  most: number
  code: string
  number?: string
  today: string
  layout?: BankLayout | undefined
  otherNumbers?: readonly string[]
}
