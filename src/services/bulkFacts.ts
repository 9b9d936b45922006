import type { Cell, InWords, ListColumns } from './columns.ts'

/** What a command for many rows of a list decides on. */
export type Decided<Row> = {
  /** Summed over all rows. */
  amounts: ListColumns<Row>
  /** Shown if all rows have the same, and otherwise as the number of different ones. */
  shared: ListColumns<Row>
  /** Tells one row from another, if the rows are few. */
  each: ListColumns<Row>
}

/** The cells of a row, by the names of their columns. */
export type DecidedRow = Readonly<Record<string, Cell>>

export type BulkFacts = {
  rows: number
  amounts: Record<string, number>
  shared: Record<string, { different: number; one: Cell }>
  /** The rows themselves; empty if there are more than a person reads before a decision. */
  few: DecidedRow[]
}

const mostRead = 5

export const decidedRow = <Row>({ amounts, shared, each }: Decided<Row>, row: Row, inWords: InWords): DecidedRow =>
  Object.fromEntries(
    Object.entries({ ...amounts, ...shared, ...each }).map(([name, { value }]) => [name, value(row, inWords)]),
  )

export const bulkFacts = (
  { amounts, shared }: Pick<Decided<never>, 'amounts' | 'shared'>,
  rows: readonly DecidedRow[],
): BulkFacts => ({
  rows: rows.length,
  amounts: Object.fromEntries(
    Object.keys(amounts).flatMap((name) => {
      const summed = rows.flatMap((row) => row[name] ?? [])
      // In sen, because a bank's amounts have decimals.
      const sen = summed.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
      return summed.length === 0 ? [] : [[name, sen / 100]]
    }),
  ),
  shared: Object.fromEntries(
    Object.keys(shared).map((name) => {
      const values = new Set(rows.map((row) => row[name] ?? null))
      const [one = null] = values
      return [name, { different: values.size, one: values.size === 1 ? one : null }]
    }),
  ),
  few: rows.length > mostRead ? [] : [...rows],
})
