import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { stateName } from '../../../src/machines/kernel.ts'
import { ledgerOn, leftOn } from '../../../src/machines/ledger.ts'
import { bookOf } from '../../../src/machines/loan.facts.ts'
import { usualLoanRules } from '../../../src/machines/loanRules.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import { bookRepayment } from '../../../src/server/loan/reversal.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { factOf } from '../../../src/server/store/events.ts'
import * as loan from '../../../src/services/loan.ts'
import * as setting from '../../../src/services/setting.ts'
import { type Caller, start } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan, openLoans } from '../../kit/loans.ts'
import { rowsMade } from '../../kit/made.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const terms = { from: today }

const reason = 'Board decision 7'

describe.each(oneEngine())('loans on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let finance: Caller
  let checker: Caller
  let collector: Caller
  let lead: Caller
  beforeAll(async () => {
    await logIn()
  })

  /** Sessions expire while days pass. */
  const logIn = async () => {
    finance = await app.login('finance')
    checker = await app.login('financeChecker')
    collector = await app.login('collector')
    lead = await app.login('collectionLead')
  }
  const later = async (days: number) => {
    app.clock.advance(days * 86_400_000)
    await app.settle()
    await logIn()
  }
  const stateOf = async (orderNo: string) => stateName((await app.server.store.state(`loan/${orderNo}`)).value)
  const versionOf = (orderNo: string) => app.server.store.version(`loan/${orderNo}`)
  const rowOf = (orderNo: string) =>
    app.db.sql.selectFrom('loan').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const now = () => businessDay(app.clock.now())
  const owed = async (orderNo: string, on = now()) =>
    leftOn(ledgerOn(bookOf((await app.server.store.state(`loan/${orderNo}`)).context), on))
  const pay = async (orderNo: string, amount: number, day = now()) =>
    finance.data(loan.record, { orderNo, version: await versionOf(orderNo), txid: randomUUID(), day, amount })

  test('a repayment is booked once, however often the call comes', async () => {
    const orderNo = await openLoan(app, terms)
    const body = { orderNo, version: 1, txid: 'once', day: today, amount: 100_000 }
    const first = await finance.data(loan.record, body, { key: 'once' })
    expect(await finance.data(loan.record, body, { key: 'once' })).toEqual(first)
    expect(await rowOf(orderNo)).toMatchObject({ paid: 100_000, version: 2, last_paid_on: today })
    expect(await finance.call(loan.record, { ...body, version: 2 })).toMatchObject({
      code: 422,
      msg: 'This transaction id was used before',
    })
  })

  test('a transaction number is of one loan', async () => {
    const [one, other] = await openLoans(app, terms, [{}, {}])
    await finance.data(loan.record, { orderNo: one!, version: 1, txid: 'of one', day: today, amount: 1000 })
    const again = { orderNo: other!, version: 1, txid: 'of one', day: today, amount: 1000 }
    expect(await finance.call(loan.record, again)).toMatchObject({ code: 422 })
    expect(await versionOf(other!)).toBe(1)
  })

  test('money that was recorded with the wrong loan and reversed is recorded with the right one', async () => {
    const [wrong, right] = await openLoans(app, terms, [{}, {}])
    const money = { version: 1, txid: 'misplaced', day: today, amount: 1000 }
    await finance.data(loan.record, { ...money, orderNo: wrong! })
    const proposal = { orderNo: wrong!, version: 2, txid: 'misplaced', reason: 'of another' }
    await finance.data(loan.proposeReversal, proposal)
    await checker.data(loan.confirmReversal, { orderNo: wrong!, version: 3 })
    await finance.data(loan.record, { ...money, orderNo: right! })
    expect([(await rowOf(wrong!)).paid, (await rowOf(right!)).paid]).toEqual([0, 1000])
  })

  test('a transaction number that two loans are given at once is of one of them', async () => {
    const orders = await openLoans(app, terms, [{}, {}, {}])
    const body = { version: 1, txid: 'at once', day: today, amount: 1000 }
    const answers = await Promise.all(orders.map((orderNo) => finance.call(loan.record, { ...body, orderNo })))
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 422, 422])
    const booked = app.db.sql.selectFrom('repayment').select('order_no').where('txid', '=', 'at once')
    expect(await booked.execute()).toHaveLength(1)
  })

  test.each([
    ['tomorrow', { day: addDays(today, 1) }, 422, 'The day is in the future'],
    ['the day before the payout', { day: addDays(today, -1) }, 422, 'The day is before the payout'],
    ['a negative amount', { amount: -1 }, 400, undefined],
    ['a fraction', { amount: 0.5 }, 400, undefined],
    ['more than a million million', { amount: 1e12 + 1 }, 400, undefined],
  ])('%s is refused in words', async (_, wrong, code, msg) => {
    const orderNo = await openLoan(app, terms)
    const body = { orderNo, version: 1, txid: randomUUID(), day: today, amount: 1000, ...wrong }
    const answer = await finance.call(loan.record, body)
    expect(answer).toMatchObject({ code, ...(msg && { msg }) })
    expect(await versionOf(orderNo)).toBe(1)
  })

  test('whoever saw an older loan is told that somebody was faster', async () => {
    const orderNo = await openLoan(app, terms)
    await pay(orderNo, 1000)
    const late = { orderNo, version: 1, txid: randomUUID(), day: today, amount: 1000 }
    expect(await finance.call(loan.record, late)).toHaveCode(409)
  })

  test('a loan that is not there is not found', async () => {
    const nobodys = { orderNo: 'LK260101999999', version: 0, txid: 'x', day: today, amount: 1 }
    expect(await finance.call(loan.record, nobodys)).toHaveCode(404)
  })

  test('days lead it from its due day on, each once, also when many pass at a time', async () => {
    const orderNo = await openLoan(app, { from: now(), instalments: 1, every: 14 })
    await later(13)
    expect(await stateOf(orderNo)).toMatch('settlement.current')
    await later(1)
    expect(await stateOf(orderNo)).toMatch('settlement.due')
    await later(1)
    expect(await stateOf(orderNo)).toMatch('overdue.early')
    await later(7)
    expect(await stateOf(orderNo)).toMatch('overdue.late')
    const types = (await app.server.store.history(`loan/${orderNo}`)).map(({ type }) => type)
    expect(types).toEqual(['loanOpened', 'fellDue', 'fellOverdue', 'turnedLate'])
    await pay(orderNo, await owed(orderNo))
    await app.settle()
    expect(await stateOf(orderNo)).toMatch('settlement.settled')
    expect(await rowOf(orderNo)).toMatchObject({ state: 'settled', oldest_due: null, remaining: 0, credit: 0 })
  })

  test('a reversal takes two people, and what it took back is owed again', async () => {
    const orderNo = await openLoan(app, { from: now() })
    const before = await owed(orderNo)
    const version = await versionOf(orderNo)
    await finance.data(loan.record, { orderNo, version, txid: `r-${orderNo}`, day: now(), amount: before })
    await app.settle()
    expect(await stateOf(orderNo)).toMatch('settlement.settled')
    const proposal = { orderNo, version: 3, txid: `r-${orderNo}`, reason: 'came back' }
    await finance.data(loan.proposeReversal, proposal)
    expect(await finance.call(loan.confirmReversal, { orderNo, version: 4 })).toHaveCode(4030)
    const admin = await app.login('admin')
    await checker.data(loan.refuseReversal, { orderNo, version: 4 })
    await admin.data(loan.proposeReversal, { ...proposal, version: 5 })
    expect(await admin.call(loan.confirmReversal, { orderNo, version: 6 })).toMatchObject({
      code: 422,
      msg: 'It takes somebody other than who proposed it',
    })
    await checker.data(loan.confirmReversal, { orderNo, version: 6 })
    await app.settle()
    expect(await stateOf(orderNo)).toMatch('settlement.current')
    expect(await rowOf(orderNo)).toMatchObject({ paid: 0, remaining: before })
    const row = await app.db.sql
      .selectFrom('repayment')
      .selectAll()
      .where('txid', '=', `r-${orderNo}`)
      .executeTakeFirst()
    expect(row).toMatchObject({ reversed: true, interest: 0, principal: 0, fee: 0, credit: 0 })
  })

  test('a reduction is asked for by one, within a limit, and granted by another, within theirs', async () => {
    const orderNo = await openLoan(app, { from: now() })
    const ask = { orderNo, version: 1, until: addDays(now(), 5), reason: 'hardship' }
    expect(await collector.call(loan.requestReduction, { ...ask, amount: 1_000_001 })).toMatchObject({
      code: 422,
      msg: 'This is above what you may reduce',
    })
    await collector.data(loan.requestReduction, { ...ask, amount: 300_001 })
    expect(await lead.call(loan.approveReduction, { orderNo, version: 2 })).toMatchObject({
      code: 422,
      msg: 'Above your limit somebody else approves it',
    })
    await checker.data(loan.approveLargeReduction, { orderNo, version: 2 })
    const left = (await owed(orderNo)) - 300_001
    await pay(orderNo, left)
    await app.settle()
    expect(await rowOf(orderNo)).toMatchObject({ state: 'settled', reduced: 300_001, remaining: 0 })
  })

  test('a reduction that is not paid in time lapses by itself', async () => {
    const orderNo = await openLoan(app, { from: now() })
    await collector.data(loan.requestReduction, {
      orderNo,
      version: 1,
      amount: 100_000,
      until: addDays(now(), 2),
      reason: 'hardship',
    })
    await lead.data(loan.approveReduction, { orderNo, version: 2 })
    expect((await rowOf(orderNo)).reduction).toBe('approved')
    await later(3)
    expect(await rowOf(orderNo)).toMatchObject({ reduction: 'none', reduced: 0 })
  })

  test.each([
    ['a rollover for longer than ten years', loan.offerRollover, { days: 3651, until: '2026-12-31' }, 'days'],
    ['a rollover until the end of time', loan.offerRollover, { days: 30, until: '9999-12-31' }, 'until'],
    ['a reduction', loan.requestReduction, { amount: 1, until: '9999-12-31', reason: 'hardship' }, 'until'],
  ])('%s is refused at its field', async (_, endpoint, input, field) => {
    const orderNo = await openLoan(app, { from: now() })
    const by = endpoint === loan.offerRollover ? finance : collector
    expect(await by.call(endpoint, { orderNo, version: 1, ...input })).toMatchObject({
      code: 400,
      data: { issues: [{ field, reason: 'range' }] },
    })
  })

  test('a rollover that is paid moves the due days, and both are kept', async () => {
    const orderNo = await openLoan(app, { from: now() })
    await finance.data(loan.offerRollover, { orderNo, version: 1, days: 10, until: addDays(now(), 3) })
    const { serviceFee, interest } = (await app.server.store.state(`loan/${orderNo}`)).context.rollover!
    const payment = { orderNo, version: 2, txid: `ro-${orderNo}`, day: now(), amount: serviceFee + interest }
    expect(await finance.call(loan.recordRollover, { ...payment, amount: 1 })).toHaveCode(422)
    await finance.data(loan.recordRollover, payment)
    const rows = await app.db.sql
      .selectFrom('instalment')
      .select(['due', 'original_due'])
      .where('order_no', '=', orderNo)
      .orderBy('term')
      .execute()
    expect(rows.map(({ due, original_due }) => due === addDays(original_due, 10))).toEqual([true, true])
    expect(await rowOf(orderNo)).toMatchObject({ rollovers: 1, rollover: 'none' })
  })

  test('a write-off takes a loan long overdue and two people, and money still comes in', async () => {
    const orderNo = await openLoan(app, { from: now(), instalments: 1, every: 7 })
    const propose = async () =>
      finance.call(loan.proposeWriteOff, { orderNo, version: await versionOf(orderNo), reason: 'cannot be found' })
    await later(30)
    expect(await propose()).toMatchObject({ code: 422, msg: 'The loan is not overdue for long enough' })
    await later(70)
    expect(await propose()).toHaveCode(0)
    await checker.data(loan.confirmWriteOff, { orderNo, version: await versionOf(orderNo) })
    await app.settle()
    expect(await stateOf(orderNo)).toMatch('settlement.writtenOff')
    const owedThen = await owed(orderNo)
    await later(10)
    expect(await owed(orderNo)).toBe(owedThen)
    await pay(orderNo, 5000)
    expect(await rowOf(orderNo)).toMatchObject({ state: 'writtenOff', paid: 5000 })
  })

  test('what another area learned of is booked by the same way, once', async () => {
    const orderNo = await openLoan(app, { from: now() })
    const money = { orderNo, txid: `line-${orderNo}`, day: now(), amount: 5000 }
    const learned = { by: 'SYS', at: app.clock.now(), key: `line ${orderNo}` }
    const first = await bookRepayment(app.server, money, learned)
    expect(await bookRepayment(app.server, money, learned)).toEqual(first)
    await expect(bookRepayment(app.server, { ...money, amount: 6000 }, learned)).rejects.toMatchObject({ code: 409 })
    expect(await rowOf(orderNo)).toMatchObject({ paid: 5000 })
  })

  test('limits are a setting, which applies from its day on and leaves earlier events as they are', async () => {
    const orderNo = await openLoan(app, { from: now() })
    const ask = { orderNo, version: 1, until: addDays(now(), 5), reason: 'hardship', amount: 900_000 }
    const [maker, second] = [await app.login('risk'), await app.login('financeChecker')]
    const { settings } = await maker.data(setting.list, {})
    const { version, inForce } = settings.find(({ kind }) => kind === 'loanRules')!
    const next = { ...usualLoanRules, mostReduced: 500_000, writeOffBeyond: 120 }
    const from = addDays(now(), 1)
    const proposal = { kind: 'loanRules', code: onlyCode, version, from, ...next } as const
    expect(await maker.call(setting.propose, { reason, ...proposal, mostReducedByLead: 500_001 })).toHaveCode(400)
    await maker.data(setting.propose, { reason, ...proposal })
    await second.data(setting.confirm, { kind: 'loanRules', code: onlyCode, version: version + 1 })

    const { limits } = await finance.data(loan.loan, { orderNo })
    expect(limits['reductionRequested']).toEqual({ limit: 1_000_000 })
    await collector.data(loan.requestReduction, ask)
    await lead.data(loan.refuseReduction, { orderNo, version: 2 })
    await later(1)
    expect(await collector.call(loan.requestReduction, { ...ask, version: 3 })).toHaveCode(422)
    expect((await finance.data(loan.loan, { orderNo })).limits).toMatchObject({
      reductionRequested: { limit: 500_000 },
      writeOffProposed: { beyond: 120 },
    })
    const [, asked] = await app.server.store.history(`loan/${orderNo}`)
    expect(factOf(asked!)).toMatchObject({ type: 'reductionRequested', amount: 900_000, limit: 1_000_000 })
    expect(inForce).toMatchObject([usualLoanRules])
  })

  test('afterwards every row is what its events say, and a rebuild writes the same bytes', async () => {
    expect((await verify(app.db)).problems).toEqual([])
    const before = await rowsMade(app.db)
    await rebuild(app.db)
    expect(await rowsMade(app.db)).toEqual(before)
    expect(before.instalment!.split('\n').length).toBeGreaterThan(before.loan!.split('\n').length)
  })

  test('a row that was changed behind the back is named', async () => {
    await app.db.sql.updateTable('instalment').set({ paid: 1 }).where('term', '=', 1).execute()
    const { problems } = await verify(app.db)
    expect(problems).toContainEqual(
      expect.stringMatching(/^instalment LK\d+ 1: its row is not what its events lead to$/),
    )
  })
})
