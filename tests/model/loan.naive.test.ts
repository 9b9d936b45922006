import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { leftOf, type Line } from '../../src/machines/allocation.ts'
import { addDays } from '../../src/machines/calendar.ts'
import { allocationOf, type Entry, type Ledger, ledgerOn } from '../../src/machines/ledger.ts'
import { bookOf, type Loan } from '../../src/machines/loan.facts.ts'
import type { LoanTerms } from '../../src/machines/schedule.ts'
import { createLife, histories, type History, lived } from './loan.history.ts'
import { type Deed, naiveLoan } from './loan.naive.ts'

const numRuns = inject('deep') ? 100_000 : 1000
const forAll = (property: (history: History) => void) => fc.assert(fc.property(histories, property), { numRuns })

const deedsOf = (entries: readonly Entry[]) =>
  entries.flatMap((entry): Deed[] => {
    const { day } = entry
    switch (entry.kind) {
      case 'repaid':
        return entry.reversed ? [] : [{ did: 'paid', id: entry.txid, day, amount: entry.amount }]
      case 'rolledOver':
        return entry.reversed
          ? []
          : [{ did: 'rolledOver', id: entry.txid, day, amount: entry.amount, days: entry.days }]
      case 'refunded':
        return [{ did: 'refunded', day, amount: entry.amount }]
      case 'reduced':
        return [{ did: 'reduced', day, amount: entry.amount, until: entry.until }]
      case 'writtenOff':
        return [{ did: 'writtenOff', day }]
      default:
        return entry satisfies never
    }
  })

/** The state of the settlement region, computed from the naive model. */
const placeOf = (overdue: number | null, isWrittenOff: boolean, lateFrom: number) => {
  if (isWrittenOff) return 'writtenOff'
  if (overdue === null) return 'settled'
  if (overdue < 0) return 'current'
  if (overdue === 0) return 'due'
  return { overdue: overdue < lateFrom ? 'early' : 'late' }
}

const parts = ({ interest, principal, fee }: Line) => [interest, principal, fee]
const total = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)

type Life = ReturnType<typeof lived>

/** Payments are allocated or credit, dues are paid, reduced or left, and nothing is negative. */
const balances = (ledger: Ledger, { principal }: LoanTerms) => {
  const all = ledger.lines.flatMap(parts)
  expect(ledger.paid).toBe(total(all.map(({ paid }) => paid)) + ledger.rolloverCharges + ledger.credit)
  for (const part of all) {
    expect(part.due).toBe(part.paid + part.reduced + leftOf(part))
    expect(Math.min(part.due, part.paid, part.reduced, leftOf(part), ledger.credit)).toBeGreaterThanOrEqual(0)
    expect(Number.isSafeInteger(part.due)).toBe(true)
  }
  expect(total(ledger.lines.map((line) => line.principal.due))).toBe(principal)
}

/** Splits each payment into two on the same day. */
const inTwo = (entries: readonly Entry[]) =>
  entries.flatMap((entry): Entry[] => {
    if (entry.kind !== 'repaid' || entry.amount < 2) return [entry]
    const first = Math.ceil(entry.amount / 3)
    return [
      { ...entry, amount: entry.amount - first },
      { ...entry, txid: `${entry.txid}-2`, amount: first },
    ]
  })

/** Reverses the order of the payments, and omits the reversed ones. */
const otherwise = (entries: readonly Entry[]) => {
  const isPayment = ({ kind }: Entry) => kind === 'repaid'
  const told = entries.filter((entry) => !('reversed' in entry && entry.reversed))
  return [...told.filter(isPayment).toReversed(), ...told.filter((entry) => !isPayment(entry))]
}

/** A payment is allocated as quoted. It is made here, so no check may follow. */
const isBookedAsQuoted = (life: Life) => {
  const book = bookOf(life.state().context)
  const amount = 1 + Math.floor(book.terms.principal / 3)
  const { lines, credit } = allocationOf(book, life.day(), amount)
  expect(total(lines.flatMap(({ interest, principal, fee }) => [interest, principal, fee])) + credit).toBe(amount)
  const before = ledgerOn(book, life.day())
  life.send({ type: 'repaid', ...life.by('finance'), txid: 'asked', day: life.day(), amount })
  const after = ledgerOn(bookOf(life.state().context), life.day())
  for (const [index, line] of after.lines.entries())
    for (const part of ['interest', 'principal', 'fee'] as const)
      expect(line[part].paid - before.lines[index]![part].paid).toBe(lines[index]![part])
}

describe('whatever happens to a loan', () => {
  test('the naive reckoning comes to the same rupiah, on the day itself, before and long after', () => {
    forAll((history) => {
      const life = createLife(history)
      const compare = (day: string) => {
        const { terms, entries } = life.state().context
        const { overdue, ...naive } = naiveLoan(terms!, deedsOf(entries), day)
        const { day: _, ...ledger } = ledgerOn({ terms: terms!, entries }, day)
        expect(ledger).toEqual(naive)
        return overdue
      }
      const look = () => {
        const { context, value } = life.state() as { context: Loan; value: { open: { settlement: unknown } } }
        const overdue = compare(life.day())
        const isWrittenOff = context.entries.some(({ kind }) => kind === 'writtenOff')
        expect(value.open.settlement).toEqual(placeOf(overdue, isWrittenOff, history.terms.lateFrom))
      }
      for (const [index, deed] of history.deeds.entries()) {
        life.live(deed, index)
        look()
      }
      compare(addDays(history.terms.from, Math.floor(history.deeds.length * 3)))
      life.wait(150)
      look()
    })
  })

  test('its books balance, payments may come in parts and in any order, and a quote is what is booked', () => {
    forAll((history) => {
      const life = lived(history)
      const { terms, entries } = bookOf(life.state().context)
      balances(ledgerOn({ terms, entries }, life.day()), terms)
      const later = addDays(terms.from, 200)
      const told = ledgerOn({ terms, entries }, later)
      expect(ledgerOn({ terms, entries: inTwo(entries) }, later)).toEqual(told)
      expect(ledgerOn({ terms, entries: otherwise(entries) }, later)).toEqual(told)
      isBookedAsQuoted(life)
    })
  })
})
