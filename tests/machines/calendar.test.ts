import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, businessDay, dayEnd, dayStart, timeAgo } from '../../src/machines/calendar.ts'

const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) })

describe('the business day', () => {
  test('changes at midnight in Jakarta, 17:00 UTC', () => {
    expect(businessDay(Date.parse('2026-02-28T16:59:59.999Z'))).toBe('2026-02-28')
    expect(businessDay(Date.parse('2026-02-28T17:00:00.000Z'))).toBe('2026-03-01')
    expect(dayStart('2026-03-01')).toBe(Date.parse('2026-03-01T00:00:00+07:00'))
  })

  test('is the day that the platform gives for UTC+7', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        const day = businessDay(ms)
        expect(day).toBe(new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10))
        expect(dayStart(day)).toBeLessThanOrEqual(ms)
        expect(dayStart(addDays(day, 1))).toBeGreaterThan(ms)
        expect(dayEnd(day)).toBe(dayStart(addDays(day, 1)) - 1)
      }),
    )
  })

  test('adds days over months, leap years and centuries', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2100-02-28', 1)).toBe('2100-03-01')
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    fc.assert(
      fc.property(instant, fc.integer({ min: -40_000, max: 40_000 }), (ms, n) => {
        const day = businessDay(ms)
        expect(addDays(addDays(day, n), -n)).toBe(day)
        expect(dayStart(addDays(day, n)) - dayStart(day)).toBe(n * 86_400_000)
      }),
    )
  })

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', 'today', '2026-03-01T00:00'])(
    'refuses %j',
    (text) => {
      expect(() => dayStart(text)).toThrow(RangeError)
      expect(() => addDays(text, 1)).toThrow(RangeError)
    },
  )

  test('refuses what is no number', () => {
    expect(() => businessDay(Number.NaN)).toThrow(RangeError)
    expect(() => addDays('2026-01-01', 0.5)).toThrow(RangeError)
  })
})

test.each([
  [0, { count: 0, unit: 'minute' }],
  [59_999, { count: 0, unit: 'minute' }],
  [60_000, { count: 1, unit: 'minute' }],
  [3_599_999, { count: 59, unit: 'minute' }],
  [3_600_000, { count: 1, unit: 'hour' }],
  [86_399_999, { count: 23, unit: 'hour' }],
  [86_400_000, { count: 1, unit: 'day' }],
  [400 * 86_400_000, { count: 400, unit: 'day' }],
  [-5_000, { count: 0, unit: 'minute' }],
])('%d ms ago is %o', (elapsed, parts) => expect(timeAgo(1e12 - elapsed, 1e12)).toEqual(parts))
