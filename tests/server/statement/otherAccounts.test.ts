import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import * as statement from '../../../src/services/statement.ts'
import { type Caller, start, testApp, type TestApp } from '../../kit/app.ts'
import { fileOf, uploadTo } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { putInForce } from '../../kit/settings.ts'

const day = addDays(businessDay(start), -2).slice(2).replaceAll('-', '')

describe.each(oneEngine())('an MT940 file of several accounts on $engine', ({ databaseUrl }) => {
  let app: TestApp
  let finance: Caller
  const [own, other, unknown] = ['5220304411', '5220304499', '9988776655'] as const
  const codes = [own, other].map((number) => ({ number, code: `T${randomUUID().slice(0, 8)}` }))
  const [account, second] = codes.map(({ code }) => code) as [string, string]
  beforeAll(async () => {
    app = await testApp({ databaseUrl })
    finance = await app.login('finance')
    for (const { number, code } of codes)
      await putInForce(app, 'bankAccount', code, { bank: 'BCA', name: 'Uji', number })
  })
  afterAll(() => app.close())

  const message = (number: string, amount: number, from = 0) => [
    ':20:X',
    `:25:${number}`,
    ':28C:1/1',
    `:60F:C${day}IDR${from},`,
    `:61:${day}C${amount},NTRFA${from + amount}`,
    `:62F:C${day}IDR${from + amount},`,
    '-',
  ]
  const inOneFile = (...messages: string[][]) => Buffer.from(messages.flat().join('\r\n'))
  const file = inOneFile(message(own, 1), message(other, 2), message(unknown, 3))
  const newest = async () => (await finance.data(statement.files, {})).files[0]!
  const contentOf = async (id: string) =>
    (
      await app.db.sql
        .selectFrom('bank_statement_file')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).content

  test('names those that were not chosen; each is read as a file of its own where finance says so', async () => {
    const first = await uploadTo(app, finance, account, file)
    expect(first).toMatchObject({ state: 'staged', totals: { lines: 1, end: 1 } })
    expect(first.others).toEqual([
      { number: other, account: second },
      { number: unknown, account: null },
    ])
    // Its content is kept for them, but a file that was read is not one of an unknown layout.
    expect(await finance.call(statement.table, { id: first.id })).toMatchObject({ code: 404 })
    app.clock.advance(1000)
    await finance.data(statement.uploadOther, { id: first.id, account: second })
    await app.settle()
    const copy = await newest()
    expect(copy).toMatchObject({ account: second, state: 'staged', name: first.name, totals: { lines: 1, end: 2 } })
    expect(copy.others.map(({ number }) => number)).toEqual([own, unknown])

    for (const { id, version } of [first, copy]) await finance.data(statement.confirm, { id, version })
    await app.settle()
    expect([(await fileOf(finance, first.id)).state, (await fileOf(finance, copy.id)).state]).toEqual([
      'ready',
      'ready',
    ])
    expect((await finance.data(statement.list, { account: second })).rows).toMatchObject([{ amount: 2, txid: 'A2' }])
    // Still named, but what was uploaded is gone.
    expect((await fileOf(finance, first.id)).others).toHaveLength(2)
    expect([await contentOf(first.id), await contentOf(copy.id)]).toEqual([null, null])
    expect(await finance.call(statement.uploadOther, { id: first.id, account: second })).toMatchObject({ code: 400 })
  })

  test('is read for an account of the file alone, by its uploader alone', async () => {
    const next = inOneFile(message(own, 1, 1), message(other, 2, 2))
    const { id, version } = await uploadTo(app, finance, second, next)
    const third = `T${randomUUID().slice(0, 8)}`
    await putInForce(app, 'bankAccount', third, { bank: 'BCA', name: 'Uji', number: '1112223334' })
    for (const none of [third, second, 'NONE'])
      expect(await finance.call(statement.uploadOther, { id, account: none })).toMatchObject({ code: 400 })
    const admin = await app.login('admin')
    expect(await admin.call(statement.uploadOther, { id, account })).toMatchObject({ code: 400 })
    const checker = await app.login('financeChecker')
    expect(await checker.call(statement.uploadOther, { id, account })).toMatchObject({ code: 4030 })
    expect(await contentOf(id)).not.toBeNull()
    await finance.data(statement.cancel, { id, version })
    await app.settle()
    expect(await contentOf(id)).toBeNull()
  })
})
