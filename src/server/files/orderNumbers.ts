import { wholeOrderNo } from '../../machines/orderNo.ts'
import { cellsOf } from './cells.ts'
import { Unreadable } from './zip.ts'

/** One row of a sheet, with its row number; a `result` means that it needs no look-up. */
export type SheetRow = { n: number; text: string; result: 'duplicate' | 'invalid' | null }
export type OrderNumbers = { format: 'xlsx' | 'csv'; sheets: number; rows: SheetRow[] }

const mostText = 40
const mostTitles = 10
/** Names of the column in three languages and in our own exports, in lower case, without spaces and punctuation. */
const heads = new Set([
  'orderno',
  'ordernumber',
  'nopengajuan',
  'nomorpengajuan',
  'nopesanan',
  'nomorpesanan',
  'noorder',
  'nomororder',
  '订单号',
  '订单编号',
  '订单号码',
])
const isHead = (text: string) => heads.has(text.toLowerCase().replaceAll(/[\s._\-:#]/g, ''))

/** The order numbers of a file, from the column of that name or the only one. At most `most`; throws Unreadable. */
export const orderNumbersIn = async (file: Buffer, most: number): Promise<OrderNumbers> => {
  const cells = await cellsOf(file, most + 2)
  const filled = cells.rows.map((row, index) => ({ row, n: index + 1 })).filter(({ row }) => row.some(Boolean))
  const [first] = filled
  if (!first) throw new Unreadable('empty')
  // A title may stand above the header row.
  const head = filled.slice(0, mostTitles).find(({ row }) => row.some(isHead))
  const column = head ? head.row.findIndex(isHead) : onlyColumn(cells.rows)
  if (column === undefined) throw new Unreadable('noColumn')
  const formula = cells.formulaIn(column)
  if (formula) throw new Unreadable('formula', { cell: formula })
  const from = head ? head.n + 1 : first.n
  // Only from the first data row on: a title above is often merged.
  const merged = cells.mergedIn(column, from)
  if (merged) throw new Unreadable('merged', { cell: merged })
  const to = filled.at(-1)!.n
  if (to < from) throw new Unreadable('empty')
  if (to - from + 1 > most) throw new Unreadable('tooManyRows', { most })
  const seen = new Set<string>()
  const rows = cells.rows.slice(from - 1, to).map((row, index): SheetRow => {
    const text = (row[column] ?? '').toUpperCase()
    const result = !wholeOrderNo.test(text) ? 'invalid' : seen.has(text) ? 'duplicate' : null
    seen.add(text)
    return { n: from + index, text: text.slice(0, mostText), result }
  })
  return { format: cells.format, sheets: cells.sheets, rows }
}

/** The only column with content; undefined when there are several. */
const onlyColumn = (rows: readonly string[][]): number | undefined => {
  const used = new Set<number>()
  for (const row of rows) for (const [index, text] of row.entries()) if (text) used.add(index)
  const [column] = used
  return used.size === 1 ? column : undefined
}
