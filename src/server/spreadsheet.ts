import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, Head } from './listed.ts'

type Sheet = { title: string; heads: readonly (Head & { words: string })[]; rows: AsyncIterable<readonly Cell[]> }

// Jakarta: UTC+7, without summer time. A spreadsheet's instants have no zone.
const jakarta = 7 * 3_600_000
const local = (ms: number) => new Date(ms + jakarta)

const widths = { text: 22, number: 16, instant: 18 }
const formats = { text: undefined, number: '#,##0', instant: 'yyyy-mm-dd hh:mm' }

/** Rows as an Excel workbook, written as it is read: numbers are numbers, instants are dates in Jakarta, and text is text whatever it begins with. */
export const asXlsx = ({ title, heads, rows }: Sheet): ReadableStream<Uint8Array> =>
  writeXlsxStream(
    mapped(rows, (row) =>
      row.map((cell, index) => (heads[index]!.kind === 'instant' && cell !== null ? local(Number(cell)) : cell)),
    ),
    {
      name: title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31),
      columns: heads.map(({ words, kind }) => ({
        header: words,
        width: widths[kind],
        ...(formats[kind] && { numFmt: formats[kind] }),
      })),
      freezePane: { rows: 1 },
    },
  )

/** Rows as UTF-8 CSV. A spreadsheet would take text that begins like a formula for one, and long numbers for rounded ones: an apostrophe says no. */
export const asCsv = ({ heads, rows }: Sheet): ReadableStream<Uint8Array> =>
  writeCsvStream(
    mapped(rows, (row) => row.map((cell, index) => inCsv(cell, heads[index]!))),
    { headers: heads.map(({ words }) => words), bom: true, escapeFormulae: true },
  )

const inCsv = (cell: Cell, { kind }: Head): Cell => {
  if (cell === null || kind === 'number') return cell
  if (kind === 'instant') return local(Number(cell)).toISOString().slice(0, 16).replace('T', ' ')
  // Beyond eleven digits a spreadsheet shows a power of ten, and a leading zero it drops.
  return /^(0\d+|\d{12,})$/.test(String(cell)) ? `'${cell}` : cell
}

async function* mapped<From, To>(rows: AsyncIterable<From>, change: (row: From) => To): AsyncGenerator<To> {
  for await (const row of rows) yield change(row)
}
