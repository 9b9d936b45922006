/** What is wrong, where: the row of the file, its column as its letter and head, the reason, and what stands there. */
export type Flaw = { row: number; column: string; reason: string; said: string }

/** One movement as the file has it; the balance after it where the file says one, and no transaction id where it says none. */
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

/** What a file says before it is checked as a whole. Balances are null where it says none; a flaw's place is where they are said. */
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

/** How a file is read: at most so many lines, of the account with this code, on this day 'YYYY-MM-DD'. */
export type Reading = { most: number; code: string; today: string }
