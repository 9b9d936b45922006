/** A flaw: the file's row, the column by letter and header, the reason, and the cell's text. */
export type Flaw = { row: number; column: string; reason: string; said: string }

/** One movement as in the file. `balance` is the balance after it, null where the file has none; `txid` may be ''. */
export type Movement = {
  row: number
  day: string
  at: number
  txid: string
  direction: 'credit' | 'debit'
  amount: number
  info: string
  balance: number | null
}

/**
 * A file's contents before the checks across rows. Balances are null where the file has none; `columns` and `endsAt`
 * are the places that flaws name.
 */
export type Said = {
  format: 'csv' | 'xlsx' | 'mt940'
  account: string | null
  movements: Movement[]
  start: number | null
  end: number | null
  endsAt: { row: number; column: string }
  columns: { day: string; txid: string; amount: string; balance: string }
  flaws: Flaw[]
}

export type StagedLine = Omit<Movement, 'balance'> & { before: number; after: number }
export type ReadStatement = {
  format: Said['format']
  account: string | null
  start: number
  end: number
  lines: StagedLine[]
  columns: Said['columns']
  flaws: Flaw[]
}

/** How to read a file: the most lines, the code of the account, and today as 'YYYY-MM-DD'. */
export type Reading = { most: number; code: string; today: string }
