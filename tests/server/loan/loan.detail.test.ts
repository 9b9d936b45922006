import { describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import { replay } from '../../../src/machines/kernel.ts'
import { loanMachine } from '../../../src/machines/loan.ts'
import * as loan from '../../../src/services/loan.ts'
import { reveal } from '../../../src/services/reveal.ts'
import { userInfo } from '../../../src/services/user.ts'
import { start } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan, openLoans, tellLoan } from '../../kit/loans.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)

describe.each(oneEngine())('one loan on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const finance = as('finance')

  test('is told with all that happened to it, as its chart has it, by whom, and on which day the server is', async () => {
    const orderNo = await openLoan(app, { from: today })
    await finance.data(loan.record, { orderNo, version: 1, txid: 'va-1', day: today, amount: 100_000 })
    const answer = await finance.data(loan.loan, { orderNo })
    expect(answer).toMatchObject({ orderNo, product: 'KILAT', app: 'DK', today, customer: 'S*** W***' })
    const { history, state } = answer.loan!
    const { name } = await finance.data(userInfo, { token: finance.token })
    expect(history.map(({ version, type, byName }) => [version, type, byName])).toEqual([
      [1, 'loanOpened', 'SYS'],
      [2, 'repaid', name],
    ])
    expect(history[1]).toMatchObject({ by: finance.id, details: { txid: 'va-1', day: today, amount: 100_000 } })
    const told = replay(
      loanMachine,
      history.map(({ type, by, at, state: after, details }) => ({
        stream: `loan/${orderNo}`,
        fact: { ...details, type, by, at },
        state: after,
      })),
    )
    expect(state).toEqual(JSON.parse(JSON.stringify(told)))
    expect(history.at(-1)!.state).toBe('open.settlement.current|reduction.none|rollover.none|proposal.none')
  })

  test('says nothing of the customer but a masked name', async () => {
    const who = passingCustomer({ name: 'Ratna Kusumawardhani', phone: '081299990001' })
    const orderNo = await openLoan(app, { from: today }, [{ customer: who }])
    const told = JSON.stringify(await finance.data(loan.loan, { orderNo }))
    for (const known of ['Ratna', 'Kusumawardhani', '1299990001', who.nik, who.bank.account, who.email])
      expect(told).not.toContain(known)
  })

  test('has a customer whose name finance may be shown for a reason, and a collector may not', async () => {
    const orderNo = await openLoan(app, { from: today }, [{ customer: passingCustomer({ name: 'Putu Ayu Lestari' }) }])
    const body = { orderNo, field: 'name' as const, purpose: 'other' as const, words: 'Statement for the customer' }
    expect(await finance.data(reveal, body)).toEqual({ value: 'Putu Ayu Lestari' })
    const collector = await app.login('collector')
    expect(await collector.call(reveal, body)).toMatchObject({ code: 4030 })
  })

  test('is null before the payout, and not there for an order that is none', async () => {
    const orderNo = await waitingOrder(app)
    expect((await finance.data(loan.loan, { orderNo })).loan).toBeNull()
    expect(await finance.call(loan.loan, { orderNo: 'LK260101999999' })).toMatchObject({ code: 404 })
  })

  test('is for whom it was granted to', async () => {
    const orderNo = await openLoan(app, { from: today })
    const reviewer = await app.login('reviewer1')
    expect(await reviewer.call(loan.loan, { orderNo })).toMatchObject({ code: 4030 })
    expect(await reviewer.call(loan.find, { text: orderNo })).toMatchObject({ code: 4030 })
  })

  describe('is found', () => {
    const found = async (text: string) => (await finance.data(loan.find, { text })).rows.map((row) => row.orderNo)

    test('by its number, a phone however it is written, a NIK, and a whole name however it is spaced', async () => {
      const who = passingCustomer({ name: 'Wayan Sudarma', phone: '081277770002' })
      const orderNo = await openLoan(app, { from: today }, [{ customer: who }])
      for (const text of [orderNo, '+62 812-7777-0002', who.nik, 'wayan   SUDARMA'])
        expect(await found(text)).toEqual([orderNo])
      expect(await found('Wayan')).toEqual([])
    })

    test('by a name, which is an entry as a phone is, without the name', async () => {
      const who = passingCustomer({ name: 'Komang Arsana', phone: '081277770003' })
      const orderNo = await openLoan(app, { from: today }, [{ customer: who }])
      for (const text of ['komang ARSANA', 'Komang  Arsana', who.phone, orderNo, 'Komang Nobody']) await found(text)
      const { person } = await app.db.sql
        .selectFrom('approval')
        .select('person')
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow()
      const entries = await app.db.sql
        .selectFrom('audit')
        .select(['actor', 'type', 'data'])
        .where('subject', '=', `person/${person}`)
        .orderBy('pos')
        .execute()
      expect(entries).toMatchObject([
        { actor: finance.id, type: 'customerFound' },
        { actor: finance.id, type: 'customerFound' },
      ])
      expect(entries.map(({ data }) => (JSON.parse(data) as { by: string }).by)).toEqual(['name', 'phone'])
      expect(JSON.stringify(entries).toLowerCase()).not.toContain('komang')
    })

    test('by a part of its number, the newest first, at most eight, and is told that there are more', async () => {
      const some = Array.from({ length: 9 }, () => ({ customer: passingCustomer() }))
      const orders = await openLoans(app, { from: today }, some)
      const { rows, more } = await finance.data(loan.find, { text: orders[0]!.slice(0, 8).toLowerCase() })
      expect(rows.map(({ orderNo }) => orderNo)).toEqual(orders.toReversed().slice(0, 8))
      expect(more).toBe(true)
    })

    test('only once it was paid out', async () => {
      expect(await found(await waitingOrder(app))).toEqual([])
    })

    test('not by less than three characters', async () => {
      expect(await finance.call(loan.find, { text: 'LK' })).toMatchObject({
        code: 400,
        data: { issues: [expect.objectContaining({ field: 'text' })] },
      })
    })
  })

  test('of a payout that came back is told as well', async () => {
    const orderNo = await openLoan(app, { from: today })
    await tellLoan(app, orderNo, { type: 'loanVoided' })
    const { history, state } = (await finance.data(loan.loan, { orderNo })).loan!
    expect(history.map(({ type }) => type)).toEqual(['loanOpened', 'loanVoided'])
    expect(state.value).toBe('voided')
  })
})
