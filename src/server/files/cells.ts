import { zipSync } from 'fflate'
import { type CellValue, parseCsv } from 'hucre/csv'
import { colToLetter, readXlsx } from 'hucre/xlsx'
import { Unreadable, unzipped } from './zip.ts'

/** The table of a file: text by row and column, and which cells are no plain text. */
export type Cells = {
  format: 'xlsx' | 'csv'
  /** The number of sheets; the first one is read. */
  sheets: number
  rows: string[][]
  /** The first cell of a column with a formula, and the first merged one from row `from` on (1-based). */
  formulaIn: (column: number) => string | undefined
  mergedIn: (column: number, from: number) => string | undefined
}

// Control characters that no text contains; tabs and line breaks are allowed.
export const notText = /(?![\t\n\r\f\v])\p{Cc}/u

const zipped = Buffer.from('PK\u0003\u0004')
// The Compound File format: Excel files from before 2007, and newer ones with a password.
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Reads at most `mostRows` rows of an .xlsx or .csv, told apart by content, not by name. Throws Unreadable. */
export const cellsOf = async (file: Buffer, mostRows: number): Promise<Cells> => {
  if (file.length === 0) throw new Unreadable('empty')
  if (file.subarray(0, 4).equals(container)) throw new Unreadable('encrypted')
  return file.subarray(0, 4).equals(zipped) ? ofWorkbook(file, mostRows) : ofText(file, mostRows)
}

const ofWorkbook = async (file: Buffer, mostRows: number): Promise<Cells> => {
  const files = unzipped(file)
  const workbook = files.get('xl/workbook.xml')?.toString()
  if (!workbook) throw new Unreadable('type')
  // The checked files are zipped again: another reader could find other files of any size in the original archive.
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

/** A cell as text: dates as 'YYYY-MM-DD hh:mm:ss'. Three decimals get a fourth, lest they look like thousands. */
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

/** Decodes UTF-16 by its byte order mark, otherwise UTF-8, and invalid UTF-8 as windows-1252. */
export const decoded = (file: Buffer): string => {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}
