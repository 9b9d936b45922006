import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { stateName } from '../../../src/machines/kernel.ts'
import { arrivalAmount } from '../../../src/machines/money.ts'
import { termsOn, virtualAccountOf } from '../../../src/server/loan/openLoan.ts'
import { bookRepayment } from '../../../src/server/loan/reversal.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { payoutSendings } from '../../../src/server/payout/sendings.ts'
import { hearWord } from '../../../src/server/providerReports/hear.ts'
import type { Store } from '../../../src/server/store/store.ts'
import * as loan from '../../../src/services/loan.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoanOf, tellLoan } from '../../kit/loans.ts'
import { rowsMade } from '../../kit/made.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { approvedOrder, payoutState, send } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const hour = 3_600_000
const bounces = '66'

describe.each(oneEngine())('a loan and its payout on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let server: ReturnType<typeof serve>
  let finance: Caller
  let checker: Caller
  beforeAll(async () => {
    const address = await new Promise<AddressInfo>((resolve) => {
      server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' }, resolve)
    })
    app.callTo(`http://127.0.0.1:${address.port}/api`)
  })
  afterAll(async () => {
    server.close()
  })

  const later = async (ms: number) => {
    app.clock.advance(ms)
    await app.deliver()
    await app.settle()
  }
  const paidOut = async (ending?: string) => {
    finance = await app.login('finance')
    checker = await app.login('financeChecker')
    const orderNo = await approvedOrder(app, ending)
    await send(app, finance, checker, orderNo)
    await later(60_000)
    return orderNo
  }
  const loanOf = async (orderNo: string) => await app.server.store.state(`loan/${orderNo}`)

  test('opens once the money has arrived, on what was approved and what arrived', async () => {
    const orderNo = await paidOut()
    const { context, version, value } = await loanOf(orderNo)
    const { terms, order } = context
    expect({ version, state: stateName(value) }).toMatchObject({ version: 1 })
    expect(terms).toMatchObject({ principal: 1_500_000, instalments: 1, every: 30, from: businessDay(app.clock.now()) })
    const { paid } = (await payoutState(app, orderNo)).context
    expect(arrivalAmount({ ...terms!, loanAmount: terms!.principal })).toBe(paid!.amount)
    expect(order).toMatchObject({ product: 'KILAT', payout: paid!.txid, virtualAccount: virtualAccountOf(orderNo) })
    await app.settle()
    expect((await loanOf(orderNo)).version).toBe(1)
  })

  test('goes by the rates in force on the day of the payout, whatever they are later', async () => {
    const today = businessDay(app.clock.now())
    const [rate] = await app.db.sql.selectFrom('product_rate').selectAll().where('product', '=', 'KILAT').execute()
    const tomorrow = { ...rate!, from_day: addDays(today, 1), interest: rate!.interest + 7 }
    await app.db.sql.insertInto('product_rate').values(tomorrow).execute()
    const orderNo = await paidOut()
    expect((await loanOf(orderNo)).context.terms!.interest).toBe(rate!.interest)
    const paid = { principal: 1_000_000, arrived: 900_000, handlingFee: 15_000, term: 30, day: addDays(today, 1) }
    expect((await termsOn(app.server, 'KILAT', paid)).interest).toBe(rate!.interest + 7)
    await app.db.sql.deleteFrom('product_rate').where('from_day', '=', tomorrow.from_day).execute()
  })

  test.each([
    [90, 3, 30],
    [180, 6, 30],
    [14, 1, 14],
    [45, 1, 45],
  ])('an order of %i days is paid in %i parts of %i days', async (term, instalments, every) => {
    const paid = {
      principal: 3_000_000,
      arrived: 2_800_000,
      handlingFee: 25_000,
      term,
      day: businessDay(app.clock.now()),
    }
    expect(await termsOn(app.server, 'CICIL', paid)).toMatchObject({ instalments, every, serviceFee: 175_000 })
  })

  test('a product without rates opens no loan, and says so', async () => {
    const paid = { principal: 1, arrived: 1, handlingFee: 0, term: 30, day: '2019-01-01' }
    await expect(termsOn(app.server, 'KILAT', paid)).rejects.toThrow('KILAT has no rates for a loan of 2019-01-01')
  })

  test('is none when the money comes back, and another once it was sent again', async () => {
    const orderNo = await paidOut(bounces)
    expect(stateName((await loanOf(orderNo)).value)).toMatch('settlement.current')
    // A reversed payment does not count, and stays on the record.
    const [day, money] = [businessDay(app.clock.now()), { orderNo, version: 1 }]
    await finance.data(loan.record, { ...money, txid: `v-${orderNo}`, day, amount: 5000 })
    await finance.data(loan.proposeReversal, { ...money, version: 2, txid: `v-${orderNo}`, reason: 'typed wrong' })
    await checker.data(loan.confirmReversal, { ...money, version: 3 })
    await later(2 * hour)
    expect((await loanOf(orderNo)).value).toBe('voided')
    const row = await app.db.sql.selectFrom('loan').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    expect(row).toMatchObject({ state: 'voided', remaining: 0, oldest_due: null })
    finance = await app.login('finance')
    checker = await app.login('financeChecker')
    await send(app, finance, checker, orderNo)
    await later(60_000)
    const { value, context } = await loanOf(orderNo)
    expect(stateName(value)).toMatch('settlement.current')
    expect(context.order!.payout).toBe((await payoutState(app, orderNo)).context.paid!.txid)
    await later(2 * hour)
  })

  test('opened again with fewer parts has no rows of those that are no more', async () => {
    const orderNo = await waitingOrder(app)
    const from = businessDay(app.clock.now())
    const parts = () =>
      app.db.sql
        .selectFrom('instalment')
        .select(['term', 'terms'])
        .where('order_no', '=', orderNo)
        .orderBy('term')
        .execute()
    await openLoanOf(app, orderNo, { from, instalments: 3, every: 30 })
    await tellLoan(app, orderNo, { type: 'loanVoided' })
    await openLoanOf(app, orderNo, { from, instalments: 2, every: 30 })
    expect(await parts()).toEqual([
      { term: 1, terms: 2 },
      { term: 2, terms: 2 },
    ])
    const live = await rowsMade(app.db)
    await rebuild(app.db)
    expect(await rowsMade(app.db)).toEqual(live)
  })

  test('stands, and alarms, when the money comes back after something was repaid', async () => {
    const orderNo = await paidOut(bounces)
    const money = { orderNo, txid: `b-${orderNo}`, day: businessDay(app.clock.now()), amount: 5000 }
    await bookRepayment(app.server, money, { by: 'SYS', at: app.clock.now(), key: `b-${orderNo}` })
    await later(2 * hour)
    expect(stateName((await loanOf(orderNo)).value)).toMatch('settlement.current')
    const words = app.db.sql.selectFrom('provider_word').select('outcome').where('order_no', '=', orderNo)
    expect(await words.where('alarming', '=', true).execute()).toEqual([{ outcome: 'refused' }])
  })

  test('takes no money any more once its payout came back, also before it is void', async () => {
    const orderNo = await paidOut(bounces)
    app.clock.advance(2 * hour)
    await app.deliver()
    expect(stateName((await payoutState(app, orderNo)).value)).toBe('failed')
    expect(stateName((await loanOf(orderNo)).value)).toMatch('settlement.current')
    finance = await app.login('finance')
    const money = { orderNo, version: 1, txid: `l-${orderNo}`, day: businessDay(app.clock.now()), amount: 5000 }
    expect(await finance.call(loan.record, money)).toMatchObject({
      code: 422,
      msg: 'The payout behind this loan was returned',
    })
    await app.settle()
    expect((await loanOf(orderNo)).value).toBe('voided')
    checker = await app.login('financeChecker')
    await send(app, finance, checker, orderNo)
    await later(60_000)
    expect(await finance.data(loan.record, { ...money, version: 3 })).toMatchObject({ version: 4 })
  })

  test('stands when something is repaid at the moment that the money comes back', async () => {
    const orderNo = await paidOut(bounces)
    const { txid, amount, channel } = (await payoutState(app, orderNo)).context.attempts[0]!
    const { store, clock } = app.server
    const money = { orderNo, txid: `m-${orderNo}`, day: businessDay(clock.now()), amount: 5000 }
    const repay = () => bookRepayment(app.server, money, { by: 'SYS', at: clock.now(), key: money.txid })
    const state: Store['state'] = async (stream) => {
      const seen = await store.state(stream)
      // Between the read of the loan and the decision; the repeated key books nothing more.
      if (stream === `loan/${orderNo}`) await repay()
      return seen
    }
    const word = { txid, amount, word: 'bounced', code: 'RETURNED', message: 'Returned', at: clock.now() } as const
    const outcome = await hearWord(
      { ...app.server, store: { ...store, state } },
      [payoutSendings],
      channel,
      word,
      'callback',
    )
    expect(outcome).toBe('refused')
    expect(stateName((await payoutState(app, orderNo)).value)).toBe('succeeded')
    expect((await loanOf(orderNo)).context.entries).toMatchObject([{ kind: 'repaid', reversed: false }])
  })

  test('the record of a repayment finds the loan that was opened so', async () => {
    const orderNo = await paidOut()
    const body = { orderNo, version: 1, txid: `f-${orderNo}`, day: businessDay(app.clock.now()), amount: 5000 }
    expect(await finance.data(loan.record, body)).toMatchObject({ stream: `loan/${orderNo}`, version: 2 })
  })

  test('afterwards every row is what its events say', async () => {
    expect((await verify(app.db)).problems).toEqual([])
  })
})
