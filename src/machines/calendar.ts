export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

// Asia/Jakarta: UTC+7 since 1964, without daylight saving time.
const jakarta = 7 * hourMs

const pad = (n: number, width = 2) => String(n).padStart(width, '0')

// Converts between civil days and days since 1970-01-01, with years from 1 March: H. Hinnant, "chrono-compatible
// low-level date algorithms".
function dayNumber(year: number, month: number, dayOfMonth: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function dayName(number: number): string {
  const n = number + 719_468
  const era = Math.floor(n / 146_097)
  const dayOfEra = n - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  return `${pad(year, 4)}-${pad(month)}-${pad(dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1)}`
}

function numberOf(text: string): number {
  const [, year, month, dayOfMonth] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []
  const number = dayNumber(Number(year), Number(month), Number(dayOfMonth))
  // 30 February round-trips to another day, and text that is not a day gives NaN.
  if (Number.isNaN(number) || dayName(number) !== text) throw new RangeError(`not a day: ${text}`)
  return number
}

/** The Jakarta day ('YYYY-MM-DD') of an instant in epoch milliseconds. */
export function businessDay(ms: number): string {
  if (!Number.isFinite(ms)) throw new RangeError(`not an instant: ${ms}`)
  return dayName(Math.floor((ms + jakarta) / dayMs))
}

/** The weekday in Jakarta of an instant in epoch milliseconds: 1 is Monday, 7 Sunday. */
export function weekday(ms: number): number {
  // 1 January 1970 was a Thursday.
  return ((Math.floor((ms + jakarta) / dayMs) + 3) % 7) + 1
}

/** Epoch milliseconds of 00:00 in Jakarta on a day 'YYYY-MM-DD'. Throws a RangeError for a day that does not exist. */
export function dayStart(text: string): number {
  return numberOf(text) * dayMs - jakarta
}

/** Epoch milliseconds of the last instant in Jakarta of a day 'YYYY-MM-DD'. Throws a RangeError for a day that does not exist. */
export function dayEnd(text: string): number {
  return dayStart(text) + dayMs - 1
}

/** The day `n` days later, or earlier when negative. Throws a RangeError for a day that does not exist. */
export function addDays(text: string, n: number): string {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a number of days: ${n}`)
  return dayName(numberOf(text) + n)
}

/** How many days after `from` the day `to` is; negative when it is before. Throws a RangeError for a day that does not exist. */
export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from)
}

/** The first instant after `at` at which Jakarta's clock shows 'HH:MM'. */
export function nextAt(time: string, at: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = businessDay(at)
  const ofDay = (day: string) => dayStart(day) + (hours * 60 + minutes) * 60_000
  return ofDay(today) > at ? ofDay(today) : ofDay(addDays(today, 1))
}

export type TimeAgo = { count: number; unit: 'minute' | 'hour' | 'day' }

/** How long before `now` an instant was, both in epoch ms, in whole units. A future instant gives 0 minutes. */
export function timeAgo(ms: number, now: number): TimeAgo {
  const elapsed = Math.max(0, now - ms)
  if (elapsed < hourMs) return { count: Math.floor(elapsed / minuteMs), unit: 'minute' }
  if (elapsed < dayMs) return { count: Math.floor(elapsed / hourMs), unit: 'hour' }
  return { count: Math.floor(elapsed / dayMs), unit: 'day' }
}
