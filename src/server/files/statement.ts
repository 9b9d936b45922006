import { createHash } from 'node:crypto'
import { linesOfMt940, looksLikeMt940 } from './mt940.ts'
import type { Flaw, Movement, ReadStatement, Reading, Said, StagedLine } from './statement.said.ts'
import { linesOfTable } from './statement.table.ts'
import { Unreadable } from './zip.ts'

const mostRupiah = 1e12
const mostText = { txid: 60, info: 500 }

/** Reads a bank statement as .csv, .xlsx or MT940, told apart by content. Throws Unreadable. */
export const statementIn = async (file: Buffer, reading: Reading): Promise<ReadStatement> => {
  const said = looksLikeMt940(file) ? linesOfMt940(file, reading) : await linesOfTable(file, reading)
  if (said.movements.length === 0 && said.flaws.length === 0) throw new Unreadable('empty')
  if (said.movements.length > reading.most) throw new Unreadable('tooManyRows', { most: reading.most })
  return checked(inOrder(said), reading)
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
const inOrder = (said: Said): Said => {
  const { movements } = said
  const reversed = movements.toReversed()
  const days = [movements[0]?.day ?? '', movements.at(-1)?.day ?? '']
  const isNewestFirst = days[0]! > days[1]! || (days[0] === days[1] && !chains(movements) && chains(reversed))
  return isNewestFirst ? { ...said, movements: reversed } : said
}

const checked = (said: Said, { code, today }: Reading): ReadStatement => {
  const { format, account, movements, columns, endsAt } = said
  const flaws = [...said.flaws]
  const flaw = (row: number, column: string, reason: string, text: string | number) =>
    flaws.push({ row, column, reason, said: String(text).slice(0, mostText.txid) })

  const start = said.start ?? startOf(movements)
  if (start === undefined) throw new Unreadable('noBalances')
  const seen = new Map<string, number>()
  const unread = new Set(said.flaws.map(({ row }) => row))
  let balance = start
  let lastDay = ''
  let lastRow = beginOf(movements, said.flaws)
  const lines = movements.map((movement): StagedLine => {
    const { row, day, at, direction, amount, info } = movement
    // After an unreadable row the running balance lacks its amount, so it is derived from this row's own balance.
    const before =
      movement.balance !== null && skips(unread, lastRow, row) ? movement.balance - signed(movement) : balance
    balance = movement.balance ?? balance + signed(movement)
    if (before + signed(movement) !== balance) flaw(row, columns.balance, 'balance', balance)
    if (day > today) flaw(row, columns.day, 'future', day)
    if (day < lastDay) flaw(row, columns.day, 'order', day)
    lastDay = day
    lastRow = row
    if (amount > mostRupiah || amount === 0) flaw(row, columns.amount, 'range', amount)
    const own = movement.txid || ownId([code, day, direction, amount, balance, info], seen)
    if (own.length > mostText.txid) flaw(row, columns.txid, 'tooLong', own)
    if (/^\d\.\d+e\+\d+$/.test(own)) flaw(row, columns.txid, 'rounded', own)
    const twin = movement.txid ? seen.get(own) : undefined
    if (twin !== undefined) flaw(row, columns.txid, 'twice', own)
    seen.set(own, row)
    return { row, txid: own, day, at, direction, amount, before, after: balance, info: info.slice(0, mostText.info) }
  })
  // Not with unreadable rows, whose amounts are missing in the balance.
  if (said.end !== null && said.end !== balance && said.flaws.length === 0)
    flaw(endsAt.row, endsAt.column, 'end', said.end)
  flaws.sort((one, other) => one.row - other.row)
  return { format, account, start, end: balance, lines, columns, flaws }
}

/** The row before the first movement. In a file with the newest first it follows the last row. */
const beginOf = (movements: readonly Movement[], flaws: readonly Flaw[]) =>
  movements.length > 0 && movements[0]!.row > movements.at(-1)!.row ? (flaws.at(-1)?.row ?? 0) + 1 : 0

const skips = (unread: ReadonlySet<number>, from: number, to: number) => {
  for (let row = Math.min(from, to) + 1; row < Math.max(from, to); row += 1) if (unread.has(row)) return true
  return false
}

const startOf = ([first]: readonly Movement[]) =>
  first && first.balance !== null ? first.balance - signed(first) : first ? undefined : 0

/** An id for a movement without a bank's id: the same in every file that contains the movement. */
const ownId = (of: readonly (string | number)[], seen: Map<string, number>): string => {
  for (let nth = 0; ; nth += 1) {
    const id = `#${createHash('sha256')
      .update(JSON.stringify([...of, nth]))
      .digest('hex')
      .slice(0, 20)}`
    if (!seen.has(id)) return id
  }
}
