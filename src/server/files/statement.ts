import { bankIdKey } from '../kit/bankId.ts'
import { besideId, ownIdOf } from './ids.ts'
import { linesOfMt940, looksLikeMt940 } from './mt940.ts'
import { linesOfTable } from './statement.table.ts'
import type { Movement, ReadStatement, Reading, Contents, StagedLine } from './statement.types.ts'
import { Unreadable } from './zip.ts'

const mostSen = 1e14
const mostText = { txid: 60, info: 500 }
// A bank pays interest and takes its tax to the sen. Customers and the lender pay whole rupiah.
const interestOrTax = /\b(bunga|jasa giro|interest|pajak|tax|pph)\b|利息|税/i

/** Reads a bank statement as .csv, .xlsx or MT940, told apart by content. Throws Unreadable. */
export const statementIn = async (file: Buffer, reading: Reading): Promise<ReadStatement> => {
  const contents = withoutSen(looksLikeMt940(file) ? linesOfMt940(file, reading) : await linesOfTable(file, reading))
  if (contents.movements.length === 0 && contents.flaws.length === 0) throw new Unreadable('empty')
  if (contents.movements.length + contents.pending.length > reading.most)
    throw new Unreadable('tooManyRows', { most: reading.most })
  return checked(inOrder(contents), reading)
}

/** Takes movements with sen for unreadable, unless the bank itself paid or took them. */
const withoutSen = (contents: Contents): Contents => {
  const isOdd = ({ amount, info }: Movement) => amount % 100 !== 0 && !interestOrTax.test(info)
  const odd = contents.movements.filter(isOdd)
  if (odd.length === 0) return contents
  const flaws = odd.map(({ row, column, written }) => ({ row, column, reason: 'decimals', said: written }))
  return {
    ...contents,
    movements: contents.movements.filter((one) => !isOdd(one)),
    flaws: [...contents.flaws, ...flaws],
  }
}

const signed = ({ direction, amount }: Pick<Movement, 'direction' | 'amount'>) =>
  direction === 'credit' ? amount : -amount

/** Whether each balance follows from the previous one. */
const chains = (movements: readonly Movement[]) =>
  movements.every((one, index) => {
    const before = movements[index - 1]?.balance
    return before === undefined || before === null || one.balance === null || before + signed(one) === one.balance
  })

/** Reverses the movements of banks that write the newest first. */
const inOrder = (contents: Contents): Contents => {
  const { movements } = contents
  const [first, last] = [movements[0], movements.at(-1)]
  if (contents.inOrder || !first || !last) return contents
  const reversed = movements.toReversed()
  const isNewestFirst =
    first.day > last.day || (first.day === last.day && !chains(movements) && chains(reversed)) || isByTime(movements)
  return isNewestFirst ? { ...contents, movements: reversed } : contents
}

/** Whether a day without balances has its times backwards. */
const isByTime = (movements: readonly Movement[]) =>
  movements.every(({ balance }) => balance === null) && movements[0]!.at > movements.at(-1)!.at

const checked = (contents: Contents, { code, today }: Reading): ReadStatement => {
  const { format, account, others, movements, columns, pending } = contents
  const flaws = [...contents.flaws]
  const flaw = (row: number, column: string, reason: string, text: string | number) =>
    flaws.push({ row, column, reason, said: String(text).slice(0, mostText.txid) })

  const start = contents.start ?? startOf(movements) ?? (flaws.length > 0 ? 0 : undefined)
  if (start === undefined) throw new Unreadable('noBalances')
  const seen = new Map<string, Movement>()
  const unread = new Set(contents.flaws.map(({ row }) => row))
  let balance = start
  let lastDay = ''
  let lastRow = beginOf(movements, contents.flaws)
  const lines = movements.map((movement): StagedLine => {
    const { row, day, at, direction, amount, info, part } = movement
    // After an unreadable row the running balance lacks its amount, so it is derived from this row's own balance.
    const before =
      movement.balance !== null && skips(unread, lastRow, row) ? movement.balance - signed(movement) : balance
    balance = movement.balance ?? balance + signed(movement)
    if (before + signed(movement) !== balance) flaw(row, columns.balance, 'balance', inRupiah(balance))
    if (day > today) flaw(row, columns.day, 'future', day)
    if (day < lastDay) flaw(row, columns.day, 'order', day)
    lastDay = day
    lastRow = row
    if (amount > mostSen) flaw(row, columns.amount, 'range', inRupiah(amount))
    const own =
      idOf(movement, seen) ?? ownIdOf([code, day, direction, amount, balance], (id) => seen.has(bankIdKey(id)))
    if (own.length > mostText.txid) flaw(row, columns.txid, 'tooLong', own)
    if (/^\d\.\d+e\+\d+$/i.test(own)) flaw(row, columns.txid, 'rounded', own)
    if (seen.has(bankIdKey(own))) flaw(row, columns.txid, 'twice', own)
    seen.set(bankIdKey(own), movement)
    return {
      row,
      txid: own,
      day,
      at,
      direction,
      amount: inRupiah(amount),
      before: inRupiah(before),
      after: inRupiah(balance),
      info: info.slice(0, mostText.info),
      part,
    }
  })
  // Not with unreadable rows, whose amounts are missing in the balance and in the totals.
  if (contents.flaws.length === 0) checkTotals(contents, balance, flaw)
  flaws.sort((one, other) => one.row - other.row)
  return {
    format,
    account,
    others,
    start: inRupiah(start),
    end: inRupiah(balance),
    lines,
    // A bank that gives no day books it on the last day of the file, or later.
    pending: pending.map((one) => ({ ...one, amount: inRupiah(one.amount), day: one.day ?? lastDay })),
    columns,
    flaws,
  }
}

const inRupiah = (sen: number) => sen / 100

/** The bank's id of a movement. A transfer and its fee of one day are two movements under one reference. */
const idOf = (movement: Movement, seen: ReadonlyMap<string, Movement>): string | undefined => {
  const { txid, day, direction, amount } = movement
  if (!txid) return undefined
  const first = seen.get(bankIdKey(txid))
  const isBeside = first && first.day === day && (first.direction !== direction || first.amount !== amount)
  return isBeside ? besideId(txid, { direction, amount: inRupiah(amount) }) : txid
}

type FlawAt = (row: number, column: string, reason: string, text: string | number) => void

/** Compares the movements with what the file says of them. Banks count pending ones among them, or do not. */
const checkTotals = ({ movements, pending, end, endsAt, claims }: Contents, balance: number, flaw: FlawAt) => {
  const sumOf = (moved: readonly Pick<Movement, 'direction' | 'amount'>[]) =>
    moved.reduce((sum, one) => sum + signed(one), 0)
  if (end !== null && end !== balance && end !== balance + sumOf(pending))
    flaw(endsAt.row, endsAt.column, 'end', inRupiah(end))
  for (const { direction, of, value, row, column, text } of claims) {
    const valueOf = (moved: readonly Pick<Movement, 'direction' | 'amount'>[]) => {
      const lines = moved.filter((one) => one.direction === direction)
      return of === 'count' ? lines.length : Math.abs(sumOf(lines))
    }
    const fits = [movements, [...movements, ...pending]].some((moved) => valueOf(moved) === value)
    if (!fits) flaw(row, column, of === 'count' ? 'count' : 'total', text)
  }
}

/** The row before the first movement. In a file with the newest first it follows the last row. */
const beginOf = (movements: readonly Movement[], flaws: Contents['flaws']) =>
  movements.length > 0 && movements[0]!.row > movements.at(-1)!.row ? (flaws.at(-1)?.row ?? 0) + 1 : 0

const skips = (unread: ReadonlySet<number>, from: number, to: number) => {
  for (let row = Math.min(from, to) + 1; row < Math.max(from, to); row += 1) if (unread.has(row)) return true
  return false
}

const startOf = ([first]: readonly Movement[]) =>
  first && first.balance !== null ? first.balance - signed(first) : first ? undefined : 0
