import type { Subject } from '../detail/subject.ts'
import type { Column } from './column.ts'
import type { Sorted } from './Head.tsx'
import type { OnOpen } from './RowLink.tsx'
import type { Selected } from './useSelection.ts'

/** What a table and a grid show alike. */
export type RowsShown<Row> = {
  title: string
  columns: readonly Column<Row>[]
  /** Null while the first page is on its way. */
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
  /** What columns add up to, by their names. */
  sums: Readonly<Record<string, number>> | undefined
}
