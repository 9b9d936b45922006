import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import { payments } from '../../../src/services/loan.lists.ts'
import * as loan from '../../../src/services/loan.ts'
import * as statement from '../../../src/services/statement.ts'
import * as withdrawal from '../../../src/services/withdrawal.ts'
import { type Caller, start } from '../../kit/app.ts'
import { bankFile, fileOf, type Movement, takeIn, uploadTo } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan } from '../../kit/loans.ts'
import { rowsMade } from '../../kit/made.ts'
import { approvedOrder, payoutState, send } from '../../kit/payouts.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const before = (days: number) => addDays(today, -days)

describe.each(oneEngine())('bank statements on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let finance: Caller
  let checker: Caller
  let account: string
  beforeAll(async () => {
    finance = await app.login('finance')
    checker = await app.login('financeChecker')
  })

  /** Creates an empty bank account of the lender. */
  const newAccount = async () => {
    account = `T${randomUUID().slice(0, 8)}`
    await putInForce(app, 'bankAccount', account, { bank: 'BCA', name: 'Uji', number: '12345' })
    return account
  }
  const upload = (file: Buffer, by = finance) => uploadTo(app, by, account, file)
  const take = (from: number, ...movements: Movement[]) => takeIn(app, finance, account, bankFile(from, movements))
  const lines = async () => (await finance.data(statement.list, { account, sort: 'bookedAt' })).rows
  const line = async (n = 0) => (await lines())[n]!
  /** Sends a command on a line at its present version; then runs the system's work. */
  const act = async <E extends (typeof statement.lineCommands)[keyof typeof statement.lineCommands]>(
    by: Caller,
    endpoint: E,
    input: object = {},
    n = 0,
  ) => {
    const { id, version } = await line(n)
    const answer = await by.call(endpoint, { id, version, ...input } as never)
    await app.settle()
    return answer
  }
  const loanOf = (orderNo: string) =>
    app.db.sql.selectFrom('loan').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()

  describe('a file', () => {
    test('is looked at before anything of it is in the books, and then is there whole', async () => {
      await newAccount()
      const file = await upload(
        bankFile(1000, [
          [before(2), 500, 'masuk', 'A1'],
          [before(1), -200, 'keluar', 'A2'],
        ]),
      )
      expect(file).toMatchObject({
        state: 'staged',
        name: 'mutasi.csv',
        format: 'csv',
        totals: { lines: 2, from: before(2), to: before(1), start: 1000, end: 1300, credits: 500, debits: 200 },
      })
      expect(await lines()).toEqual([])
      const { rows, flaws } = await finance.data(statement.preview, { id: file.id })
      expect(flaws).toEqual([])
      expect(rows.map(({ txid, amount, info }) => [txid, amount, info])).toEqual([
        ['A1', 500, 'm***'],
        ['A2', 200, 'k***'],
      ])
      await finance.data(statement.confirm, { id: file.id, version: file.version })
      await app.settle()
      expect(await fileOf(finance, file.id)).toMatchObject({ state: 'ready', done: 2 })
      expect(await lines()).toMatchObject([
        { txid: 'A1', state: 'unmatched', direction: 'credit', amount: 500, before: 1000, after: 1500, info: 'm***' },
        { txid: 'A2', state: 'unmatched', direction: 'debit', amount: 200, before: 1500, after: 1300, info: 'k***' },
      ])
    })

    test('with one wrong line is refused whole, with the line, the column and the reason in words', async () => {
      await newAccount()
      const file = await upload(
        Buffer.from('Tanggal;Jumlah;Saldo\n01/11/2026;1.000 CR;1.000\n02/11/2026;1,50 CR;1.001\n'),
      )
      expect(file).toMatchObject({ state: 'refused', reason: 'lines', errors: 1 })
      expect(file.words).toBe('Some lines are wrong. Nothing of the file was taken.')
      const { rows, flaws } = await finance.data(statement.preview, { id: file.id })
      expect(rows).toEqual([])
      expect(flaws).toEqual([
        { row: 3, column: 'B (Jumlah)', reason: 'decimals', words: 'Not whole rupiah', said: '1,50 CR' },
      ])
      expect(
        await app.db.sql.selectFrom('bank_statement_row').select('place').where('statement', '=', file.id).execute(),
      ).toEqual([])
    })

    test('that cannot be read says why in the caller’s language', async () => {
      await newAccount()
      const { id } = await upload(Buffer.from('Nama;Telepon\n'))
      const { files } = await finance.data(statement.files, {}, { language: 'id' })
      expect(files.find((one) => one.id === id)!.words).toBe(
        'Tidak ada baris judul dengan kolom tanggal dan jumlah, atau debet dan kredit.',
      )
    })

    test('follows the last one of its account', async () => {
      await newAccount()
      await take(0, [before(3), 700, 'x', 'A1'])
      const gap = await upload(bankFile(800, [[before(2), 1, 'x', 'A2']]))
      expect(gap).toMatchObject({ state: 'refused', reason: 'gap' })
      expect(gap.words).toContain('800')
      const { id } = await upload(bankFile(700, [[before(4), 1, 'x', 'A2']]))
      expect((await finance.data(statement.preview, { id })).flaws).toMatchObject([
        { row: 2, column: 'A (Tanggal)', reason: 'beforeLast', said: before(4) },
      ])
      await take(700, [before(3), 5, 'x', 'A2'])
      expect((await lines()).map(({ after }) => after)).toEqual([700, 705])
    })

    test('that does not follow says so with balances as they are written in each language', async () => {
      await newAccount()
      await take(0, [before(3), 1_234_567, 'x', 'A1'])
      const { id } = await upload(bankFile(2_000_000, [[before(2), 1, 'x', 'A2']]))
      const words = async (language: 'id' | 'en' | 'zh') =>
        (await finance.data(statement.files, {}, { language })).files.find((one) => one.id === id)!.words
      expect([await words('id'), await words('en'), await words('zh')]).toEqual([
        'Saldo awalnya 2.000.000; berkas terakhir rekening ini berakhir dengan 1.234.567.',
        'It begins with a balance of 2,000,000; the last file of this account ended with 1,234,567.',
        '期初余额为 2,000,000；该账户上一份文件的期末余额为 1,234,567。',
      ])
    })

    test('has no transaction that is in the books', async () => {
      await newAccount()
      await take(0, [before(3), 700, 'x', 'A1'])
      const file = await upload(
        bankFile(700, [
          [before(2), 1, 'x', 'A2'],
          [before(2), 1, 'x', 'A1'],
        ]),
      )
      const { flaws } = await finance.data(statement.preview, { id: file.id })
      expect(flaws).toMatchObject([{ row: 3, reason: 'known', said: 'A1' }])
    })

    test.each(['a1 b2c3', 'A1B2C3', 'a1B2c3'])('has no transaction that is in the books as %s', async (txid) => {
      await newAccount()
      await take(0, [before(3), 700, 'x', txid])
      const { id } = await upload(bankFile(700, [[before(2), 1, 'x', 'A1b2C3']]))
      const { flaws } = await finance.data(statement.preview, { id })
      expect(flaws).toMatchObject([{ row: 2, reason: 'known', said: 'A1b2C3' }])
    })

    test('staged before its transaction came under an id in other capitals is refused when it is confirmed', async () => {
      await newAccount()
      // Both begin and end with nothing, so that the other rules are kept.
      const twice = (txid: string, back: string) =>
        bankFile(0, [
          [before(2), 700, 'x', txid],
          [before(2), -700, 'x', back],
        ])
      const { id, version } = await upload(twice('idx9', 'one'))
      await takeIn(app, finance, account, twice('IDX9', 'other'))
      expect(await finance.call(statement.confirm, { id, version })).toMatchObject({
        code: 422,
        msg: 'Some of its transactions are already booked',
      })
      expect(await lines()).toHaveLength(2)
    })

    test('that was overtaken by another of its account is refused when it is confirmed', async () => {
      await newAccount()
      const [one, other] = [
        await upload(bankFile(0, [[before(2), 1, 'x', 'A1']])),
        await upload(bankFile(0, [[before(2), 2, 'x', 'A2']])),
      ]
      const [first, second] = await Promise.all(
        [one, other].map(({ id, version }) => finance.call(statement.confirm, { id, version })),
      )
      expect([first!.code, second!.code].toSorted((a, b) => a - b)).toEqual([0, 422])
      await app.settle()
      const late = first!.code === 0 ? other : one
      expect(await finance.call(statement.confirm, { id: late.id, version: late.version })).toMatchObject({
        code: 422,
        msg: 'It no longer follows the account’s last file',
      })
      expect(await lines()).toHaveLength(1)
    })

    test('is given up by whoever uploaded it, and leaves nothing behind', async () => {
      await newAccount()
      const { id, version } = await upload(bankFile(0, [[before(2), 1, 'x', 'A1']]))
      const admin = await app.login('admin')
      expect(await admin.call(statement.cancel, { id, version })).toMatchObject({ code: 422 })
      await finance.data(statement.cancel, { id, version })
      await app.settle()
      expect(await fileOf(finance, id)).toMatchObject({ state: 'cancelled' })
      expect(
        await app.db.sql.selectFrom('bank_statement_row').select('place').where('statement', '=', id).execute(),
      ).toEqual([])
      const kept = await app.db.sql
        .selectFrom('bank_statement_file')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(kept.content).toBeNull()
    })

    test('of a day with a value date to come is followed by the file of the next day', async () => {
      await newAccount()
      const message = (from: string, to: string, movement: string, balances: [number, number]) =>
        [
          ':20:X',
          ':25:12345',
          `:60F:C${from}IDR${balances[0]},`,
          `:61:${movement}`,
          `:62F:C${to}IDR${balances[1]},`,
          '-',
          '',
        ].join('\r\n')
      await takeIn(
        app,
        finance,
        account,
        Buffer.from(message('261119', '261120', '2611241120C500000,NTRFA1', [0, 500_000])),
      )
      expect(await line()).toMatchObject({ txid: 'A1', day: '2026-11-20' })
      const next = Buffer.from(message('261120', '261121', '2611211121C7,NTRFA2', [500_000, 500_007]))
      await takeIn(app, finance, account, next)
      expect((await lines()).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
    })

    test('of another account by its own word is refused', async () => {
      await newAccount()
      const file = ':20:X\n:25:999\n:60F:C261119IDR0,\n:61:2611191119C1,NTRFX//B1\n:62F:C261119IDR1,\n'
      expect(await upload(Buffer.from(file))).toMatchObject({ state: 'refused', reason: 'otherAccount' })
    })

    test('is uploaded by finance alone, for an account that there is', async () => {
      const content = bankFile(0, []).toString('base64')
      const body = { account, name: '', content }
      expect(await checker.call(statement.upload, body)).toHaveCode(4030)
      expect(await finance.call(statement.upload, { ...body, account: 'NONE' })).toMatchObject({ code: 400 })
    })

    test('names no customer in any event', async () => {
      await newAccount()
      await take(0, [before(2), 1, 'TRSF DARI SRI WAHYUNI 1234567890', 'A1'])
      const { id } = await line()
      expect(await finance.data(statement.open, { id })).toEqual({ info: 'TRSF DARI SRI WAHYUNI 1234567890' })
      const { rows } = await sql<{ n: number }>`select count(*) as n from es_event where data like '%WAHYUNI%'`.execute(
        app.db.sql,
      )
      expect(rows[0]!.n).toBe(0)
      const sealed = await app.db.sql.selectFrom('bank_statement_row').select('info').execute()
      expect(sealed.some(({ info }) => Buffer.from(info).includes('WAHYUNI'))).toBe(false)
    })
  })

  describe('what the bank says of a line', () => {
    const bankText = `TRSF DARI Sri Wahyuni 0812-3456-7890 a/n SRI@POS.example VA 8801123456789012 LK260101000001-P1 LK26 WD261121-0123456789ab`
    const masked =
      'TRSF DARI S*** W*** ***2-***6-***0 a***/n*** S***@P***.e*** VA ************9012 LK260101000001-P1 L*** '

    test('is masked in the list, in what is looked at before and in an export: names, numbers and addresses', async () => {
      await newAccount()
      const file = await upload(bankFile(0, [[before(2), 1, bankText, 'S1']]))
      const shown = `${masked}WD261121-0123456789ab`
      const { rows } = await finance.data(statement.preview, { id: file.id })
      expect(rows.map(({ info }) => info)).toEqual([shown])
      await finance.data(statement.confirm, { id: file.id, version: file.version })
      await app.settle()
      expect((await line()).info).toBe(shown)
    })

    test('is told whole to whoever works on lines, which is one entry an hour, and to nobody else', async () => {
      await newAccount()
      await take(0, [before(2), 1, bankText, 'S2'])
      const { id } = await line()
      const entries = () =>
        app.db.sql
          .selectFrom('audit')
          .select(['actor', 'type', 'data'])
          .where('subject', '=', `statementLine/${id}`)
          .orderBy('pos')
          .execute()
      for (let look = 0; look < 3; look += 1)
        expect(await finance.data(statement.open, { id })).toEqual({ info: bankText })
      await checker.data(statement.open, { id })
      expect(await entries()).toMatchObject([
        { actor: finance.id, type: 'lineOpened' },
        { actor: checker.id, type: 'lineOpened' },
      ])
      expect((await entries())[0]!.data).not.toContain('Sri')
      app.clock.advance(3_600_000)
      ;[finance, checker] = [await app.login('finance'), await app.login('financeChecker')]
      await finance.data(statement.open, { id })
      expect(await entries()).toHaveLength(3)
      const lead = await app.login('reviewLead')
      expect(await lead.call(statement.open, { id })).toMatchObject({ code: 4030 })
      expect(await finance.call(statement.open, { id: 'nowhere' })).toMatchObject({ code: 404 })
      expect(await entries()).toHaveLength(3)
    })

    test('where a file is wrong is told as it stands there to whoever brought it, and masked to others', async () => {
      await newAccount()
      const file = await upload(Buffer.from('Tanggal;Jumlah;Saldo\n01/11/2026;Budi 08123456789;1.000\n'))
      const flawsFor = async (by: Caller) =>
        (await by.data(statement.preview, { id: file.id })).flaws.map((flaw) => flaw.said)
      expect(await flawsFor(finance)).toEqual(['Budi 08123456789'])
      expect(await flawsFor(checker)).toEqual(['B*** ********789'])
    })
  })

  describe('a line', () => {
    test('that names an order is posted to its loan', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      await take(0, [before(2), 300_000, `TRSF ${orderNo} SRI`, `P-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo, how: 'orderNo', recorded: null })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 300_000, last_paid_on: before(2) })
      const [paid] = (await finance.data(payments, { orderNo })).rows
      expect(paid).toMatchObject({ method: 'transfer', payChannel: 'BCA' })
    })

    test('that names a virtual account is posted to its loan', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      const { virtual_account: number } = await loanOf(orderNo)
      await take(0, [before(2), 250_000, `VA/${number}/SRI`, `V-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo, how: 'account' })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 250_000 })
    })

    test('whose transaction is known to a loan is that payment, and no second one', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      const txid = `K-${orderNo}`
      await finance.data(loan.record, { orderNo, version: 1, txid, day: before(2), amount: 100_000 })
      await take(0, [before(2), 100_000, `TRSF ${orderNo}`, txid])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo, how: 'txid', recorded: txid })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 100_000 })
    })

    test('whose transaction is known to a loan in other capitals is that payment, and no second one', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      const txid = `K c-${orderNo.toLowerCase()}`
      await finance.data(loan.record, { orderNo, version: 1, txid, day: before(2), amount: 100_000 })
      await take(0, [before(2), 100_000, `TRSF ${orderNo}`, `kC-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo, how: 'txid', recorded: txid })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 100_000 })
      const other = await openLoan(app, { from: before(5) })
      expect(
        await finance.call(loan.record, {
          orderNo: other,
          version: 1,
          txid: `KC-${orderNo}`,
          day: before(2),
          amount: 100_000,
        }),
      ).toMatchObject({ code: 422 })
    })

    test('whose payment was booked under the provider’s own id is that payment, each line one of them', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      const book = async (txid: string, day: string) =>
        finance.data(loan.record, { orderNo, version: (await loanOf(orderNo)).version, txid, day, amount: 50_000 })
      await book(`VA-${orderNo}`, before(3))
      await take(0, [before(3), 50_000, `TRSF ${orderNo}`, `B1-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'reconciled', how: 'orderNo', recorded: `VA-${orderNo}` })
      await take(50_000, [before(2), 50_000, `TRSF ${orderNo}`, `B2-${orderNo}`])
      expect(await line(1)).toMatchObject({ state: 'reconciled', recorded: null })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 100_000 })
      // A day before the bank's booking: the same payment or another one, which people must decide.
      await book(`VA2-${orderNo}`, before(1))
      await take(100_000, [today, 50_000, `TRSF ${orderNo}`, `B3-${orderNo}`])
      expect(await line(2)).toMatchObject({ state: 'unmatched', refusal: null })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 150_000 })
    })

    test('that may be a payment of the days before goes to people, who see both', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(12) })
      const book = async (txid: string, day: string) =>
        finance.data(loan.record, { orderNo, version: (await loanOf(orderNo)).version, txid, day, amount: 50_000 })
      await book(`W6-${orderNo}`, before(8))
      await book(`W5-${orderNo}`, before(7))
      await take(0, [before(2), 50_000, `SETTLEMENT ${(await loanOf(orderNo)).virtual_account}`, `S5-${orderNo}`])
      const { id, state } = await line()
      expect([state, (await loanOf(orderNo)).paid]).toEqual(['unmatched', 100_000])
      expect(await finance.data(statement.alike, { id })).toEqual({
        payments: [{ orderNo, txid: `W5-${orderNo}`, day: before(7), amount: 50_000 }],
      })
      await act(finance, statement.proposeMatch, { orderNo, recorded: `W5-${orderNo}` })
      await act(checker, statement.confirmMatch)
      expect(await line()).toMatchObject({ state: 'reconciled', recorded: `W5-${orderNo}` })
      // The payment is matched, so the next money of this amount is another.
      await take(50_000, [before(1), 50_000, `TRSF ${orderNo}`, `S6-${orderNo}`])
      expect([(await line(1)).state, (await loanOf(orderNo)).paid]).toEqual(['reconciled', 150_000])
    })

    test('that nobody knows is matched by two people', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      await take(0, [before(2), 100_000, 'SETOR TUNAI', `S-${orderNo}`])
      expect(await act(finance, statement.proposeMatch, { orderNo: 'LK000000000000' })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'orderNo', reason: 'noLoan', message: 'This order has no loan' }] },
      })
      expect(await act(finance, statement.proposeMatch, { orderNo })).toMatchObject({ code: 0 })
      expect(await line()).toMatchObject({ state: 'proposed', orderNo, proposer: finance.id })
      const admin = await app.login('admin')
      expect(await act(finance, statement.confirmMatch)).toMatchObject({ code: 4030 })
      await act(checker, statement.refuseMatch)
      expect(await line()).toMatchObject({ state: 'unmatched', orderNo: null })
      await act(admin, statement.proposeMatch, { orderNo })
      expect(await act(admin, statement.confirmMatch)).toMatchObject({
        code: 422,
        msg: 'It takes somebody other than who proposed it',
      })
      await act(checker, statement.confirmMatch)
      expect(await line()).toMatchObject({ state: 'reconciled', how: 'byHand' })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 100_000 })
    })

    test('that its loan does not take says why, and is unmatched', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(1) })
      await take(0, [before(3), 100_000, `TRSF ${orderNo}`, `E-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'unmatched', refusal: 'loan:guard.notBeforePayout', orderNo: null })
    })

    test('that is one payment with another amount is not proposed', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      const txid = `D-${orderNo}`
      await finance.data(loan.record, { orderNo, version: 1, txid, day: before(2), amount: 100_000 })
      await take(0, [before(2), 90_000, 'x', 'D1'])
      expect(await act(finance, statement.proposeMatch, { orderNo, recorded: txid })).toMatchObject({ code: 422 })
      expect(await act(finance, statement.proposeMatch, { orderNo, recorded: 'none' })).toMatchObject({ code: 400 })
    })

    test('unmatched again reverses what it posted, and may be posted elsewhere', async () => {
      await newAccount()
      const [wrong, right] = [await openLoan(app, { from: before(5) }), await openLoan(app, { from: before(5) })]
      await take(0, [before(2), 100_000, `TRSF ${wrong}`, `U-${wrong}`])
      await act(finance, statement.proposeUnmatch, { note: 'other customer' })
      expect(await line()).toMatchObject({ state: 'unmatching', note: 'other customer' })
      await act(checker, statement.confirmUnmatch)
      expect(await line()).toMatchObject({ state: 'unmatched', orderNo: null })
      expect(await loanOf(wrong)).toMatchObject({ paid: 0 })
      for (const orderNo of [wrong, right]) {
        await act(finance, statement.proposeMatch, { orderNo })
        await act(checker, statement.confirmMatch)
        expect(await line()).toMatchObject({ state: 'reconciled' })
        expect(await loanOf(orderNo)).toMatchObject({ paid: 100_000 })
        if (orderNo === right) continue
        await act(finance, statement.proposeUnmatch, { note: 'once more' })
        await act(checker, statement.confirmUnmatch)
      }
      expect(await loanOf(wrong)).toMatchObject({ paid: 0 })
    })

    test('is free again when what it posted was reversed on the loan itself', async () => {
      await newAccount()
      const orderNo = await openLoan(app, { from: before(5) })
      await take(0, [before(2), 100_000, `TRSF ${orderNo}`, `V-${orderNo}`])
      const { txid } = await app.db.sql
        .selectFrom('repayment')
        .select('txid')
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow()
      await finance.data(loan.proposeReversal, { orderNo, version: 2, txid, reason: 'other customer' })
      await checker.data(loan.confirmReversal, { orderNo, version: 3 })
      await act(finance, statement.proposeUnmatch, { note: 'reversed' })
      await act(checker, statement.confirmUnmatch)
      expect(await line()).toMatchObject({ state: 'unmatched', orderNo: null, refusal: null })
      expect(await loanOf(orderNo)).toMatchObject({ paid: 0 })
    })

    test('of money that went out confirms the payout that it names', async () => {
      await newAccount()
      const orderNo = await approvedOrder(app, '22')
      await send(app, finance, checker, orderNo)
      const [attempt] = (await payoutState(app, orderNo)).context.attempts
      expect((await payoutState(app, orderNo)).value).toBe('processing')
      app.clock.advance(60_000)
      await take(attempt!.amount, [today, -attempt!.amount, `BI-FAST ${orderNo}`, `O-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo, recorded: attempt!.txid, how: 'orderNo' })
      const { value, context } = await payoutState(app, orderNo)
      expect([value, context.paid]).toMatchObject([
        'succeeded',
        { txid: attempt!.txid, amount: attempt!.amount, day: today },
      ])
      expect((await loanOf(orderNo)).paid).toBe(0)
    })

    test('of another amount than the payout that it names is for people', async () => {
      await newAccount()
      const orderNo = await approvedOrder(app, '22')
      await send(app, finance, checker, orderNo)
      await take(5_000_000, [today, -1, `BI-FAST ${orderNo}`, `N-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'unmatched', orderNo: null })
      expect(await act(finance, statement.proposeMatch, { orderNo })).toMatchObject({
        code: 422,
        msg: 'That payment has another amount',
      })
    })

    test('is an exception that somebody sees to, until it is lifted', async () => {
      await newAccount()
      await take(1000, [before(2), -15, 'BIAYA ADM', 'F1'])
      expect(await act(finance, statement.makeException, { reason: 'bankFee', owner: 'staff/999' })).toMatchObject({
        code: 400,
      })
      await act(finance, statement.makeException, { reason: 'bankFee', owner: checker.id })
      expect(await line()).toMatchObject({ state: 'exception', exception: 'bankFee' })
      await act(finance, statement.liftException)
      expect(await line()).toMatchObject({ state: 'unmatched', exception: null })
    })
  })

  describe('sen, zero and what is not booked yet', () => {
    const head = 'Tanggal;Keterangan;Debet;Kredit;Saldo'
    const day = before(2).split('-').toReversed().join('/')
    const file = (...rows: string[]) => Buffer.from([head, ...rows, ''].join('\n'))

    test('interest with sen is settled to a ledger account; its balance goes on in the next file', async () => {
      await newAccount()
      const rows = [`${day};BUNGA;;1.234,56;18.808.995,32`, `${day};INFO;0,00;0,00;18.808.995,32`]
      const { totals } = await upload(file(...rows, 'PEND;x;;5;'))
      const ended = { start: 18_807_760.76, end: 18_808_995.32, credits: 1234.56, debits: 0 }
      expect(totals).toMatchObject({ lines: 2, ...ended, pending: 1 })
      await takeIn(app, finance, account, file(...rows))
      expect(await lines()).toMatchObject([
        { state: 'unmatched', amount: 1234.56, before: 18_807_760.76, after: 18_808_995.32 },
        { state: 'information', amount: 0 },
      ])
      const orderNo = await openLoan(app, { from: before(5) })
      const refusals = ['Only whole rupiah above zero can be a payment', 'Not possible in this state']
      for (const [n, msg] of refusals.entries())
        expect(await act(finance, statement.proposeMatch, { orderNo }, n)).toMatchObject({ code: 422, msg })
      const exception = { reason: 'bankInterest', owner: checker.id }
      expect(await act(finance, statement.makeException, exception)).toMatchObject({
        code: 422,
        msg: 'An amount with sen needs a ledger account',
      })
      expect(await act(finance, statement.makeException, { ...exception, ledger: '7101' })).toMatchObject({ code: 0 })
      expect(await line()).toMatchObject({ state: 'exception', ledger: '7101' })
      expect((await finance.data(statement.days, { account })).days).toMatchObject([{ ...ended, unsettled: 0 }])
      const close = { account, day: before(2), version: 0 }
      expect(await finance.call(statement.proposeClose, close)).toMatchObject({ code: 0 })
      expect(await checker.call(statement.confirmClose, { ...close, version: 1 })).toMatchObject({ code: 0 })
      expect((await finance.data(statement.count, { account, amount: '1.234,56' })).count).toBe(1)
      const next = before(1).split('-').toReversed().join('/')
      expect(await upload(file(`${next};x;;5;18.809.000,31`))).toMatchObject({ state: 'refused', reason: 'gap' })
      expect(await upload(file(`${next};x;;5;18.809.000,32`))).toMatchObject({ state: 'staged' })
    })
  })

  describe('a day', () => {
    const daysOf = async () => (await finance.data(statement.days, { account })).days
    const close = (by: Caller, endpoint: typeof statement.proposeClose, day: string, version: number) =>
      by.call(endpoint, { account, day, version })

    test('is closed by one and confirmed by another once its lines are settled, and takes nothing more', async () => {
      await newAccount()
      await take(1000, [before(3), 500, 'x', 'A1'], [before(2), -15, 'BIAYA', 'A2'])
      const [second, first] = await daysOf()
      expect(first).toMatchObject({
        day: before(3),
        start: 1000,
        end: 1500,
        credits: 500,
        debits: 0,
        lines: 1,
        unsettled: 1,
      })
      expect(second).toMatchObject({ day: before(2), start: 1500, end: 1485, credits: 0, debits: 15, state: 'open' })
      expect(await close(finance, statement.proposeClose, before(2), 0)).toMatchObject({
        code: 422,
        msg: 'Some lines are neither reconciled nor an exception',
      })
      await act(finance, statement.makeException, { reason: 'bankFee', owner: checker.id }, 1)
      expect(await line(1)).toMatchObject({ state: 'exception', dayOpen: true })
      expect(await close(finance, statement.proposeClose, before(2), 0)).toMatchObject({ code: 0 })
      expect((await lines()).map(({ dayOpen }) => dayOpen)).toEqual([true, false])
      expect(await act(finance, statement.liftException, {}, 1)).toMatchObject({
        code: 422,
        msg: 'Its day is closed, or its closing is proposed',
      })
      expect(await close(finance, statement.confirmClose, before(2), 1)).toMatchObject({ code: 4030 })
      expect(await close(checker, statement.confirmClose, before(2), 1)).toMatchObject({ code: 0 })
      expect((await lines()).map(({ dayOpen }) => dayOpen)).toEqual([true, false])
      expect((await daysOf())[0]).toMatchObject({ state: 'closed', checkerName: expect.any(String) as string })
      const late = await upload(bankFile(1485, [[before(2), 1, 'x', 'A3']]))
      expect(late).toMatchObject({ state: 'refused' })
      expect((await finance.data(statement.preview, { id: late.id })).flaws).toMatchObject([{ reason: 'shutDay' }])
    })

    test('is neither proposed nor confirmed while a file is being added', async () => {
      await newAccount()
      await take(0, [before(3), 500, 'x', 'A1'])
      await act(finance, statement.makeException, { reason: 'bankFee', owner: checker.id })
      const addOn = async (day: string, balance: number) => {
        const { id, version } = await upload(bankFile(balance, [[day, 7, 'x', `B${balance}`]]))
        await finance.data(statement.confirm, { id, version })
      }
      const refused = { code: 422, data: { reason: 'statementDay:guard.noneAppending' } }
      await addOn(before(2), 500)
      expect(await close(finance, statement.proposeClose, before(3), 0)).toMatchObject(refused)
      await app.settle()
      expect(await close(finance, statement.proposeClose, before(3), 0)).toMatchObject({ code: 0 })
      await addOn(before(1), 507)
      expect(await close(checker, statement.confirmClose, before(3), 1)).toMatchObject(refused)
      await app.settle()
      expect(await close(checker, statement.confirmClose, before(3), 1)).toMatchObject({ code: 0 })
    })

    test('that is not over, or has no lines, is not closed', async () => {
      await newAccount()
      await take(0, [today, 500, 'x', 'A1'])
      expect(await close(finance, statement.proposeClose, today, 0)).toMatchObject({
        msg: 'This day is not over yet',
      })
      expect(await close(finance, statement.proposeClose, before(9), 0)).toMatchObject({
        msg: 'There are no lines of this day',
      })
    })

    test.each([0, 1])(
      'whose closing nobody proposed is not there to be answered, whatever version %i is named',
      async (seen) => {
        await newAccount()
        await take(1000, [before(2), -15, 'BIAYA', 'A1'])
        for (const answer of [statement.confirmClose, statement.refuseClose])
          expect(await close(checker, answer, before(2), seen)).toMatchObject({ code: 404 })
        expect(await daysOf()).toMatchObject([{ day: before(2), state: 'open', version: 0 }])
      },
    )

    test('to which lines came since it was proposed is not confirmed', async () => {
      await newAccount()
      await take(1000, [before(2), -15, 'BIAYA', 'A1'])
      await act(finance, statement.makeException, { reason: 'bankFee', owner: checker.id })
      const file = await upload(bankFile(985, [[before(2), 1, 'x', 'A2']]))
      await close(finance, statement.proposeClose, before(2), 0)
      expect(await finance.call(statement.confirm, { id: file.id, version: file.version })).toMatchObject({
        code: 422,
        msg: 'One of its days is closed',
      })
      await checker.data(statement.refuseClose, { account, day: before(2), version: 1 })
      expect(await line()).toMatchObject({ dayOpen: true })
      await finance.data(statement.confirm, { id: file.id, version: file.version })
      await app.settle()
      expect((await daysOf())[0]).toMatchObject({ state: 'open', lines: 2, unsettled: 1 })
    })
  })

  describe('lines are listed', () => {
    test('by each filter, page by page, with what they come to', async () => {
      await newAccount()
      await take(
        0,
        ...Array.from({ length: 12 }, (_, n): Movement => [before(3), 100 + n, `line ${n}`, `L${account}${n}`]),
      )
      const seen: string[] = []
      let after: DataOf<typeof statement.list>['next'] | undefined
      do {
        const { rows, next } = await finance.data(statement.list, { account, limit: 3, ...(after && { after }) })
        seen.push(...rows.map(({ txid }) => txid))
        after = next
      } while (after)
      // Newest first; lines of one instant in the bank's order.
      expect(seen.toReversed()).toEqual(Array.from({ length: 12 }, (_, n) => `L${account}${n}`))
      const found = async (filter: object) => (await finance.data(statement.count, { account, ...filter })).count
      const counted = { count: 12, capped: false }
      expect(await finance.data(statement.count, { account })).toEqual(counted)
      const sums = { amount: 1266 }
      expect(await finance.data(statement.count, { account, direction: 'credit' })).toEqual({ ...counted, sums })
      expect(await found({ txid: `L${account}3` })).toBe(1)
      expect(await found({ amount: 'Rp 104' })).toBe(1)
      expect(await found({ state: 'unmatched', direction: 'credit' })).toBe(12)
      expect(await found({ direction: 'debit' })).toBe(0)
      expect(await finance.call(statement.count, { amount: 'x' })).toMatchObject({ code: 400 })
    })
  })

  test('what was stored stands, and is made anew the same', async () => {
    expect((await verify(app.db)).problems).toEqual([])
    const was = await rowsMade(app.db)
    await rebuild(app.db)
    expect(await rowsMade(app.db)).toEqual(was)
  })

  describe('a line of money that went out', () => {
    /** A withdrawal from the account, sent to its provider; the target account steers the provider's reports. */
    const withdrawn = async (amount: number, card = '1234567822') => {
      const bank = { bank: 'BCA', card, holder: 'PT Sewa Kantor' }
      const order = { version: 0, account, amount, channel: 'samudra', purpose: 'Sewa', ...bank }
      const { stream } = await finance.data(withdrawal.request, order)
      const txid = stream.slice('withdrawal/'.length)
      await checker.data(withdrawal.approve, { txid, version: 1 })
      await app.settle()
      return txid
    }
    const withdrawalOf = async (txid: string) => (await finance.data(withdrawal.list, { txid })).rows[0]!
    const now = () => businessDay(app.clock.now())
    const sentOrder = async (ending = '22') => {
      const orderNo = await approvedOrder(app, ending)
      await send(app, finance, checker, orderNo)
      const { context } = await payoutState(app, orderNo)
      return { orderNo, ...context.attempts[0]! }
    }

    test('the withdrawal that it names arrived by that', async () => {
      await newAccount()
      const txid = await withdrawn(3_000_000)
      expect(await withdrawalOf(txid)).toMatchObject({ state: 'processing' })
      app.clock.advance(60_000)
      await take(9_000_000, [now(), -3_000_000, `TRSF ${txid.replace('-', '').toUpperCase()} PT SEWA`, 'WB-1'])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo: null, recorded: txid, how: 'txid' })
      expect(await withdrawalOf(txid)).toMatchObject({ state: 'succeeded', thirdStatus: 'succeeded' })
      // After the match is undone, the provider's word stands.
      await act(finance, statement.proposeUnmatch, { note: 'another one' })
      await act(checker, statement.confirmUnmatch)
      expect(await line()).toMatchObject({ state: 'unmatched', recorded: null })
      expect(await act(finance, statement.proposeMatch, { orderNo: txid })).toMatchObject({ code: 0 })
      await act(checker, statement.confirmMatch)
      expect(await line()).toMatchObject({ state: 'reconciled', how: 'byHand', recorded: txid })
    })

    test('the one withdrawal of its amount, from its account, within a day, is meant', async () => {
      await newAccount()
      const txid = await withdrawn(3_100_000)
      app.clock.advance(60_000)
      await take(9_000_000, [now(), -3_100_000, 'TARIKAN', 'WL-1'], [now(), -3_200_000, 'TARIKAN', 'WL-2'])
      expect(await line()).toMatchObject({ state: 'reconciled', recorded: txid, how: 'alike' })
      expect(await line(1)).toMatchObject({ state: 'unmatched' })
      expect((await withdrawalOf(txid)).state).toBe('succeeded')
    })

    test('of two withdrawals alike, or two lines of one, people say which', async () => {
      await newAccount()
      await withdrawn(3_300_000)
      await withdrawn(3_300_000)
      const one = await withdrawn(3_400_000)
      await take(
        20_000_000,
        [now(), -3_300_000, 'TARIKAN', 'WT-1'],
        [now(), -3_400_000, 'TARIKAN', 'WT-2'],
        [now(), -3_400_000, 'TARIKAN', 'WT-3'],
      )
      expect((await lines()).map(({ state }) => state)).toEqual(['unmatched', 'unmatched', 'unmatched'])
      const { id, version } = await line(1)
      expect(await finance.call(statement.proposeMatch, { id, version, orderNo: one })).toHaveCode(0)
    })

    test('a withdrawal of another account, of an earlier day or that failed is not meant', async () => {
      await newAccount()
      await withdrawn(3_500_000)
      const other = account
      await newAccount()
      expect(account).not.toBe(other)
      await withdrawn(3_600_000, '1234567811')
      await withdrawn(3_700_000)
      app.clock.advance(60_000)
      await app.deliver()
      await app.settle()
      const later = addDays(now(), 2)
      app.clock.advance(2 * 86_400_000)
      finance = await app.login('finance')
      checker = await app.login('financeChecker')
      await take(
        20_000_000,
        [addDays(later, -2), -3_500_000, 'x', 'WN-1'],
        [addDays(later, -2), -3_600_000, 'x', 'WN-2'],
        [later, -3_700_000, 'x', 'WN-3'],
      )
      expect((await lines()).map(({ state }) => state)).toEqual(['unmatched', 'unmatched', 'unmatched'])
    })

    test('the payout of its amount to the account that it names, within a day, arrived by that', async () => {
      await newAccount()
      const { orderNo, txid, amount } = await sentOrder('722')
      app.clock.advance(60_000)
      await take(5_000_000, [now(), -amount, 'BI-FAST KE BCA 12345678722', `PA-${orderNo}`])
      expect(await line()).toMatchObject({ state: 'reconciled', orderNo, recorded: txid, how: 'alike' })
      expect((await payoutState(app, orderNo)).value).toBe('succeeded')
    })

    test('of two payouts alike people say which, and none of another account is meant', async () => {
      await newAccount()
      const [one, other] = [await sentOrder('723'), await sentOrder('723')]
      expect(one.amount).toBe(other.amount)
      await take(
        9_000_000,
        [now(), -one.amount, 'BI-FAST KE BCA 12345678723', `PT-${one.orderNo}`],
        [now(), -one.amount, 'BI-FAST KE BCA 1234567899', `PU-${one.orderNo}`],
        [now(), -one.amount, 'BI-FAST KE BRI 12345678723', `PV-${one.orderNo}`],
      )
      expect((await lines()).map(({ state }) => state)).toEqual(['unmatched', 'unmatched', 'unmatched'])
    })
  })
})
