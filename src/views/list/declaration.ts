import type { ScreenName } from '../../machines/paths.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import type { Subject } from '../detail/subject.ts'
import type { Format } from '../shared/format.ts'
import type { Column } from './column.ts'
import type { FilterField } from './filter.ts'

export type RowOf<List extends Endpoint> = DataOf<List> extends { rows: (infer Row)[] } ? Row : never

/** A list in one value: what it lists, shows and can be narrowed by. */
export type Declaration<List extends Endpoint, Row = RowOf<List>> = {
  /** The screen's name, under which views and columns are kept. */
  name: ScreenName
  /** What is said beside the title of a list of one thing. */
  about?: (format: Format) => string
  /** A locale key: how many rows of what match, where they are no orders. */
  counted?: string
  /** A locale key: what to wait for when there is nothing. */
  empty: string
  list: List
  count: Endpoint
  where: Partial<InputOf<List>>
  /** Which records' changes concern it. */
  kind: string
  /** Another kind of record whose changes decide what is on it. */
  besides?: string
  columns: readonly Column<Row>[]
  filters: readonly FilterField[]
  /** The order without being told one, in the words of the columns' `sort`. */
  sorted?: string
  keyOf: (row: Row) => string
  row: (row: Row) => string
  /** What a row is of a chart, if it is of one. */
  subjectOf?: (row: Row) => Subject
  /** The chart's events that a row offers. */
  actions?: readonly string[]
  /** Those that can be done to many rows at once. */
  bulk?: readonly string[]
  /** Too wide for a table: columns can be sized and frozen. */
  grid?: boolean
}
