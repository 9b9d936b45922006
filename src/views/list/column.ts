import type { ReactNode } from 'react'

/** One column of a list; `label` is a locale key. */
export type Column<Row> = {
  name: string
  label: string
  cell: (row: Row) => ReactNode
  align?: 'right'
}
