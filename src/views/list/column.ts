import type { ReactNode } from 'react'
import type { Format } from '../shared/format.ts'

/** One column of a list; `label` is a locale key. */
export type Column<Row> = {
  name: string
  label: string
  /** A function and no component: there are five hundred cells on a page. */
  cell: (row: Row, format: Format) => ReactNode
  align?: 'right'
  /** Not shown until somebody asks for it. */
  extra?: true
  /** Of a grid, until somebody sizes it, in pixels. */
  width?: number
  /** The list call's word for what this column shows, smallest first; the same with a minus is largest first. */
  sort?: string
  /** What the rows that match add up to, where the count answers a sum by the column's name. */
  sum?: (total: number, format: Format) => ReactNode
}

export const reversed = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

/** What a list can be sorted by, as its URL says it. */
export const sortsOf = (columns: readonly Pick<Column<never>, 'sort'>[]): string[] =>
  columns.flatMap(({ sort }) => (sort ? [sort, reversed(sort)] : []))
