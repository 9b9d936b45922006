import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { which } from '../../../scripts/which.ts'
import { asCsv } from '../../../src/server/lists/csv.ts'
import { workbook } from '../../../src/server/lists/workbook.ts'
import type { Cell } from '../../../src/services/columns.ts'
import type { Language } from '../../../src/services/user.ts'

const soffice = which('soffice', 'libreoffice')
if (!soffice)
  console.log('No LibreOffice: that it opens an export is not tried; what stands in one is tested all the same.')

const texts = [
  '3171015708921001',
  '081234567890',
  '=1+1',
  '+62',
  '@now',
  ' two  spaces ',
  'Sri "W" <&> Ñ',
  '数据',
  '1e5',
  '2026-11-21',
]
const numbers = [0, -5, 1_500_000, 1_000_000_000_000]
const instants = [Date.UTC(2026, 10, 21, 17, 30), Date.UTC(2024, 1, 29, 16, 59)]
const rows = texts.map((text, index): Cell[] => [
  text,
  numbers[index % numbers.length]!,
  instants[index % instants.length]!,
  null,
])

async function* inPages<Row>(all: readonly Row[]) {
  yield all.slice(0, 3)
  yield all.slice(3)
}

const heads = [
  { head: '', words: 'Text', kind: 'text' },
  { head: '', words: 'Number', kind: 'number' },
  { head: '', words: 'Instant', kind: 'instant' },
  { head: '', words: 'Nothing', kind: 'text' },
] as const
const title = 'Passed first review'
const exported = () => workbook({ title, heads, pages: inPages(rows) })

const formulas = [
  '=1+1',
  '+62',
  '-5',
  '@now',
  '＝1+1',
  '\u22125',
  '\u200b=1+1',
  ' =1+1',
  '\t=1+1',
  '"=1+1"',
  'Budi;=1+1',
  'Budi;\u200b\u22125',
  'Budi;"=1+1"',
  'Budi\n=1+1',
  "x;+1+cmd|' /C calc'!A0",
]
const csv = (language: Language) =>
  asCsv({ title, heads, pages: inPages(formulas.map((text): Cell[] => [text, -5, instants[0]!, text])) }, language)
// LibreOffice's filter options: separator, quote, UTF-8, first line, no column types, locale; quoted cells and
// number-like text may become numbers, and formula-like text is evaluated.
const readings = [
  {
    locale: 'English',
    language: 'en',
    options: `${','.charCodeAt(0)},34,76,1,,1033,false,true,false,false,false,-1,true`,
  },
  {
    locale: 'Indonesian',
    language: 'en',
    options: `${';'.charCodeAt(0)},34,76,1,,1057,false,true,false,false,false,-1,true`,
  },
  {
    locale: 'English',
    language: 'id',
    options: `${','.charCodeAt(0)},34,76,1,,1033,false,true,false,false,false,-1,true`,
  },
  {
    locale: 'Indonesian',
    language: 'id',
    options: `${';'.charCodeAt(0)},34,76,1,,1057,false,true,false,false,false,-1,true`,
  },
] as const

type Opened = { type: string | undefined; value: string | undefined; formula: boolean }

/** Each row's cells as LibreOffice read them, from its flat XML file. */
const cellsIn = (flat: string): Opened[][] =>
  [...flat.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(
      ([, attributes, within]) => {
        const of = (name: string) => new RegExp(` office:${name}="([^"]*)"`).exec(attributes!)?.[1]
        return {
          type: of('value-type'),
          value: of('value') ?? of('date-value') ?? (within === undefined ? undefined : wordsIn(within)),
          formula: attributes!.includes('table:formula'),
        }
      },
    ),
  )

const wordsIn = (xml: string) =>
  (/<text:p>(.*)<\/text:p>/s.exec(xml)?.[1] ?? '')
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const inJakarta = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19)

describe.skipIf(!soffice)('LibreOffice', () => {
  let folder: string
  let opened: Opened[][]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loket-office-'))
    await writeFile(join(folder, 'export.xlsx'), exported())
    opened = cellsIn(await flatOf('export.xlsx')).slice(1, rows.length + 1)
  })
  const flatOf = async (file: string, ...more: readonly string[]) => {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const args = [profile, '--headless', ...more, '--convert-to', 'fods', '--outdir', folder, join(folder, file)]
    await promisify(execFile)(soffice!, args)
    return readFile(join(folder, file.replace(/\.\w+$/, '.fods')), 'utf8')
  }
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('opens an export, in which text is that text whatever it looks like', () => {
    expect(opened.map(([cell]) => cell)).toEqual(texts.map((text) => ({ type: 'string', value: text, formula: false })))
  })

  test('reads numbers as numbers, to the last rupiah', () => {
    expect(opened.map(([, cell]) => cell)).toEqual(
      rows.map(([, number]) => ({ type: 'float', value: String(number), formula: false })),
    )
  })

  test('reads instants as dates, as a clock in Jakarta shows them', () => {
    expect(opened.map(([, , cell]) => cell)).toEqual(
      rows.map(([, , at]) => ({ type: 'date', value: inJakarta(Number(at)), formula: false })),
    )
  })

  test.each(readings)('takes nothing in a CSV in $language for a formula, as $locale reads it', async (reading) => {
    const { locale, language, options } = reading
    await writeFile(join(folder, `${locale}.csv`), csv(language))
    const cells = cellsIn(await flatOf(`${locale}.csv`, `--infilter=Text - txt - csv (StarCalc):${options}`)).flat()
    expect(cells.length).toBeGreaterThan(formulas.length)
    expect(cells.filter(({ formula }) => formula)).toEqual([])
  })
})
