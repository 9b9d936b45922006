import { dayStart } from '../../machines/calendar.ts'

const months = [
  ['jan', 'januari', 'january'],
  ['feb', 'peb', 'februari', 'pebruari', 'february'],
  ['mar', 'maret', 'march'],
  ['apr', 'april'],
  ['mei', 'may'],
  ['jun', 'juni', 'june'],
  ['jul', 'juli', 'july'],
  ['agu', 'ags', 'agt', 'aug', 'agustus', 'august'],
  ['sep', 'sept', 'september'],
  ['okt', 'oct', 'oktober', 'october'],
  ['nov', 'nop', 'november', 'nopember'],
  ['des', 'dec', 'desember', 'december'],
]

export type DateOrder = 'dmy' | 'mdy'

const two = (n: number) => String(n).padStart(2, '0')

// Thousands of lines have one day.
const checked = { day: '', isDay: false }
const isDay = (day: string) => {
  if (checked.day !== day) Object.assign(checked, { day, isDay: hasStart(day) })
  return checked.isDay
}

const hasStart = (day: string) => {
  try {
    return Number.isFinite(dayStart(day))
  } catch {
    return false
  }
}

const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.findIndex((names) => names.includes(text.toLowerCase())) + 1

/** The year of a date without one: the last year in which the date was not after today. */
const lastYearOf = (monthAndDay: string, today: string) => {
  const thisYear = Number(today.slice(0, 4))
  const year = [thisYear, thisYear - 1, thisYear - 2, thisYear - 3, thisYear - 4].find(
    (one) => isDay(`${one}-${monthAndDay}`) && `${one}-${monthAndDay}` <= today,
  )
  return year ?? thisYear
}

/**
 * Parses a bank's date into 'YYYY-MM-DD': ISO order, or day and month in the given order with a year of four, two or no
 * digits. Undefined when it is no date.
 */
export const dayOf = (text: string, today: string, order: DateOrder = 'dmy'): string | undefined => {
  const written = text.trim().replace(/^'/, '')
  const [, y, m, d] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written) ?? /^(20\d{2})(\d{2})(\d{2})$/.exec(written) ?? []
  const iso = y ? `${y}-${two(Number(m))}-${two(Number(d))}` : undefined
  if (iso) return isDay(iso) ? iso : undefined
  const [, first, second, year] = /^(\d{1,2})[-/. ]([a-z]{3,9}|\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/i.exec(written) ?? []
  if (!first) return undefined
  const isMonthFirst = order === 'mdy' && /^\d+$/.test(second!)
  const [day, month] = isMonthFirst ? [second!, first] : [first, second]
  const monthAndDay = `${two(monthOf(month!))}-${two(Number(day))}`
  const full = year ? (year.length === 2 ? `20${year}` : year) : lastYearOf(monthAndDay, today)
  const found = `${full}-${monthAndDay}`
  return isDay(found) ? found : undefined
}

/** A date and its instant in epoch milliseconds, by default the start of the day. Undefined when invalid. */
export const momentOf = (
  text: string,
  time: string,
  today: string,
  order: DateOrder = 'dmy',
): { day: string; at: number } | undefined => {
  const [, day = text, beside] = /^(.*\d\S*?)[T ,]+(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d+)?)$/i.exec(text.trim()) ?? []
  const found = dayOf(day, today, order)
  const clock = beside ?? time
  const [, h, min, s] = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?$/.exec(clock.trim()) ?? []
  if (!found || (clock.trim() && h === undefined)) return undefined
  const at = ((Number(h ?? 0) * 60 + Number(min ?? 0)) * 60 + Number(s ?? 0)) * 1000
  return at < 86_400_000 && Number(min ?? 0) < 60 && Number(s ?? 0) < 60
    ? { day: found, at: dayStart(found) + at }
    : undefined
}
