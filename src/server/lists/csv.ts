import { writeCsvStream } from 'hucre/csv'
import type { Cell } from '../../services/columns.ts'
import type { Head } from './exportable.ts'
import type { Sheet } from './workbook.ts'

// Jakarta is UTC+7 without daylight saving time. Instants in a spreadsheet have no time zone.
const jakarta = 7 * 3_600_000

/** Rows as UTF-8 CSV. An apostrophe prevents CSV injection wherever a reader may take a cell to begin. */
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
  // A reader that separates by `;` takes the whole row as one cell: `-5,1+…` with a decimal comma is a formula.
  if (kind === 'number') return leads && Number(cell) < 0 ? `'${cell}` : cell
  if (kind === 'instant') return new Date(Number(cell) + jakarta).toISOString().slice(0, 16).replace('T', ' ')
  const text = String(cell)
  // A spreadsheet shows more than eleven digits in scientific notation and drops a leading zero.
  return /^(0\d+|\d{12,})$/.test(text) ? `'${text}` : harmless(text)
}

// Characters that some spreadsheet takes for = + - @: full-width, small, superscript and subscript forms, and U+2212.
const sign = '[=+\\-@|\u2212＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]'
// Characters that a spreadsheet trims or does not show, and quotes, which end inside a cell where `;` separates.
const unseen = '[\\s\\p{Cc}\\p{Cf}"]*'
// A reader that separates by `;` or tabs ignores quotes that begin inside a cell, so a line break in them ends the row.
const formula = new RegExp(`(?<=^|[;\\t\\r\\n])(?=${unseen}${sign})|^(?=[\\t\\r\\n\\0])`, 'gu')

const harmless = (text: string): string => text.replaceAll(formula, "'")
