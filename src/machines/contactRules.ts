import { businessDay, weekday } from './calendar.ts'
import type { Holiday } from './decree.ts'

/** The time zones of Indonesia, from west to east. */
export const zones = ['WIB', 'WITA', 'WIT'] as const
export type Zone = (typeof zones)[number]

/** When and how often a person may be contacted; `from` is the first day on which it applies. */
export type ContactRules = {
  from: string
  /** 'HH:MM' of the person's own clock: the first minute of the hours, and the first one after them. */
  opens: string
  closes: string
  /** 1 is Monday, 7 Sunday. */
  weekdays: number[]
  /** The most attempts of collection for each person and day. */
  attempts: number
  /** The least minutes between two attempts of collection. */
  gap: number
  collectionSms: number
  marketingAttempts: number
  /** The last day overdue on which the lender itself collects. */
  lastDay: number
  /** Whether joint leave days count as holidays. */
  jointLeave: boolean
  /** Whether marketing needs the person's consent beforehand. */
  consent: boolean
}

/**
 * The values of a new proposal. POJK 22/2023 gives the hours, weekdays and consent; the AFPI code gives the last day.
 * No Indonesian source gives the other figures.
 */
export const usualRules: Omit<ContactRules, 'from'> = {
  opens: '08:00',
  closes: '20:00',
  weekdays: [1, 2, 3, 4, 5, 6],
  attempts: 3,
  gap: 60,
  collectionSms: 2,
  marketingAttempts: 2,
  lastDay: 90,
  jointLeave: true,
  consent: true,
}

const hour = 3_600_000
const aheadOfJakarta: Record<Zone, number> = { WIB: 0, WITA: hour, WIT: 2 * hour }

/** The day ('YYYY-MM-DD'), weekday (1 is Monday) and time ('HH:MM') in a zone at an instant in epoch milliseconds. */
export const localTime = (at: number, zone: Zone) => {
  const shifted = at + aheadOfJakarta[zone]
  const utc = new Date(shifted + 7 * hour)
  return { day: businessDay(shifted), weekday: weekday(shifted), time: utc.toISOString().slice(11, 16) }
}

/** The values in force at an instant, of several that each apply from a day of Jakarta on. */
export const inForceAt = <Dated extends { from: string }>(all: readonly Dated[], at: number): Dated | undefined =>
  all.findLast(({ from }) => from <= businessDay(at))

export type Purpose = 'collection' | 'marketing'
export type ContactCalendar = {
  rules: ContactRules | undefined
  /** The holidays in force of a year 'YYYY'. */
  holidaysOf: (year: string) => readonly Holiday[] | undefined
}
export type Closed =
  | { reason: 'noRules' | 'weekday' | 'hours' }
  | { reason: 'noHolidays'; year: string }
  | { reason: Holiday['kind']; name: string }

/**
 * Why nobody in a zone may be contacted at an instant, or undefined when they may. A year whose holidays are unknown has
 * no contact for collection.
 */
export const closedBecause = (
  at: number,
  zone: Zone,
  { rules, holidaysOf }: ContactCalendar,
  purpose: Purpose,
): Closed | undefined => {
  if (!rules) return { reason: 'noRules' }
  const { day, weekday: nth, time } = localTime(at, zone)
  const year = day.slice(0, 4)
  const holidays = holidaysOf(year) ?? []
  if (holidays.length === 0 && purpose === 'collection') return { reason: 'noHolidays', year }
  if (!rules.weekdays.includes(nth)) return { reason: 'weekday' }
  const holiday = holidays.find((one) => one.day === day)
  if (holiday && (holiday.kind === 'national' || rules.jointLeave)) return { reason: holiday.kind, name: holiday.name }
  return rules.opens <= time && time < rules.closes ? undefined : { reason: 'hours' }
}
