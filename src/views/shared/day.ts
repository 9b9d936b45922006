import { addDays, dayStart } from '../../machines/calendar.ts'
import type { Language } from '../../services/user.ts'
import type { Format } from './format.ts'

// Bounds of plausible days: no borrower was born before 1900, and a day has a year of four digits.
const firstDay = '1900-01-01'
const lastDay = '2999-12-31'

/** Whether it is an existing day 'YYYY-MM-DD' within the range of records. */
export const isDay = (text: string | undefined): text is string => {
  try {
    return text !== undefined && text >= firstDay && text <= lastDay && Number.isFinite(dayStart(text))
  } catch {
    return false
  }
}

/** Formats a day ('YYYY-MM-DD') in the user's language. */
export const dayIn = (day: string, { day: ofInstant }: Format) => ofInstant(dayStart(day))

/** A day as it is typed in a language: year first in Chinese, otherwise last. */
export const typedAs = (day: string | undefined, language: Language): string =>
  (language === 'zh' ? day : day?.split('-').toReversed().join('/')) ?? ''

/** The next day with this number in its month, from a day on; undefined when none comes within two months. */
const nextOfNumber = (number: string, from: string): string | undefined =>
  Array.from({ length: 62 }, (_, days) => addDays(from, days)).find((day) =>
    day.endsWith(`-${number.padStart(2, '0')}`),
  )

/**
 * Parses a typed day, year first or last; undefined for text that is no day. With a first day, a number alone is the
 * next day of that number.
 */
export const dayTyped = (typed: string, first?: string): string | undefined => {
  if (first && /^\d{1,2}$/.test(typed.trim())) return nextOfNumber(typed.trim(), first)
  const [, ...parts] = /^(\d{1,4})\D(\d{1,2})\D(\d{1,4})$/.exec(typed.trim()) ?? []
  const [year = '', month = '', date = ''] = parts[0]?.length === 4 ? parts : parts.toReversed()
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

const both = ['from', 'to'] as const
export type End = (typeof both)[number]

/**
 * Parses two typed days: the range, or a locale key for the flaw and the wrong ends. Two empty ends are an empty range.
 */
export const rangeTyped = (from: string, to: string): { range?: string; flaw?: string; wrong?: End[] } => {
  const typed = [from, to].filter((one) => one.trim() !== '')
  const days = typed.flatMap((one) => dayTyped(one) ?? [])
  const ends = { from, to }
  const those = (isWrong: (typed: string) => boolean) => both.filter((end) => isWrong(ends[end].trim()))
  if (days.length < typed.length)
    return { flaw: 'list:noSuchDay', wrong: those((typed) => typed !== '' && dayTyped(typed) === undefined) }
  if (days.length === 1) return { flaw: 'list:dayMissing', wrong: those((typed) => typed === '') }
  if (days.length === 2 && days[0]! > days[1]!) return { flaw: 'list:daysReversed', wrong: [...both] }
  return { range: days.join('..') }
}
