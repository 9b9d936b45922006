import type { Layout, Role } from './layouts/layout.ts'
import { directionOf, type Written } from './rupiah.ts'
import type { Head, Row } from './table.head.ts'
import { type Marked, markedIn, type Money } from './table.money.ts'
import { bare } from './table.titles.ts'

export type Wrong = { role: Role; reason: string }
/** The direction and the sen of a movement, and the column that gave them. */
export type Moved = { direction: 'credit' | 'debit'; amount: number; role: Role }
type Cell = (role: Role) => string

/** How a table tells the direction of a movement: by two columns, by a mark, or by a sign. */
export const directionsOf = (
  rows: readonly Row[],
  { columns, layout }: Pick<Head, 'columns' | 'layout'>,
  money: Money,
): ((cell: Cell) => Moved | Wrong) => {
  if (columns.amount) {
    const marked = markedIn(rows, columns.amount[0], money)
    const one = { money, marked, hasType: columns.type !== undefined, layout }
    return (cell) => ofOne(cell('amount'), cell('type'), one)
  }
  const debits = markedIn(rows, columns.debit![0], money)
  return (cell) => ofTwo(cell('debit'), cell('credit'), { money, debits })
}

type One = { money: Money; marked: Marked; hasType: boolean; layout: Layout }

const markOf = (text: string, { marks }: Layout) => {
  if (!marks) return directionOf(text)
  const mark = bare(text)
  if (mark === bare(marks.credit)) return 'credit'
  return mark === bare(marks.debit) ? 'debit' : undefined
}

const ofOne = (text: string, type: string, { money, marked, hasType, layout }: One): Moved | Wrong => {
  const written = text ? money(text) : 'amount'
  if (typeof written === 'string') return { role: 'amount', reason: written }
  const mark = type ? markOf(type, layout) : undefined
  if (type && !mark) return { role: 'type', reason: 'wrongType' }
  // Where every mark means money out, an amount without one came in.
  const unmarked = !hasType && ((marked.debit && !marked.credit) || layout.unsigned) ? 'credit' : undefined
  const direction = mark ?? written.direction ?? unmarked ?? (written.sen === 0 ? 'credit' : undefined)
  if (!direction || (mark && written.direction && mark !== written.direction))
    return { role: 'amount', reason: 'wrongType' }
  return { direction, amount: written.sen, role: 'amount' }
}

const nothing: Written = { sen: 0 }
const isBlank = (text: string) => /^[-\u2013\u2212]?$/.test(text)

type Two = { money: Money; debits: Marked }

const ofTwo = (debit: string, credit: string, { money, debits }: Two): Moved | Wrong => {
  const [out, into] = [debit, credit].map((text) => (isBlank(text) ? nothing : money(text))) as [Written, Written]
  if (typeof into === 'string') return { role: 'credit', reason: into }
  if (typeof out === 'string') return { role: 'debit', reason: out }
  if (out.sen > 0 && into.sen > 0) return { role: 'debit', reason: 'twoAmounts' }
  if (out === nothing && into === nothing) return { role: 'debit', reason: 'noAmount' }
  if (out.sen > 0) {
    // A minus under debit is the bank's habit only where all debits have one; elsewhere it is a correction.
    const isHabit = debits.debit && !debits.plain && !debits.credit
    const agrees = !out.direction || (out.direction === 'debit' && (out.by === 'letters' || isHabit))
    return agrees ? { direction: 'debit', amount: out.sen, role: 'debit' } : { role: 'debit', reason: 'againstColumn' }
  }
  if (into.direction === 'debit' && into.sen > 0) return { role: 'credit', reason: 'againstColumn' }
  // A line of zero stands under the column that has a figure.
  const isDebit = into === nothing
  return { direction: isDebit ? 'debit' : 'credit', amount: into.sen, role: isDebit ? 'debit' : 'credit' }
}
