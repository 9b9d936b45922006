import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../src/machines/allocation.ts'
import { type Book, type Entry, ledgerOn, paymentsUpTo } from '../../src/machines/ledger.ts'
import { bookOf } from '../../src/machines/loan.facts.ts'
import { feesUpTo, promiseOf } from '../../src/machines/loanStatement.ts'
import { createLife, histories } from '../model/loan.history.ts'
import { loanTerms } from './loan.events.ts'

const paid = (txid: string, day: string, amount: number, reversed = false): Entry => ({
  kind: 'repaid',
  txid,
  day,
  amount,
  reversed,
})
const book = (...entries: Entry[]): Book => ({ terms: loanTerms, entries })

describe('a payment', () => {
  test('says what it paid of each instalment, and what was left of it', () => {
    expect(paymentsUpTo(book(paid('va-1', '2026-03-24', 700_000)), '2026-04-30')).toEqual([
      {
        payment: paid('va-1', '2026-03-24', 700_000),
        allotments: [
          { term: 1, interest: 48_000, principal: 600_000, fee: 2400 },
          { term: 2, interest: 48_000, principal: 1600, fee: 0 },
        ],
        credit: 0,
      },
    ])
    const [whole] = paymentsUpTo(book(paid('va-1', '2026-03-10', 1_300_000)), '2026-03-10')
    expect(whole).toMatchObject({ credit: 4000 })
  })

  test('of the same day as another has its turn after it', () => {
    const both = book(paid('va-1', '2026-03-10', 30_000), paid('va-2', '2026-03-10', 30_000))
    expect(paymentsUpTo(both, '2026-03-10').map(({ allotments }) => allotments)).toEqual([
      [{ term: 1, interest: 30_000, principal: 0, fee: 0 }],
      [{ term: 1, interest: 18_000, principal: 12_000, fee: 0 }],
    ])
  })

  test('that was reversed, or comes later, is not among them', () => {
    const some = book(paid('va-1', '2026-03-10', 30_000, true), paid('va-2', '2026-03-11', 30_000))
    expect(paymentsUpTo(some, '2026-03-10')).toEqual([])
    expect(paymentsUpTo(some, '2026-03-11').map(({ payment }) => payment.txid)).toEqual(['va-2'])
  })
})

describe('overdue fees', () => {
  test('are told day by day, with the rate and the principal they are of', () => {
    const fees = feesUpTo(book(paid('va-1', '2026-03-24', 350_400)), '2026-03-30')
    expect(fees.slice(0, 3)).toEqual([
      { day: '2026-03-23', term: 1, daysOverdue: 1, rate: 20, principal: 600_000, fee: 1200 },
      { day: '2026-03-24', term: 1, daysOverdue: 2, rate: 20, principal: 600_000, fee: 1200 },
      // 600,000 less the 302,400 that remain of 350,400 after 48,000 of interest.
      { day: '2026-03-25', term: 1, daysOverdue: 3, rate: 20, principal: 297_600, fee: 595 },
    ])
    expect(fees.at(-1)).toEqual({
      day: '2026-03-30',
      term: 1,
      daysOverdue: 8,
      rate: 40,
      principal: 297_600,
      fee: 1190,
    })
  })

  test('are none while nothing is overdue', () => {
    expect(feesUpTo(book(), '2026-03-22')).toEqual([])
  })
})

test('a reduction says what is to come in by its last day, and what has', () => {
  const reduced = { kind: 'reduced', day: '2026-03-24', amount: 50_000, until: '2026-03-31' } as const
  const some = book(paid('va-1', '2026-03-10', 8000), reduced, paid('va-2', '2026-03-24', 100_000))
  const owed = 1_296_000 - 8000 + 2400
  expect(promiseOf(some, reduced, '2026-03-25')).toEqual({ payable: owed - 50_000, paid: 100_000 })
  const settled = { ...some, entries: [...some.entries, paid('va-3', '2026-03-31', owed - 150_000)] }
  expect(promiseOf(settled, reduced, '2026-05-01')).toEqual({ payable: owed - 50_000, paid: owed - 50_000 })
  expect(sum(ledgerOn(settled, '2026-03-31').lines.map(({ fee, principal }) => fee.reduced + principal.reduced))).toBe(
    // The reduction also covers the overdue fees of the week since 2026-03-24.
    50_000 +
      feesUpTo(settled, '2026-03-31').reduce((total, { day, fee }) => (day > '2026-03-24' ? total + fee : total), 0),
  )
})

test('whatever happens to a loan, what its payments and its days say adds up to what its ledger says', () => {
  fc.assert(
    fc.property(histories, ({ terms, deeds }) => {
      const life = createLife({ terms })
      for (const [index, deed] of deeds.entries()) life.live(deed, index)
      life.wait(10)
      const loan = bookOf(life.state().context)
      const { lines, credit } = ledgerOn(loan, life.day())
      const payments = paymentsUpTo(loan, life.day())
      const fees = feesUpTo(loan, life.day())
      for (const line of lines) {
        const of = payments.flatMap(({ allotments }) => allotments.filter(({ term }) => term === line.term))
        for (const part of ['interest', 'principal', 'fee'] as const)
          expect(sum(of.map((allotment) => allotment[part]))).toBe(line[part].paid)
        expect(sum(fees.filter(({ term }) => term === line.term).map(({ fee }) => fee))).toBe(line.fee.due)
      }
      const refunded = sum(loan.entries.map((entry) => (entry.kind === 'refunded' ? entry.amount : 0)))
      expect(sum(payments.map((payment) => payment.credit)) - refunded).toBe(credit)
      for (const payment of payments)
        expect(
          payment.credit +
            sum(payment.allotments.flatMap(({ interest, principal, fee }) => [interest, principal, fee])),
        ).toBe(payment.payment.amount)
    }),
    { numRuns: 100 },
  )
})
