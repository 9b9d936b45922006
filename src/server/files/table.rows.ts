import { parseCsv } from 'hucre/csv'
import type { BankLayout } from '../../machines/setting.facts.ts'
import { decoded, isZip, notText, refuseOldFormats, visibleSheets, withoutTransmission } from './cells.ts'
import { type Head, headIn, type Row } from './table.head.ts'
import { Unreadable } from './zip.ts'

export type Table = { format: 'csv' | 'xlsx'; rows: Row[]; head: Head }

const mostColumns = 60
const mostOfCell = 100
const separators = [';', ',', '\t', '|']

/** The table with a head that a file has, of .csv or .xlsx. Throws Unreadable. */
export const tableIn = async (file: Buffer, mostRows: number, saved?: BankLayout): Promise<Table> => {
  refuseOldFormats(file)
  const table = isZip(file) ? await ofWorkbook(file, mostRows, saved) : ofText(file, mostRows, saved)
  // Rows beyond the limit were not read.
  if (table.rows.length >= mostRows) throw new Unreadable('tooManyRows', { most: mostRows })
  return table
}

const ofText = (file: Buffer, mostRows: number, saved?: BankLayout): Table => {
  const text = textOf(file)
  for (const delimiter of separators) {
    const rows = rowsOf(parseCsv(text, { delimiter, maxRows: mostRows }))
    const head = headIn(rows, saved)
    if (head) return { format: 'csv', rows, head }
  }
  throw new Unreadable('noColumn')
}

const textOf = (file: Buffer) => {
  const text = withoutTransmission(decoded(file))
  if (notText.test(text)) throw new Unreadable('type')
  return text
}

/** The first rows of a file whose layout is not known: of the sheet, or with the separator, that gives most cells. */
export const firstRows = async (file: Buffer, most: number): Promise<Row[]> => {
  refuseOldFormats(file)
  const tables = isZip(file)
    ? (await visibleSheets(file, most)).map(({ rows }) => rowsOf(rows))
    : separators.map((delimiter) => rowsOf(parseCsv(textOf(file), { delimiter, maxRows: most })))
  const cellsOf = (rows: readonly Row[]) => rows.reduce((sum, { cells }) => sum + cells.filter(Boolean).length, 0)
  const [widest = []] = tables.toSorted((one, other) => cellsOf(other) - cellsOf(one))
  return widest.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.slice(0, mostOfCell)) }))
}

const ofWorkbook = async (file: Buffer, mostRows: number, saved?: BankLayout): Promise<Table> => {
  const sheets = await visibleSheets(file, mostRows)
  const found = sheets.flatMap((sheet) => {
    const rows = sheet.rows.map((cells, index) => ({ row: index + 1, cells: cells.slice(0, mostColumns).map(plain) }))
    const head = headIn(rows, saved)
    return head ? [{ sheet, rows, head }] : []
  })
  const [one, other] = found
  if (!one) throw new Unreadable('noColumn')
  if (other) throw new Unreadable('sheets', { one: one.sheet.name, other: other.sheet.name })
  for (const column of Object.values(one.head.columns).flat()) {
    const formula = one.sheet.formulaIn(column)
    if (formula) throw new Unreadable('formula', { cell: formula })
  }
  return { format: 'xlsx', rows: one.rows, head: one.head }
}

/** Rows with the number of their first line in the file: a quoted cell may contain line breaks. */
const rowsOf = (rows: readonly (readonly unknown[])[]): Row[] => {
  let line = 1
  return rows.map((row) => {
    const cells = row.slice(0, mostColumns).map((cell) => String((cell as string | null) ?? ''))
    const first = line
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    return { row: first, cells: cells.map(plain) }
  })
}

/** A cell without invisible characters, and without the apostrophe or formula (="…") by which a spreadsheet keeps a text. */
const plain = (cell: string) =>
  cell
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^['\u2018\u2019]/, '')
    .trim()
