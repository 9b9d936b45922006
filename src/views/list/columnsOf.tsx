import type { ReactNode } from 'react'
import type { Cell, ListColumn, ListColumns } from '../../services/columns.ts'
import { dayIn } from '../shared/day.ts'
import type { Format } from '../shared/format.ts'
import { instantCell, moneyCell } from './cells.tsx'
import type { Column } from './column.ts'

/** How a screen lays a column out, and what it shows other than its value. */
type Shape<Row> = Partial<Omit<Column<Row>, 'name'>>

const cells: Record<ListColumn<never>['kind'], (value: NonNullable<Cell>, format: Format) => ReactNode> = {
  text: (value) => value,
  word: (value, { t }) => t(String(value)),
  number: (value, { number }) => number(Number(value)),
  money: (value, format) => moneyCell(Number(value), format),
  rate: (value, { rate }) => rate(Number(value)),
  instant: (value, format) => instantCell(Number(value), format),
  day: (value, format) => <time dateTime={String(value)}>{dayIn(String(value), format)}</time>,
}

/** The columns of a screen: heads and values as services declare them, laid out by `shapes`. */
export const columnsOf = <Row, Name extends string>(
  declared: ListColumns<Row, Name>,
  shapes: { [One in Name]?: Shape<Row> } = {},
): Record<Name, Column<Row>> => {
  const columns = Object.entries<ListColumn<Row>>(declared).map(
    ([name, { head, kind, value }]): [string, Column<Row>] => {
      const cell: Column<Row>['cell'] = (row, format) => {
        const content = value(row, (key, otherwise, values) =>
          format.t(key, { ...values, ...(otherwise && { defaultValue: otherwise }) }),
        )
        return content === null || content === '' ? '–' : cells[kind](content, format)
      }
      const side = kind === 'number' || kind === 'money' || kind === 'rate' ? { align: 'right' as const } : {}
      return [name, { name, label: head, cell, ...side, ...shapes[name as Name] }]
    },
  )
  return Object.fromEntries(columns) as Record<Name, Column<Row>>
}
