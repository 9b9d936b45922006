import type { Subject } from '../detail/command/subject.ts'
import type { Column } from './column.ts'
import type { Sorted } from './Head.tsx'
import type { OnOpen } from './RowLink.tsx'
import type { Selected } from './useSelection.ts'

/** The props that a table and a grid share. */
export type RowsShown<Row> = {
  title: string
  columns: readonly Column<Row>[]
  /** Null while the first page loads. */
  rows: readonly Row[] | null
  keyOf: (row: Row) => string
  linkOf: (row: Row) => string | undefined
  onOpen: OnOpen
  subjectOf?: ((row: Row) => Subject) | undefined
  /** The chart's events that a row offers. */
  actions?: readonly string[] | undefined
  onAsk: (row: Row) => void
  /** Rows that are no longer in the list but keep their places, with what became of them, as a locale key by row key. */
  became: ReadonlyMap<string, string>
  selected: Selected<Row>
  sorted: Sorted
  isVoid?: ((row: Row) => boolean) | undefined
  /** A locale key that names the totals. */
  summed?: string | undefined
  /** The totals by column name. */
  sums: Readonly<Record<string, number>> | undefined
}
