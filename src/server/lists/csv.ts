import { writeCsvStream } from 'hucre/csv'
import type { Cell, Head } from './exportable.ts'
import type { Sheet } from './workbook.ts'

// Jakarta: UTC+7, without summer time. A spreadsheet's instants have no zone.
const jakarta = 7 * 3_600_000

/** Rows as UTF-8 CSV. No cell begins with a formula, wherever a reader takes cells to begin: an apostrophe says no. */
export const asCsv = ({ heads, pages }: Sheet): ReadableStream<Uint8Array> =>
  writeCsvStream(rowsOf(pages, heads), {
    headers: heads.map(({ words }) => harmless(words)),
    bom: true,
    quoteStyle: 'all',
  })

async function* rowsOf(pages: Sheet['pages'], heads: readonly Head[]): AsyncGenerator<Cell[]> {
  for await (const page of pages)
    for (const row of page) yield row.map((cell, index) => inCsv(cell, heads[index]!, index === 0 && heads.length > 1))
}

const inCsv = (cell: Cell, { kind }: Head, leads: boolean): Cell => {
  if (cell === null) return cell
  // Where `;` separates, the whole row is one cell: `-5,1+…` with a decimal comma is a formula.
  if (kind === 'number') return leads && Number(cell) < 0 ? `'${cell}` : cell
  if (kind === 'instant') return new Date(Number(cell) + jakarta).toISOString().slice(0, 16).replace('T', ' ')
  const text = String(cell)
  // Beyond eleven digits a spreadsheet shows a power of ten, and a leading zero it drops.
  return /^(0\d+|\d{12,})$/.test(text) ? `'${text}` : harmless(text)
}

// Signs that some spreadsheet takes for = + - @: theirs in full, small, raised and lowered width, and the minus of mathematics.
const sign = '[=+\\-@|\u2212＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]'
// What a spreadsheet trims or shows nothing of, and quotes, which end in the middle of a cell where `;` separates.
const unseen = '[\\s\\p{Cc}\\p{Cf}"]*'
// A reader that separates by `;` or by tabs knows no quotes that begin within a cell, so that lines end in them as well.
const formula = new RegExp(`(?<=^|[;\\t\\r\\n])(?=${unseen}${sign})|^(?=[\\t\\r\\n\\0])`, 'gu')

const harmless = (text: string): string => text.replaceAll(formula, "'")
