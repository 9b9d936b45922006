import { randomUUID } from 'node:crypto'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualStaffTimes } from '../../../src/machines/staffRules.ts'
import { unzipped } from '../../../src/server/files/zip.ts'
import * as audit from '../../../src/services/audit.ts'
import * as order from '../../../src/services/order.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passing } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'
import { zipOf } from '../../kit/zip.ts'

type Row = (string | number | null)[]
const numberOf = (n: number) => `LK260101${String(n).padStart(6, '0')}`
const xlsx = async (rows: Row[], more: object = {}, others: { name: string; rows: Row[] }[] = []) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'one', rows, ...more }, ...others] }))
/** A workbook whose first sheet is this XML. */
const ofXml = async (sheet: string) =>
  zipOf(
    [...unzipped(await xlsx([['orderNo']]))].map(([name, content]) => ({
      name,
      content: name === 'xl/worksheets/sheet1.xml' ? Buffer.from(sheet) : content,
    })),
  )
/** A few bytes per row, which become 16,384 cells when parsed. */
const wide = (rows: number) =>
  ofXml(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${Array.from(
      { length: rows },
      (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}" t="inlineStr"><is><t>x</t></is></c></row>`,
    ).join('')}</sheetData></worksheet>`,
  )
const csv = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let support: Caller
  let known: string[]
  beforeAll(async () => {
    support = await app.login('support')
    known = [await app.apply(passing()), await app.apply(passing())]
    await app.settle()
  })

  const upload = (file: Buffer, { by = support, key = randomUUID() } = {}) =>
    by.call(order.uploadSheet, { name: 'orders.xlsx', content: file.toString('base64') }, { key })
  const uploaded = async (file: Buffer) => {
    const { code, data, msg } = await upload(file)
    expect([code, msg, data && 'issues' in data ? data.issues : null]).toEqual([0, '', null])
    await app.settle()
    const id = data.stream.replace('orderSheet/', '')
    const { sheets } = await support.data(order.sheetsOf, {})
    const { rows } = await support.data(order.sheetRows, { id })
    return { id, sheet: sheets.find((one) => one.id === id)!, bad: rows }
  }
  const refused = async (file: Buffer) => {
    const { code, data } = await upload(file)
    const [issue] = (data as unknown as { issues: { field: string; reason: string; message: string }[] }).issues
    return { code, ...issue! }
  }
  const fileOf = async (id: string) => {
    const pieces: Buffer[] = []
    for (let n: number | null = 0; n !== null;) {
      const piece: { data: string; next: number | null } = await support.data(order.sheetChunk, { id, n })
      pieces.push(Buffer.from(piece.data, 'base64'))
      n = piece.next
    }
    return (await readXlsx(Buffer.concat(pieces))).sheets[0]!.rows
  }

  test('each row is known, unknown, a duplicate or nothing, and the file says what is known of each', async () => {
    const rows: Row[] = [
      ['Order no.'],
      [known[0]!],
      [numberOf(1)],
      [known[1]!.toLowerCase()],
      [known[0]!],
      ['x'],
      [null],
      [known[1]!],
    ]
    const { id, sheet, bad } = await uploaded(await xlsx(rows))
    expect(sheet).toMatchObject({ state: 'ready', rows: 7, done: 7, sheets: 1, upload: 'orders.xlsx' })
    expect(sheet.counts).toEqual({ known: 2, unknown: 1, duplicate: 2, invalid: 2 })
    expect(bad).toEqual([
      { n: 3, text: numberOf(1), result: 'unknown' },
      { n: 5, text: known[0], result: 'duplicate' },
      { n: 6, text: 'X', result: 'invalid' },
      { n: 7, text: '', result: 'invalid' },
      { n: 8, text: known[1], result: 'duplicate' },
    ])
    const file = await fileOf(id)
    expect(file[0]!.slice(0, 5)).toEqual(['Row', 'Order no.', 'Result', 'Status', 'Customer'])
    expect(file.slice(1).map((row) => row.slice(0, 5))).toEqual([
      [2, known[0], 'Found', 'Waiting for first review', 'S*** W***'],
      [3, numberOf(1), 'Unknown', null, null],
      [4, known[1], 'Found', 'Waiting for first review', 'S*** W***'],
      [5, known[0], 'Duplicate', null, null],
      [6, 'X', 'Not an order number', null, null],
      [7, '', 'Not an order number', null, null],
      [8, known[1], 'Duplicate', null, null],
    ])
    expect(JSON.stringify(file)).not.toContain('Wahyuni')
  })

  test('whoever fetches it is among those who saw each customer in it, and has no piece before the first', async () => {
    const { id } = await uploaded(await xlsx([['Order no.'], [known[0]!]]))
    const admin = await app.login('admin')
    const seenBy = async (orderNo: string) =>
      (await admin.data(audit.seen, { orderNo })).rows
        .filter(({ type, record }) => type === 'exportFetched' && record === `orderSheet/${id}`)
        .map(({ by, said }) => [by, said.title])
    const piece = app.db.sql.selectFrom('export_chunk').select(['export', 'file', 'data']).where('export', '=', id)
    await app.db.sql
      .insertInto('export_chunk')
      .values({ ...(await piece.executeTakeFirstOrThrow()), n: 1 })
      .execute()
    expect(await support.call(order.sheetChunk, { id, n: 1 })).toHaveCode(404)
    expect(await seenBy(known[0]!)).toEqual([])
    expect(await support.call(order.sheetChunk, { id, n: 0 })).toHaveCode(0)
    expect(await support.call(order.sheetChunk, { id, n: 1 })).toHaveCode(0)
    expect(await seenBy(known[0]!)).toEqual([[support.id, 'routes:excelList']])
    expect(await seenBy(known[1]!)).toEqual([])
  })

  test.each([
    ['a column among others, under a title', () => xlsx([['Follow up'], ['Who', 'No. Pesanan'], ['Ayu', known[0]!]])],
    [
      'a column under a title that is merged over it',
      () =>
        xlsx(
          [
            ['Follow up', null],
            ['Nomor pengajuan', 'Who'],
            [known[0]!, 'Ayu'],
          ],
          { merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }] },
        ),
    ],
    ['a single column without a head', () => xlsx([[known[0]!]])],
    [
      'the head in Chinese',
      () =>
        xlsx([
          ['备注', '订单号'],
          ['x', known[0]!],
        ]),
    ],
    [
      'CSV with semicolons, as a spreadsheet in Indonesia writes it',
      () => csv(`Nama;Nomor Pesanan\r\nAyu;${known[0]}\r\n`),
    ],
    ['CSV in Windows’ own letters', () => csv(`Name,Order No\nJos\u00e9,${known[0]}\n`, 'latin1')],
    ['CSV in UTF-16', () => csv(`\ufefforderNo\tx\n${known[0]}\ty\n`, 'utf16le')],
    ['CSV with quotes and a mark of UTF-8', () => csv(`\ufeff"order_no"\n"${known[0]}"\n`)],
  ])('reads %s', async (_, made) => {
    const { sheet } = await uploaded(await made())
    expect(sheet.counts).toEqual({ known: 1, unknown: 0, duplicate: 0, invalid: 0 })
  })

  test('of several sheets the first is read, and it says how many there were', async () => {
    const file = await xlsx([['orderNo'], [known[0]!]], {}, [{ name: 'two', rows: [['orderNo'], [numberOf(2)]] }])
    const { sheet } = await uploaded(file)
    expect(sheet).toMatchObject({ sheets: 2, counts: { known: 1, unknown: 0 } })
  })

  test('formulas and merged cells are no matter beside the column', async () => {
    const cells = new Map([['1,1', { formula: '1+1', formulaResult: 2 }]])
    const merges = [{ startRow: 0, startCol: 1, endRow: 0, endCol: 2 }]
    const { sheet } = await uploaded(
      await xlsx(
        [
          ['orderNo', 'sum', null],
          [known[0]!, null, null],
        ],
        { cells, merges },
      ),
    )
    expect(sheet.counts!.known).toBe(1)
  })

  test('is what was looked at, also when its archive has another directory for another reader', async () => {
    const shown = await xlsx([['orderNo'], [known[0]!]])
    const hidden = await xlsx([['orderNo'], ['hidden']])
    const end = 22
    const from = hidden.readUInt32LE(hidden.length - end + 16)
    for (let at = from; hidden.readUInt32LE(at) === 0x02014b50;) {
      hidden.writeUInt32LE(hidden.readUInt32LE(at + 42) + shown.length - end, at + 42)
      at += 46 + [28, 30, 32].reduce((sum, length) => sum + hidden.readUInt16LE(at + length), 0)
    }
    const wide = Buffer.alloc(56 + 20)
    wide.writeUInt32LE(0x06064b50)
    wide.writeUInt32LE(44, 4)
    wide.writeUInt32LE(hidden.readUInt16LE(hidden.length - end + 10), 24)
    wide.writeUInt32LE(hidden.readUInt16LE(hidden.length - end + 10), 32)
    wide.writeUInt32LE(hidden.readUInt32LE(hidden.length - end + 12), 40)
    wide.writeUInt32LE(from + shown.length - end, 48)
    wide.writeUInt32LE(0x07064b50, 56)
    wide.writeUInt32LE(shown.length - end + hidden.length - end, 64)
    wide.writeUInt32LE(1, 72)
    const last = Buffer.from(shown.subarray(-end))
    last.writeUInt32LE(0xffffffff, 12)
    const file = Buffer.concat([shown.subarray(0, -end), hidden.subarray(0, -end), wide, last])
    const { rows } = await readXlsx(file).then(({ sheets }) => sheets[0]!)
    expect(rows[1]).toEqual(['hidden'])
    expect((await uploaded(file)).sheet.counts!.known).toBe(1)
  })

  describe('is refused with the reason', () => {
    const bomb = (size: number, claimedLength?: number) =>
      zipOf([
        { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
        {
          name: 'xl/worksheets/sheet1.xml',
          content: Buffer.alloc(size, ' '),
          ...(claimedLength === undefined ? {} : { claimedLength }),
        },
      ])
    test.each([
      ['a picture', 'type', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])],
      [
        'an archive that is no workbook',
        'type',
        () => zipOf([{ name: 'word/document.xml', content: Buffer.from('<w/>') }]),
      ],
      ['nothing', 'empty', () => csv(' \n \n')],
      ['only a head', 'empty', () => csv('orderNo\n')],
      [
        'an old or encrypted workbook',
        'encrypted',
        () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      ],
      [
        'an encrypted archive',
        'encrypted',
        () => zipOf([{ name: 'xl/workbook.xml', content: Buffer.from('x'), encrypted: true }]),
      ],
      ['half a workbook', 'broken', async () => (await xlsx([['orderNo'], [numberOf(1)]])).subarray(0, 900)],
      ['a bomb', 'tooBig', () => bomb(80 * 1024 * 1024)],
      ['a bomb that says it is small', 'tooBig', () => bomb(80 * 1024 * 1024, 100)],
      ['a small workbook that takes all memory once it is read', 'tooBig', () => wide(50_000)],
      ['an archive that lies about a length', 'broken', () => bomb(1000, 10)],
      [
        'other columns',
        'noColumn',
        () =>
          xlsx([
            ['Name', 'Phone'],
            ['Ayu', '0812'],
          ]),
      ],
      ['too many rows', 'tooManyRows', () => csv(Array.from({ length: 100_000 }, (_, n) => numberOf(n)).join('\n'))],
      [
        'too many rows of a workbook',
        'tooManyRows',
        () => xlsx(Array.from({ length: 60_000 }, (_, n) => [numberOf(n)])),
      ],
    ] as const)('%s: %s', async (_, reason, made) => {
      const before = await app.db.sql.selectFrom('order_sheet_row').select('n').execute()
      expect(await refused(await made())).toMatchObject({ code: 400, field: 'content', reason })
      expect(await app.db.sql.selectFrom('order_sheet_row').select('n').execute()).toHaveLength(before.length)
    })

    test('a formula in the column, by its cell', async () => {
      const cells = new Map([['2,0', { formula: 'A2', formulaResult: known[0]! }]])
      const { reason, message } = await refused(await xlsx([['orderNo'], [known[0]!], [null]], { cells }))
      expect([reason, message]).toEqual(['formula', expect.stringContaining('Cell A3 has a formula')])
    })

    test('merged cells in the column, by the first of them', async () => {
      const merges = [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }]
      const { reason, message } = await refused(
        await xlsx(
          [
            ['orderNo', 'x'],
            [known[0]!, 1],
            [null, 2],
          ],
          { merges },
        ),
      )
      expect([reason, message]).toEqual(['merged', expect.stringContaining('Cell A2 is merged')])
    })

    test('content that is no base64, and a role that was not granted it', async () => {
      expect(await support.call(order.uploadSheet, { name: '', content: '%%' })).toMatchObject({ code: 400 })
      expect(await upload(csv(known[0]!), { by: await app.login('finance') })).toHaveCode(4030)
    })
  })

  test('while a large one is read, other calls are answered', async () => {
    const file = await xlsx([['orderNo'], ...Array.from({ length: 49_999 }, (_, n): Row => [numberOf(n)])])
    const sending = upload(file)
    const asked = await Promise.race([
      sending.then(() => 'the upload'),
      support.data(order.choices, {}).then(() => 'the call'),
    ])
    expect(asked).toBe('the call')
    const { code, data } = await sending
    expect(code).toBe(0)
    // No test waits for it.
    await support.data(order.cancelSheet, { id: data.stream.replace('orderSheet/', '') })
  })

  test('the same upload sent twice is one, at once as well', async () => {
    const key = randomUUID()
    const before = await app.db.sql.selectFrom('order_sheet_row').select('n').execute()
    const [one, other] = await Promise.all([upload(csv(known[0]!), { key }), upload(csv(known[0]!), { key })])
    expect(other.data).toEqual(one.data)
    expect((await upload(csv(known[0]!), { key })).data).toEqual(one.data)
    expect(await app.db.sql.selectFrom('order_sheet_row').select('n').execute()).toHaveLength(before.length + 1)
  })

  test('is cancelled by whose it is, seen by nobody else, and leaves nothing behind', async () => {
    const { data } = await upload(csv(`${known[0]}\n${numberOf(3)}`))
    const id = data.stream.replace('orderSheet/', '')
    const admin = await app.login('admin')
    expect(await admin.call(order.cancelSheet, { id })).toHaveCode(404)
    expect(await admin.call(order.sheetRows, { id })).toHaveCode(404)
    expect((await admin.data(order.sheetsOf, {})).sheets).toEqual([])
    expect(await support.call(order.cancelSheet, { id })).toHaveCode(0)
    await app.settle()
    expect(await app.db.sql.selectFrom('order_sheet_row').select('n').where('sheet', '=', id).execute()).toEqual([])
  })

  test('its file and rows are deleted after a while, and its counts stay', async () => {
    const { id } = await uploaded(csv(`${known[0]}\n${numberOf(3)}`))
    app.clock.advance(usualStaffTimes.fileTtl)
    await app.settle()
    support = await app.login('support')
    const { sheets } = await support.data(order.sheetsOf, {})
    expect(sheets.find((one) => one.id === id)).toMatchObject({ state: 'expired', counts: { known: 1, unknown: 1 } })
    expect(await support.call(order.sheetChunk, { id, n: 0 })).toHaveCode(404)
    const { rows } = await app.db.sql
      .selectFrom('export_chunk')
      .select('export')
      .where('export', '=', id)
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toEqual([])
  })
})
