import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayStart } from '../../../src/machines/calendar.ts'
import { usualCollection } from '../../../src/machines/collectionStages.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import { createDispatch } from '../../../src/server/dispatch/dispatch.ts'
import { caseQueues } from '../../../src/server/recoveryCase/queues.ts'
import * as loan from '../../../src/services/loan.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import * as statement from '../../../src/services/statement.ts'
import type { Caller } from '../../kit/app.ts'
import { bankFile, type Movement, takeIn } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan } from '../../kit/loans.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

const first = '2026-03-09'
const hour = 3_600_000

describe.each(oneEngine())('promises and bank statements on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: dayStart(first) + 10 * hour })
  let collector: Caller
  let lead: Caller
  let finance: Caller
  let account: string
  let balance: number
  /** The day of a test's promise: the account of the test before has been silent for a month. */
  let day = addDays(first, -35)

  /** Moves the clock to a time of so many days after the promise, and everything that is due happens. */
  const until = async (days: number, time: string) => {
    app.clock.advance(Date.parse(`${addDays(day, days)}T${time}+07:00`) - app.clock.now())
    await app.settle()
    await app.dispatch.runDue()
    await app.settle()
    collector = await app.login('collector')
    lead = await app.login('collectionLead')
    finance = await app.login('finance')
  }
  const anotherAccount = async () => {
    account = `T${randomUUID().slice(0, 8)}`
    balance = 0
    await putInForce(app, 'bankAccount', account, { bank: 'BCA', name: 'Uji', number: '12345' })
  }
  beforeEach(async () => {
    day = addDays(day, 35)
    await until(0, '10:00')
    await anotherAccount()
  })

  type Line = readonly [days: number, amount: number, info: string]
  /** Takes in a file of the account with movements so many days after the promise. */
  const take = async (...lines: Line[]) => {
    const movements = lines.map(([days, amount, info]): Movement => [
      addDays(day, days),
      amount,
      info,
      `${account} ${info}`,
    ])
    await takeIn(app, finance, account, bankFile(balance, movements))
    balance += movements.reduce((total, [, amount]) => total + amount, 0)
  }
  const at = async (orderNo: string) => ({
    orderNo,
    version: await app.server.store.version(`recoveryCase/${orderNo}`),
  })
  /** The customer promises 100,000 for the next day; the one after is the day of grace. */
  const promised = async () => {
    const orderNo = await openLoan(app, { from: addDays(day, -21) })
    await app.settle()
    await lead.data(recoveryCase.dispatch, { ...(await at(orderNo)), holder: collector.id })
    await collector.data(recoveryCase.promise, { ...(await at(orderNo)), amount: 100_000, day: addDays(day, 1) })
    return orderNo
  }
  const waitsUntil = async (orderNo: string) =>
    (await lead.data(recoveryCase.detail, { orderNo })).promises.at(-1)!.waitsUntil
  /** The events of the case since the promise. */
  const since = async (orderNo: string) =>
    (await app.server.store.history(`recoveryCase/${orderNo}`)).map(({ type }) => type).slice(3)

  test('a lender that books no statements, or none for a month, judges in the morning after the last day', async () => {
    const orderNo = await promised()
    expect(await waitsUntil(orderNo)).toBeNull()
    await until(2, '23:59')
    expect(await since(orderNo)).toEqual([])
    await until(3, '00:00')
    expect(await since(orderNo)).toEqual(['promiseBroken'])
  })

  test('a verdict waits for the file of the last day, and the money that it brings is in time', async () => {
    await take([-1, 1000, 'before'])
    const orderNo = await promised()
    expect(await waitsUntil(orderNo)).toBe(addDays(day, 5))
    await until(3, '10:00')
    expect(await since(orderNo)).toEqual([])
    await take([2, 100_000, `TRSF ${orderNo}`])
    await until(3, '10:20')
    expect(await since(orderNo)).toEqual(['paymentsFollowed', 'statementBooked', 'promiseKept'])
    expect(await waitsUntil(orderNo)).toBeNull()
  })

  test('the case follows what was booked before it hears of the statement, once from two servers', async () => {
    await take([-1, 1000, 'before'])
    const orderNo = await promised()
    await until(3, '10:00')
    await take([2, 60_000, `TRSF ${orderNo}`])
    const version = await app.server.store.version(`loan/${orderNo}`)
    const txid = randomUUID()
    await finance.data(loan.record, { orderNo, version, txid, day: addDays(day, 2), amount: 40_000 })
    app.clock.advance(hour)
    await app.dispatch.runDue()
    expect(await since(orderNo)).toEqual(['paymentsFollowed'])
    await app.settle()
    app.clock.advance(hour)
    const other = createDispatch(app.server, caseQueues(app.server))
    await Promise.all([app.dispatch.runDue(), other.runDue()])
    await other.stop()
    await app.settle()
    expect(await since(orderNo)).toEqual(['paymentsFollowed', 'paymentsFollowed', 'statementBooked', 'promiseKept'])
  })

  test('a file of a day that was not over is no statement of it, and a credit that waits for somebody is not booked', async () => {
    await take([-1, 1000, 'before'])
    const orderNo = await promised()
    await until(2, '15:00')
    await take([2, -500, 'fee'])
    await until(3, '10:00')
    expect(await since(orderNo)).toEqual([])
    await take([2, 2000, 'of nobody'], [3, 3000, 'later'])
    await until(3, '10:20')
    expect(await since(orderNo)).toEqual([])
    const { rows } = await finance.data(statement.list, { account })
    const { id, version } = rows.find(({ amount }) => amount === 2000)!
    await finance.data(statement.makeException, { id, version, reason: 'bankInterest', owner: finance.id })
    await until(3, '10:40')
    expect(await since(orderNo)).toEqual(['statementBooked', 'promiseBroken'])
  })

  test('a verdict waits for the file of each account that customers pay into', async () => {
    await take([-1, 1000, 'before'])
    const orderNo = await promised()
    const slow = { account, balance }
    await anotherAccount()
    await take([-1, 1000, 'before'])
    await until(3, '10:00')
    await take([2, -500, 'fee'])
    await until(3, '10:20')
    expect(await since(orderNo)).toEqual([])
    account = slow.account
    balance = slow.balance
    await take([2, -500, 'fee'])
    await until(3, '10:40')
    expect(await since(orderNo)).toEqual(['statementBooked', 'promiseBroken'])
  })

  test('a statement that does not come is waited for as long as the rules allow; what it brings later corrects', async () => {
    await putInForce(app, 'collectionRules', onlyCode, { from: day, ...usualCollection, statementDays: 2 })
    await take([-1, 1000, 'before'])
    const orderNo = await promised()
    expect(await waitsUntil(orderNo)).toBe(addDays(day, 4))
    await until(4, '23:59')
    expect(await since(orderNo)).toEqual([])
    await until(5, '00:00')
    expect(await since(orderNo)).toEqual(['promiseBroken'])
    await take([2, 100_000, `TRSF ${orderNo}`])
    expect(await since(orderNo)).toEqual(['promiseBroken', 'promiseCorrected'])
    expect((await lead.data(recoveryCase.detail, { orderNo })).row).toMatchObject({ promiseOutcome: 'kept' })
  })

  test('of two promises the newer one is waited for, and once', async () => {
    await take([-1, 1000, 'before'])
    const orderNo = await promised()
    const more = { ...(await at(orderNo)), amount: 50_000, day: addDays(day, 2) }
    await collector.data(recoveryCase.promise, more)
    await until(3, '10:00')
    await take([2, 7, 'in between'])
    await until(4, '10:00')
    await take([3, 50_000, `TRSF ${orderNo}`])
    await until(4, '10:20')
    // The credit of the second day waits for somebody until the rules judge.
    expect(await since(orderNo)).toEqual(['promised', 'paymentsFollowed'])
    await until(6, '00:00')
    expect(await since(orderNo)).toEqual(['promised', 'paymentsFollowed', 'promiseKept'])
  })
})
