import { addDays, businessDay, dayStart, weekday } from './calendar.ts'
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
  /** Whether agencies collect after the last day of the lender; values of before lack it, and agencies did. */
  agencies?: boolean
}

/**
 * The values of a new proposal. POJK 22/2023 gives the hours, weekdays and consent; the AFPI code gives the last day.
 * No Indonesian source gives the other figures.
 */
export const usualRules: Required<Omit<ContactRules, 'from'>> = {
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
  agencies: true,
}

const minute = 60_000
const hour = 60 * minute
const aheadOfJakarta: Record<Zone, number> = { WIB: 0, WITA: hour, WIT: 2 * hour }

/** The day ('YYYY-MM-DD'), weekday (1 is Monday) and time ('HH:MM') in a zone at an instant in epoch milliseconds. */
export const localTime = (at: number, zone: Zone) => {
  const shifted = at + aheadOfJakarta[zone]
  const utc = new Date(shifted + 7 * hour)
  return { day: businessDay(shifted), weekday: weekday(shifted), time: utc.toISOString().slice(11, 16) }
}

/** The instants at which a zone's clock shows one of these times ('HH:MM'), on the day of an instant and `days` more. */
export const clockTimesFrom = (at: number, zone: Zone, times: readonly string[], days: number): number[] => {
  const { day } = localTime(at, zone)
  return Array.from({ length: days + 1 }, (_, nth) => dayStart(addDays(day, nth)) - aheadOfJakarta[zone]).flatMap(
    (midnight) => times.map((time) => midnight + Number(time.slice(0, 2)) * hour + Number(time.slice(3)) * minute),
  )
}

/** The values in force at an instant, of several that each apply from a day of Jakarta on. */
export const inForceAt = <Dated extends { from: string }>(all: readonly Dated[], at: number): Dated | undefined =>
  all.findLast(({ from }) => from <= businessDay(at))

export type Purpose = 'collection' | 'marketing'
/** Hours beyond the rules to which a person has agreed: on the rules' own weekdays, or on every day of the week. */
export type AgreedHours = { opens: string; closes: string; days: 'workdays' | 'everyDay' }
export type ContactCalendar = {
  rules: ContactRules | undefined
  /** The holidays in force of a year 'YYYY'. */
  holidaysOf: (year: string) => readonly Holiday[] | undefined
  agreed?: AgreedHours | null
}
export type Closed =
  | { reason: 'noRules' | 'weekday' | 'hours' }
  | { reason: 'noHolidays'; year: string }
  | { reason: Holiday['kind']; name: string }

const within = ({ opens, closes }: { opens: string; closes: string }, time: string) => opens <= time && time < closes

/** The rules and the holiday of a day: null for no holiday, undefined for a year without holidays on record. */
type OnDay = {
  rules: ContactRules | null | undefined
  holiday: Holiday | null | undefined
  agreed?: AgreedHours | null | undefined
}

/** `closedBecause` on a day whose holiday is known. */
export const closedOn = (
  at: number,
  zone: Zone,
  { rules, holiday, agreed }: OnDay,
  purpose: Purpose,
): Closed | undefined => {
  if (!rules) return { reason: 'noRules' }
  const { day, weekday: nth, time } = localTime(at, zone)
  if (holiday === undefined && purpose === 'collection') return { reason: 'noHolidays', year: day.slice(0, 4) }
  const isWorkday = rules.weekdays.includes(nth)
  const byConsent = agreed && (isWorkday || agreed.days === 'everyDay') ? agreed : undefined
  if (!isWorkday && !byConsent) return { reason: 'weekday' }
  if (holiday && (holiday.kind === 'national' || rules.jointLeave)) return { reason: holiday.kind, name: holiday.name }
  const isOpen = (isWorkday && within(rules, time)) || (byConsent !== undefined && within(byConsent, time))
  return isOpen ? undefined : { reason: 'hours' }
}

/** The holiday of a day among those of its year; undefined when the year has none on record. */
export const holidayOn = (day: string, ofYear: readonly Holiday[] | undefined): Holiday | null | undefined =>
  ofYear && ofYear.length > 0 ? (ofYear.find((one) => one.day === day) ?? null) : undefined

/**
 * Why nobody in a zone may be contacted at an instant, or undefined when they may. A year whose holidays are unknown has
 * no contact for collection. Agreed hours open a weekday and a time of day, but no holiday.
 */
export const closedBecause = (
  at: number,
  zone: Zone,
  { rules, holidaysOf, agreed }: ContactCalendar,
  purpose: Purpose,
): Closed | undefined => {
  const { day } = localTime(at, zone)
  return closedOn(at, zone, { rules, holiday: holidayOn(day, holidaysOf(day.slice(0, 4))), agreed }, purpose)
}
