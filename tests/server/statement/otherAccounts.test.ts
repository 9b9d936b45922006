import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { readStatement, uploadOthers } from '../../../src/server/statement/readStatement.ts'
import * as statement from '../../../src/services/statement.ts'
import { start } from '../../kit/app.ts'
import { uploadTo } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

const dayBefore = (days: number) => addDays(businessDay(start), -days).slice(2).replaceAll('-', '')
const [day, nextDay, today] = [dayBefore(2), dayBefore(1), dayBefore(0)]

describe.each(oneEngine())('an MT940 file of several accounts on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const finance = as('finance')
  const [own, other, unknown] = ['6220304411', '6220304499', '9988776655'] as const
  const codes = [own, other].map((number) => ({ number, code: `T${randomUUID().slice(0, 8)}` }))
  const [account, second] = codes.map(({ code }) => code) as [string, string]
  beforeAll(async () => {
    for (const { number, code } of codes)
      await putInForce(app, 'bankAccount', code, { bank: 'BCA', name: 'Uji', number })
  })

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
  const contentOf = async (id: string) =>
    (
      await app.db.sql
        .selectFrom('bank_statement_file')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).content

  /** Uploads a file; what was found in it waits until it was read. */
  const uploaded = async (of: string, bytes: Buffer) => {
    const first = await uploadTo(app, finance, of, bytes)
    app.clock.advance(1000)
    await app.settle()
    return first
  }
  const staged = async () =>
    (await finance.data(statement.files, {})).files.filter(
      ({ state, account: of }) => state === 'staged' && of === second,
    )

  test('becomes a file for each account of the lender, and names those that are not', async () => {
    const first = await uploaded(account, file)
    expect(first).toMatchObject({ state: 'staged', totals: { lines: 1, end: 1 } })
    expect(first.others).toEqual([
      { number: other, account: second },
      { number: unknown, account: null },
    ])
    const [beside, ...more] = await staged()
    expect(more).toEqual([])
    expect(beside).toMatchObject({
      name: first.name,
      uploader: first.uploader,
      totals: { lines: 1, end: 2 },
      others: [
        { number: own, account },
        { number: unknown, account: null },
      ],
    })

    for (const { id, version } of [first, beside!]) await finance.data(statement.confirm, { id, version })
    await app.settle()
    expect((await finance.data(statement.list, { account: second })).rows).toMatchObject([{ amount: 2, txid: 'A2' }])
    expect([await contentOf(first.id), await contentOf(beside!.id)]).toEqual([null, null])
  })

  const next = (text: string) => text.replaceAll(day, nextDay)
  const last = (text: string) => text.replaceAll(day, today)
  const iso = (yymmdd: string) => `20${yymmdd.replace(/(..)(..)(..)/, '$1-$2-$3')}`
  /** The days of an uploaded file, in the order in which they are booked. */
  const daysOf = async (id: string) =>
    (await finance.data(statement.files, {})).files.filter((one) => one.id === id || one.id.startsWith(`${id}.`))

  test('of several days is staged and booked by day, the earlier ones first', async () => {
    const { id } = await uploaded(account, inOneFile(message(own, 10, 1), message(own, 5, 11).map(next)))
    const [first, second, ...more] = (await daysOf(id)) as [statement.BankFile, statement.BankFile]
    expect(more).toEqual([])
    expect(first).toMatchObject({
      nth: 1,
      state: 'staged',
      totals: { lines: 1, from: iso(day), start: 1, credits: 10, end: 11 },
    })
    expect(second).toMatchObject({
      nth: 2,
      state: 'staged',
      account,
      name: first.name,
      uploader: first.uploader,
      uploadedAt: first.uploadedAt,
      totals: { lines: 1, from: iso(nextDay), start: 11, credits: 5, end: 16 },
    })
    expect((await finance.data(statement.preview, { id: second.id })).rows).toMatchObject([{ amount: 5, txid: 'A16' }])

    const book = ({ id: file, version }: statement.BankFile) => finance.call(statement.confirm, { id: file, version })
    expect((await book(second)).data).toMatchObject({ reason: 'bankStatement:guard.daysInOrder' })
    expect(await book(first)).toHaveCode(0)
    await app.settle()
    expect(await book(second)).toHaveCode(0)
    await app.settle()
    expect((await finance.data(statement.list, { account })).rows.map(({ amount }) => amount)).toEqual([5, 10, 1])
  })

  test('of several days of which the first is discarded begins no account in the middle', async () => {
    const { id } = await uploaded(account, inOneFile(message(own, 10, 16).map(next), message(own, 5, 26).map(last)))
    const [first, second] = (await daysOf(id)) as [statement.BankFile, statement.BankFile]
    await finance.data(statement.cancel, { id: first.id, version: first.version })
    const refused = await finance.call(statement.confirm, { id: second.id, version: second.version })
    expect(refused.data).toMatchObject({ reason: 'bankStatement:guard.followsLast' })
    await finance.data(statement.cancel, { id: second.id, version: second.version })
    await app.settle()
    const left = app.db.sql.selectFrom('bank_statement_row').select('statement')
    expect(await left.where('statement', 'in', [first.id, second.id]).execute()).toEqual([])
  })

  test('of several days is staged once, however often its reading is interrupted', async () => {
    app.clock.advance(1000)
    const content = inOneFile(message(own, 10, 16).map(next), message(own, 5, 26).map(last)).toString('base64')
    const { stream } = await finance.data(statement.upload, { account, name: '', content })
    await app.work.runDue()
    // A server that ends here has staged the second day, but not the first one.
    const job = {
      stream: stream as `bankStatement/${string}`,
      name: 'readStatement',
      event: '',
      version: 2,
      attempts: 0,
    }
    const { signal: stopping } = new AbortController()
    expect(await readStatement(app.server)(job, { stopping })).toMatchObject({ event: { type: 'statementStaged' } })
    await app.settle()
    const days = await daysOf(stream.slice('bankStatement/'.length))
    expect(days.map(({ state, totals }) => [state, totals!.lines, totals!.end])).toEqual([
      ['staged', 1, 26],
      ['staged', 1, 31],
    ])
    for (const { id, version } of days) await finance.data(statement.cancel, { id, version })
    await app.settle()
  })

  test('of several days with one wrong line stages none of them', async () => {
    const wrong = message(own, 5, 26).map((text) => last(text).replace('IDR31,', 'IDR32,'))
    const { id, state, reason } = await uploaded(account, inOneFile(message(own, 10, 16).map(next), wrong))
    expect([state, reason, (await daysOf(id)).length]).toEqual(['refused', 'lines', 1])
    expect((await finance.data(statement.preview, { id })).flaws).toMatchObject([{ column: ':62F:', reason: 'end' }])
  })

  test('is taken for one account though it is refused for another', async () => {
    const gap = inOneFile(message(own, 1, 7), message(other, 2, 2))
    expect(await uploaded(account, gap)).toMatchObject({ state: 'refused', reason: 'gap' })
    const [beside] = await staged()
    expect(beside).toMatchObject({ totals: { start: 2, end: 4 } })
    await finance.data(statement.cancel, { id: beside!.id, version: beside!.version })
    await app.settle()
    expect(await contentOf(beside!.id)).toBeNull()
  })

  test('is read for nobody when the chosen account is not in it', async () => {
    const third = `T${randomUUID().slice(0, 8)}`
    await putInForce(app, 'bankAccount', third, { bank: 'BCA', name: 'Uji', number: '1112223334' })
    const refused = await uploaded(third, inOneFile(message(own, 1, 1), message(other, 2, 2)))
    expect(refused).toMatchObject({ state: 'refused', reason: 'otherAccount' })
    expect(await staged()).toEqual([])
  })

  test('becomes one file for each, however often its reading is begun', async () => {
    const next = inOneFile(message(own, 1, 1), message(other, 2, 2))
    const killed = app.db.sql.selectFrom('bank_statement').select('id')
    const count = async () => (await killed.where('account', 'in', [account, second]).execute()).length
    const before = await count()
    const { id } = await uploaded(account, next)
    expect(await count()).toBe(before + 2)
    const again = { id, name: '', content: next, others: [other], uploader: finance.id, language: 'en' as const }
    await uploadOthers(app.server, again)
    await app.settle()
    expect(await count()).toBe(before + 2)
  })
})
