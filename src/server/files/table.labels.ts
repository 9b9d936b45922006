import { colToLetter } from 'hucre/xlsx'
import type { Claim, Flaw, Contents } from './statement.types.ts'
import type { Columns } from './table.head.ts'
import { type Money, signed } from './table.money.ts'

type Kind = 'start' | 'end' | 'credit' | 'debit' | 'total' | 'part'

const labels: readonly (readonly [Kind, RegExp])[] = [
  ['start', /^(saldo ?awal|opening ?balance|beginning ?balance|starting ?balance|begin balance|期初余额)/i],
  ['end', /^(saldo ?akhir|closing ?balance|ending ?balance|end balance|期末余额)/i],
  ['credit', /^((total|jumlah)? ?(mutasi)? ?(kredit|credits?|cr))\s*([:=(]|$)/i],
  ['debit', /^((total|jumlah)? ?(mutasi)? ?(debet|debits?|db))\s*([:=(]|$)/i],
  ['part', /^sub ?total/i],
  ['total', /^(total|jumlah ?mutasi|合计)/i],
]

/** A row with a balance or a total, and the column of its words. */
export type Label = { kind: Kind; column: number }

// Most rows are movements, whose text begins otherwise.
const begins =
  /^(saldo|opening|beg|start|ending|end |closing|total|jumlah|mutasi|sub|kredit|credit|cr|debet|debit|db|期|合)/i

/** Finds the words for a balance or a total in a row's first cell or in the bank's text. */
export const labelOf = (cells: readonly string[], { info = [] }: Columns): Label | undefined => {
  for (const column of [cells.findIndex(Boolean), ...info]) {
    const text = cells[column] ?? ''
    const kind = begins.test(text) && labels.find(([, pattern]) => pattern.test(text))?.[0]
    if (kind) return { kind, column }
  }
  return undefined
}

type Found = { column: number; text: string; sen: number | undefined }

/** The amounts behind a label: in its own cell after a colon, or in the cells to the right. */
const amountsAfter = (cells: readonly string[], column: number, money: Money): Found[] => {
  const senOf = (text: string) => {
    const written = money(text)
    return typeof written === 'string' ? undefined : signed(written)
  }
  const beside = cells[column]!.split(/[:=]/)[1]?.trim() ?? ''
  const after = cells.map((text, at) => ({ text, column: at })).slice(column + 1)
  const parts = [...(beside ? [{ text: beside, column }] : []), ...after].filter(({ text }) => /\d/.test(text))
  const [first] = parts
  // Commas within the amount may have split it into cells: Saldo Awal : 1,000,000.00
  const isSpilt =
    parts.length > 1 &&
    /^\D*\d{1,3}$/.test(first!.text) &&
    parts
      .slice(1)
      .every(({ text, column: at }, nth) => at === parts[nth]!.column + 1 && /^\d{3}(\.\d*)?\D*$/.test(text))
  if (isSpilt) {
    const text = parts.map((part) => part.text).join(',')
    return [{ text, column: first!.column, sen: senOf(text) }]
  }
  return parts.map((part) => ({ ...part, sen: senOf(part.text) }))
}

/** Notes what a row with a label says: a balance, or totals to be compared with the movements. */
export const noteLabel = (
  contents: Contents,
  { kind, column }: Label,
  cells: readonly string[],
  more: Noting,
): void => {
  const { row, columns, money } = more
  if (kind === 'part') return
  const found = amountsAfter(cells, column, money)
  const flaw = (one: Found): Flaw => ({
    row,
    column: colToLetter(one.column),
    reason: 'amount',
    said: one.text.slice(0, 60),
  })
  if (kind === 'start' || kind === 'end') {
    const inColumn = found.find((one) => columns.balance?.includes(one.column))
    const amounts = found.filter(({ sen }) => sen !== undefined && sen !== 0)
    const one = inColumn ?? amounts[0] ?? found.at(-1)
    if (!one) return
    if (!inColumn && new Set(amounts.map(({ sen }) => sen)).size > 1)
      contents.flaws.push({ ...flaw(amounts.at(-1)!), reason: 'severalBalances' })
    else if (one.sen === undefined) contents.flaws.push(flaw(one))
    else if (kind === 'start') contents.start ??= one.sen
    else {
      contents.end = one.sen
      contents.endsAt = { row, column: colToLetter(column) }
    }
    return
  }
  const claim = (direction: Claim['direction'], of: Claim['of'], one: Found, value: number) =>
    contents.claims.push({ direction, of, value, row, column: colToLetter(one.column), text: one.text })
  if (kind === 'total') {
    for (const direction of ['credit', 'debit'] as const) {
      const one = found.find((each) => columns[direction]?.includes(each.column))
      if (one?.sen !== undefined) claim(direction, 'sum', one, Math.abs(one.sen))
    }
    return
  }
  const [sum, count] = found
  if (sum?.sen === undefined) {
    if (sum) contents.flaws.push(flaw(sum))
    return
  }
  claim(kind, 'sum', sum, Math.abs(sum.sen))
  if (found.length === 2 && /^\d{1,6}$/.test(count!.text)) claim(kind, 'count', count!, Number(count!.text))
}

type Noting = { row: number; columns: Columns; money: Money }
