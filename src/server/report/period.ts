import { addDays, businessDay, daysBetween } from '../../machines/calendar.ts'
import { mostDays, usualDays } from '../../services/report.ts'
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

/** The finished days of a period and as many days before it; undefined while no day of it is over. */
export const comparedWith = ({ from, to }: Period, today: string): { now: Period; before: Period } | undefined => {
  const last = to < today ? to : addDays(today, -1)
  if (last < from) return undefined
  return {
    now: { from, to: last },
    before: { from: addDays(from, -daysBetween(from, last) - 1), to: addDays(from, -1) },
  }
}
