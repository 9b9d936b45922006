import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { dayStart } from '../../../src/machines/calendar.ts'
import { asCsv } from '../../../src/server/lists/csv.ts'
import type { Head } from '../../../src/server/lists/exportable.ts'
import { workbook } from '../../../src/server/lists/workbook.ts'
import type { Cell } from '../../../src/services/columns.ts'
import { readCsv } from '../../kit/csv.ts'

const textHead = { head: '', words: 'Words', kind: 'text' } as const

async function* pagesOf<Row>(...pages: readonly (readonly Row[])[]) {
  yield* pages
}
const sheet = (heads: readonly (Head & { words: string })[], rows: readonly (readonly Cell[])[], title = 'Sheet') => ({
  title,
  heads,
  pages: pagesOf(rows.slice(0, 2), rows.slice(2)),
})

const separatorOf = { id: ';', en: ',', zh: ',' } as const

const bytesOf = (content: AsyncIterable<Uint8Array>) => buffer(content)
const csvOf = async (...cells: Cell[]) => {
  const text = (
    await bytesOf(
      asCsv(
        sheet(
          [textHead],
          cells.map((cell) => [cell]),
        ),
        'en',
      ),
    )
  ).toString()
  return parseCsv(text, { delimiter: ',' })
    .slice(1)
    .map(([cell]) => cell)
}

const leading = [
  '=1+1',
  '+62',
  '-5',
  '@now',
  '|x',
  '\tx',
  '\rx',
  '＝1+1',
  '＋62',
  '－5',
  '＠now',
  '\u22125',
  '﹦1',
  '⁻5',
]
const behind = [' =1+1', '\u00a0=1', '\u200b=1+1', '\ufeff=1', '\u3000＝1', '\u200b \u2212 5', '"=1+1"']
test.each([...leading, ...behind])('in CSV %j gets an apostrophe', async (text) => {
  expect(await csvOf(text)).toEqual([`'${text}`])
})

test.each([
  ['Budi;=1+1', "Budi;'=1+1"],
  ['Budi; \u200b\u2212 1', "Budi;' \u200b\u2212 1"],
  ['Budi;"=1+1"', 'Budi;\'"=1+1"'],
  ['Budi\n@now', "Budi\n'@now"],
  ['Budi\t=1', "Budi\t'=1"],
  ['=1;+2;a-b', "'=1;'+2;a-b"],
])('in CSV what would be a formula within %j gets one there', async (text, cell) => {
  expect(await csvOf(text)).toEqual([cell])
})

const single = '=+-@|＝＋－＠\u2212﹦⁻;,"\'\t\r\n \u00a0\u200b\ufeff\0x1'.split('')
const parts = [...single, '\r\n', '";"', '1+cmd|']
const nasty = fc.string({ unit: fc.constantFrom(...parts), maxLength: 12 })
const nastyRow = fc.tuple(fc.oneof(nasty, fc.constant('-5')), nasty, nasty, fc.integer({ min: -20, max: 20 }))
// Independent of the rule under test: strips invisible characters and quotes from the start of a cell.
const isFormula = (cell: string) =>
  /^[=+\-@|\u2212]/u.test(
    cell
      .replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')
      .replace(/^"+/, '')
      .normalize('NFKC'),
  )

test.each([
  ['en', ','],
  ['en', ';'],
  ['id', ';'],
  ['id', ','],
] as const)('no cell of a CSV in %s begins a formula for who separates by %j', async (language, separator) => {
  await fc.assert(
    fc.asyncProperty(fc.array(nastyRow, { minLength: 1, maxLength: 4 }), async (rows) => {
      const heads = [textHead, textHead, textHead, { head: '', words: 'Sum', kind: 'number' } as const]
      const read = readCsv((await bytesOf(asCsv(sheet(heads, rows), language))).toString().slice(1), separator)
      const numbers = new Set(separator === separatorOf[language] ? rows.map((row) => String(row[3])) : [])
      expect(read.flat().filter((cell) => isFormula(cell) && !numbers.has(cell))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test.each(['id', 'en'] as const)('a CSV in %s has as many rows as there are, whatever is in them', async (language) => {
  await fc.assert(
    fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 4 }), async (texts) => {
      const bytes = await bytesOf(
        asCsv(
          sheet(
            [textHead],
            texts.map((text) => [text]),
          ),
          language,
        ),
      )
      expect(readCsv(bytes.toString(), separatorOf[language])).toHaveLength(texts.length + 1)
    }),
  )
})

test('a head is no formula either', async () => {
  const [heads] = readCsv((await bytesOf(asCsv(sheet([{ ...textHead, words: 'Sum;=1' }], []), 'en'))).toString(), ',')
  expect(heads!.at(-1)).toContain("Sum;'=1")
})

test('a negative number that begins a row of several cells is text: with a decimal comma it would begin a formula', async () => {
  const heads = [{ head: '', words: 'Sum', kind: 'number' } as const, textHead]
  const text = (await bytesOf(asCsv(sheet(heads, [[-5, "1+cmd|' /C calc'!A0"]]), 'en'))).toString()
  expect(readCsv(text, ';').map(([cell]) => cell![0])).not.toContain('-')
})

test.each(['3171015708921001', '081234567890', '123456789012'])('in CSV the number %s stays text', async (text) => {
  expect(await csvOf(text)).toEqual([`'${text}`])
})

test.each(['Sri, "Wahyuni"', 'LK261121000001', '12345678901', 'a=b', '数据'])('in CSV %j is itself', async (text) => {
  expect(await csvOf(text)).toEqual([text])
})

test('a negative number is a number and no formula', async () => {
  const heads = [{ head: '', words: 'Sum', kind: 'number' } as const]
  expect(parseCsv((await bytesOf(asCsv(sheet(heads, [[null], [-5]]), 'en'))).toString())).toEqual([
    ['Sum'],
    [''],
    ['-5'],
  ])
})

test('in a workbook every text is that text, and no cell is a formula', async () => {
  const texts = ['=1+1', '+62', '-5', '@now', '3171015708921001', '081234567890', 'Sri "W" <&>', ' spaces ', '数据']
  const bytes = await bytesOf(
    workbook(
      sheet(
        [textHead],
        texts.map((text) => [text]),
      ),
    ),
  )
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]!.rows).toEqual([['Words'], ...texts.map((text) => [text])])
  expect([...(sheets[0]!.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
})

test('a title that Excel refuses for a sheet becomes one that it takes', async () => {
  const bytes = await bytesOf(workbook(sheet([textHead], [['x']], 'Passed: first/second [all] of a very long name')))
  expect((await readXlsx(bytes)).sheets[0]!.name).toBe('Passed  first second  all  of a')
})

test('an instant near midnight is the day that it is in Jakarta', async () => {
  const heads = [{ head: '', words: 'At', kind: 'instant' } as const]
  const at = Date.UTC(2026, 10, 21, 17, 30)
  const { sheets } = await readXlsx(await bytesOf(workbook(sheet(heads, [[at]]))))
  expect((sheets[0]!.rows[1]![0] as Date).toISOString()).toBe('2026-11-22T00:30:00.000Z')
  expect(parseCsv((await bytesOf(asCsv(sheet(heads, [[at]]), 'en'))).toString())[1]).toEqual(['2026-11-22 00:30'])
})

test.each(['id', 'en', 'zh'] as const)(
  'a CSV in %s opens by a double click where that language is spoken',
  async (language) => {
    const heads = [
      textHead,
      { head: '', words: 'Day', kind: 'day' } as const,
      { head: '', words: 'Sum', kind: 'number' } as const,
    ]
    const bytes = await bytesOf(asCsv(sheet(heads, [['1 dari 3', dayStart('2026-11-22'), 1_500_000]]), language))
    const separator = separatorOf[language]
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.toString().slice(1).trimEnd().split('\r\n')).toEqual([
      ['"Words"', '"Day"', '"Sum"'].join(separator),
      ['"1 dari 3"', '"2026-11-22"', '"1500000"'].join(separator),
    ])
  },
)

test.each([
  ['id', '86,44'],
  ['en', '86.44'],
  ['zh', '86.44'],
] as const)('a CSV in %s has the decimal sign of that language', async (language, shown) => {
  const heads = [textHead, { head: '', words: 'Rate', kind: 'number' } as const]
  const bytes = await bytesOf(asCsv(sheet(heads, [['a', 86.44]]), language))
  expect(bytes.toString().trimEnd().split('\r\n')[1]).toBe(['"a"', `"${shown}"`].join(separatorOf[language]))
})

test('a day in a workbook is a date without a time', async () => {
  const heads = [{ head: '', words: 'Day', kind: 'day' } as const]
  const { sheets } = await readXlsx(await bytesOf(workbook(sheet(heads, [[dayStart('2026-11-22')]]))))
  expect((sheets[0]!.rows[1]![0] as Date).toISOString()).toBe('2026-11-22T00:00:00.000Z')
})
