import { zipSync } from 'fflate'
import { type CellValue, parseCsv } from 'hucre/csv'
import { colToLetter, readXlsx } from 'hucre/xlsx'
import { Unreadable, unzipped } from './zip.ts'

/** The table of a sheet: text by row and column, and which cells are no plain text. */
export type Cells = {
  format: 'xlsx' | 'csv'
  rows: string[][]
  /** The first cell of a column with a formula, and the first merged one from row `from` on (1-based). */
  formulaIn: (column: number) => string | undefined
  mergedIn: (column: number, from: number) => string | undefined
}

// Control characters that no text contains; tabs and line breaks are allowed.
export const notText = /(?![\t\n\r\f\v])\p{Cc}/u

// Start and end of a transmission (SOH, STX, ETX, EOT), and the end of a file in DOS.
const transmission = new Set('\u0001\u0002\u0003\u0004\u001a')

/** A text without the marks around a transmission. */
export const withoutTransmission = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, (mark) => (transmission.has(mark) ? '' : mark))

const zipped = Buffer.from('PK\u0003\u0004')
// The Compound File format: Excel files from before 2007, and newer ones with a password.
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const inContainer = (name: string) => Buffer.from(name, 'utf16le')

/** Throws Unreadable for a file that spreadsheet programs open and this one does not, with what it is. */
export const refuseOldFormats = (file: Buffer) => {
  if (file.length === 0) throw new Unreadable('empty')
  // BIFF without a container: a worksheet's first record.
  const isBiff = file[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(file[1]!) && file[3] === 0x00
  if (isBiff) throw new Unreadable('xls')
  if (file.subarray(0, 4).equals(container)) {
    const isWorkbook = file.includes(inContainer('Workbook')) || file.includes(inContainer('Book'))
    throw new Unreadable(isWorkbook && !file.includes(inContainer('EncryptedPackage')) ? 'xls' : 'encrypted')
  }
  if (
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--|<!doctype|<html|<head|<meta|<body|<table|<\?mso|<(?:\w+:)?workbook)/i.test(
      start(file),
    )
  )
    throw new Unreadable('html')
}

const start = (file: Buffer) => decoded(file.subarray(0, 1000)).replace(/^\ufeff/, '')

export const isZip = (file: Buffer) => file.subarray(0, 4).equals(zipped)

/** Reads at most `mostRows` rows of an .xlsx or .csv, told apart by content, not by name. Throws Unreadable. */
export const cellsOf = async (file: Buffer, mostRows: number): Promise<Cells & { sheets: number }> => {
  refuseOldFormats(file)
  if (!isZip(file)) return { ...ofText(file, mostRows), sheets: 1 }
  const sheets = await visibleSheets(file, mostRows)
  const [first] = sheets
  if (!first) throw new Unreadable('empty')
  return { ...first, sheets: sheets.length }
}

/** The sheets of a workbook that its reader sees, by name. Throws Unreadable. */
export const visibleSheets = async (file: Buffer, mostRows: number): Promise<(Cells & { name: string })[]> => {
  const files = unzipped(file)
  if (!files.has('xl/workbook.xml')) throw new Unreadable('type')
  // The checked files are zipped again: another reader could find other files of any size in the original archive.
  const workbook = await readXlsx(zipSync(Object.fromEntries(files), { level: 0 }), {
    sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    maxRows: mostRows,
  }).catch(() => undefined)
  if (!workbook) throw new Unreadable('broken')
  return workbook.sheets.map((sheet) => ({ name: sheet.name, ...cellsIn(sheet) }))
}

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number]

const cellsIn = (sheet: Sheet): Cells => {
  const formulas = [...(sheet.cells ?? [])].filter(([, cell]) => cell.formula !== undefined || cell.formulaType)
  const nameOf = (row: number, column: number) => `${colToLetter(column)}${row + 1}`
  return {
    format: 'xlsx',
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
    rows: rows.map((row) => row.map((cell) => String(cell ?? '').trim())),
    formulaIn: () => undefined,
    mergedIn: () => undefined,
  }
}

/**
 * Decodes UTF-16 by its byte order mark or by the zeros beside its letters, otherwise UTF-8, and invalid UTF-8 as
 * windows-1252.
 */
export const decoded = (file: Buffer): string => {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  if (file[0] && file[1] === 0 && file[2] && file[3] === 0) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0 && file[1] && file[2] === 0 && file[3]) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}
