import { colToLetter } from 'hucre/xlsx'
import { currencies } from './currencies.ts'
import { dayOf, momentOf } from './days.ts'
import { bankIdOf } from './ids.ts'
import type { Role } from './layouts/layout.ts'
import type { Movement, Reading, Contents } from './statement.types.ts'
import type { Columns } from './table.head.ts'
import { type Label, labelOf, noteLabel } from './table.labels.ts'
import { moneyOf, signed } from './table.money.ts'
import { directionsOf, type Wrong } from './table.moved.ts'
import { type Table, tableIn } from './table.rows.ts'
import { accountTitleIn, digits, fewestDigits, numbersIn, titleIn, unmasked } from './table.titles.ts'
import { Unreadable } from './zip.ts'

/** The movements of a table, below its head. Throws Unreadable. */
export const linesOfTable = async (file: Buffer, { most, layout, ...reading }: Reading): Promise<Contents> => {
  // Besides the movements there are heads, titles, balances and totals, on each page.
  const table = await tableIn(file, 2 * most + 100, layout)
  return contentsIn(table, reading)
}

const longestText = 60
type Moment = NonNullable<ReturnType<typeof momentOf>>
const isPending = (day: string) => /^pend/i.test(day)

type Own = Pick<Reading, 'today' | 'number' | 'otherNumbers'>

const contentsIn = (table: Table, { today, number, otherNumbers = [] }: Own): Contents => {
  const { rows, head, format } = table
  const { columns, layout, names, isHead } = head
  const below = rows.slice(head.index + 1)
  const money = moneyOf(below, columns, layout, format)
  const movedIn = directionsOf(below, head, money)
  const accounts = new Set<string>()
  const likely: string[] = []
  const unnamed: ReturnType<typeof numbersIn> = []
  const place = (role: Role) => {
    const [column] = columns[role] ?? []
    return column === undefined ? '' : `${colToLetter(column)} (${names[column]})`
  }
  const contents: Contents = {
    format,
    account: null,
    others: [],
    movements: [],
    pending: [],
    start: null,
    end: null,
    endsAt: { row: 0, column: '' },
    claims: [],
    inOrder: false,
    columns: {
      day: place('day'),
      txid: place('txid'),
      amount: place('amount') || place('debit'),
      balance: place('balance'),
    },
    flaws: [],
  }
  const flaw = (row: number, column: string, reason: string, text: string) =>
    contents.flaws.push({ row, column, reason, said: text.slice(0, longestText) })

  const whole = (cells: readonly string[]) => cells.map((cell) => unmasked(cell, number))

  const title = (row: number, cells: readonly string[]) => {
    const { account, currency } = titleIn(whole(cells))
    if (currency) throw new Unreadable('currency', { currency, row })
    if (account) accounts.add(account)
    const label = labelOf(cells, {})
    if (label) noteLabel(contents, label, cells, { row, columns, money })
  }

  /** A row between movements: the head or the titles of a page, or more of the text above it. */
  const between = (row: number, cells: readonly string[]) => {
    if (isHead(cells, row)) {
      const isSame = names.every((name, column) => !name || name === (cells[column] ?? ''))
      if (!isSame) flaw(row, 'A', 'otherHead', cells.join(' '))
      return
    }
    const last = contents.movements.at(-1)
    const isText = cells.every((text, column) => !text || columns.info?.includes(column))
    if (last && isText) last.info += ` ${infoOf(cells, columns)}`
    else title(row, cells)
  }

  const movement = (row: number, cells: readonly string[], at: (role: Role) => string, moment: Moment | undefined) => {
    const wrong = ({ role, reason }: Wrong) => flaw(row, place(role), reason, at(role))
    const currency = at('currency').toUpperCase()
    if (currencies.has(currency)) throw new Unreadable('currency', { currency, row })
    const account = digits(unmasked(at('account'), number))
    if (account.length >= 5) accounts.add(account)
    const moved = movedIn(at)
    if ('reason' in moved) wrong(moved)
    if (isPending(at('day'))) {
      if ('amount' in moved) {
        const { direction, amount } = moved
        contents.pending.push({
          direction,
          amount,
          info: infoOf(cells, columns),
          part: 0,
          day: dayOf(at('valueDay'), today, layout.dates) ?? null,
        })
      }
      return
    }
    if (!moment) wrong({ role: 'day', reason: 'date' })
    const balance = at('balance') ? money(at('balance')) : null
    if (typeof balance === 'string') wrong({ role: 'balance', reason: balance })
    if (!moment || 'reason' in moved || typeof balance === 'string') return
    const { role, ...change } = moved
    contents.movements.push({
      row,
      ...moment,
      ...change,
      txid: layout.id === 'journal' ? '' : bankIdOf(at('txid')),
      info: infoOf(cells, columns),
      balance: balance && signed(balance),
      column: place(role),
      written: at(role).slice(0, longestText),
      part: 0,
    } satisfies Movement)
  }

  const rowBelow = (row: number, cells: readonly string[]) => {
    const at = (role: Role) => cells[columns[role]?.[0] ?? -1] ?? ''
    const amounts = [at('amount'), at('debit'), at('credit')]
    const label = labelOf(cells, columns)
    // A movement may be called Total or Saldo too: it has a day and an amount.
    const isMovement =
      at('day') !== '' && columns.day![0] !== label?.column && amounts.some((text) => /[1-9]/.test(text))
    if (label && !isMovement) return noteLabel(contents, label, cells, { row, columns, money })
    // Money that made the account's first balance looks the same as a balance that is written as a movement.
    if (label && isBalance(label, amounts, at('balance'))) {
      flaw(row, place(at('amount') ? 'amount' : 'credit'), 'balanceOrMovement', cells[label.column]!)
      return
    }
    const moment = momentOf(at('day'), at('time'), today, layout.dates)
    const isDated = moment !== undefined || isPending(at('day'))
    if (!isDated && !amounts.some((text) => /\d/.test(text))) return between(row, cells)
    const beyond = format === 'csv' ? spiltFrom(cells, table) : undefined
    if (beyond === undefined) movement(row, cells, at, moment)
    else flaw(row, colToLetter(beyond), 'spilt', cells[beyond]!)
  }

  const isBalance = ({ kind }: Label, amounts: readonly string[], balance: string) => {
    if (!balance || (kind !== 'start' && kind !== 'end')) return false
    const senOf = (text: string) => {
      const written = money(text)
      return typeof written === 'string' ? undefined : written.sen
    }
    return amounts.some((text) => text && senOf(text) === senOf(balance))
  }

  for (const [index, { row, cells }] of rows.entries()) {
    if (index === head.index || !cells.some(Boolean)) continue
    if (index >= head.index) rowBelow(row, cells)
    else {
      title(row, cells)
      const { numbers, currency } = accountTitleIn(whole(cells))
      if (currency) throw new Unreadable('currency', { currency, row })
      likely.push(...numbers)
      if (!labelOf(cells, {})) unnamed.push(...numbersIn(whole(cells)))
    }
  }
  if (accounts.size > 1) throw new Unreadable('accounts')
  const own = likely.find((one) => number && one.endsWith(digits(number)))
  return {
    ...contents,
    account: [...accounts][0] ?? own ?? likely[0] ?? unnamedIn(unnamed, number, otherNumbers) ?? null,
  }
}

/** A number above the table that must be an account's: of the lender, or as long as the chosen one's and without a word. */
const unnamedIn = (found: ReturnType<typeof numbersIn>, number: string | undefined, others: readonly string[]) => {
  if (!number) return undefined
  const ends = (own: string) => found.find((one) => one.number.endsWith(digits(own)))?.number
  const long = others.filter((other) => digits(other).length >= fewestDigits)
  const alike = found.find((one) => one.isBare && one.number.length === digits(number).length)
  return ends(number) ?? long.map(ends).find(Boolean) ?? alike?.number
}

const infoOf = (cells: readonly string[], { info = [] }: Columns) =>
  info
    .map((column) => cells[column] ?? '')
    .filter(Boolean)
    .join(' ')
    .replaceAll(/\s+/g, ' ')

/** The first cell right of all named columns: an unquoted separator, which would make 1,250,000 a 1. */
const spiltFrom = (cells: readonly string[], { head: { names, columns } }: Table): number | undefined => {
  const last = Math.max(names.findLastIndex(Boolean), columns.type?.[0] ?? 0)
  const beyond = cells.findIndex((cell, column) => column > last && cell !== '')
  return beyond === -1 ? undefined : beyond
}
