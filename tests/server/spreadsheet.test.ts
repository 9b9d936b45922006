import { buffer } from 'node:stream/consumers'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { asCsv } from '../../src/server/csv.ts'
import type { Cell, Head } from '../../src/server/listed.ts'
import { workbook } from '../../src/server/workbook.ts'

const textHead = { head: '', words: 'Words', kind: 'text' } as const

async function* pagesOf<Row>(...pages: readonly (readonly Row[])[]) {
  yield* pages
}
const sheet = (heads: readonly (Head & { words: string })[], rows: readonly (readonly Cell[])[], title = 'Sheet') => ({
  title,
  heads,
  pages: pagesOf(rows.slice(0, 2), rows.slice(2)),
})

const bytesOf = (content: AsyncIterable<Uint8Array>) => buffer(content)
const csvOf = async (...cells: Cell[]) => {
  const text = (
    await bytesOf(
      asCsv(
        sheet(
          [textHead],
          cells.map((cell) => [cell]),
        ),
      ),
    )
  ).toString()
  return parseCsv(text, { delimiter: ',' })
    .slice(1)
    .map(([cell]) => cell)
}

test.each(['=1+1', '+62', '-5', '@now', '\tx', '\rx', '＝1+1', '＋62', '－5', '＠now'])(
  'in CSV %j gets an apostrophe',
  async (text) => {
    expect(await csvOf(text)).toEqual([`'${text}`])
  },
)

test.each(['3171015708921001', '081234567890', '123456789012'])('in CSV the number %s stays text', async (text) => {
  expect(await csvOf(text)).toEqual([`'${text}`])
})

test.each(['Sri, "Wahyuni"', 'LK261121000001', '12345678901', 'a=b', '数据'])('in CSV %j is itself', async (text) => {
  expect(await csvOf(text)).toEqual([text])
})

test('a negative number is a number and no formula', async () => {
  const heads = [{ head: '', words: 'Sum', kind: 'number' } as const]
  expect(parseCsv((await bytesOf(asCsv(sheet(heads, [[null], [-5]])))).toString())).toEqual([['Sum'], [''], ['-5']])
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
  expect(parseCsv((await bytesOf(asCsv(sheet(heads, [[at]])))).toString())[1]).toEqual(['2026-11-22 00:30'])
})
