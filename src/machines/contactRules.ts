import { businessDay, weekday } from './calendar.ts'

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
  /** Of collection, a person a day. */
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
 * What a new proposal starts with. Hours, weekdays and consent: POJK 22/2023. The last day: the code of conduct of AFPI.
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

export type Closed = 'noRules' | 'weekday' | 'hours'

/** Why nobody in a zone may be contacted at an instant, or undefined when they may. */
export const closedBecause = (at: number, zone: Zone, rules: ContactRules | undefined): Closed | undefined => {
  if (!rules) return 'noRules'
  const local = localTime(at, zone)
  if (!rules.weekdays.includes(local.weekday)) return 'weekday'
  return rules.opens <= local.time && local.time < rules.closes ? undefined : 'hours'
}
