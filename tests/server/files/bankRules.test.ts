import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { statementIn } from '../../../src/server/files/statement.ts'
import type { Reading } from '../../../src/server/files/statement.types.ts'

const today = '2026-11-21'
const read = (file: Buffer | string, more: Partial<Reading> = {}) =>
  statementIn(typeof file === 'string' ? Buffer.from(file) : file, { most: 1000, code: 'BCA-IN', today, ...more })
const told = async (file: Buffer | string, more: Partial<Reading> = {}) => {
  const { start, end, lines, flaws } = await read(file, more)
  return {
    start,
    end,
    lines: lines.map(({ day, direction, amount, info }) => `${day} ${direction} ${amount} ${info}`),
    flaws: flaws.map(({ row, column, reason }) => `${row} ${column} ${reason}`),
  }
}
const two = {
  start: 1_000_000,
  end: 1_450_000,
  lines: ['2026-11-19 credit 500000 Setoran', '2026-11-20 debit 50000 Biaya'],
  flaws: [],
}
const flawsOf = async (file: Buffer | string) => (await told(file)).flaws

const plain = `Tanggal;Keterangan;Debet;Kredit;Saldo
19/11/2026;Setoran;;500.000,00;1.500.000,00
20/11/2026;Biaya;50.000,00;;1.450.000,00
`
const [head, first, second] = plain.split('\n') as [string, string, string]
const file = (...rows: string[]) => `${rows.join('\n')}\n`

describe('a table is read', () => {
  const heads = (debit: string, credit: string, balance: string) =>
    plain.replace('Debet;Kredit;Saldo', `${debit};${credit};${balance}`)
  test.each([
    ['with rupiah in its heads', heads('Debet (IDR)', 'Kredit (Rp)', 'Saldo IDR')],
    ['with another head on each page', file(head, first, 'Halaman 2', 'No. rekening : 5220304411', head, second)],
    ['with its account and currency above', file('Rekening;5220304411', 'Mata Uang : IDR', head, first, second)],
    ['with a minus under debit throughout', plain.replace('50.000,00;;', '-50.000,00;;')],
    ['with brackets under debit throughout', plain.replace('50.000,00;;', '(50.000,00);;')],
    [
      'with a mark behind each amount',
      plain.replace('50.000,00;;', '50.000,00 DB;;').replace(';;500.000,00', ';;500.000,00 CR'),
    ],
    [
      'with a mark before each amount',
      plain.replace('50.000,00;;', 'DB 50.000,00;;').replace(';;500.000,00', ';;CR 500.000,00'),
    ],
    [
      'with nothing written as .00',
      plain
        .replaceAll(',', '#')
        .replaceAll('.', ',')
        .replaceAll('#', '.')
        .replace(';;500', ';.00;500')
        .replace('.00;;', '.00;.00;'),
    ],
    ['with Rp and no sen', plain.replace('500.000,00;', 'Rp500.000,-;').replace('50.000,00;;', 'Rp 50.000,-;-;')],
    [
      'with an apostrophe before every cell',
      plain.replaceAll(/(^|;)(?=[^;\n])/gm, "$1'").replace(/^'Tanggal/, 'Tanggal'),
    ],
    [
      'with a wide minus sign',
      file(
        'Tanggal;Keterangan;Jumlah;Saldo',
        '19/11/2026;Setoran;500.000;1.500.000',
        '20/11/2026;Biaya;\u221250.000;1.450.000',
      ),
    ],
    [
      'with DB where money went out and nothing where it came',
      file(
        'Tanggal;Keterangan;Mutasi;Saldo',
        '19/11/2026;Setoran;500,000.00;1,500,000.00',
        '20/11/2026;Biaya;50,000.00 DB;1,450,000.00',
      ),
    ],
    [
      'in brackets where money went out',
      file(
        'Tanggal;Keterangan;Mutasi;Saldo',
        '19/11/2026;Setoran;500.000;1.500.000',
        '20/11/2026;Biaya;(50.000);1.450.000',
      ),
    ],
    ['in UTF-16 without a mark', Buffer.from(plain, 'utf16le')],
    ['with the end of file of DOS', `${plain}\u001a`],
    [
      'with a kind of transaction that is no direction',
      plain.replace(/Debet/, 'Jenis;Debet').replace('Setoran;', 'Setoran;TRSF;').replace('Biaya;', 'Biaya;ADM;'),
    ],
    [
      'with the value date beside the booking date',
      plain
        .replace('Tanggal;', 'Value Date;Tanggal;')
        .replace('19/11/2026;', '01/10/2026;19/11/2026;')
        .replace('20/11/2026;', '01/12/2026;20/11/2026;'),
    ],
    [
      'with totals that fit',
      `${plain}Total;;50.000,00;500.000,00;\nMutasi Kredit;;;500.000,00;1\nSaldo Akhir;;;;1.450.000,00\n`,
    ],
    [
      'with the balances of a bank whose commas no quotes hold',
      file(
        'Date,Description,Amount,,Balance',
        '2026-11-19,Setoran,500000.00,CR,1500000.00',
        '2026-11-20,Biaya,50000.00,DB,1450000.00',
        'Starting Balance,=,1,000,000.00',
        'Credit,=,500,000.00',
        'Ending Balance,=,1,450,000.00',
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await told(bytes)).toEqual(two)
  })

  test('newest first without balances: by the days', async () => {
    const rows = [second, first].map((row) => row.split(';').slice(0, 4).join(';'))
    expect(await told(file('Tanggal;Keterangan;Debet;Kredit', ...rows, 'Saldo Awal;;;1.000.000,00'))).toEqual(two)
  })

  test('newest first without balances on one day: by the times', async () => {
    const rows = ['19/11/2026 10:00;b;5;', '19/11/2026 09:00;a;;5']
    const { lines } = await told(file('Tanggal;Keterangan;Debet;Kredit', ...rows, 'Saldo Awal;;;1.000'))
    expect(lines.map((line) => line.at(-1))).toEqual(['a', 'b'])
  })

  test('with a cover sheet before it', async () => {
    const sheets = [
      { name: 'Sampul', rows: [['PT CONTOH'], ['No. rekening : 5220304411']] },
      {
        name: 'Mutasi',
        rows: plain
          .trim()
          .split('\n')
          .map((row) => row.split(';')),
      },
    ]
    expect(await told(Buffer.from(await writeXlsx({ sheets })))).toEqual(two)
    const twice = [sheets[1]!, { ...sheets[1]!, name: 'Lagi' }]
    await expect(read(Buffer.from(await writeXlsx({ sheets: twice })))).rejects.toMatchObject({
      reason: 'sheets',
      where: { one: 'Mutasi', other: 'Lagi' },
    })
  })

  test('a text goes on in the next row', async () => {
    const { lines } = await told(file(head, first, ';LK260302000018;;;', second))
    expect(lines[0]).toBe('2026-11-19 credit 500000 Setoran LK260302000018')
  })

  test('a balance keeps its sen, and so does interest', async () => {
    const { start, end, lines, flaws } = await told(
      file(head, '19/11/2026;BUNGA;;1.234,56;1.001.234,57', '20/11/2026;PAJAK BUNGA;246,91;;1.000.987,66'),
    )
    expect([start, end, flaws]).toEqual([1_000_000.01, 1_000_987.66, []])
    expect(lines).toEqual(['2026-11-19 credit 1234.56 BUNGA', '2026-11-20 debit 246.91 PAJAK BUNGA'])
  })

  test('a line of zero is kept', async () => {
    expect(await told(file(head, first, '20/11/2026;Info;0,00;0,00;1.500.000,00', second))).toEqual({
      ...two,
      lines: [two.lines[0], '2026-11-20 credit 0 Info', two.lines[1]],
    })
  })

  test('what the bank has not booked yet is left out and counted, whether the totals have it or not', async () => {
    const pending = 'PEND;Setoran;;7,00;1.450.007,00'
    for (const end of ['1.450.000,00', '1.450.007,00']) {
      const { lines, pending: left, flaws } = await read(file(head, first, second, pending, `Saldo Akhir;;;;${end}`))
      expect([lines.length, flaws]).toEqual([2, []])
      // Without a day of its own it is to come with the last day of the file, or later.
      expect(left).toEqual([{ direction: 'credit', amount: 7, info: 'Setoran', part: 0, day: '2026-11-20' }])
    }
    expect(await flawsOf(file(head, first, second, pending, 'Saldo Akhir;;;;1.450.008,00'))).toEqual(['5 A end'])
  })

  test('a transfer and its fee under one reference are two lines', async () => {
    const rows = ['19/11/2026;FT1;Kirim;100.000;;900.000', '19/11/2026;FT1;Biaya;6.500;;893.500']
    const { lines, flaws } = await read(file('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', ...rows))
    expect([lines.map(({ txid }) => txid), flaws]).toEqual([['FT1', 'FT1/D6500'], []])
  })

  test.each(['="FT26323AAA"', '`FT26323AAA', '\u2019FT26323AAA'])('the id %s is FT26323AAA', async (id) => {
    const row = `19/11/2026;${id};x;;5;5`
    const { lines } = await read(file('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', row))
    expect(lines[0]!.txid).toBe('FT26323AAA')
  })

  test.each(['500 000', "500'000", '500\u00a0000,00'])('%s is 500,000', async (amount) => {
    const row = `19/11/2026;Setoran;;${amount}`
    const { lines } = await told(file('Tanggal;Keterangan;Debet;Kredit', 'Saldo Awal;;;1000000', row))
    expect(lines).toEqual([two.lines[0]])
  })

  test.each(['-', '--', '0', '000000', 'NONREF', 'Nihil', 'N/A', "'", '720787'])(
    '%s is no id of a bank',
    async (id) => {
      const row = (day: string) => `${day}/11/2026;${id};x;;5;`
      const { lines, flaws } = await read(
        file('Tanggal;Ref;Keterangan;Debet;Kredit;Saldo', 'Saldo Awal;;;;;0', row('19'), row('20')),
      )
      expect([lines.map(({ txid }) => txid[0]), flaws]).toEqual([['#', '#'], []])
    },
  )
})

describe('a table is refused by line, column and reason', () => {
  const one = (row: string, more = '') => file('Tanggal;Keterangan;Debet;Kredit', 'Saldo Awal;;;1000000', row, more)
  test.each([
    ['a minus under credit', one('19/11/2026;x;;-5'), '3 D (Kredit) againstColumn'],
    ['brackets under credit', one('19/11/2026;x;;(5)'), '3 D (Kredit) againstColumn'],
    ['DB under credit', one('19/11/2026;x;;5 DB'), '3 D (Kredit) againstColumn'],
    ['CR under debit', one('19/11/2026;x;5 CR;'), '3 C (Debet) againstColumn'],
    [
      'a minus under debit beside debits without',
      one('19/11/2026;x;-5;', '20/11/2026;x;5;'),
      '3 C (Debet) againstColumn',
    ],
    ['a sign against its letters', one('19/11/2026;x;;-5 CR'), '3 D (Kredit) wrongType'],
    ['thousands in the wrong place', one('19/11/2026;x;;1.00.000'), '3 D (Kredit) amount'],
    ['blanks in the wrong place', one('19/11/2026;x;;1 500 00'), '3 D (Kredit) amount'],
    ['apostrophes in the wrong place', one("19/11/2026;x;;1'5000"), '3 D (Kredit) amount'],
    ['two amounts for one balance', one('19/11/2026;x;;5', 'Saldo Akhir;1000000;Saldo;1000005'), '4 D severalBalances'],
    [
      'a day and its balance as an amount beside an opening balance',
      file(head, '18/11/2026;SALDO AWAL;;1.000.000,00;1.000.000,00', first),
      '2 D (Kredit) balanceOrMovement',
    ],
    [
      'sen behind a comma that separates cells',
      file('Tanggal,Keterangan,Debet,Kredit,Saldo', '19/11/2026,x,,500000,00'),
      '2 E (Saldo) amount',
    ],
    [
      'thousands behind a comma that separates cells',
      file('Tanggal,Keterangan,Debet,Kredit,Saldo', '19/11/2026,x,,500,000'),
      '2 E (Saldo) amount',
    ],
    ['two ways to write sen', one('19/11/2026;x;;1,000.00', '20/11/2026;x;;1.000,00'), '4 D (Kredit) style'],
    [
      'thousands written as sen are elsewhere',
      one('19/11/2026;x;;1000.00', '20/11/2026;x;;1.000'),
      '4 D (Kredit) style',
    ],
    ['an amount in dollars', one('19/11/2026;x;;USD 5'), '3 D (Kredit) foreign'],
    ['a total that does not fit', one('19/11/2026;x;;5', 'Total;;;6'), '4 D total'],
    ['a sum of credits that does not fit', one('19/11/2026;x;;5', 'Mutasi Kredit;;;6'), '4 D total'],
    ['a count that does not fit', one('19/11/2026;x;;5', 'Mutasi Kredit;5;2'), '4 C count'],
    ['an opening balance that cannot be read', one('19/11/2026;x;;5').replace('1000000', '1.00.000'), '2 D amount'],
    ['other columns on the next page', one('19/11/2026;x;;5', 'Tanggal;Keterangan;Kredit;Debet'), '4 A otherHead'],
  ])('%s', async (_, bytes, flaw) => {
    expect(await flawsOf(bytes)).toContain(flaw)
  })

  test.each([
    ['in a title', `Mata Uang : USD\n${plain}`, 1],
    ['in a head', plain.replace('Debet', 'Debet (USD)'), 1],
    ['in a column', plain.replaceAll(/^/gm, 'USD;').replace('USD;T', 'Ccy;T'), 2],
  ])('another currency %s', async (_, bytes, row) => {
    await expect(read(bytes)).rejects.toMatchObject({ reason: 'currency', where: { currency: 'USD', row } })
  })

  test.each([
    ['Jenis Mata Uang : USD', 'USD'],
    ['Mata Uang Rekening: EUR', 'EUR'],
    ['Currency: US$', 'US$'],
    ['Mata Uang : Dolar Amerika', 'Dolar'],
    ['No. Rekening : 5220304411 (USD)', 'USD'],
    ['Rekening Giro USD : 5220304411', 'USD'],
  ])('the currency in the title %s', async (title, currency) => {
    const reading = read(`${title}\n${plain}`, { number: '5220304411' })
    await expect(reading).rejects.toMatchObject({ reason: 'currency', where: { currency, row: 1 } })
  })

  test.each([
    'Rekening Giro : 5220304455',
    'Nomor Rekening Koran;5220304455',
    'Account Number (IDR): 522-030-4455',
    'Rek. 5220304455',
    'A/C No. : 5220304455',
    'Account Number : PT CONTOH - 5220304455',
  ])('the account in the title %s', async (title) => {
    const { account } = await read(`${title}\n${plain}`, { number: '5220304411' })
    expect(account).toBe('5220304455')
  })

  test.each([
    ['Rekening Giro IDR 5220304411', '5220304411'],
    ['No. Rekening Giro / CIF : 000123456789 / 5220304411', '5220304411'],
    ['Rekening Koran 19.11.26-21.11.2026', null],
    ['Rekening Koran 2026-11-19 10:00', null],
    ['Cabang Rekening : 0998123', null],
    ['Mata Uang : Rupiah', null],
    ['Mata Uang : IDR (bukan USD)', null],
    ['Nama Rekening: CV SGD ABADI', null],
  ])('but %s names no other account and no currency', async (title, account) => {
    const statement = await read(`${title}\n${plain}`, { number: '5220304411' })
    expect([statement.account, statement.flaws]).toEqual([account, []])
  })

  test.each([
    ['No. Rekening : 522030XXXX', '5220304411'],
    ['Nomor Rekening;522****411', '5220304411'],
    ['Account No: 52xx30xx11', '5220304411'],
    ['Rekening Giro : 522030XXXX', '5220304411'],
    ['No. Rekening : 522030XXX5', '522030'],
    ['No. Rekening : 118000XXXX', '118000'],
    ['No. Rekening : XXXXXXXXXX', null],
  ])('of the masked account in the title %s it takes %s', async (title, account) => {
    expect((await read(`${title}\n${plain}`, { number: '5220304411' })).account).toBe(account)
  })

  test.each([
    '5220304455',
    '522-030-4455',
    'PT Contoh Abadi 5220304455',
    '5220304455 / PT Contoh Abadi',
    'No. 5220304455',
    'Laporan Mutasi;;5220304455',
    'CIF 1180003334446',
  ])('a number above the table that nothing calls an account: %s', async (title) => {
    const reading = { number: '5220304411', otherNumbers: ['1180003334446', '12'] }
    expect((await read(`${title}\n${plain}`, reading)).account).toMatch(/^(5220304455|1180003334446)$/)
    expect((await read(`${title}\nPT Contoh 522.030.4411\n${plain}`, reading)).account).toBe('5220304411')
  })

  test.each([
    'Telp 0215203344',
    'Telp: 0215203344',
    'CIF;0998123456',
    'No. Pelanggan 0998123456',
    'Periode 20261119 - 20261121',
    '20261101 20261130',
    'Dicetak 20261121103000',
    'Saldo 1000000000',
    'Opening Balance 1000000000',
    'Total 1000000000',
    'Saldo Awal;1.000.000,00',
    'Jakarta 123456789',
    '11.222.333.4-555.666',
    'Ekspor 12',
  ])('but %s is none', async (title) => {
    for (const number of ['5220304411', '52203044110000', '5220304411000000']) {
      const statement = await read(`${title}\n${plain}`, { number, otherNumbers: ['12'] })
      expect([statement.account, statement.flaws]).toEqual([null, []])
    }
  })

  test.each(['Account', 'Rekening'])('the account in the column %s', async (name) => {
    const rows = [head, first, second].map((row, n) => `${n === 0 ? name : '5220304455'};${row}`)
    expect((await read(file(...rows))).account).toBe('5220304455')
  })

  test('two accounts', async () => {
    const rows = [head, first, second].map((row, n) => `${n === 0 ? 'No. Rekening' : `522030441${n}`};${row}`)
    await expect(read(file(...rows))).rejects.toMatchObject({ reason: 'accounts' })
  })
})

const message = (...lines: string[]) =>
  [':20:STMT', ':25:5220304411', ':28C:1/1', ':60F:C261118IDR1000000,00', ...lines, '-'].join('\r\n')
const end = ':62F:C261119IDR1500000,00'

describe('MT940 is read', () => {
  const movement = ':61:2611191119C500000,00NTRFA1'
  const plainMessage = message(movement, ':86:Setoran', end)
  const one = { start: 1_000_000, end: 1_500_000, lines: ['2026-11-19 credit 500000 Setoran'], flaws: [] }
  test.each([
    ['with a line above', `Statement of 19 Nov\r\n${plainMessage}`],
    ['with Ctrl-Z', `${plainMessage}\r\n\u001a`],
    ['with spaces for the entry date', plainMessage.replace('2611191119C', '261119    C')],
    ['with a type of two letters', plainMessage.replace('NTRFA1', 'TRNONREF//A1')],
    [
      'with the text of the statement behind its end',
      plainMessage.replace('1500000,00', '1500000,00\r\n:86:TOTAL OF ALL'),
    ],
    ['with a value date weeks ago', plainMessage.replace('2611191119C', '2610011119C')],
    ['with a value date to come', plainMessage.replace('2611191119C', '2612011119C')],
    ['with a value date to come and no entry date', plainMessage.replace('2611191119C', '261124C')],
    ['in Windows-1252', Buffer.from(plainMessage, 'latin1')],
    ['in UTF-16', Buffer.from(`\ufeff${plainMessage}`, 'utf16le')],
    ['with subfields', plainMessage.replace(':86:Setoran', ':86:166?00?20Setoran?21')],
  ])('%s', async (_, bytes) => {
    expect(await told(bytes)).toEqual(one)
  })

  test.each([
    ['last character', 'NGT NONREF'],
    ['whole type', 'S   NONREF'],
  ])('a type whose %s is blank takes nothing from the reference', async (_, type) => {
    const line = movement.replace('NTRFA1', type)
    const { lines, flaws } = await read(message(line, line, end.replace('1500000', '2000000')))
    // No reference: two equal lines are two movements.
    expect([lines.length, new Set(lines.map(({ txid }) => txid)).size, flaws]).toEqual([2, 2, []])
    expect((await read(message(movement.replace('NTRFA1', type.replace('NONREF', 'A1')), end))).lines[0]!.txid).toBe(
      'A1',
    )
  })

  test('a value date of 30 February does not refuse a file: the entry date counts', async () => {
    const file = (value: string) => message(movement.replace('2611191119', `${value}0301`), end)
    expect((await read(file('260230'))).lines[0]!.day).toBe('2026-03-01')
    expect((await read(file('260232'))).flaws).toMatchObject([{ reason: 'date' }])
  })

  test('a movement behind the end of its statement is told, and never left out', async () => {
    const file = `${plainMessage}\r\n-\r\n:61:2611201120D50000,00NTRFA2\r\n`
    for (const reading of [{}, { number: '5220304411' }])
      expect((await read(file, reading)).flaws).toMatchObject([{ column: ':61:', reason: 'stray' }])
  })

  test('thousands have no mark there', async () => {
    const thousands = (mark: string) =>
      plainMessage.replaceAll(
        /(IDR|C)(\d+),00(?=\r|NTRF)/g,
        (_, before: string, digits: string) => `${before}${digits.slice(0, 3)}${mark}000`,
      )
    await expect(read(thousands('.'))).rejects.toMatchObject({ reason: 'field', where: { row: 4, tag: '60F' } })
    await expect(read(thousands(','))).rejects.toMatchObject({ reason: 'field', where: { row: 4, tag: '60F' } })
    expect((await read(plainMessage.replace('C500000,00', 'C500.000'))).flaws).toMatchObject([{ reason: 'amount' }])
  })

  test('the entry date is in the year next to the value date', async () => {
    const file = (dates: string) => message(`:61:${dates}C500000,00NTRFA1`, end)
    expect((await read(file('2601021231'))).lines[0]!.day).toBe('2025-12-31')
    expect((await read(file('2512310102'))).lines[0]!.day).toBe('2026-01-02')
  })

  test('a text wrapped at 65 characters is joined where the line is full', async () => {
    const full = `${'x'.repeat(59)} LK260`
    const { lines } = await read(message(movement, `:86:${full}`, '302000018 SRI', 'BUDI', end))
    expect(lines[0]!.info.slice(60)).toBe('LK260302000018 SRI BUDI')
  })

  test('subfields are joined where they are full, with the other party behind', async () => {
    const field = ':86:166?00TRANSFER?20PEMBAYARAN ANGSURAN LK26030?212000018 NOVEMBER?32SRI'
    const { lines } = await read(message(movement, field, end))
    expect(lines[0]!.info).toBe('TRANSFER PEMBAYARAN ANGSURAN LK260302000018 NOVEMBER SRI')
  })

  test('the days of one file follow each other, whatever their order', async () => {
    const day2 = [
      ':20:B',
      ':25:5220304411',
      ':60F:C261119IDR1500000,00',
      ':61:2611201120D50000,00NTRFA2',
      ':86:Biaya',
      ':62F:C261120IDR1450000,00',
      '-',
    ].join('\r\n')
    for (const both of [`${plainMessage}\r\n${day2}`, `${day2}\r\n${plainMessage}`])
      expect(await told(both)).toEqual(two)
  })

  test('a day that does not come to its own balance is refused, though the next one makes up for it', async () => {
    const day = (date: string, from: number, amount: number, to: number) => [
      ':20:B',
      ':25:5220304411',
      `:60F:C${date}IDR${from},`,
      `:61:${date}C${amount},NTRFA${date}`,
      `:62F:C${date}IDR${to},`,
      '-',
    ]
    const days = (first: number) => file(...day('261118', 0, first, 100), ...day('261119', 100, 200 - first, 200))
    expect((await told(days(100))).flaws).toEqual([])
    expect(await flawsOf(days(90))).toEqual(['5 :62F: end'])
    // An unreadable line is the one flaw of its day.
    expect(await flawsOf(days(100).replace('C100,NTRF', 'X100,NTRF'))).toEqual(['4 :61: unread'])
    // Banks count what they expect among the movements, or do not.
    const expected = (balance: number) => file(...day('261118', 0, 100, balance), ...day('261119', balance, 0, balance))
    const withOne = (balance: number) =>
      expected(balance).replace(':62F:C261118', ':61:2611231123EC7,NTRFE1\n:62F:C261118')
    expect(await Promise.all([100, 107, 108].map((balance) => flawsOf(withOne(balance))))).toEqual([
      [],
      [],
      ['6 :62F: end'],
    ])
  })

  test('of several accounts, the chosen one', async () => {
    const other = plainMessage.replace('5220304411', '99887766').replace('A1', 'B1')
    const both = `${other}\r\n${plainMessage}`
    expect(await told(both, { number: '5220304411' })).toEqual(one)
    expect((await read(both, { number: '5220304411' })).others).toEqual(['99887766'])
  })

  test('what is expected is left out, and zero is kept', async () => {
    const { lines, pending } = await read(
      message(movement, ':61:2611191119EC7,00NTRFA2', ':61:261123EC8,00NTRFA4', ':61:2611191119C0,00NTRFA3', end),
    )
    expect([lines.map(({ txid, amount }) => [txid, amount]), pending]).toEqual([
      [
        ['A1', 500_000],
        ['A3', 0],
      ],
      [
        { direction: 'credit', amount: 7, info: '', part: 0, day: '2026-11-19' },
        { direction: 'credit', amount: 8, info: '', part: 0, day: '2026-11-23' },
      ],
    ])
  })
})
