import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { which } from '../../scripts/which.ts'
import type { Cell } from '../../src/server/listed.ts'
import { workbook } from '../../src/server/workbook.ts'

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

const exported = () =>
  workbook({
    title: 'Passed first review',
    heads: [
      { head: '', words: 'Text', kind: 'text' },
      { head: '', words: 'Number', kind: 'number' },
      { head: '', words: 'Instant', kind: 'instant' },
      { head: '', words: 'Nothing', kind: 'text' },
    ],
    pages: inPages(rows),
  })

type Opened = { type: string | undefined; value: string | undefined; formula: boolean }

/** Each row's cells as LibreOffice took them, from its own flat file. */
const cellsIn = (flat: string): Opened[][] =>
  [...flat.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(([, said, within]) => {
      const of = (name: string) => new RegExp(` office:${name}="([^"]*)"`).exec(said!)?.[1]
      return {
        type: of('value-type'),
        value: of('value') ?? of('date-value') ?? (within === undefined ? undefined : wordsIn(within)),
        formula: said!.includes('table:formula'),
      }
    }),
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
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const args = [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, join(folder, 'export.xlsx')]
    await promisify(execFile)(soffice!, args)
    opened = cellsIn(await readFile(join(folder, 'export.fods'), 'utf8')).slice(1, rows.length + 1)
  }, 120_000)
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
})
