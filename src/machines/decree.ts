import { dayStart } from './calendar.ts'

export const holidayKinds = ['national', 'jointLeave'] as const
export type Holiday = { day: string; kind: (typeof holidayKinds)[number]; name: string }
/** The holidays of a year by the government's joint decree; `decree` says which one. */
export type Holidays = { decree: string; days: Holiday[] }

export type DecreeReason = 'decreeDay' | 'decreeYear' | 'decreeTwice' | 'decreeName' | 'decreeKind'
export type DecreeFlaw = { line: number; reason: DecreeReason }

export const longestHoliday = 100

const monthNames = [
  ['jan', 'januari', 'january'],
  ['feb', 'februari', 'february'],
  ['mar', 'maret', 'march'],
  ['apr', 'april'],
  ['mei', 'may'],
  ['jun', 'juni', 'june'],
  ['jul', 'juli', 'july'],
  ['agu', 'agt', 'agustus', 'aug', 'august'],
  ['sep', 'september'],
  ['okt', 'oktober', 'oct', 'october'],
  ['nov', 'november'],
  ['des', 'desember', 'dec', 'december'],
]
const heads = /^(day|date|tanggal|hari|日期)$/i
const kindWords: Record<Holiday['kind'], RegExp> = {
  national: /^(national( holiday)?|(hari )?libur( nasional)?|nasional|国定假日|法定节假日)$/i,
  jointLeave: /^(joint ?leave|cuti bersama|cuti|集体休假)$/i,
}

const existing = (year: string, month: string, date: string): string | undefined => {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  try {
    dayStart(day)
    return day
  } catch {
    return undefined
  }
}

/** Reads '2026-01-31', '31/1/2026', '31-01-2026' or '31 Januari 2026'; undefined for what is no day. */
const dayOf = (text: string): string | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (year) return existing(year, month!, date!)
  const [, first, second, last] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  if (first) return existing(last!, second!, first)
  const [, named, word, named4] = /^(\d{1,2}) +(\p{L}+)\.? +(\d{4})$/u.exec(text) ?? []
  const nth = monthNames.findIndex((names) => names.includes(word?.toLowerCase() ?? '')) + 1
  return nth > 0 ? existing(named4!, String(nth), named!) : undefined
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim()

/** The first cell, the last one and all that is between them, which may have the separator in it. */
const cellsOf = (line: string): string[] => {
  const separator = ['\t', ';', ','].find((one) => line.includes(one)) ?? '\t'
  const [first = '', ...rest] = line.split(separator)
  const last = rest.pop()
  return (rest.length === 0 ? [first, last ?? ''] : [first, rest.join(separator), last!]).map(unquoted)
}

const isKind = (text: string) => holidayKinds.find((kind) => kindWords[kind].test(text))

/**
 * Reads the lines of a year's decree: day, name and kind, separated by tabs, semicolons or commas. A head and empty lines
 * are left out. Every other line is a holiday or a flaw; lines are counted from 1.
 */
export const readDecree = (text: string, year: string): { days: Holiday[]; flaws: DecreeFlaw[] } => {
  const days = new Map<string, Holiday>()
  const flaws: DecreeFlaw[] = []
  let isFirst = true
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const cells = cellsOf(line)
    if (isFirst && heads.test(cells[0]!)) {
      isFirst = false
      continue
    }
    isFirst = false
    const day = dayOf(cells[0]!)
    const kind = isKind(cells.at(-1)!)
    const name = cells.length > 2 || !kind ? cells[1]! : ''
    const reason = reasonOf(day, { year, name, kind, isTwice: day !== undefined && days.has(day) })
    if (reason) flaws.push({ line: at + 1, reason })
    else days.set(day!, { day: day!, kind: kind!, name })
  }
  return { days: [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)), flaws }
}

type Read = { year: string; name: string; kind: Holiday['kind'] | undefined; isTwice: boolean }
const reasonOf = (day: string | undefined, { year, name, kind, isTwice }: Read): DecreeReason | undefined => {
  if (day === undefined) return 'decreeDay'
  if (!day.startsWith(`${year}-`)) return 'decreeYear'
  if (isTwice) return 'decreeTwice'
  if (name === '' || name.length > longestHoliday) return 'decreeName'
  return kind ? undefined : 'decreeKind'
}

/** Holidays as the lines of a decree. */
export const linesOf = (days: readonly Holiday[]): string =>
  days.map(({ day, kind, name }) => [day, name, kindAsTyped[kind]].join('\t')).join('\n')
const kindAsTyped: Record<Holiday['kind'], string> = { national: 'libur nasional', jointLeave: 'cuti bersama' }
