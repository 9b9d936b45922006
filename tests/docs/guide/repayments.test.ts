import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leftOf, leftOfLine } from '../../../src/machines/allocation.ts'
import { type Allotment, type Book, type Entry, ledgerOn, leftOn, paymentsUpTo } from '../../../src/machines/ledger.ts'
import { thousands } from '../../../src/machines/money.ts'
import { loanTerms } from '../../machines/loan.events.ts'

const guide = readFileSync(new URL('../../../docs/guide/repayments.md', import.meta.url), 'utf8')
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const text = guide.replaceAll(/\s+/g, ' ')

const rupiah = (amount: number) => thousands(amount, 'en')
const paid = (txid: string, day: string, amount: number): Entry => ({
  kind: 'repaid',
  txid,
  day,
  amount,
  reversed: false,
})
const late = paid('va-1', '2026-03-31', 700_000)
const found = paid('va-2', '2026-03-24', 100_000)
const book = (...entries: Entry[]): Book => ({ terms: loanTerms, entries })
const cells = ({ term, interest, principal, fee }: Allotment) => [term, interest, principal, fee].map((n) => rupiah(n))
const left = (one: Book) => rupiah(leftOn(ledgerOn(one, '2026-04-02')))

test('the schedule in the guide is that of its terms', () => {
  const due: Record<string, string> = { '2026-03-22': '22 March 2026', '2026-04-11': '11 April 2026' }
  for (const line of ledgerOn(book(), '2026-03-02').lines)
    expect(rows).toContainEqual([
      String(line.term),
      due[line.due],
      rupiah(line.interest.due),
      rupiah(line.principal.due),
    ])
})

test('what the guide says is owed on the ninth day is', () => {
  for (const line of ledgerOn(book(), '2026-03-31').lines)
    expect(rows).toContainEqual([
      String(line.term),
      ...[line.interest, line.principal, line.fee].map((part) => rupiah(leftOf(part))),
      rupiah(leftOfLine(line)),
    ])
})

test('payments pay what the guide says, before and after one that is found later', () => {
  const [alone] = paymentsUpTo(book(late), '2026-03-31')
  for (const allotment of alone!.allotments) expect(rows).toContainEqual(cells(allotment))
  const both = paymentsUpTo(book(late, found), '2026-03-31').flatMap(({ payment, allotments }) =>
    allotments.map((allotment) => [
      `${rupiah(payment.amount)}, ${payment.day === '2026-03-24' ? '24' : '31'} March`,
      ...cells(allotment),
    ]),
  )
  expect(both).toHaveLength(3)
  for (const row of both) expect(rows).toContainEqual(row)
})

test('what is left, and the fees, are what the guide says in words', () => {
  expect(text).toContain(`What is left to pay goes from ${left(book(late))} to ${left(book(late, found))}:`)
  const fee = (one: Book) => ledgerOn(one, '2026-03-31').lines[0]!.fee.due
  expect(text).toContain(`comes to ${rupiah(fee(book(late, found)))} in all`)
  expect(text).toContain(`and ${rupiah(fee(book(late)) - fee(book(late, found)))} of fees that were never owed`)
  const reversed = { ...found, reversed: true } as Entry
  expect(text).toContain(
    `the fee is ${rupiah(fee(book(late, reversed)))} again and ${left(book(late, reversed))} are left`,
  )
})
