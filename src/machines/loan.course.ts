import { leftOf, leftOfLine, type Line, sum } from './allocation.ts'
import { addDays, businessDay } from './calendar.ts'
import type { Fact } from './kernel.ts'
import { type Book, type Entry, tell } from './ledger.ts'
import { entriesAfter, type Loan, type LoanEvent, type LoanOrder, type Moved } from './loan.facts.ts'
import { schedule } from './schedule.ts'

/** The events that open a loan, void it, or move its debt, and those that they refer to. */
export const courseEvents = [
  'loanOpened',
  'loanVoided',
  'repaid',
  'creditRefunded',
  'reductionRequested',
  'reductionApproved',
  'largeReductionApproved',
  'rolloverOffered',
  'rolloverPaid',
  'reversalProposed',
  'repaymentReversed',
  'writeOffProposed',
  'writeOffConfirmed',
] as const

/** A loan's movements as they were known from the close of a day on. */
type Known = { from: string; book: Book }

/** A loan, and what was known of its movements when; null before the payout and once it is voided. */
export type Course = { order: LoanOrder | null; books: readonly Known[] } | null

type Pending = Pick<Loan, 'entries' | 'reduction' | 'rollover' | 'proposal'>
const nothing: Pending = { entries: [], reduction: null, rollover: null, proposal: null }

const entriesOf = (known: Pending, event: LoanEvent): Entry[] | undefined => {
  const fact = event as Fact & Moved
  if (event.type === 'largeReductionApproved') return entriesAfter.reductionApproved(known, fact)
  return event.type in entriesAfter ? entriesAfter[event.type as keyof typeof entriesAfter](known, fact) : undefined
}

/** Follows a loan through its events, without the debt that the chart computes at each of them. */
export const courseOf = (events: readonly LoanEvent[]): Course => {
  let course: { order: LoanOrder | null; terms: Book['terms']; books: Known[] } | null = null
  let known = nothing
  for (const event of events) {
    if (event.type === 'loanVoided') course = null
    if (event.type === 'loanOpened') {
      known = nothing
      course = { order: event.order ?? null, terms: event.terms, books: [] }
    }
    if (event.type === 'reductionRequested') known = { ...known, reduction: event }
    if (event.type === 'rolloverOffered') known = { ...known, rollover: event as unknown as Loan['rollover'] }
    if (event.type === 'reversalProposed' || event.type === 'writeOffProposed')
      known = { ...known, proposal: { txid: null, ...event } }
    const entries = entriesOf(known, event)
    if (entries) known = { ...known, entries }
    if (course && (entries || event.type === 'loanOpened'))
      course.books.push({ from: businessDay(event.at), book: { terms: course.terms, entries: known.entries } })
  }
  return course
}

/** The debt at the close of a day with a movement. */
type Close = {
  day: string
  lines: readonly (Pick<Line, 'due' | 'originalDue' | 'principal'> & { isOpen: boolean })[]
  isWrittenOff: boolean
}

/** The debt of a loan as its days with a movement leave it, the first of them its payout. */
export const closesOf = (book: Book): Close[] => {
  const { terms, entries } = book
  const opened = schedule(terms).map(({ due, principal }) => ({
    due,
    originalDue: due,
    principal: { due: principal, paid: 0, reduced: 0 },
    isOpen: true,
  }))
  const closes: Close[] = [{ day: terms.from, lines: opened, isWrittenOff: false }]
  const last = entries.reduce((latest, { day }) => (day > latest ? day : latest), terms.from)
  const writtenOff = entries.find(({ kind }) => kind === 'writtenOff')?.day
  if (entries.length > 0)
    tell(book, last, (day, lines) =>
      closes.push({
        day,
        lines: lines.map((line) => {
          const { due, originalDue, principal } = line
          return { due, originalDue, principal: { ...principal }, isOpen: leftOfLine(line) > 0 }
        }),
        isWrittenOff: writtenOff !== undefined && writtenOff <= day,
      }),
    )
  return closes
}

const at = (closes: readonly Close[], day: string) => closes.findLast((close) => close.day <= day) ?? closes[0]!

/** The days after the due day at whose close the unpaid principal is looked at. */
export const daysAfterDue = [0, 1, 3, 7, 15, 30, 60, 90] as const

/** One instalment: its principal, and what was unpaid of it at each of the closes, by value day and as it was booked. */
export type Dunned = { term: number; due: string; principal: number; value: number[]; booked: number[] }

/** The instalments of a loan by their first due day, which no rollover moves. */
export const instalmentsOf = (course: Course): Dunned[] => {
  if (!course) return []
  const closes = new Map<Known, Close[]>()
  const closesBy = (known: Known) => {
    const found = closes.get(known) ?? closesOf(known.book)
    closes.set(known, found)
    return found
  }
  const newest = closesBy(course.books.at(-1)!)
  /** The debt as it was known at the close of a day. */
  const knownAt = (day: string) => closesBy(course.books.findLast(({ from }) => from <= day) ?? course.books[0]!)
  return newest[0]!.lines.map(({ due, principal }, nth) => {
    const leftAt = (from: readonly Close[], day: string) => leftOf(at(from, day).lines[nth]!.principal)
    const days = daysAfterDue.map((after) => addDays(due, after))
    return {
      term: nth + 1,
      due,
      principal: principal.due,
      value: days.map((day) => leftAt(newest, day)),
      booked: days.map((day) => leftAt(knownAt(day), day)),
    }
  })
}

/** The ages of arrears in days, and the first day of each after the due day. */
const arrearsFrom = { from1: 1, from8: 8, from31: 31, from61: 61, over90: 91 } as const
export const ages = ['current', ...(Object.keys(arrearsFrom) as (keyof typeof arrearsFrom)[]), 'writtenOff'] as const
export type Age = (typeof ages)[number]

/** The day that never comes. */
export const noDay = '9999-12-31'
/** The outstanding principal at the closes of `[since, until)`, as old as the oldest unpaid instalment. */
export type Balance = { since: string; until: string; age: Age; principal: number }

/** A loan's balances from the payout on, as the days pass and money moves. */
export const balancesOf = (course: Course): Balance[] => {
  if (!course) return []
  const closes = closesOf(course.books.at(-1)!.book)
  return closes.flatMap((close, nth) => balancesUntil(closes[nth + 1]?.day ?? noDay, close))
}

const balancesUntil = (end: string, { day, lines, isWrittenOff }: Close): Balance[] => {
  const principal = sum(lines.map((line) => leftOf(line.principal)))
  if (principal === 0 || day === end) return []
  if (isWrittenOff) return [{ since: day, until: end, age: 'writtenOff', principal }]
  const { due } = lines.find(({ isOpen }) => isOpen)!
  const turns = Object.entries(arrearsFrom).map(([age, days]) => ({ age: age as Age, since: addDays(due, days) }))
  const begun = turns.findLast(({ since }) => since <= day)?.age ?? 'current'
  const turned = [{ age: begun, since: day }, ...turns.filter(({ since }) => since > day && since < end)]
  return turned.map(({ age, since }, nth) => ({ since, until: turned[nth + 1]?.since ?? end, age, principal }))
}

/** What an age turns into until the close of a month: another age, or nothing that is outstanding. */
export const rolledTo = [...ages, 'paid'] as const
/** In `month`, 'YYYY-MM-01', and in all later ones, principal of one age turns into another, or does so no more (-1). */
export type Roll = { month: string; before: Age; after: (typeof rolledTo)[number]; principal: number; weight: 1 | -1 }

export const nextMonth = (day: string): string => `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`

/** How a loan's principal at the close of each month stood at the close of the next one, as changes from month to month. */
export const rollsOf = (balances: readonly Balance[]): Roll[] => {
  const last = balances.at(-1)
  if (!last) return []
  const standing = (day: string) => balances.find(({ since, until }) => since <= day && day < until)
  const rolls: Roll[] = []
  let before: Omit<Roll, 'month' | 'weight'> | undefined
  for (let month = nextMonth(balances[0]!.since); ; month = nextMonth(month)) {
    const begins = standing(addDays(month, -1))
    const ends = standing(addDays(nextMonth(month), -1))
    const now: typeof before = begins && { before: begins.age, after: ends?.age ?? 'paid', principal: begins.principal }
    const isSame =
      before?.before === now?.before && before?.after === now?.after && before?.principal === now?.principal
    if (before && !isSame) rolls.push({ month, ...before, weight: -1 })
    if (now && !isSame) rolls.push({ month, ...now, weight: 1 })
    before = now
    const isOver = begins ? begins === ends && begins.until === noDay : month > last.until
    if (isOver) return rolls
  }
}
