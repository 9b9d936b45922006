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
  linkOf: (row: Row) => string
  onOpen: OnOpen
  subjectOf?: ((row: Row) => Subject) | undefined
  /** The chart's events that a row offers. */
  actions?: readonly string[] | undefined
  onAsk: (row: Row) => void
  selected: Selected<Row>
  sorted: Sorted
  /** The totals by column name. */
  sums: Readonly<Record<string, number>> | undefined
}
