import type { ReactNode } from 'react'
import type { Format } from '../shared/format.ts'

/** One column of a list; `label` is a locale key. */
export type Column<Row> = {
  name: string
  label: string
  /** A function, not a component: a page has five hundred cells. */
  cell: (row: Row, format: Format) => ReactNode
  align?: 'right'
  /** Hidden until the user shows it. */
  extra?: true
  /** The initial width in a grid, in pixels. */
  width?: number
  /** The list call's name for ascending order by this column; with a minus it is descending. */
  sort?: string
  /** Formats the total of all matching rows, where the count returns one under the column's name. */
  sum?: (total: number, format: Format) => ReactNode
}

export const reversed = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

/** The sort orders of a list, as URL values. */
export const sortsOf = (columns: readonly Pick<Column<never>, 'sort'>[]): string[] =>
  columns.flatMap(({ sort }) => (sort ? [sort, reversed(sort)] : []))
