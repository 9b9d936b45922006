import { randomUUID } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { policy } from '../../../src/server/policy.ts'
import { staffNames } from '../../../src/server/staff/names.ts'
import * as setting from '../../../src/services/setting.ts'
import type { BankLayoutInput } from '../../../src/services/statement.layout.ts'
import * as statement from '../../../src/services/statement.ts'
import { fileOf, uploadTo } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

const csv = (...rows: string[]) => Buffer.from(`${rows.join('\n')}\n`)
const head = ['Kapan', 'Perihal', 'Uang', 'Arah', 'Sisa']
const file = csv(
  'Bank Desa;;;;',
  head.join(';'),
  '11/10/2026;Setoran AYU;500.000,00;MASUK;1.500.000,00',
  '11/12/2026;Biaya;50.000,00;KELUAR;1.450.000,00',
)
const layout: BankLayoutInput = {
  head,
  roles: ['day', 'info', 'amount', 'type', 'balance'],
  dates: 'mdy',
  sen: ',',
  unsigned: 'refused',
  creditMark: 'masuk',
  debitMark: 'keluar',
  id: 'journal',
}
const two = [
  { day: '2026-11-10', direction: 'credit', amount: 500_000, before: 1_000_000, after: 1_500_000, info: 'Setoran AYU' },
  { day: '2026-11-12', direction: 'debit', amount: 50_000, before: 1_500_000, after: 1_450_000, info: 'Biaya' },
]

describe.each(oneEngine())('a file of an unknown layout on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const finance = as('finance')
  const checker = as('financeChecker')
  let account: string
  beforeEach(async () => {
    account = `T${randomUUID().slice(0, 8)}`
    await putInForce(app, 'bankAccount', account, { bank: 'Desa', name: 'Uji', number: '5220304411' })
  })

  const upload = (content = file) => uploadTo(app, finance, account, content)
  const attempt = async (id: string, more: Partial<BankLayoutInput> = {}) => {
    const { lines, rows, flaws, words } = await finance.data(statement.tryLayout, {
      id,
      layout: { ...layout, ...more },
    })
    return { lines, rows, words, flaws: flaws.map(({ row, column, reason }) => `${row} ${column} ${reason}`) }
  }
  const issueOf = async (more: Partial<BankLayoutInput>) => {
    const { code, data } = await finance.call(statement.tryLayout, { id: 'none', layout: { ...layout, ...more } })
    return [code, (data as unknown as { issues?: { field: string; reason: string }[] }).issues?.[0]]
  }

  test('is read once two people said what its columns are, and so are the next files of the account alone', async () => {
    const { id, version, state, words } = await upload()
    expect(state).toBe('unknown')
    expect(words).toBe('No row names a date and an amount, or a debit and a credit column.')
    const shown = await finance.data(statement.table, { id })
    expect(shown.proposer).toBeNull()
    expect(shown.rows[1]).toEqual({ row: 2, cells: head })
    expect(await attempt(id)).toMatchObject({ lines: 2, rows: two, flaws: [], words: null })

    await finance.data(statement.proposeLayout, { id, layout })
    expect((await finance.data(statement.table, { id })).proposer).toBe(
      (await staffNames(app.db, [finance.id])).get(finance.id),
    )
    await finance.data(statement.reread, { id, version })
    await app.settle()
    // Nothing is in force before the second person.
    expect(await fileOf(finance, id)).toMatchObject({ state: 'unknown' })

    const named = { kind: 'bankLayout', code: account, version: 1 } as const
    expect(await checker.data(setting.confirm, named)).toMatchObject({ version: 2 })
    const { settings } = await checker.data(setting.list, {})
    expect(settings.find(({ kind, code }) => kind === 'bankLayout' && code === account)).toMatchObject({
      state: 'inForce',
      inForce: [layout],
    })
    await finance.data(statement.reread, { id, version: (await fileOf(finance, id)).version })
    await app.settle()
    const read = await fileOf(finance, id)
    expect(read).toMatchObject({ state: 'staged', words: null, totals: { lines: 2, start: 1_000_000, end: 1_450_000 } })
    // A file whose lines are waiting to be booked is no longer tried with other layouts.
    expect(await finance.call(statement.tryLayout, { id, layout })).toMatchObject({ code: 404 })
    await finance.data(statement.confirm, { id, version: read.version })
    await app.settle()

    const next = csv(
      head.join(';'),
      '11/13/2026;x;1.000,00;MASUK;1.451.000,00',
      head.join(';'),
      '11/14/2026;y;1.000,00;KELUAR;1.450.000,00',
    )
    expect(await upload(next)).toMatchObject({ state: 'staged', totals: { lines: 2, to: '2026-11-14' } })
    expect(await upload(csv('Kapan;Perihal;Uang;Sisa;Arah', '11/13/2026;x;1.000,00;1.451.000,00;MASUK'))).toMatchObject(
      { state: 'unknown' },
    )
    account = `T${randomUUID().slice(0, 8)}`
    await putInForce(app, 'bankAccount', account, { bank: 'Desa', name: 'Uji', number: '5220304412' })
    expect(await upload()).toMatchObject({ state: 'unknown' })
  })

  test('is read as the layout says: two columns, signs, months first, and the mark before the sen', async () => {
    const { id } = await upload(
      csv(
        'Kapan;Isi;Uang;Sisa',
        '11/10/2026;Setoran AYU;500,000.00;1,500,000.00',
        '11/12/2026;Biaya;-50,000.00;1,450,000.00',
      ),
    )
    const signs: Partial<BankLayoutInput> = {
      head: ['Kapan', 'Isi', 'Uang', 'Sisa'],
      roles: ['day', 'info', 'amount', 'balance'],
      sen: '.',
      unsigned: 'credit',
      creditMark: '',
      debitMark: '',
    }
    expect(await attempt(id, signs)).toMatchObject({ lines: 2, rows: two, flaws: [] })
    expect((await attempt(id, { ...signs, sen: ',' })).flaws[0]).toBe('2 C (Uang) style')
    expect((await attempt(id, { ...signs, dates: 'dmy' })).flaws).toEqual(['3 A (Kapan) future'])

    const plain = await upload(csv('Kapan;Isi;Uang;Sisa', '11/10/2026;x;1,000.00;1,000.00'))
    expect((await attempt(plain.id, { ...signs, unsigned: 'refused' })).flaws).toEqual(['2 C (Uang) wrongType'])
    expect((await attempt(plain.id, signs)).flaws).toEqual([])

    const columns = await upload(csv('Kapan;Keluar;Masuk;Sisa', '11/10/2026;;500.000;500.000'))
    const byTwo = { ...signs, head: ['Kapan', 'Keluar', 'Masuk', 'Sisa'], sen: 'either' as const }
    expect(await attempt(columns.id, { ...byTwo, roles: ['day', 'debit', 'credit', 'balance'] })).toMatchObject({
      lines: 1,
      flaws: [],
    })
    // Debit and credit the wrong way round do not come to the balances.
    const turned = await attempt(columns.id, { ...byTwo, roles: ['day', 'credit', 'debit', 'balance'] })
    expect(turned.rows).toMatchObject([{ direction: 'debit', before: 1_000_000 }])
  })

  test('shows the first fifty lines of a long file, and says how many there are', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `11/10/2026;x;1.000,00;MASUK;${1_001_000 + n * 1000},00`)
    const { id } = await upload(csv(head.join(';'), ...lines))
    const { lines: count, rows, flaws } = await attempt(id)
    expect([count, rows.length, flaws]).toEqual([60, 50, []])
  })

  test('as a workbook too', async () => {
    const rows = [
      ['Bank Desa'],
      head,
      ['11/10/2026', 'Setoran AYU', 500_000, 'MASUK', 1_500_000],
      ['11/12/2026', 'Biaya', 50_000, 'KELUAR', 1_450_000],
    ]
    const { id, state } = await upload(Buffer.from(await writeXlsx({ sheets: [{ name: 'Mutasi', rows }] })))
    expect(state).toBe('unknown')
    expect((await finance.data(statement.table, { id })).rows[1]!.cells).toEqual(head)
    expect(await attempt(id)).toMatchObject({ lines: 2, rows: two, flaws: [] })
  })

  test.each([
    ['no day', { roles: ['', 'info', 'amount', 'type', 'balance'] }, 'roles', 'layoutDay'],
    ['two columns the same', { roles: ['day', 'info', 'amount', 'balance', 'balance'] }, 'roles', 'layoutTwice'],
    ['no amount', { roles: ['day', 'info', '', 'type', 'balance'] }, 'roles', 'layoutAmount'],
    ['a debit without a credit', { roles: ['day', 'info', 'debit', '', 'balance'] }, 'roles', 'layoutAmount'],
    ['an amount beside debit and credit', { roles: ['day', 'debit', 'amount', 'credit', ''] }, 'roles', 'layoutAmount'],
    ['a mark beside debit and credit', { roles: ['day', 'debit', 'credit', 'type', ''] }, 'roles', 'layoutAmount'],
    ['more names than columns', { roles: ['day', 'amount'] }, 'roles', 'invalid'],
    ['a head without names', { head: ['', '', 'Uang', '', ''] }, 'head', 'layoutHead'],
    ['one word of two', { debitMark: '' }, 'debitMark', 'layoutMarks'],
    ['one word for both', { debitMark: 'Masuk' }, 'debitMark', 'layoutMarks'],
  ] as [string, Partial<BankLayoutInput>, string, string][])(
    'a layout with %s is refused',
    async (_, more, field, reason) => {
      expect(await issueOf(more)).toMatchObject([400, { field: `layout.${field}`, reason }])
    },
  )

  test('a layout that reads nothing, or not every line, is not proposed', async () => {
    const { id } = await upload()
    const empty = await upload(csv(head.join(';')))
    expect(await attempt(empty.id)).toMatchObject({ lines: 0, words: 'There are no transactions in this file.' })
    expect(await finance.call(statement.proposeLayout, { id: empty.id, layout })).toMatchObject({ code: 400 })
    const otherHead = { ...layout, head: ['Kapan', 'Perihal', 'Uang', 'Arah', 'Saldo akhir'] }
    expect((await attempt(id, otherHead)).words).toBe(
      'No row names a date and an amount, or a debit and a credit column.',
    )
    const marks = { ...layout, creditMark: 'IN', debitMark: 'OUT' }
    expect((await attempt(id, marks)).flaws).toEqual(['3 D (Arah) wrongType', '4 D (Arah) wrongType'])
    for (const wrong of [otherHead, marks]) {
      const { code, data } = await finance.call(statement.proposeLayout, { id, layout: wrong })
      expect([code, data]).toMatchObject([400, { issues: [{ field: 'layout', reason: 'layoutMisreads' }] }])
    }
    expect((await checker.data(setting.list, {})).settings.filter(({ code }) => code === account)).toHaveLength(1)
  })

  test('is shown to its uploader alone, and deleted once it is given up or nobody returns to it', async () => {
    const { id, version } = await upload()
    const admin = await app.login('admin')
    for (const other of [admin, checker]) {
      expect(await other.call(statement.table, { id })).not.toHaveCode(0)
      expect(await other.call(statement.tryLayout, { id, layout })).not.toHaveCode(0)
      expect(await other.call(statement.proposeLayout, { id, layout })).not.toHaveCode(0)
    }
    const contentOf = async (of: string) =>
      (
        await app.db.sql
          .selectFrom('bank_statement_file')
          .select('content')
          .where('id', '=', of)
          .executeTakeFirstOrThrow()
      ).content
    expect(await contentOf(id)).not.toBeNull()
    await finance.data(statement.cancel, { id, version })
    const late = await upload()
    app.clock.advance(policy.previewTtl)
    await app.settle()
    expect([await contentOf(id), await contentOf(late.id)]).toEqual([null, null])
    expect((await fileOf(await app.login('finance'), late.id)).state).toBe('cancelled')
    expect(await (await app.login('finance')).call(statement.table, { id })).toMatchObject({ code: 404 })
  })
})
