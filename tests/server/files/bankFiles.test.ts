import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { statementIn } from '../../../src/server/files/statement.ts'
import type { Reading } from '../../../src/server/files/statement.types.ts'
import { zipOf } from '../../kit/zip.ts'

const today = '2026-11-21'
const read = (file: Buffer | string, more: Partial<Reading> = {}) =>
  statementIn(typeof file === 'string' ? Buffer.from(file) : file, { most: 1000, code: 'BCA-IN', today, ...more })

/** A short form of what was parsed from a file, with its flaws. */
const told = async (file: Buffer | string) => {
  const { start, end, lines, flaws } = await read(file)
  return {
    start,
    end,
    lines: lines.map(({ day, direction, amount, info }) => `${day} ${direction} ${amount} ${info}`),
    flaws: flaws.map(({ row, column, reason }) => `${row} ${column} ${reason}`),
  }
}
const flawsOf = async (file: Buffer | string) => (await told(file)).flaws
/** Why a file is refused. */
const refusalOf = (file: Buffer | string): Promise<unknown> => read(file).catch((error: unknown) => error)

const two = {
  start: 1_000_000,
  end: 1_450_000,
  lines: ['2026-11-19 credit 500000 Setoran', '2026-11-20 debit 50000 Biaya'],
  flaws: [],
}

const xlsx = async (rows: (string | number | Date | null)[][], more: object = {}) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Mutasi', rows, ...more }] }))

const plain = `Tanggal;Keterangan;Debet;Kredit;Saldo
19/11/2026;Setoran;;500.000,00;1.500.000,00
20/11/2026;Biaya;50.000,00;;1.450.000,00
`

test('the file in the guide is read as its lines say', async () => {
  const guide = readFileSync(new URL('../../../docs/guide/bank-statements.md', import.meta.url), 'utf8')
  expect(await told(/```csv\n([^`]+)```/.exec(guide)![1]!)).toEqual({
    start: 25_000_000,
    end: 25_937_500,
    lines: [
      '2026-03-31 credit 700000 TRSF E-BANKING CR 8808260302000018',
      '2026-03-31 credit 250000 SETORAN TUNAI LK260302000021',
      '2026-03-31 debit 12500 BIAYA ADM',
    ],
    flaws: [],
  })
})

test('days and amounts are read in each way that the guide names', async () => {
  const guide = readFileSync(new URL('../../../docs/guide/bank-statements.md', import.meta.url), 'utf8')
  const named = (begins: string) =>
    [
      ...guide
        .split(`- ${begins}`)[1]!
        .split('\n')[0]!
        .matchAll(/`([^`]+)`/g),
    ].map(([, one]) => one!)
  const days = named('Days are')
  const amounts = named('Amounts are written as').filter((one) => !one.startsWith(','))
  expect([days.length, amounts.length]).toEqual([5, 5])
  for (const day of days)
    expect((await told(`Tanggal;Keterangan;Debet;Kredit;Saldo\n${day};x;;1.000;1.000\n`)).lines).toEqual([
      '2026-03-31 credit 1000 x',
    ])
  for (const amount of amounts)
    expect((await told(`Tanggal;Keterangan;Debet;Kredit;Saldo\n31/03/2026;x;;${amount};1250000\n`)).lines).toEqual([
      '2026-03-31 credit 1250000 x',
    ])
})

describe('a bank’s table is read', () => {
  test.each([
    ['with semicolons and Indonesian numbers', plain],
    [
      'with commas and English numbers',
      'Date,Description,Debit,Credit,Balance\n2026-11-19,Setoran,,"500,000.00","1,500,000.00"\n2026-11-20,Biaya,"50,000.00",,"1,450,000.00"\n',
    ],
    [
      'with English balances below it that no quotes hold together',
      'Date,Description,Amount,,Balance\n2026-11-19,Setoran,500000.00,CR,1500000.00\n2026-11-20,Biaya,50000.00,DB,1450000.00\nSaldo Awal : 1,000,000.00\nMutasi Debet : 50,000.00\nSaldo Akhir : 1,450,000.00\n',
    ],
    ['with tabs', plain.replaceAll(';', '\t')],
    ['with bars', plain.replaceAll(';', '|')],
    ['with line ends of Windows', plain.replaceAll('\n', '\r\n')],
    ['with a mark of UTF-8', `\ufeff${plain}`],
    ['in UTF-16', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['with months in letters', plain.replace('19/11/2026', '19-Nov-26').replace('20/11/2026', '20 Nop 2026')],
    ['with days without a year', plain.replace('19/11/2026', '19/11').replace('20/11/2026', '20/11')],
    [
      'with a time beside the day',
      plain.replace('19/11/2026', '19/11/2026 10:15:00').replace('20/11/2026', '20/11/2026 08.30'),
    ],
    ['with zeros in the other column', plain.replaceAll(';;', ';0,00;')],
    [
      'with signs',
      'Tanggal,Uraian,Mutasi,Saldo\n19/11/2026,Setoran,500000,1500000\n20/11/2026,Biaya,-50000,1450000\n'.replace(
        ',500000',
        ',+500000',
      ),
    ],
    [
      'with letters behind the amount',
      'Tanggal;Keterangan;Jumlah;Saldo\n19/11/2026;Setoran;500.000,00 CR;1.500.000,00\n20/11/2026;Biaya;50.000,00 DB;1.450.000,00\n',
    ],
    [
      'with letters in a column of their own',
      'Tanggal;Keterangan;Jumlah;DB/CR;Saldo\n19/11/2026;Setoran;500.000;K;1.500.000\n20/11/2026;Biaya;50.000;D;1.450.000\n',
    ],
    [
      'with letters in a column without a head',
      'Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo\n19/11/2026,Setoran,0000,"500,000.00",CR,"1,500,000.00"\n20/11/2026,Biaya,0000,"50,000.00",DB,"1,450,000.00"\n',
    ],
    [
      'with a title and balances around it',
      'Informasi Rekening\nNo. rekening : 5220304411\nPeriode : 19/11/2026 - 20/11/2026\n\nTanggal;Keterangan;Jumlah;Jenis\n19/11/2026;Setoran;500.000,00;CR\n20/11/2026;Biaya;50.000,00;DB\nSaldo Awal;:;1.000.000,00\nMutasi Debet;:;50.000,00;1\nMutasi Kredit;:;500.000,00;1\nSaldo Akhir;:;1.450.000,00\n',
    ],
    [
      'with a balance that is brought forward',
      'Tanggal;Keterangan;Debet;Kredit;Saldo\n19/11/2026;SALDO AWAL;;;1.000.000,00\n19/11/2026;Setoran;;500.000,00;1.500.000,00\n20/11/2026;Biaya;50.000,00;;\n',
    ],
    [
      'with the newest first',
      'Tanggal;Keterangan;Debet;Kredit;Saldo\n20/11/2026;Biaya;50.000,00;;1.450.000,00\n19/11/2026;Setoran;;500.000,00;1.500.000,00\n',
    ],
    [
      'with Chinese heads',
      '日期,摘要,支出,收入,余额\n2026-11-19,Setoran,,500000,1500000\n2026-11-20,Biaya,50000,,1450000\n',
    ],
  ])('%s', async (_, file) => {
    expect(await told(file)).toEqual(two)
  })

  test('as a workbook: numbers are numbers, dates dates', async () => {
    const rows = [
      ['Rekening 5220304411', null, null, null, null],
      ['Tanggal', 'Keterangan', 'Debet', 'Kredit', 'Saldo'],
      [new Date(Date.UTC(2026, 10, 19)), 'Setoran', null, 500_000, 1_500_000],
      [new Date(Date.UTC(2026, 10, 20)), 'Biaya', 50_000, null, 1_450_000],
    ]
    expect(await told(await xlsx(rows))).toEqual(two)
  })

  test('in the letters of Windows, with line breaks in quotes: rows are those of the file', async () => {
    const text =
      'Tanggal;Keterangan;Jumlah\n19/11/2026;"Jos\u00e9\nbaris dua";500.000 CR\n31/02/2026;x;1 CR\nSaldo Awal;;0\n'
    const { lines, flaws } = await read(Buffer.from(text, 'latin1'))
    expect(lines[0]).toMatchObject({ info: 'José baris dua', row: 2 })
    expect(flaws).toEqual([{ row: 4, column: 'A (Tanggal)', reason: 'date', said: '31/02/2026' }])
  })

  test('a day without a year is the last such day', async () => {
    const { lines } = await read('Tanggal;Jumlah;Saldo\n30/12;1.000 CR;1.000\n02/01;1.000 CR;2.000\n')
    expect(lines.map(({ day }) => day)).toEqual(['2025-12-30', '2026-01-02'])
  })

  test('every line has the balance before and after it', async () => {
    const { lines } = await read(plain)
    expect(lines.map(({ before, after }) => [before, after])).toEqual([
      [1_000_000, 1_500_000],
      [1_500_000, 1_450_000],
    ])
  })

  test('a line without an id of the bank has one of its own, the same in every file', async () => {
    const same = 'Tanggal;Keterangan;Jumlah;Saldo\n19/11/2026;x;5 CR;5\n19/11/2026;x;5 DB;0\n19/11/2026;x;5 CR;5\n'
    const ids = (await read(same)).lines.map(({ txid }) => txid)
    expect(new Set(ids).size).toBe(3)
    expect((await read(same)).lines.map(({ txid }) => txid)).toEqual(ids)
    expect((await read(same, { code: 'MANDIRI' })).lines.map(({ txid }) => txid)).not.toEqual(ids)
  })
})

const mt940 = (more: { opening?: string; line?: string; closing?: string } = {}) =>
  [
    '{1:F01CENAIDJAXXXX0000000000}{2:I940XXXX}{4:',
    ':20:STMT261120',
    ':25:5220304411',
    ':28C:00123/1',
    `:60F:${more.opening ?? 'C261118IDR1000000,00'}`,
    ':61:2611191119C500000,00NTRFNONREF//BCA-778',
    ':86:Setoran',
    more.line ?? ':61:2611201120D50000,NMSCFEE-9',
    ':86:Biaya',
    `:62F:${more.closing ?? 'C261120IDR1450000,00'}`,
    '-}',
  ].join('\r\n')

describe('MT940 is read', () => {
  test('with its own ids and the account that it is of', async () => {
    expect(await told(mt940())).toEqual(two)
    const { account, format, lines } = await read(mt940())
    expect([account, format, lines.map(({ txid }) => txid)]).toEqual(['5220304411', 'mt940', ['BCA-778', 'FEE-9']])
  })

  test('a movement that is reversed goes the other way', async () => {
    const file = mt940({ line: ':61:2611201120RC50000,NMSCFEE-9' })
    expect(await told(file)).toEqual(two)
  })

  test('a thousand has no comma there', async () => {
    expect(await flawsOf(mt940({ line: ':61:2611201120D50,000NMSCFEE-9', closing: 'C261120IDR1499950,00' }))).toEqual(
      [],
    )
  })

  test.each([
    ['decimals', mt940({ line: ':61:2611201120D50000,50NMSCFEE-9' }), ['8 :61: decimals']],
    ['an end that does not tie', mt940({ closing: 'C261120IDR1450001,00' }), ['10 :62F: end']],
    ['a field that is none', mt940({ line: ':61:20 November' }), ['8 :61: unread']],
    ['one id twice', mt940({ line: ':61:2611201120D50000,NMSCNONREF//BCA-778' }), ['8 :61: twice']],
  ])('%s: by its row', async (_, file, flaws) => {
    expect(await flawsOf(file)).toEqual(flaws)
  })

  test('another currency is refused', async () => {
    expect(await refusalOf(mt940({ opening: 'C261118USD1000,00' }))).toMatchObject({
      reason: 'currency',
      where: { currency: 'USD' },
    })
  })

  test('no balances are refused', async () => {
    expect(await refusalOf(':20:X\n:25:1\n:61:2611191119C1,NTRFX\n')).toMatchObject({ reason: 'noBalances' })
  })

  test('two accounts in one file are refused', async () => {
    expect(await refusalOf(`${mt940()}\n${mt940().replace('5220304411', '99')}`)).toMatchObject({ reason: 'accounts' })
  })
})

describe('one wrong line is told by row, column and reason', () => {
  const head = 'Tanggal;No. Referensi;Keterangan;Debet;Kredit;Saldo\n19/11/2026;A1;Setoran;;500.000;1.500.000\n'
  test.each([
    ['a day that is none', '32/11/2026;A2;x;1;;1.499.999', '3 A (Tanggal) date'],
    ['a day in the future', '22/11/2026;A2;x;1;;1.499.999', '3 A (Tanggal) future'],
    ['an amount that is none', '20/11/2026;A2;x;abc;;1.499.999', '3 D (Debet) amount'],
    ['a part of a rupiah', '20/11/2026;A2;x;;1.000,50;1.501.000', '3 E (Kredit) decimals'],
    ['thousands in the wrong place', '20/11/2026;A2;x;;1.00.000;1.501.000', '3 E (Kredit) amount'],
    ['too much', '20/11/2026;A2;x;;1.000.000.000.001;1.000.001.500.001', '3 D (Debet) range'],
    ['both ways', '20/11/2026;A2;x;1;1;1.500.000', '3 D (Debet) twoAmounts'],
    ['neither way', '20/11/2026;A2;x;;;1.500.000', '3 D (Debet) noAmount'],
    ['a balance that does not follow', '20/11/2026;A2;x;1;;1.499.998', '3 F (Saldo) balance'],
    ['a balance that is none', '20/11/2026;A2;x;1;;-', '3 F (Saldo) amount'],
    ['an id that was there', '20/11/2026;A1;x;1;;1.499.999', '3 B (No. Referensi) twice'],
    ['an id that is too long', `20/11/2026;${'A'.repeat(61)};x;1;;1.499.999`, '3 B (No. Referensi) tooLong'],
  ])('%s', async (_, line, flaw) => {
    expect(await flawsOf(`${head}${line}\n`)).toEqual([flaw])
  })

  test('a day that comes too late in the file', async () => {
    const later = '20/11/2026;A2;x;1;;1.499.999\n18/11/2026;A3;x;1;;1.499.998\n20/11/2026;A4;x;1;;1.499.997\n'
    expect(await flawsOf(head + later)).toEqual(['4 A (Tanggal) order'])
  })

  test('a line that cannot be read says nothing of the balance after the next', async () => {
    const lines = [
      '19/11/2026;A1;Setoran;;500.000;1.500.000',
      '19/11/2026;A2;x;abc;;1.499.999',
      '19/11/2026;A3;x;1;;1.499.998',
      '20/11/2026;A4;x;1;;1.499.990',
      '21/11/2026;A5;x;;1;1.499.991',
    ]
    const [title] = head.split('\n')
    expect(await flawsOf([title, ...lines].join('\n'))).toEqual(['3 D (Debet) amount', '5 F (Saldo) balance'])
    const newestFirst = [title, ...lines.toReversed()].join('\n')
    expect(await flawsOf(newestFirst)).toEqual(['3 F (Saldo) balance', '5 D (Debet) amount'])
  })

  test('an amount that is neither credit nor debit, and a word that is neither', async () => {
    const lines = '19/11/2026;5.000;;5.000\n19/11/2026;5.000;?;10.000\n19/11/2026;-5.000;CR;5.000\n'
    expect(await flawsOf(`Tanggal;Jumlah;Tipe;Saldo\n19/11/2026;5.000;CR;0\n${lines}`)).toEqual([
      '3 B (Jumlah) wrongType',
      '4 C (Tipe) wrongType',
      '5 B (Jumlah) wrongType',
    ])
  })

  test('an amount whose commas separate cells as well', async () => {
    const file = 'Date,Ref No,Description,Debit,Credit\n2026-11-19,R1,x,,1,250,000.00\n'
    expect(await flawsOf(`${file}Opening balance,,,,25000000\n`)).toEqual(['2 F spilt'])
  })

  test('an end balance that start and lines do not come to', async () => {
    expect(await flawsOf('Saldo Awal;1.000\nTanggal;Jumlah\n19/11/2026;500 CR\nSaldo Akhir;1.400\n')).toEqual([
      '4 A end',
    ])
  })

  test('an id that a spreadsheet rounded', async () => {
    const rows = [
      ['Tanggal', 'Ref', 'Jumlah', 'Tipe', 'Saldo'],
      ['19/11/2026', 1.2345678901234e19, 5, 'CR', 5],
    ]
    expect(await flawsOf(await xlsx(rows))).toEqual(['2 B (Ref) rounded'])
  })

  test('a fraction in a workbook is no thousand', async () => {
    const rows = [
      ['Tanggal', 'Jumlah', 'Tipe', 'Saldo'],
      ['19/11/2026', 1234.567, 'CR', 5],
    ]
    expect(await flawsOf(await xlsx(rows))).toEqual(['2 B (Jumlah) decimals'])
  })
})

describe('a file is refused whole', () => {
  test.each([
    ['empty', ''],
    ['empty', 'Tanggal;Jumlah;Saldo\n'],
    ['noColumn', 'Nama;Telepon\nAyu;0812\n'],
    ['html', '<html><table><tr><td>Tanggal</td></tr></table></html>'],
    ['html', '\ufeff\n<?xml version="1.0"?>\n<ss:Workbook xmlns:ss="urn:x"/>'],
    ['xls', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('Root Entry Workbook', 'utf16le')])],
    ['xls', Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x10, 0x00])],
    ['noBalances', 'Tanggal;Jumlah\n19/11/2026;5.000 CR\n'],
    ['type', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70])],
    ['encrypted', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['type', zipOf([{ name: 'word/document.xml', content: Buffer.from('<w/>') }])],
    [
      'tooBig',
      zipOf([
        { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
        { name: 'a', content: Buffer.alloc(80 * 1024 * 1024) },
      ]),
    ],
  ] as [string, string | Buffer][])('%s', async (reason, file) => {
    expect(await refusalOf(file)).toMatchObject({ reason })
  })

  test('with more lines than one may have', async () => {
    const lines = Array.from({ length: 1001 }, (_, n) => `19/11/2026;1 CR;${n + 1}`).join('\n')
    expect(await refusalOf(`Tanggal;Jumlah;Saldo\n${lines}\n`)).toMatchObject({
      reason: 'tooManyRows',
      where: { most: 1000 },
    })
  })

  test('with a formula in one of its columns', async () => {
    const rows = [
      ['Tanggal', 'Jumlah', 'Tipe', 'Saldo'],
      ['19/11/2026', 5, 'CR', null],
    ]
    const cells = new Map([['1,3', { formula: 'B2', formulaResult: 5 }]])
    expect(await refusalOf(await xlsx(rows, { cells }))).toMatchObject({ reason: 'formula', where: { cell: 'D2' } })
  })
})
