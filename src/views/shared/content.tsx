import type { ReactNode } from 'react'
import type { Cell, ListColumn } from '../../services/columns.ts'
import { dayIn } from './day.ts'
import type { Format } from './format.ts'

const cells: Record<ListColumn<never>['kind'], (value: NonNullable<Cell>, format: Format) => ReactNode> = {
  text: (value) => value,
  word: (value, { t }) => t(String(value)),
  number: (value, { number }) => number(Number(value)),
  money: (value, { money }) => money(Number(value)),
  rate: (value, { rate }) => rate(Number(value)),
  instant: (value, { instant }) => instant(Number(value)),
  day: (value, format) => <time dateTime={String(value)}>{dayIn(String(value), format)}</time>,
}

/** A value of a column, as a screen shows it. */
export const contentOf = (kind: ListColumn<never>['kind'], content: Cell, format: Format): ReactNode =>
  content === null || content === '' ? '–' : cells[kind](content, format)
