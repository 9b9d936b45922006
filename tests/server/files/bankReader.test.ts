import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { statementIn } from '../../../src/server/files/statement.ts'
import type { Reading } from '../../../src/server/files/statement.types.ts'

const today = '2026-11-21'
const read = (file: Buffer | string, more: Partial<Reading> = {}) =>
  statementIn(typeof file === 'string' ? Buffer.from(file) : file, { most: 1000, code: 'BCA-IN', today, ...more })
const told = async (file: Buffer | string, more: Partial<Reading> = {}) => {
  const { lines, flaws } = await read(file, more)
  return {
    lines: lines.map(({ day, direction, amount, info }) => `${day} ${direction} ${amount} ${info}`.trim()),
    flaws: flaws.map(({ row, column, reason }) => `${row} ${column} ${reason}`),
  }
}
const flawsOf = async (file: Buffer | string) => (await told(file)).flaws
const linesOf = async (file: Buffer | string) => {
  const { lines, flaws } = await told(file)
  expect(flaws).toEqual([])
  return lines
}
const rows = (...lines: string[]) => `${lines.join('\n')}\n`
const xlsx = async (sheets: object[]) => Buffer.from(await writeXlsx({ sheets } as never))

const head = 'Tanggal;Keterangan;Debet;Kredit;Saldo'
const first = '19/11/2026;a;;5;1.005'
const second = '20/11/2026;b;3;;1.002'
const both = ['2026-11-19 credit 5 a', '2026-11-20 debit 3 b']

describe('an amount', () => {
  const under = (debit: string, credit: string) =>
    rows('Tanggal;Keterangan;Debet;Kredit', 'Saldo Awal;;;1000', `19/11/2026;BUNGA;${debit};${credit}`)
  test.each([
    ['(Rp5)', 5],
    ['-Rp5', 5],
    ['Rp5-', 5],
    ['IDR 5', 5],
    ['5.000,', 5000],
    ['1 000', 1000],
    ["1'000", 1000],
    ['.50', 0.5],
    [',50', 0.5],
    ['DB .50', 0.5],
  ])('%s is read', async (text, amount) => {
    expect(await linesOf(under(text, ''))).toEqual([`2026-11-19 debit ${amount} BUNGA`])
  })

  test.each([
    ['(5', 'amount'],
    ['5)', 'amount'],
    ['PCS 5', 'amount'],
    ['1.000,00,-', 'amount'],
    ['1.000.50', 'amount'],
    ['1,000.500,00', 'amount'],
    ['99999999999999999', 'amount'],
    ['1000,505', 'decimals'],
  ])('%s is none', async (text, reason) => {
    expect(await flawsOf(under(text, ''))).toEqual([`3 C (Debet) ${reason}`])
    expect(await flawsOf(under('', text))).toEqual([`3 D (Kredit) ${reason}`])
  })

  test.each(['BUNGA', 'JASA GIRO', 'INTEREST', 'PAJAK', 'TAX', 'PPH PS 23', '利息', '税'])(
    'of %s may have sen',
    async (info) => {
      expect(await linesOf(rows(head, `19/11/2026;${info};;5,25;1.005,25`))).toEqual([`2026-11-19 credit 5.25 ${info}`])
    },
  )

  test('of a word that only begins so has none', async () => {
    expect(await flawsOf(rows(head, '19/11/2026;BUNGALOW;;5,25;1.005,25'))).toEqual(['2 D (Kredit) decimals'])
  })

  test('of nothing stands under the column that has it', async () => {
    expect(await linesOf(rows(head, first, '20/11/2026;i;0;;1.005', '20/11/2026;j;;0;1.005'))).toEqual([
      both[0],
      '2026-11-20 debit 0 i',
      '2026-11-20 credit 0 j',
    ])
    expect(await linesOf(rows('Tanggal;Keterangan;Jumlah;Saldo', '19/11/2026;i;0;5'))).toEqual([
      '2026-11-19 credit 0 i',
    ])
  })

  test('with its mark stands under debit, beside others without', async () => {
    expect(await linesOf(rows(head, '19/11/2026;a;3 DB;;1.005', second))).toEqual([
      '2026-11-19 debit 3 a',
      '2026-11-20 debit 3 b',
    ])
  })

  test('with a minus under debit is read where the others there are zeros', async () => {
    expect(await linesOf(rows(head, '19/11/2026;a;-3;0;1.005', '20/11/2026;b;0;3;1.008'))).toEqual([
      '2026-11-19 debit 3 a',
      '2026-11-20 credit 3 b',
    ])
  })

  test('with a minus under debit is unsure beside one with CR', async () => {
    expect(await flawsOf(rows(head, '19/11/2026;a;-3;;1.005', '20/11/2026;b;3 CR;;1.008'))).toEqual([
      '2 C (Debet) againstColumn',
      '3 C (Debet) againstColumn',
    ])
  })

  test('without a mark is unsure where others have both marks', async () => {
    const three = ['19/11/2026;a;5 CR', '19/11/2026;b;3 DB', '19/11/2026;c;4']
    expect(await flawsOf(rows('Tanggal;Keterangan;Jumlah', 'Saldo Awal;;9', ...three))).toEqual([
      '5 C (Jumlah) wrongType',
    ])
  })

  test('has sen behind one mark in a file', async () => {
    const other = rows(
      'Tanggal;Keterangan;Debet;Kredit',
      'Saldo Awal;;;9',
      '19/11/2026;a;;1,000.00',
      '19/11/2026;b;;5,00',
    )
    expect(await flawsOf(other)).toEqual(['4 D (Kredit) style'])
  })

  test('of a bank’s layout has thousands by its mark', async () => {
    const bca = (amount: string) =>
      rows('Tanggal,Keterangan,Cabang,Jumlah,,Saldo', `19/11/2026,a,0000,"${amount}",CR,"9,000.00"`)
    expect(await linesOf(bca('1,000'))).toEqual(['2026-11-19 credit 1000 a'])
    const unsure = (name: string) => rows(name, '19/11/2026;a;0000;1.000;CR;9000')
    expect(await flawsOf(unsure('Tanggal;Keterangan;Cabang;Jumlah;;Saldo'))).toEqual(['2 D (Jumlah) style'])
    expect(await linesOf(unsure('Tanggal;Keterangan;Kantor;Jumlah;;Saldo'))).toEqual(['2026-11-19 credit 1000 a'])
    const bri = 'TGL_TRAN;DESK_TRAN;MUTASI_DEBET;MUTASI_KREDIT;SALDO_AKHIR_MUTASI'
    expect(await flawsOf(rows(bri, '19/11/2026;a;;1.000;9000'))).toEqual(['2 D (MUTASI_KREDIT) style'])
    const bni = 'Post Date;Value Date;Journal No.;Description;Debit;Credit;Balance'
    expect(await flawsOf(rows(bni, '19/11/2026;;1;a;;1.000;9000'))).toEqual(['2 F (Credit) style'])
    const cash = 'Account No;Date;Val. Date;Description;Reference No.;Debit;Credit'
    expect(await flawsOf(rows(cash, '12345;19/11/2026;;a;X1;;1.000', 'Saldo Awal;;;;;;9000'))).toEqual([
      '2 G (Credit) style',
    ])
    const mandiri = 'Account No;Ccy;Post Date;Remarks;Additional Desc;Credit Amount;Debit Amount;Close Balance'
    expect(await flawsOf(rows(mandiri, '12345;IDR;19/11/2026;a;;1.000;;9000'))).toEqual(['2 F (Credit Amount) style'])
  })

  test('below zero may be a balance', async () => {
    const { start, end } = await read(rows(head, '19/11/2026;a;;5;-1.005', '20/11/2026;b;3;;(1.008)'))
    expect([start, end]).toEqual([-1010, -1008])
  })
})

describe('the order of a file', () => {
  const one = 'Tanggal;Keterangan;Jumlah;Saldo'
  test('of one day with the newest first is told by its balances', async () => {
    const newest = rows(one, '19/11/2026;c;1 DB;7', '19/11/2026;b;2 CR;8', '19/11/2026;a;1 CR;6')
    expect((await linesOf(newest)).map((line) => line.at(-1))).toEqual(['a', 'b', 'c'])
  })

  test('is kept where the balances follow both ways', async () => {
    expect((await linesOf(rows(one, '19/11/2026;a;5 CR;5', '19/11/2026;b;5 DB;0'))).map((line) => line.at(-1))).toEqual(
      ['a', 'b'],
    )
  })

  test('is kept where they follow in neither, and the second one is told', async () => {
    expect(await flawsOf(rows(one, '19/11/2026;a;5 CR;5', '19/11/2026;b;5 CR;11'))).toEqual(['3 D (Saldo) balance'])
  })

  test('is not that of the times where balances follow', async () => {
    const late = rows(one, '19/11/2026 10:00;a;5 CR;5', '19/11/2026 09:00;b;5 CR;10')
    expect((await linesOf(late)).map((line) => line.at(-1))).toEqual(['a', 'b'])
  })

  test('is that of a column of times', async () => {
    const newest = rows(
      'Tanggal;Jam;Keterangan;Jumlah',
      'Saldo Awal;;;9',
      '19/11/2026;10.00;b;5 CR',
      '19/11/2026;09.00;a;5 CR',
    )
    expect((await linesOf(newest)).map((line) => line.at(-1))).toEqual(['a', 'b'])
  })

  test('of MT940 is the bank’s: an earlier day behind a later one is a flaw', async () => {
    const lines = [':61:2611201120C5,NTRFA1', ':61:2611191119C5,NTRFA2']
    expect(await flawsOf(rows(':20:X', ':25:1', ':60F:C261118IDR0,', ...lines, ':62F:C261120IDR10,', '-'))).toEqual([
      '5 :61: order',
    ])
  })
})

describe('an id', () => {
  test('of the bank twice on one day with one amount is the same movement', async () => {
    const same = ['19/11/2026;FT1;a;100;;900', '19/11/2026;FT1;b;100;;800']
    expect(await flawsOf(rows('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', ...same))).toEqual(['3 B (Ref) twice'])
  })

  test('of a fee is beside its transfer on that day only, and whichever way it went', async () => {
    const table = (...lines: string[]) => rows('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', ...lines)
    expect(await flawsOf(table('19/11/2026;FT1;a;100;;900', '20/11/2026;FT1;b;6;;894'))).toEqual(['3 B (Ref) twice'])
    const { lines } = await read(table('19/11/2026;FT1;a;100;;900', '19/11/2026;FT1;b;;100;1.000'))
    expect(lines.map(({ txid }) => txid)).toEqual(['FT1', 'FT1/C100'])
  })

  test('of ten digits is one', async () => {
    const { lines } = await read(rows('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', '19/11/2026;1234567890;a;;5;9'))
    expect(lines.map(({ txid }) => txid)).toEqual(['1234567890'])
  })

  test('loses each apostrophe before it, also in MT940', async () => {
    const table = await read(rows('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', "19/11/2026;''FT1;a;;5;9"))
    const swift = await read(
      rows(':20:X', ':25:1', ':60F:C261118IDR0,', ":61:2611191119C5,NTRFX//'FT1", ':62F:C261119IDR5,'),
    )
    expect([table, swift].flatMap(({ lines }) => lines.map(({ txid }) => txid))).toEqual(['FT1', 'FT1'])
  })

  test('is the same in other capitals and with a blank in it', async () => {
    const table = rows(
      'Tanggal;Ref;Keterangan;Debet;Kredit;Saldo',
      '19/11/2026;FT1 a;a;;5;9',
      '19/11/2026;ft1A;a;;5;14',
    )
    expect(await flawsOf(table)).toEqual(['3 B (Ref) twice'])
  })

  test('of a bank’s journal is none, however long', async () => {
    const bni = 'Post Date;Value Date;Journal No.;Description;Debit;Credit;Balance'
    const { lines } = await read(rows(bni, '19/11/2026;;720787720787;a;;5;9'))
    expect(lines[0]!.txid[0]).toBe('#')
  })

  test('of Loket differs by day, direction, amount, balance, place and account', async () => {
    const files: [string, Partial<Reading>?][] = [
      ['19/11/2026;a;5 CR;5'],
      ['19/11/2026;a;5 CR;5', { code: 'BCA-OUT' }],
      ['20/11/2026;a;5 CR;5'],
      ['19/11/2026;a;5 DB;5'],
      ['19/11/2026;a;6 CR;5'],
      ['19/11/2026;a;5 CR;6'],
    ]
    const ids = await Promise.all(
      files.map(async ([row, more]) => (await read(rows('Tanggal;Keterangan;Jumlah;Saldo', row), more)).lines[0]!.txid),
    )
    expect(new Set(ids).size).toBe(files.length)
  })
})

describe('what a table says of itself', () => {
  const plain = rows(head, first, second)
  test.each([
    ['a subtotal on each page', rows(head, first, 'Sub Total;;;5;', second)],
    ['its opening balance on each page', rows(head, 'Saldo Awal;;;;1.000', first, 'Saldo Awal;;;;1.005', second)],
    [
      'an end beside the totals',
      rows(
        'Tanggal;Keterangan;Saldo;Debet;Kredit',
        '19/11/2026;a;1.005;;5',
        '20/11/2026;b;1.002;3;',
        'Saldo Akhir;;1.002;3;5',
      ),
    ],
    [
      'an opening balance with a zero behind it',
      rows(
        'Tanggal;Keterangan;Debet;Kredit',
        'Saldo Awal;;1.000;0',
        '19/11/2026;a;;5',
        '20/11/2026;b;3;',
        'Saldo Akhir;;;1.002',
      ),
    ],
    ['a value date alone', plain.replace('Tanggal', 'Value Date')],
    ['amounts without a day above its head', rows('Debet;Kredit', plain)],
    ['a number of few digits for its account', rows('Rekening 123', 'No. Rekening : 5220304411', plain)],
    ['a long number that is no account', rows('Nasabah 9988776655', 'No. Rekening : 5220304411', plain)],
    ['a currency that is not its own', rows('Cabang : USD', plain)],
    ['an invisible mark', plain.replace(';5;', ';\u200b5\u200b;')],
    ['days without separators', plain.replace('19/11/2026', '20261119').replace('20/11/2026', '20261120')],
    ['UTF-16 with the other byte first', Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()],
    ['UTF-16 with the other byte first and no mark', Buffer.from(plain, 'utf16le').swap16()],
  ])('%s', async (_, file) => {
    expect(await linesOf(file)).toEqual(both)
  })

  test.each([
    ['a column beside the amount with a name', '19/11/2026;a;+5;D;1.005', '20/11/2026;b;-3;D;1.002', 'Kode'],
    ['a kind of transaction beside signs', '19/11/2026;a;+5;TRSF;1.005', '20/11/2026;b;-3;ADM;1.002', 'Jenis'],
  ])('%s is no direction', async (_, one, other, name) => {
    expect(await linesOf(rows(`Tanggal;Keterangan;Jumlah;${name};Saldo`, one, other))).toEqual(both)
  })

  test.each([
    ['a sum of credits that is no amount', rows(plain, 'Mutasi Kredit;1.00.000'), '5 B amount'],
    ['a count apart from its sum', rows(plain, 'Mutasi Kredit;5;;100'), '5 D count'],
    [
      'a sum that fits neither with what is pending nor without',
      rows(plain, 'PEND;c;;2;', 'Mutasi Kredit;6'),
      '6 B total',
    ],
    ['an amount that is pending and none', rows(plain, 'PEND;c;;abc;'), '5 D (Kredit) amount'],
    ['a time that is none', plain.replace('19/11/2026', '19/11/2026 10:75'), '2 A (Tanggal) date'],
    ['an hour that is none', plain.replace('19/11/2026', '19/11/2026 25:00'), '2 A (Tanggal) date'],
    [
      'a clock that is none',
      rows('Tanggal;Jam;Keterangan;Debet;Kredit;Saldo', '19/11/2026;pagi;a;;5;1.005'),
      '2 A (Tanggal) date',
    ],
  ])('%s is a flaw', async (_, file, flaw) => {
    expect(await flawsOf(file)).toEqual([flaw])
  })

  test.each([5, 7])('a sum of credits of %s is with what is pending or without', async (sum) => {
    expect(await linesOf(rows(plain, 'PEND;c;;2;', `Mutasi Kredit;${sum}`))).toEqual(both)
  })

  test.each([
    ['noColumn', rows('Tanggal;Keterangan;Debet;Saldo', '19/11/2026;a;5;9')],
    ['accounts', rows('No. Rekening : 5220304411', head, first, 'No. Rekening : 5220304455', second)],
  ])('%s refuses it', async (reason, file) => {
    await expect(read(file)).rejects.toMatchObject({ reason })
  })

  test('rows beyond those of its movements refuse it', async () => {
    const many = rows(head, first, ...Array.from({ length: 200 }, () => 'Halaman;'))
    await expect(read(many, { most: 1 })).rejects.toMatchObject({ reason: 'tooManyRows', where: { most: 102 } })
  })

  test('a text has at most 500 characters', async () => {
    const { lines } = await read(rows(head, first.replace(';a;', `;${'a'.repeat(600)};`)))
    expect(lines[0]!.info).toHaveLength(500)
  })
})

describe('a workbook', () => {
  const table = [head, first, second].map((row) => row.split(';'))
  test('that is very hidden is not read', async () => {
    const sheets = [
      { name: 'Mutasi', rows: table },
      { name: 'Lama', rows: table, veryHidden: true },
    ]
    expect(await linesOf(await xlsx(sheets))).toEqual(both)
  })

  test('has numbers of this program and texts of the bank', async () => {
    const mixed = [table[0], ['19/11/2026', 'BUNGA', null, 0.5, '1.005,50'], ['20/11/2026', 'b', '1.000', null, 5.5]]
    expect(await linesOf(await xlsx([{ name: 'M', rows: mixed }]))).toEqual([
      '2026-11-19 credit 0.5 BUNGA',
      '2026-11-20 debit 1000 b',
    ])
  })

  test('has three decimals that are no thousands', async () => {
    expect(
      await flawsOf(await xlsx([{ name: 'M', rows: [table[0], ['19/11/2026', 'a', null, 234.567, 900]] }])),
    ).toEqual(['2 D (Kredit) decimals'])
  })

  test('may have cells beside its columns', async () => {
    const beside = table.map((row) => [...row, ...(row === table[0] ? [] : ['catatan'])])
    expect(await linesOf(await xlsx([{ name: 'M', rows: beside }]))).toEqual(both)
  })

  test('with a password is told from one of an old format', async () => {
    const container = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.from('Workbook EncryptedPackage', 'utf16le'),
    ])
    await expect(read(container)).rejects.toMatchObject({ reason: 'encrypted' })
  })
})

describe('MT940', () => {
  const [opened, moved, closed] = [':60F:C261118IDR1000,', ':61:2611191119C5,NTRFA1', ':62F:C261119IDR1005,']
  const message = (...lines: string[]) => rows(':20:X', ':25:5220304411', ...lines)
  const one = ['2026-11-19 credit 5']

  test.each([
    ['pages that go on', message(opened.replace('F', 'M'), moved, closed.replace('F', 'M'))],
    ['a funds code behind its mark', message(opened, moved.replace('C5', 'CR5'), closed)],
    ['a balance below zero', message(':60F:D261118IDR10,', moved, ':62F:D261119IDR5,')],
    ['its trailer on the next line', message(opened, moved, closed, '{5:{CHK:123}}')],
    ['a mark of UTF-8', `\ufeff${message(opened, moved, closed)}`],
    ['an end without its dash', message(opened, moved, closed, '-}{5:{CHK:123}}', 'Total 5')],
  ])('with %s is read', async (_, file) => {
    expect(await linesOf(file)).toEqual(one)
  })

  test.each([
    ['an amount with parts of a sen', message(opened, moved.replace('5,', '5,505'), closed), '4 :61: decimals'],
    ['a day that is none', message(opened, moved.replace('261119', '261345'), closed), '4 :61: date'],
    [
      'a page that does not begin where the last one ended',
      `${message(opened, moved, closed)}-\n${message(':60F:C261119IDR1006,', ':61:2611201120C5,NTRFA2', ':62F:C261120IDR1010,')}`,
      '9 :60F: start',
    ],
    [
      'a day of the line above that is not of the statement',
      message(opened, moved.replace('1119C', '1120C'), ':61:261118C5,NTRFA2', closed.replace('1005', '1010')),
      '5 :61: order',
    ],
  ])('with %s is refused by its row', async (_, file, flaw) => {
    expect(await flawsOf(file)).toContain(flaw)
  })

  test.each([
    ['type', message(opened, moved, ':86:\u0007', closed)],
    ['field', message(':60F:X', moved, closed)],
    ['field', message(opened.replace('1000,', '1000,005'), moved, closed)],
    ['noBalances', message(opened, moved)],
  ])('is refused whole: %s', async (reason, file) => {
    await expect(read(file)).rejects.toMatchObject({ reason })
  })

  test('has the texts of a movement: below its reference, and in each field behind it', async () => {
    expect(await linesOf(message(opened, moved, 'LK1', ':86:SATU', ':86:DUA', closed, ':86:TIGA'))).toEqual([
      '2026-11-19 credit 5 LK1 SATU DUA',
    ])
    const subfields = ':86:166?00A?20B?60C?32D?33E'
    expect(await linesOf(message(opened, moved, subfields, closed))).toEqual(['2026-11-19 credit 5 A B C D E'])
  })

  test('has no text behind a closing balance for the movement above', async () => {
    expect(await linesOf(message(opened, moved, closed, ':86:TIGA'))).toEqual(one)
  })

  test('has no id where a type of two letters stands before NONREF', async () => {
    const { lines } = await read(message(opened, moved.replace('NTRFA1', 'SCNONREF'), closed))
    expect(lines[0]!.txid[0]).toBe('#')
  })

  test('without an entry date is of the day of the line above, not before it', async () => {
    const later = ':61:261118C5,NTRFA2'
    expect(await linesOf(message(opened, moved, later, closed.replace('1005', '1010')))).toEqual([one[0], one[0]])
  })

  test('has a message at each :20:, and the account behind its bank', async () => {
    const two = [message(opened, moved, closed).replace('5220304411', '014/5220304411'), message(opened, moved, closed)]
    const other = two[1]!.replace('5220304411', '99887766')
    const { lines, others } = await read(two[0]! + other, { number: '5220304411' })
    expect([lines.length, others]).toEqual([1, ['99887766']])
  })
})
