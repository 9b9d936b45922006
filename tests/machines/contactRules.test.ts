import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closedBecause as closed,
  type ContactCalendar,
  inForceAt,
  type Purpose,
  localTime,
  usualRules,
  type Zone,
  zones,
} from '../../src/machines/contactRules.ts'
import type { Holiday } from '../../src/machines/decree.ts'

const rules = { from: '2020-01-01', ...usualRules }
const holidays: Holiday[] = [
  { day: '2026-06-01', kind: 'national', name: 'Hari Lahir Pancasila' },
  { day: '2026-06-15', kind: 'jointLeave', name: 'Muharam' },
]
const calendar: ContactCalendar = { rules, holidaysOf: (year) => (year === '2026' ? holidays : undefined) }
const closedBecause = (at: number, zone: Zone, more: Partial<ContactCalendar> = {}, purpose: Purpose = 'collection') =>
  closed(at, zone, { ...calendar, ...more }, purpose)

/** Hours ahead of UTC. */
const ahead: Record<Zone, number> = { WIB: 7, WITA: 8, WIT: 9 }
/** The instant at which clocks of a zone show this. */
const on = (zone: Zone, day: string, time: string) => Date.parse(`${day}T${time}Z`) - ahead[zone] * 3_600_000

const wednesday = '2026-06-10'
const sunday = '2026-06-14'

describe.each(zones)('in %s', (zone) => {
  test.each([
    ['00:00:00', 'hours'],
    ['07:59:59', 'hours'],
    ['08:00:00', undefined],
    ['12:00:00', undefined],
    ['19:59:59', undefined],
    ['19:59:59.999', undefined],
    ['20:00:00', 'hours'],
    ['23:59:59', 'hours'],
  ])('on a weekday at %s', (time, why) => {
    expect(closedBecause(on(zone, wednesday, time), zone)?.reason).toBe(why)
  })

  test('a Sunday is closed from its first second to its last', () => {
    expect(closedBecause(on(zone, '2026-06-13', '19:59:59'), zone)).toBeUndefined()
    for (const time of ['00:00:00', '08:00:00', '19:59:59', '23:59:59'])
      expect(closedBecause(on(zone, sunday, time), zone)).toEqual({ reason: 'weekday' })
    expect(closedBecause(on(zone, '2026-06-08', '08:00:00'), zone)).toBeUndefined()
  })

  test.each<[Purpose]>([['collection'], ['marketing']])('a holiday is closed all day for %s', (purpose) => {
    const holiday = { reason: 'national', name: 'Hari Lahir Pancasila' }
    for (const time of ['00:00:00', '08:00:00', '19:59:59', '23:59:59'])
      expect(closedBecause(on(zone, '2026-06-01', time), zone, {}, purpose)).toEqual(holiday)
    expect(closedBecause(on(zone, '2026-06-02', '08:00:00'), zone, {}, purpose)).toBeUndefined()
    expect(closedBecause(on(zone, '2026-05-30', '19:59:59'), zone, {}, purpose)).toBeUndefined()
  })

  test('joint leave is closed where it counts as a holiday, and a weekday where it does not', () => {
    const at = on(zone, '2026-06-15', '12:00:00')
    expect(closedBecause(at, zone)).toEqual({ reason: 'jointLeave', name: 'Muharam' })
    expect(closedBecause(at, zone, { rules: { ...rules, jointLeave: false } })).toBeUndefined()
  })

  test('a year without holidays has no collection from its first second on the clock there', () => {
    const newYear = on(zone, '2027-01-01', '00:00:00')
    expect(closedBecause(newYear - 1, zone)).toEqual({ reason: 'hours' })
    expect(closedBecause(newYear, zone)).toEqual({ reason: 'noHolidays', year: '2027' })
    const monday = on(zone, '2027-01-04', '12:00:00')
    expect(closedBecause(monday, zone)).toEqual({ reason: 'noHolidays', year: '2027' })
    expect(closedBecause(monday, zone, { holidaysOf: () => [] })).toEqual({ reason: 'noHolidays', year: '2027' })
    expect(closedBecause(monday, zone, {}, 'marketing')).toBeUndefined()
  })

  test('the clock and the day are those of the platform', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2100, 0, 1) }), (at) => {
        const there = new Date(at + ahead[zone] * 3_600_000)
        expect(localTime(at, zone)).toEqual({
          day: there.toISOString().slice(0, 10),
          time: there.toISOString().slice(11, 16),
          weekday: there.getUTCDay() || 7,
        })
      }),
    )
  })
})

test('one instant is open in one zone and closed in another', () => {
  const at = Date.parse('2026-06-10T07:59:59+09:00')
  expect(zones.map((zone) => closedBecause(at + 1000, zone)?.reason)).toEqual(['hours', 'hours', undefined])
  const evening = Date.parse('2026-06-10T19:59:59+07:00')
  expect(zones.map((zone) => closedBecause(evening, zone)?.reason)).toEqual([undefined, 'hours', 'hours'])
  // Sunday begins in the east two hours before it begins in the west.
  const midnight = Date.parse('2026-06-14T00:00:00+09:00')
  expect(zones.map((zone) => localTime(midnight, zone).weekday)).toEqual([6, 6, 7])
})

test('without contact rules in force nobody is contacted', () => {
  expect(closedBecause(on('WIB', wednesday, '12:00:00'), 'WIB', { rules: undefined })).toEqual({ reason: 'noRules' })
})

test('rules apply from the start of their first day in Jakarta, the last such rules win', () => {
  const later = { ...rules, from: '2026-06-10', closes: '18:00' }
  const first = Date.parse('2026-06-10T00:00:00+07:00')
  expect(inForceAt([rules, later], first - 1)).toBe(rules)
  expect(inForceAt([rules, later], first)).toBe(later)
  expect(inForceAt([later], first - 1)).toBeUndefined()
  expect(inForceAt([], first)).toBeUndefined()
})
