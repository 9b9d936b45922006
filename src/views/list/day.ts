import type { Language } from '../../services/user.ts'
import { isDay } from './filter.ts'

/** A day as it is typed in a language. */
export const typedAs = (day: string | undefined, language: Language): string =>
  (language === 'zh' ? day : day?.split('-').toReversed().join('/')) ?? ''

/** The day that somebody typed, either way round; undefined for what is none. */
export const dayTyped = (typed: string): string | undefined => {
  const [, ...parts] = /^(\d{1,4})\D(\d{1,2})\D(\d{1,4})$/.exec(typed.trim()) ?? []
  const [year = '', month = '', date = ''] = parts[0]?.length === 4 ? parts : parts.toReversed()
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

const both = ['from', 'to'] as const
export type End = (typeof both)[number]

/** Two days as they are typed: the range that they are, or a locale key for why they are none and which of them is wrong; neither when both are empty. */
export const rangeTyped = (from: string, to: string): { range?: string; flaw?: string; wrong?: End[] } => {
  const said = [from, to].filter((one) => one.trim() !== '')
  const days = said.flatMap((one) => dayTyped(one) ?? [])
  const ends = { from, to }
  const those = (isWrong: (typed: string) => boolean) => both.filter((end) => isWrong(ends[end].trim()))
  if (days.length < said.length)
    return { flaw: 'list:noSuchDay', wrong: those((typed) => typed !== '' && dayTyped(typed) === undefined) }
  if (days.length === 1) return { flaw: 'list:dayMissing', wrong: those((typed) => typed === '') }
  if (days.length === 2 && days[0]! > days[1]!) return { flaw: 'list:daysReversed', wrong: [...both] }
  return { range: days.join('..') }
}
