import type { InWords, ListColumn, ListColumns } from '../../services/columns.ts'
import { contentOf } from '../shared/content.tsx'
import type { Format } from '../shared/format.ts'
import type { Column } from './column.ts'

/** How a screen lays a column out, and what it shows other than its value. */
type Shape<Row> = Partial<Omit<Column<Row>, 'name'>>

/** The translations that a column's value may need. */
export const wordsIn =
  ({ t }: Format): InWords =>
  (key, otherwise, values) =>
    t(key, { ...values, ...(otherwise && { defaultValue: otherwise }) })

/** The columns of a screen: heads and values as services declare them, laid out by `shapes`. */
export const columnsOf = <Row, Name extends string>(
  declared: ListColumns<Row, Name>,
  shapes: { [One in Name]?: Shape<Row> } = {},
): Record<Name, Column<Row>> => {
  const columns = Object.entries<ListColumn<Row>>(declared).map(
    ([name, { head, kind, value }]): [string, Column<Row>] => {
      const cell: Column<Row>['cell'] = (row, format) => contentOf(kind, value(row, wordsIn(format)), format)
      const side = kind === 'number' || kind === 'money' || kind === 'rate' ? { align: 'right' as const } : {}
      const wide = kind === 'instant' ? { width: 170 } : {}
      return [name, { name, label: head, cell, ...side, ...wide, ...shapes[name as Name] }]
    },
  )
  return Object.fromEntries(columns) as Record<Name, Column<Row>>
}
