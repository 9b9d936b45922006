import type { BankLayout } from '../../machines/setting.facts.ts'
import { currencies } from './currencies.ts'
import { layouts } from './layouts/known.ts'
import type { Layout, Role } from './layouts/layout.ts'
import { directionOf } from './rupiah.ts'
import { bare } from './table.titles.ts'
import { Unreadable } from './zip.ts'

/** A row with the number of its first line in the file. */
export type Row = { row: number; cells: string[] }
/** The columns of each role, from left to right. Only texts may have several. */
export type Columns = Partial<Record<Role, number[]>>
/** `isHead` tells whether another row is a head of this layout, as on each page. */
export type Head = {
  index: number
  columns: Columns
  layout: Layout
  names: string[]
  isHead: (cells: readonly string[], row: number) => boolean
}

const mostTitles = 30

const named = new Map(
  layouts.map((layout) => [
    layout,
    new Map(Object.entries(layout.columns).flatMap(([role, names]) => names.map((name) => [bare(name), role as Role]))),
  ]),
)

/** A head without the currency that some banks write behind it: Debet (IDR), Amount USD. */
const withoutCurrency = (text: string): { name: string; currency: string | undefined } => {
  const [, before, code] = /^(.*?\S)[\s_]*\(?(?<![a-z])(rp\.?|rupiah|[a-z]{3})\)?$/i.exec(text.trim()) ?? []
  const currency = code?.toUpperCase().replace('.', '')
  if (!currency || !before) return { name: text, currency: undefined }
  if (/^(RP|RUPIAH|IDR)$/.test(currency)) return { name: before, currency: 'IDR' }
  return currencies.has(currency) ? { name: before, currency } : { name: text, currency: undefined }
}

/** The first row among the titles that names a day and amounts, in the first layout that it fits. */
export const headIn = (rows: readonly Row[], saved?: BankLayout): Head | undefined => {
  const own = saved && savedHeadIn(rows, saved)
  if (own) return own
  for (const [index, { row, cells }] of rows.slice(0, mostTitles).entries())
    for (const layout of layouts) {
      const columns = columnsIn(cells, layout, row)
      if (!columns) continue
      const isHead = (other: readonly string[], at: number) => columnsIn(other, layout, at) !== undefined
      return withUnnamedType({ index, columns, layout, names: cells, isHead }, rows)
    }
  return undefined
}

/** The row that is exactly the head of a saved layout: a bank that changed its table is not read by guess. */
const savedHeadIn = (rows: readonly Row[], saved: BankLayout): Head | undefined => {
  const { head, roles, sen, id, dates, unsigned, creditMark, debitMark } = saved
  const isHead = (cells: readonly string[]) =>
    head.length >= cells.findLastIndex(Boolean) + 1 &&
    head.every((name, column) => bare(name) === bare(cells[column] ?? ''))
  const index = rows.slice(0, mostTitles).findIndex(({ cells }) => isHead(cells))
  if (index === -1) return undefined
  const columns: Columns = {}
  for (const [column, role] of roles.entries())
    if (role) columns[role as Role] = [...(columns[role as Role] ?? []), column]
  const layout: Layout = {
    bank: '',
    columns: {},
    sen,
    id,
    whole: true,
    dates,
    isSenSure: true,
    ...(unsigned === 'credit' && { unsigned }),
    ...(creditMark && debitMark && { marks: { credit: creditMark, debit: debitMark } }),
  }
  return { index, columns, layout, names: rows[index]!.cells, isHead }
}

/** The columns that a row names; undefined when it is no head of this layout. Throws Unreadable for a currency. */
export const columnsIn = (cells: readonly string[], layout: Layout, row: number): Columns | undefined => {
  const columns: Columns = {}
  const foreign: string[] = []
  for (const [column, text] of cells.entries()) {
    const known = named.get(layout)!
    const { name, currency } = withoutCurrency(text)
    const role = known.get(bare(text)) ?? (currency && known.get(bare(name)))
    if (!role || (columns[role] && role !== 'info')) continue
    columns[role] = [...(columns[role] ?? []), column]
    if (currency && currency !== 'IDR' && !known.has(bare(text))) foreign.push(currency)
  }
  if (!columns.day && columns.valueDay) {
    columns.day = columns.valueDay
    delete columns.valueDay
  }
  const fits = layout.whole
    ? Object.keys(layout.columns).every((role) => columns[role as Role]) && hasBesides(cells, layout)
    : columns.day && (columns.amount ?? (columns.debit && columns.credit))
  if (!fits) return undefined
  if (foreign[0]) throw new Unreadable('currency', { currency: foreign[0], row })
  return columns
}

const hasBesides = (cells: readonly string[], { besides }: Layout) =>
  !besides || cells.some((cell) => besides.some((name) => bare(name) === bare(cell)))

/** Some banks write CR or DB into a column without a header, to the right of the amount. */
const withUnnamedType = (head: Head, rows: readonly Row[]): Head => {
  const { index, columns, names } = head
  const [amount] = columns.amount ?? []
  if (amount === undefined) return head
  const says = (column: number) => rows.slice(index + 1).some(({ cells }) => directionOf(cells[column] ?? ''))
  if (columns.type) {
    // A kind of transaction, such as TRSF, says nothing of the direction.
    if (!says(columns.type[0]!)) delete columns.type
    return head
  }
  const beside = amount + 1
  return !names[beside] && says(beside) ? { ...head, columns: { ...columns, type: [beside] } } : head
}
