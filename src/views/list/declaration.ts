import type { ScreenName } from '../../machines/paths.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import type { Subject } from '../detail/subject.ts'
import type { Column } from './column.ts'
import type { FilterField } from './filter.ts'

export type RowOf<List extends Endpoint> = DataOf<List> extends { rows: (infer Row)[] } ? Row : never

/** A list in one value: what it lists, shows and can be narrowed by. */
export type Declaration<List extends Endpoint, Row = RowOf<List>> = {
  /** The screen's name, under which views and columns are kept. */
  name: ScreenName
  /** A locale key: what to wait for when there is nothing. */
  empty: string
  list: List
  count: Endpoint
  where: Partial<InputOf<List>>
  /** Which records' changes concern it. */
  kind: string
  columns: readonly Column<Row>[]
  filters: readonly FilterField[]
  /** The order without being told one, in the words of the columns' `sort`. */
  sorted?: string
  keyOf: (row: Row) => string
  row: (row: Row) => string
  /** The screen that a row opens, to be fetched before it is asked for. */
  opens: string
  subjectOf: (row: Row) => Subject
  /** The chart's events that a row offers. */
  actions?: readonly string[]
  /** Those that can be done to many rows at once. */
  bulk?: readonly string[]
  /** Too wide for a table: columns can be sized and frozen. */
  grid?: boolean
}
