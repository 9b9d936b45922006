import type { ReactNode } from 'react'
import type { ScreenName } from '../../machines/paths.ts'
import type { Decided } from '../../services/bulkFacts.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import type { Subject } from '../detail/command/subject.ts'
import type { Format } from '../shared/format.ts'
import type { Column } from './column.ts'
import type { Chosen, FilterField } from './filter.ts'

export type RowOf<List extends Endpoint> = DataOf<List> extends { rows: (infer Row)[] } ? Row : never

/** The events with a bulk command; `beside` has those of another chart on the same row. */
type BulkOf<Row> = {
  events: readonly string[]
  decided: Decided<Row>
  beside?: { events: readonly string[]; subjectOf: (row: Row) => Subject }
}

/** The whole declaration of a list: its calls, columns and filters. */
export type Declaration<List extends Endpoint, Row = RowOf<List>> = {
  /** The screen's name, under which views and columns are stored. */
  name: ScreenName
  /** Added to the title of a list that is about one thing. */
  about?: (format: Format) => string
  /** A locale key for the number of matching rows; for lists of other things than orders. */
  counted?: string
  /** A locale key for an empty list: what will appear in it. */
  empty: string
  list: List
  count: Endpoint
  where: Partial<InputOf<List>>
  /** The kind of record whose changes refresh the list. */
  kind: string
  /** Another kind of record whose changes refresh the list. */
  besides?: string
  columns: readonly Column<Row>[]
  filters: readonly FilterField[]
  /** The default sort order, in the terms of the columns' `sort`. */
  sorted?: string
  keyOf: (row: Row) => string
  /** The page of a row; undefined where this person may not make its call. `chosen` are the reader's filters. */
  row: (row: Row, may: (endpoint: Endpoint) => boolean, chosen: Chosen) => string | undefined
  /** The row as the subject of commands, for rows that have a chart. */
  subjectOf?: (row: Row) => Subject
  /** The body that finds a row of this list wherever it is now, so that one that has left can say what became of it. */
  found?: (row: Row) => Partial<InputOf<List>>
  /** Whether a row counts for nothing any more, as a reversed payment: it is struck through and in no sum. */
  isVoid?: (row: Row) => boolean
  /** A locale key for what the sums leave out; without it they are of all rows. */
  summed?: string
  /** The chart's events that a row offers. */
  actions?: readonly string[]
  /** The events with a bulk command, and what such a command decides on. */
  bulk?: BulkOf<Row>
  /** A tool that takes all rows that the present filter finds. */
  audience?: (list: string, filter: Readonly<Record<string, unknown>>) => ReactNode
  /** The content above the rows; it calls `onMoved` when the rows may have changed. */
  lead?: (shown: { filter: Readonly<Record<string, unknown>>; onMoved: () => void }) => ReactNode
  /** For a list too wide for a table: columns can be resized and frozen. */
  grid?: boolean
}
