import { addDays, businessDay, dayStart, daysBetween, weekday } from '../../machines/calendar.ts'
import { type grains, mostDays, usualDays } from '../../services/report.ts'
import type { Language } from '../../services/user.ts'
import { badInput } from '../kit/inputIssues.ts'

/** Days 'YYYY-MM-DD', both counted. */
export type Period = { from: string; to: string }

/** The days that a report is asked for; throws 400 for those that have not come, that run backwards, or for too many. */
export const periodOf = (
  { daysFrom, daysTo }: { daysFrom?: number | undefined; daysTo?: number | undefined },
  { now, language }: { now: number; language: Language },
): Period => {
  const today = businessDay(now)
  const to = daysTo === undefined ? today : businessDay(daysTo - 1)
  const from = daysFrom === undefined ? addDays(to, 1 - usualDays) : businessDay(daysFrom)
  const refused = (field: string, reason: string) => badInput([{ field, reason }], language)
  if (from > today) throw refused('daysFrom', 'dayAhead')
  if (to > today) throw refused('daysTo', 'dayAhead')
  if (from > to) throw refused('daysTo', 'daysReversed')
  if (daysBetween(from, to) >= mostDays) throw refused('daysFrom', 'daysMany')
  return { from, to }
}

/** The days of a period, the first one first. */
export const daysIn = ({ from, to }: Period): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth))

export type Grain = (typeof grains)[number]

const begins: Record<Grain, (day: string) => boolean> = {
  week: (day) => weekday(dayStart(day)) === 1,
  month: (day) => day.endsWith('-01'),
}

/** The days, weeks from Monday on, or months of a period, as far as it has them. */
export const spansOf = (period: Period, grain?: Grain): Period[] => {
  const firsts = daysIn(period).filter((day, nth) => nth === 0 || !grain || begins[grain](day))
  return firsts.map((from, nth) => ({ from, to: nth + 1 < firsts.length ? addDays(firsts[nth + 1]!, -1) : period.to }))
}

/** The finished days of a period and as many days before it; undefined while no day of it is over. */
export const comparedWith = ({ from, to }: Period, today: string): { now: Period; before: Period } | undefined => {
  const last = to < today ? to : addDays(today, -1)
  if (last < from) return undefined
  return {
    now: { from, to: last },
    before: { from: addDays(from, -daysBetween(from, last) - 1), to: addDays(from, -1) },
  }
}
