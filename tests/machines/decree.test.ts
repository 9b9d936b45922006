import { describe, expect, test } from 'vitest'
import { linesOf, readDecree } from '../../src/machines/decree.ts'

const read = (...lines: string[]) => readDecree(lines.join('\n'), '2026')

test('a line has a day, a name and a kind, with any of the usual marks between them', () => {
  const { days, flaws } = read(
    'Tanggal;Keterangan;Jenis',
    '2026-01-01;Tahun Baru 2026 Masehi;libur nasional',
    '',
    '16/2/2026\tTahun Baru Imlek 2577\tcuti bersama',
    '17 Februari 2026,Tahun Baru Imlek, 2577 Kongzili,National',
    '"19-03-2026","Hari Suci Nyepi, Saka 1948","Libur Nasional"\r',
    ' 01.05.2026 ; Hari Buruh ; nasional ',
  )
  expect(flaws).toEqual([])
  expect(days).toEqual([
    { day: '2026-01-01', name: 'Tahun Baru 2026 Masehi', kind: 'national' },
    { day: '2026-02-16', name: 'Tahun Baru Imlek 2577', kind: 'jointLeave' },
    { day: '2026-02-17', name: 'Tahun Baru Imlek, 2577 Kongzili', kind: 'national' },
    { day: '2026-03-19', name: 'Hari Suci Nyepi, Saka 1948', kind: 'national' },
    { day: '2026-05-01', name: 'Hari Buruh', kind: 'national' },
  ])
})

test('days stand in the order of the year, whatever the order of the lines', () => {
  const { days } = read('25/12/2026;Natal;nasional', '1/1/2026;Tahun Baru;nasional')
  expect(days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-12-25'])
})

describe('a line is refused by its number', () => {
  test.each([
    ['a day of another year', '2025-12-25;Natal;nasional', 'decreeYear'],
    ['a day that does not exist', '2026-02-30;Apa;nasional', 'decreeDay'],
    ['a month that is none', '1 Brumaire 2026;Apa;nasional', 'decreeDay'],
    ['several days at once', '21-22 Maret 2026;Idulfitri;nasional', 'decreeDay'],
    ['words alone', 'Hari Raya', 'decreeDay'],
    ['a day that was above', '1 January 2026;Again;nasional', 'decreeTwice'],
    ['no name between the marks', '2026-04-03;;nasional', 'decreeName'],
    ['a day and a kind', '2026-04-03;nasional', 'decreeName'],
    ['a day alone', '2026-04-03', 'decreeName'],
    ['a name of a hundred and one characters', `2026-04-03;${'x'.repeat(101)};nasional`, 'decreeName'],
    ['no kind', '2026-04-03;Wafat Yesus Kristus', 'decreeKind'],
    ['a kind that is none', '2026-04-03;Wafat Yesus Kristus;lokal', 'decreeKind'],
  ])('%s', (_, line, reason) => {
    const { days, flaws } = read('tanggal;nama;jenis', '2026-01-01;Tahun Baru;nasional', '', line)
    expect(flaws).toEqual([{ line: 4, reason }])
    expect(days.map(({ day }) => day)).toEqual(['2026-01-01'])
  })

  test('each of several, and a head only at the top', () => {
    expect(read('x', 'tanggal;nama;jenis', '2026-01-01;Tahun Baru;nasional', '2026-01-01;Lagi;cuti').flaws).toEqual([
      { line: 1, reason: 'decreeDay' },
      { line: 2, reason: 'decreeDay' },
      { line: 4, reason: 'decreeTwice' },
    ])
  })
})

test('what was read is written as lines that are read as the same', () => {
  const { days } = read(
    '2026-02-16,Imlek, cuti,cuti bersama',
    '2026-03-21;"A; ""B""";nasional',
    '2026-12-25\tNatal\tnasional',
  )
  expect(days).toHaveLength(3)
  expect(readDecree(linesOf(days), '2026')).toEqual({ days, flaws: [] })
  expect(readDecree('', '2026')).toEqual({ days: [], flaws: [] })
})
