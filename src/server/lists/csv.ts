import { writeCsvStream } from 'hucre/csv'
import type { Cell } from '../../services/columns.ts'
import type { Language } from '../../services/user.ts'
import type { Head } from './exportable.ts'
import type { Sheet } from './workbook.ts'

// Jakarta is UTC+7 without daylight saving time. Instants in a spreadsheet have no time zone.
const jakarta = 7 * 3_600_000

/** A spreadsheet of a country with decimal commas opens a file by `;`, and takes `86.4` for text or a date. */
const separators = { id: ';', en: ',', zh: ',' } as const satisfies Record<Language, string>
type Separator = (typeof separators)[Language]

/**
 * Rows as UTF-8 CSV, with the separator of the language. An apostrophe prevents CSV injection wherever a reader may take a
 * cell to begin, also one who separates by the other sign.
 */
export const asCsv = ({ heads, pages }: Sheet, language: Language): ReadableStream<Uint8Array> => {
  const delimiter = separators[language]
  return writeCsvStream(rowsOf(pages, heads, delimiter), {
    headers: heads.map(({ words }) => harmless(words, delimiter)),
    delimiter,
    bom: true,
    quoteStyle: 'all',
  })
}

async function* rowsOf(pages: Sheet['pages'], heads: readonly Head[], separator: Separator): AsyncGenerator<Cell[]> {
  const leads = heads.length > 1
  for await (const page of pages)
    for (const row of page)
      yield row.map((cell, index) => inCsv(cell, heads[index]!, { leads: leads && index === 0, separator }))
}

/** A number with the decimal sign of those who separate by this sign. */
const numberIn = (cell: NonNullable<Cell>, { leads, separator }: Place): Cell => {
  const number = separator === ';' ? String(cell).replace('.', ',') : cell
  // A reader that separates by the other sign takes the whole row as one cell: `-5,1+…` with a decimal comma is a formula.
  return leads && Number(cell) < 0 ? `'${number}` : number
}

type Place = { leads: boolean; separator: Separator }

const inCsv = (cell: Cell, { kind }: Head, { leads, separator }: Place): Cell => {
  if (cell === null) return cell
  if (kind === 'number') return numberIn(cell, { leads, separator })
  if (kind === 'instant') return new Date(Number(cell) + jakarta).toISOString().slice(0, 16).replace('T', ' ')
  if (kind === 'day') return new Date(Number(cell) + jakarta).toISOString().slice(0, 10)
  const text = String(cell)
  // A spreadsheet shows more than eleven digits in scientific notation and drops a leading zero.
  return /^(0\d+|\d{12,})$/.test(text) ? `'${text}` : harmless(text, separator)
}

// Characters that some spreadsheet takes for = + - @: full-width, small, superscript and subscript forms, and U+2212.
const sign = '[=+\\-@|\u2212＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]'
// Characters that a spreadsheet trims or does not show, and quotes, which end inside a cell where the other sign separates.
const unseen = '[\\s\\p{Cc}\\p{Cf}"]*'
// A reader that separates by another sign ignores quotes that begin inside a cell, so a line break in them ends the row.
const formulaAfter = (other: Separator) =>
  new RegExp(`(?<=^|[${other}\\t\\r\\n])(?=${unseen}${sign})|^(?=[\\t\\r\\n\\0])`, 'gu')
const formulas = { ',': formulaAfter(';'), ';': formulaAfter(',') }

const harmless = (text: string, separator: Separator): string => text.replaceAll(formulas[separator], "'")
