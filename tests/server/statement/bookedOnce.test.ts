import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { signed } from '../../../src/server/channels/signature.ts'
import { virtualAccountOf } from '../../../src/server/loan/openLoan.ts'
import * as loan from '../../../src/services/loan.ts'
import * as statement from '../../../src/services/statement.ts'
import { start } from '../../kit/app.ts'
import { bankFile, type Movement, takeIn, uploadTo } from '../../kit/bank.ts'
import { engines } from '../../kit/engines.ts'
import { openLoan, openLoans } from '../../kit/loans.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const yesterday = addDays(today, -1)

describe.each(engines())(
  'one payment, told by the bank and by the virtual accounts’ provider, on $engine',
  ({ databaseUrl }) => {
    const { app, as } = withApp({ databaseUrl })
    const finance = as('finance')
    let account: string

    const newAccount = async () => {
      account = `T${randomUUID().slice(0, 8)}`
      await app.db.sql
        .insertInto('bank_account')
        .values({ code: account, bank: 'BCA', name: 'Uji', number: '123' })
        .execute()
    }
    const lines = async () => (await finance.data(statement.list, { account, sort: 'bookedAt', limit: 200 })).rows
    const paymentsOf = (orderNo: string) =>
      app.db.sql.selectFrom('repayment').select(['txid', 'amount']).where('order_no', '=', orderNo).execute()
    const outcomeOf = async (txid: string) =>
      (await app.db.sql.selectFrom('provider_word').select('outcome').where('txid', '=', txid).execute()).map(
        ({ outcome }) => outcome,
      )

    const stateOf = async (orderNo: string) => {
      const line = app.db.sql.selectFrom('statement_line').select('state').where('txid', '=', `bank-${orderNo}`)
      return (await line.executeTakeFirst())?.state
    }

    type Payload = { txid: string; amount: number; at?: number }
    /** Sends a report of the virtual account provider on a loan's account. */
    const report = async (orderNo: string, payload: Payload) => {
      const body = JSON.stringify({ account: virtualAccountOf(orderNo), at: app.clock.now(), ...payload })
      const response = await app.app.request('/api/channels/va/callback', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signed(app.server.channels.secrets.va!, body, app.clock.now()),
        },
        body,
      })
      expect(await response.json()).toHaveCode(0)
    }

    test('at one moment it is booked once: by the line, or by the report, to which the line is tied', async () => {
      const seen = new Set<string>()
      for (let round = 0; round < 6; round += 1) {
        await newAccount()
        const orders = await openLoans(
          app,
          { from: addDays(today, -5) },
          Array.from({ length: 12 }, () => ({})),
        )
        const movements = orders.map((orderNo): Movement => [today, 150_000, `VA ${orderNo}`, `bank-${orderNo}`])
        const { id, version } = await uploadTo(app, finance, account, bankFile(0, movements))
        await finance.data(statement.confirm, { id, version })
        const reports = orders.map(async (orderNo, nth) => {
          // The first report comes before its line, the last after the match, and all others somewhere between.
          while (nth > 0 && !(await stateOf(orderNo))) await setImmediate()
          while (nth === orders.length - 1 && (await stateOf(orderNo)) === 'unmatched') await setImmediate()
          for (let turn = 0; turn < nth * round; turn += 1) {
            await sql`select`.execute(app.db.sql)
            await setImmediate()
          }
          await report(orderNo, { txid: `va-${orderNo}`, amount: 150_000 })
        })
        await Promise.all([app.settle(), ...reports])
        await app.settle()
        const lineOf = new Map((await lines()).map((line) => [line.orderNo, line]))
        for (const orderNo of orders) {
          const [payment, ...more] = await paymentsOf(orderNo)
          expect(more, orderNo).toEqual([])
          const [outcome] = await outcomeOf(`va-${orderNo}`)
          const line = lineOf.get(orderNo)
          seen.add(outcome!)
          const recorded = outcome === 'taken' ? `va-${orderNo}` : null
          expect({ booked: payment!.txid, recorded: line?.recorded, state: line?.state }).toEqual({
            booked: recorded ?? `bank-${orderNo}`,
            recorded,
            state: 'reconciled',
          })
        }
      }
      // Both outcomes must occur: otherwise no report and line were concurrent.
      expect(seen).toEqual(new Set(['taken', 'onStatement']))
    })

    test('two payments of one loan alike, one after the other in one file, are both booked', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: addDays(today, -5) })
      await takeIn(
        app,
        finance,
        account,
        bankFile(0, [
          [today, 70_000, `TRSF ${orderNo}`, `A-${orderNo}`],
          [today, 70_000, `TRSF ${orderNo}`, `B-${orderNo}`],
        ]),
      )
      expect((await lines()).map(({ state, recorded }) => [state, recorded])).toEqual([
        ['reconciled', null],
        ['reconciled', null],
      ])
      expect(await paymentsOf(orderNo)).toHaveLength(2)
    })

    describe('a line of which nobody knew what it is', () => {
      test('is tied to the payment that is reported later under its transaction id', async () => {
        await newAccount()
        const orderNo = await openLoan(app, { from: addDays(today, -5) })
        await takeIn(app, finance, account, bankFile(0, [[yesterday, 81_000, 'SETOR', `L-${orderNo}`]]))
        expect(await lines()).toMatchObject([{ state: 'unmatched' }])
        await report(orderNo, { txid: `L-${orderNo}`, amount: 81_000 })
        await app.settle()
        expect(await lines()).toMatchObject([{ state: 'reconciled', orderNo, recorded: `L-${orderNo}`, how: 'txid' }])
        expect(await paymentsOf(orderNo)).toHaveLength(1)
      })

      test('is tied to the payment of the loan that it names, of its amount and day, that is reported later', async () => {
        await newAccount()
        const [orderNo, other] = await openLoans(app, { from: addDays(today, -5) }, [{}, {}])
        // A payment booked a day earlier may be this one or another, so the line stayed unmatched.
        const money = { day: yesterday, amount: 82_000 }
        await finance.data(loan.record, { orderNo: orderNo!, version: 1, txid: `H-${orderNo}`, ...money })
        await takeIn(
          app,
          finance,
          account,
          bankFile(0, [[today, 82_000, `VA ${virtualAccountOf(orderNo!)}`, `M-${orderNo}`]]),
        )
        expect(await lines()).toMatchObject([{ state: 'unmatched' }])
        await report(other!, { txid: `va-${other}`, amount: 82_000 })
        expect(await lines()).toMatchObject([{ state: 'unmatched' }])
        await report(orderNo!, { txid: `va-${orderNo}`, amount: 82_000 })
        await app.settle()
        expect(await lines()).toMatchObject([
          { state: 'reconciled', orderNo, recorded: `va-${orderNo}`, how: 'account' },
        ])
        expect(await paymentsOf(orderNo!)).toHaveLength(2)
      })

      test('stays for people when the payment is of another amount or day', async () => {
        await newAccount()
        const orderNo = await openLoan(app, { from: addDays(today, -5) })
        await takeIn(app, finance, account, bankFile(0, [[yesterday, 83_000, 'SETOR', `N-${orderNo}`]]))
        await report(orderNo, { txid: `N2-${orderNo}`, amount: 83_000, at: app.clock.now() })
        await report(orderNo, { txid: `N3-${orderNo}`, amount: 84_000, at: app.clock.now() })
        await app.settle()
        expect(await lines()).toMatchObject([{ state: 'unmatched' }])
      })
    })
  },
)
