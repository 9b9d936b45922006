import { zipSync } from 'fflate'
import { type CellValue, parseCsv } from 'hucre/csv'
import { colToLetter, readXlsx } from 'hucre/xlsx'
import { Unreadable, unzipped } from './zip.ts'

/** A table as it stands in a file: text by row and column, and which cells are no plain text. */
export type Cells = {
  format: 'xlsx' | 'csv'
  /** How many sheets the file has; the first one is read. */
  sheets: number
  rows: string[][]
  /** In the column with this index, the first cell that has a formula, and the first that is merged with others from a row's number on. */
  formulaIn: (column: number) => string | undefined
  mergedIn: (column: number, from: number) => string | undefined
}

// Controls that no text has; tabs and line ends are among the others.
export const notText = /(?![\t\n\r\f\v])\p{Cc}/u

const zipped = Buffer.from('PK\u0003\u0004')
// Microsoft's container of before 2007; what has a password since is in one as well.
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Reads an .xlsx or .csv by what is in it, whatever it is called; at most so many rows. Throws Unreadable. */
export const cellsOf = async (file: Buffer, mostRows: number): Promise<Cells> => {
  if (file.length === 0) throw new Unreadable('empty')
  if (file.subarray(0, 4).equals(container)) throw new Unreadable('encrypted')
  return file.subarray(0, 4).equals(zipped) ? ofWorkbook(file, mostRows) : ofText(file, mostRows)
}

const ofWorkbook = async (file: Buffer, mostRows: number): Promise<Cells> => {
  const files = unzipped(file)
  const workbook = files.get('xl/workbook.xml')?.toString()
  if (!workbook) throw new Unreadable('type')
  // Not the file itself: an archive can name other files to another reader, of any size.
  const sheet = await readXlsx(zipSync(Object.fromEntries(files), { level: 0 }), { sheets: [0], maxRows: mostRows })
    .then(({ sheets }) => sheets[0])
    .catch(() => undefined)
  if (!sheet) throw new Unreadable('broken')
  const formulas = [...(sheet.cells ?? [])].filter(([, cell]) => cell.formula !== undefined || cell.formulaType)
  const nameOf = (row: number, column: number) => `${colToLetter(column)}${row + 1}`
  return {
    format: 'xlsx',
    sheets: workbook.match(/<(?:\w+:)?sheet\s/g)?.length ?? 1,
    rows: sheet.rows.map((row) => Array.from(row, (cell) => textOf(cell))),
    formulaIn: (column) => {
      const found = formulas.map(([place]) => place.split(',').map(Number)).find(([, at]) => at === column)
      return found && nameOf(found[0]!, column)
    },
    mergedIn: (column, from) => {
      const found = sheet.merges?.find(
        ({ startCol, endCol, endRow }) => startCol <= column && column <= endCol && endRow + 1 >= from,
      )
      return found && nameOf(found.startRow, found.startCol)
    },
  }
}

/** A date as 'YYYY-MM-DD hh:mm:ss'; of a number with three decimals a fourth, lest they look like thousands. */
const textOf = (cell: CellValue | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  if (typeof cell !== 'number') return String(cell).trim()
  if (Number.isInteger(cell)) return Number.isSafeInteger(cell) ? String(cell) : cell.toExponential()
  return /\.\d{3}$/.test(String(cell)) ? `${cell}0` : String(cell)
}

const ofText = (file: Buffer, mostRows: number): Cells => {
  const text = decoded(file)
  if (notText.test(text)) throw new Unreadable('type')
  const rows = parseCsv(text, { maxRows: mostRows })
  return {
    format: 'csv',
    sheets: 1,
    rows: rows.map((row) => row.map((cell) => String(cell ?? '').trim())),
    formulaIn: () => undefined,
    mergedIn: () => undefined,
  }
}

/** UTF-8 or UTF-16 by its mark, UTF-8 without one, and what is no UTF-8 as a Windows spreadsheet writes it. */
export const decoded = (file: Buffer): string => {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}
