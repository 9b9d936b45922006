import { writeCsvStream } from 'hucre/csv'
import type { Cell, Head } from './listed.ts'
import type { Sheet } from './workbook.ts'

// Jakarta: UTC+7, without summer time. A spreadsheet's instants have no zone.
const jakarta = 7 * 3_600_000

/** Rows as UTF-8 CSV. A spreadsheet would take text that begins like a formula for one, and long numbers for rounded ones: an apostrophe says no. */
export const asCsv = ({ heads, pages }: Sheet): ReadableStream<Uint8Array> =>
  writeCsvStream(rowsOf(pages, heads), { headers: heads.map(({ words }) => words), bom: true, escapeFormulae: true })

async function* rowsOf(pages: Sheet['pages'], heads: readonly Head[]): AsyncGenerator<Cell[]> {
  for await (const page of pages) for (const row of page) yield row.map((cell, index) => inCsv(cell, heads[index]!))
}

const inCsv = (cell: Cell, { kind }: Head): Cell => {
  if (cell === null || kind === 'number') return cell
  if (kind === 'instant') return new Date(Number(cell) + jakarta).toISOString().slice(0, 16).replace('T', ' ')
  // Beyond eleven digits a spreadsheet shows a power of ten, and a leading zero it drops. Some take a wide sign for a plain one.
  return /^(0\d+|\d{12,})$|^[＝＋－＠]/.test(String(cell)) ? `'${cell}` : cell
}
