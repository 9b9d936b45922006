import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as statement from '../../../src/services/statement.ts'
import { start } from '../../kit/app.ts'
import { bankFile, fileOf, type Movement, takeIn } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const before = (days: number) => addDays(today, -days)

describe.each(oneEngine())('movements that the bank has not booked yet, on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const finance = as('finance')
  const checker = as('financeChecker')
  let account: string
  beforeEach(async () => {
    account = `T${randomUUID().slice(0, 8)}`
    await putInForce(app, 'bankAccount', account, { bank: 'BCA', name: 'Uji', number: '12345' })
  })

  type Left = readonly [amount: number, info: string]
  /** Takes in a file whose last rows are not booked yet. */
  const take = (from: number, movements: readonly Movement[], ...left: Left[]) => {
    const rows = left.map(([amount, info]) =>
      amount < 0 ? `PEND;;${info};${-amount},00;;\n` : `PEND;;${info};;${amount},00;\n`,
    )
    return takeIn(app, finance, account, Buffer.concat([bankFile(from, movements), Buffer.from(rows.join(''))]))
  }
  const stateOf = async (id: string) => {
    const { state, missed } = await fileOf(finance, id)
    const { pending } = await finance.data(statement.preview, { id })
    return { state, missed, pending: pending.map((one) => one.state) }
  }
  const close = async (day: string) => {
    const { version } = (await finance.data(statement.days, { account })).days.find((one) => one.day === day)!
    return finance.call(statement.proposeClose, { account, day, version })
  }
  const settleLines = async () => {
    for (const { id, version } of (await finance.data(statement.list, { account, state: 'unmatched' })).rows)
      await finance.data(statement.makeException, { id, version, reason: 'other', owner: finance.id })
  }
  const first: Movement = [before(5), 1000, 'SETORAN AWAL', 'A1']
  const text = 'TRSF E-BANKING CR 2011 AYU LESTARI'

  test('are named with their day, and come with a later file', async () => {
    const id = await take(0, [first], [700, text])
    const { pending } = await finance.data(statement.preview, { id })
    expect(pending).toEqual([
      {
        place: 0,
        day: before(5),
        direction: 'credit',
        amount: 700,
        info: expect.stringMatching(/\*/),
        state: 'waiting',
      },
    ])
    await take(1000, [[before(3), 700, `${text} 0000`, 'A2']])
    expect(await stateOf(id)).toEqual({ state: 'ready', missed: 0, pending: ['came'] })
  })

  test('that a later file does not bring are missing: its days are not closed until somebody settles them', async () => {
    await take(0, [[before(6), 500, 'SETORAN TUNAI', 'A0']])
    const id = await take(500, [[before(5), 500, 'SETORAN AWAL', 'A1']], [700, text], [-90, 'BIAYA TRANSFER KLIRING'])
    await take(1000, [[before(3), -90, 'BIAYA TRANSFER KLIRING', 'A2']])
    expect(await stateOf(id)).toEqual({ state: 'missing', missed: 1, pending: ['missed', 'came'] })
    await settleLines()
    expect(await close(before(6))).toMatchObject({ code: 0 })
    const refused = { code: 422, msg: 'A movement that the bank had not booked did not come; see Files' }
    expect(await close(before(5))).toMatchObject(refused)
    expect(await close(before(3))).toMatchObject(refused)

    const { version } = await fileOf(finance, id)
    expect(await checker.call(statement.settlePending, { id, version, note: 'x' })).toMatchObject({ code: 4030 })
    expect(await finance.call(statement.settlePending, { id, version, note: ' ' })).toMatchObject({ code: 400 })
    await finance.data(statement.settlePending, { id, version, note: 'Dibatalkan bank, tiket 4471' })
    expect(await fileOf(finance, id)).toMatchObject({ state: 'ready', missed: 0, note: 'Dibatalkan bank, tiket 4471' })
    expect((await stateOf(id)).pending).toEqual(['settled', 'came'])
    expect(await close(before(5))).toMatchObject({ code: 0 })
  })

  test('that are found missing after a closing was proposed keep the day open', async () => {
    await take(0, [first], [700, text])
    await settleLines()
    expect(await close(before(5))).toMatchObject({ code: 0 })
    await take(1000, [[before(3), 1, 'BUNGA TABUNGAN', 'A2']])
    expect(await checker.call(statement.confirmClose, { account, day: before(5), version: 1 })).toMatchObject({
      code: 422,
      data: { reason: 'statementDay:guard.noneMissing' },
    })
  })

  test('that come late are missing no more', async () => {
    const id = await take(0, [first], [700, text])
    await take(1000, [[before(3), 1, 'BUNGA TABUNGAN', 'A2']])
    expect(await stateOf(id)).toEqual({ state: 'missing', missed: 1, pending: ['missed'] })
    await take(1001, [[before(2), 700, text, 'A3']])
    expect(await stateOf(id)).toEqual({ state: 'ready', missed: 0, pending: ['came'] })
  })

  test('wait on while a later file lists them again, and come once', async () => {
    const id = await take(0, [first], [700, text], [700, text])
    const next = await take(1000, [[before(3), 700, text, 'A2']], [700, text])
    expect(await stateOf(id)).toEqual({ state: 'ready', missed: 0, pending: ['came', 'carried'] })
    await take(1700, [[before(2), 1, 'BUNGA TABUNGAN', 'A3']])
    expect(await stateOf(id)).toMatchObject({ state: 'ready', missed: 0 })
    expect(await stateOf(next)).toEqual({ state: 'missing', missed: 1, pending: ['missed'] })
  })

  test.each([
    ['another amount', 701, text],
    ['the other direction', -700, text],
    ['the text of another customer', 700, 'TRSF E-BANKING CR 2011 BUDI SANTOSO'],
    ['no text', 700, ''],
  ])('are not a movement with %s', async (_, amount, info) => {
    const id = await take(0, [first], [700, text])
    await take(1000, [[before(3), amount, info, 'A2']])
    expect(await stateOf(id)).toMatchObject({ state: 'missing', missed: 1 })
  })

  test('that the bank expects on a later day are not missing before it', async () => {
    const day = (days: number) => before(days).slice(2).replaceAll('-', '')
    const message = (from: string, to: string, ...lines: string[]) =>
      Buffer.from(
        [':20:X', ':25:12345', ':28C:1/1', `:60F:C${day(5)}IDR${from}`, ...lines, `:62F:C${day(3)}IDR${to}`, '-'].join(
          '\r\n',
        ),
      )
    const expected = [`:61:${day(2)}EC700,00NTRFNONREF`, `:86:${text}`]
    const id = await takeIn(app, finance, account, message('0,', '5,', `:61:${day(5)}C5,NTRFA1`, ...expected))
    expect((await finance.data(statement.preview, { id })).pending).toMatchObject([{ day: before(2), amount: 700 }])
    await takeIn(app, finance, account, message('5,', '6,', `:61:${day(3)}C1,NTRFA2`))
    expect(await stateOf(id)).toEqual({ state: 'ready', missed: 0, pending: ['waiting'] })
    await take(6, [[before(2), 1, 'BUNGA TABUNGAN', 'A3']])
    expect(await stateOf(id)).toEqual({ state: 'missing', missed: 1, pending: ['missed'] })
  })

  test('stay listed however many files came later, and go with a file that is given up', async () => {
    const id = await take(0, [first], [700, text])
    let balance = 1000
    for (let n = 0; n < 21; n += 1, balance += 1) await take(balance, [[before(3), 1, 'BUNGA TABUNGAN', `B${n}`]])
    const { files } = await finance.data(statement.files, {})
    // After the twenty most recent ones.
    expect(files.findIndex((file) => file.id === id)).toBe(20)

    const { stream } = await finance.data(statement.upload, {
      account,
      name: 'x.csv',
      content: Buffer.concat([
        bankFile(balance, [[before(2), 1, 'x', 'C1']]),
        Buffer.from('PEND;;y;;5,00;\n'),
      ]).toString('base64'),
    })
    await app.settle()
    const given = stream.slice('bankStatement/'.length)
    expect((await finance.data(statement.preview, { id: given })).pending).toHaveLength(1)
    await finance.data(statement.cancel, { id: given, version: (await fileOf(finance, given)).version })
    await app.settle()
    expect((await finance.data(statement.preview, { id: given })).pending).toEqual([])
  })

  test('keep the bank’s text sealed, and nothing of them is lost by a rebuild', async () => {
    const id = await take(0, [first], [700, text])
    await take(1000, [[before(3), 1, 'BUNGA TABUNGAN', 'A2']])
    const [row] = await app.db.sql
      .selectFrom('bank_statement_pending')
      .selectAll()
      .where('statement', '=', id)
      .execute()
    expect(Buffer.from(row!.info).toString('latin1')).not.toContain('AYU')
    expect(await verify(app.db)).toMatchObject({ problems: [] })
    await rebuild(app.db)
    expect(await stateOf(id)).toEqual({ state: 'missing', missed: 1, pending: ['missed'] })
  })
})
