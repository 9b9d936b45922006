import { beforeAll, describe, expect, test } from 'vitest'
import { sum } from '../../../src/machines/allocation.ts'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { ledgerOn, leftOn } from '../../../src/machines/ledger.ts'
import { bookOf } from '../../../src/machines/loan.facts.ts'
import type { DataOf, InputOf } from '../../../src/services/endpoint.ts'
import * as lists from '../../../src/services/loan.lists.ts'
import * as loan from '../../../src/services/loan.ts'
import * as order from '../../../src/services/order.ts'
import { type Caller, start } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoans } from '../../kit/loans.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const ago = (days: number) => addDays(today, -days)
const whose = { name: 'Ratna Suryani', phone: '081298765432' }

describe.each(oneEngine())('the lists of money on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let finance: Caller
  let orders: string[]
  beforeAll(async () => {
    finance = await app.login('finance')
    // One loan not due yet, one due today, and two overdue, of which the longer one has another app and channel.
    const [ahead, due] = [{ from: ago(5) }, { from: ago(20) }]
    const ratnas = { customer: passingCustomer(whose) }
    orders = [
      ...(await openLoans(app, ahead)),
      ...(await openLoans(app, due)),
      ...(await openLoans(app, { from: ago(30) }, [ratnas])),
      ...(await openLoans(app, { from: ago(60) }, [{ app: 'PW', channel: 'referral' }])),
    ]
    await app.settle()
  })

  type Input = Omit<InputOf<typeof loan.record>, 'orderNo' | 'version'>
  const record = async (orderNo: string, input: Input) =>
    finance.data(loan.record, { orderNo, version: await app.server.store.version(`loan/${orderNo}`), ...input })
  const plan = async (filter: InputOf<typeof lists.plan> = {}) => (await finance.data(lists.plan, filter)).rows
  const named = (rows: readonly { orderNo: string; term: number }[]) =>
    rows.map(({ orderNo, term }) => `${orders.indexOf(orderNo)} ${term}`)
  const bookFor = async (orderNo: string) => bookOf((await app.server.store.state(`loan/${orderNo}`)).context)

  test('all instalments stand there, the last due day first, and the other way round', async () => {
    const rows = await plan({ sort: '-due' })
    const keys = rows.map(({ due, orderNo, term }) => `${due} ${orderNo} ${term}`)
    expect(keys).toHaveLength(2 * orders.length)
    expect(keys).toEqual(keys.toSorted().toReversed())
    expect(named(await plan({ sort: 'due' }))).toEqual(named(rows).toReversed())
  })

  test.each([
    ['pending', ['0 1', '0 2', '1 2', '2 2']],
    ['due', ['1 1']],
    ['overdue', ['2 1', '3 1', '3 2']],
    ['settled', []],
    ['writtenOff', []],
  ] as const)('those that are %s are found', async (status, expected) => {
    expect(named(await plan({ status })).toSorted()).toEqual(expected)
  })

  test('each says what is owed of it today, fees included, as the ledger does', async () => {
    for (const orderNo of orders) {
      const { lines } = ledgerOn(await bookFor(orderNo), today)
      const rows = await plan({ orderNo, sort: 'due' })
      expect(rows.map(({ fee }) => fee)).toEqual(lines.map(({ fee }) => fee.due))
    }
    expect((await plan({ orderNo: orders[3]!, sort: 'due' }))[0]).toMatchObject({
      status: 'overdue',
      daysOverdue: 40,
      fee: 7 * 1200 + 33 * 2400,
      remaining: 648_000 + 7 * 1200 + 33 * 2400,
      loanState: 'overdue.late',
    })
  })

  test('the list of orders says of each what its loan comes to today', async () => {
    const support = await app.login('support')
    const of = async (orderNo: string) => (await support.data(order.list, { orderNo })).rows[0]!.loan!
    for (const orderNo of orders) {
      const rows = await plan({ orderNo, sort: 'due' })
      const summed = (name: 'amount' | 'fee' | 'remaining') => sum(rows.map((row) => row[name]))
      expect(await of(orderNo)).toMatchObject({
        state: rows[0]!.loanState,
        amount: summed('amount'),
        fee: summed('fee'),
        remaining: summed('remaining'),
        lastDue: rows.at(-1)!.due,
        virtualAccount: rows[0]!.virtualAccount,
      })
    }
    expect(await of(orders[0]!)).toMatchObject({ overdueSince: null, daysOverdue: 0, paidOutOn: ago(5) })
    expect(await of(orders[3]!)).toMatchObject({ overdueSince: ago(40), daysOverdue: 40, lastPaidOn: null })
  })

  test('names and numbers of people are masked', async () => {
    const [row] = await plan({ orderNo: orders[2]! })
    expect(row!.customer).not.toContain('Suryani')
    expect(row!.phone).not.toContain('98765')
    expect(row!.nik).toMatch(/\*/)
  })

  test.each([
    ['a phone', { phone: whose.phone }, ['2 1', '2 2']],
    ['a whole name, in whatever letters', { fullName: 'ratna  suryani' }, ['2 1', '2 2']],
    ['an app', { app: 'PW' }, ['3 1', '3 2']],
    ['a channel', { channel: 'referral' }, ['3 1', '3 2']],
    ['due days', { dueFrom: dayStart(today), dueTo: dayStart(addDays(today, 1)) }, ['1 1']],
    ['two things at once', { app: 'PW', status: 'pending' as const }, []],
  ])('by %s they are found', async (_, filter, expected) => {
    expect(named(await plan(filter)).toSorted()).toEqual(expected)
    expect(await finance.data(lists.planCount, filter)).toMatchObject({ count: expected.length, capped: false })
  })

  test('by a part of an order number they are found', async () => {
    const part = orders[2]!.slice(-4)
    expect(named(await plan({ orderNo: part })).toSorted()).toEqual(['2 1', '2 2'])
  })

  test('pages follow each other without a gap or a repetition', async () => {
    const seen: string[] = []
    let after: InputOf<typeof lists.plan>['after']
    do {
      const page: DataOf<typeof lists.plan> = await finance.data(lists.plan, { limit: 3, ...(after && { after }) })
      seen.push(...named(page.rows))
      after = page.next ?? undefined
    } while (after)
    expect(seen).toEqual(named(await plan()))
  })

  test('they begin at what is due next, from today on, and what fell due before follows, page by page', async () => {
    const seen: DataOf<typeof lists.plan>['rows'] = []
    let after: InputOf<typeof lists.plan>['after']
    do {
      const page: DataOf<typeof lists.plan> = await finance.data(lists.plan, {
        limit: 2,
        ...(after && { after }),
      })
      seen.push(...page.rows)
      after = page.next ?? undefined
    } while (after)
    const rising = await plan({ sort: 'due' })
    const coming = rising.filter(({ due }) => due >= today)
    const past = rising.filter(({ due }) => due < today).toReversed()
    expect([coming.length > 2, past.length > 2]).toEqual([true, true])
    expect(seen).toEqual([...coming, ...past])
  })

  test('a place further than the database counts is refused', async () => {
    const [orderNo, beyond] = [orders[2]!, 2 ** 31]
    const ofPlan = { after: { due: today, orderNo, term: beyond } }
    expect(await finance.call(lists.plan, ofPlan)).toMatchObject({ code: 400 })
    const ofPayments = { after: { day: today, orderNo, n: beyond } }
    expect(await finance.call(lists.payments, ofPayments)).toMatchObject({ code: 400 })
  })

  test('the sums are those of the loans', async () => {
    const ledgers = await Promise.all(orders.map(async (orderNo) => ledgerOn(await bookFor(orderNo), today)))
    const { sums } = await finance.data(lists.planCount, {})
    expect(sums!.remaining).toBe(sum(ledgers.map(leftOn)))
    expect(sums!.amount).toBe(sums!.paid + sums!.reduced + sums!.remaining)
  })

  test('what is overdue is told by due day, and the days come to what their instalments do', async () => {
    const { rows } = await finance.data(lists.overdue, {})
    expect(
      rows.map(({ due, daysOverdue, instalments, orders: of }) => ({ due, daysOverdue, instalments, of })),
    ).toEqual([
      { due: ago(10), daysOverdue: 10, instalments: 1, of: 1 },
      { due: ago(20), daysOverdue: 20, instalments: 1, of: 1 },
      { due: ago(40), daysOverdue: 40, instalments: 1, of: 1 },
    ])
    for (const { due, remaining, fee } of rows) {
      const ofDay = { status: 'overdue' as const, dueFrom: dayStart(due), dueTo: dayStart(addDays(due, 1)) }
      expect((await finance.data(lists.planCount, ofDay)).sums).toMatchObject({ remaining, fee })
    }
    const { count, sums } = await finance.data(lists.overdueCount, {})
    expect({ count, remaining: sums!.remaining }).toEqual({
      count: 3,
      remaining: sum(rows.map((row) => row.remaining)),
    })
    expect((await finance.data(lists.overdue, { app: 'PW' })).rows).toHaveLength(2)
    const { next } = await finance.data(lists.overdue, { limit: 2 })
    expect((await finance.data(lists.overdue, { limit: 2, after: next! })).rows).toEqual(rows.slice(2))
  })

  test('a list is for whom it was granted to', async () => {
    const support = await app.login('support')
    for (const endpoint of [lists.plan, lists.payments, lists.overdue])
      expect(await support.call(endpoint, {})).toHaveCode(4030)
  })

  test('what was paid is listed with what it went to, back-dated and reversed too', async () => {
    const orderNo = orders[3]!
    await record(orderNo, { txid: 'late', day: today, amount: 700_000 })
    await record(orderNo, { txid: 'early', day: ago(41), amount: 48_000 })
    const rows = (await finance.data(lists.payments, { orderNo })).rows
    const { lines } = ledgerOn(await bookFor(orderNo), today)
    expect(rows.map(({ txid, day, interest }) => ({ txid, day, interest }))).toEqual([
      { txid: 'late', day: today, interest: lines[1]!.interest.paid },
      { txid: 'early', day: ago(41), interest: 48_000 },
    ])
    const { sums } = await finance.data(lists.paymentsCount, { orderNo })
    expect(sums).toEqual({
      amount: 748_000,
      interest: sum(lines.map((line) => line.interest.paid)),
      principal: sum(lines.map((line) => line.principal.paid)),
      fee: sum(lines.map((line) => line.fee.paid)),
      charge: 0,
      credit: 0,
    })
    const version = await app.server.store.version(`loan/${orderNo}`)
    await finance.data(loan.proposeReversal, { orderNo, version, txid: 'late', reason: 'came back' })
    const checker = await app.login('financeChecker')
    await checker.data(loan.confirmReversal, { orderNo, version: version + 1 })
    expect(await finance.data(lists.paymentsCount, { reversed: true })).toMatchObject({ count: 1, sums: { amount: 0 } })
    expect((await finance.data(lists.payments, { txid: 'early' })).rows).toMatchObject([
      { interest: 48_000, reversed: false },
    ])
  })

  test('each says how it was paid and through what, and is found by both; one of before says that it is not known', async () => {
    const [orderNo] = await openLoans(app, { from: ago(5) })
    const paid = { orderNo: orderNo!, day: today, amount: 1000 }
    await record(orderNo!, { ...paid, txid: 'how-1', method: 'retail', payChannel: ' Alfamart ' })
    await record(orderNo!, { ...paid, txid: 'how-2', method: 'cash' })
    await record(orderNo!, { ...paid, txid: 'how-3' })
    const of = async (filter: InputOf<typeof lists.payments>) =>
      (await finance.data(lists.payments, { orderNo, sort: 'day', ...filter })).rows.map(
        ({ txid, method, payChannel }) => [txid, method, payChannel],
      )
    const all = [
      ['how-1', 'retail', 'Alfamart'],
      ['how-2', 'cash', null],
      ['how-3', null, null],
    ]
    expect(await of({})).toEqual(all)
    expect(await of({ method: 'retail' })).toEqual([all[0]])
    expect(await of({ method: 'notKnown' })).toEqual([all[2]])
    expect(await of({ payChannel: 'Alfamart' })).toEqual([all[0]])
    expect((await finance.data(lists.choices, {})).payChannels).toContain('Alfamart')
    expect((await finance.data(lists.paymentsCount, { orderNo, method: 'cash' })).count).toBe(1)
  })

  test('overnight the same rows say more is owed, although nothing happened', async () => {
    const before = await plan({ orderNo: orders[2]!, sort: 'due' })
    app.clock.advance(86_400_000)
    finance = await app.login('finance')
    const [first, second] = await plan({ orderNo: orders[2]!, sort: 'due' })
    expect(first).toEqual({
      ...before[0],
      daysOverdue: 11,
      fee: before[0]!.fee + 2400,
      amount: before[0]!.amount + 2400,
      remaining: before[0]!.remaining + 2400,
    })
    expect(second).toEqual(before[1])
  })
})
