import { describe, expect, test } from 'vitest'
import { weekday } from '../../src/machines/calendar.ts'
import { onShift } from '../../src/machines/shifts.ts'

const office = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }]
const night = [{ days: [5], from: '22:00', to: '06:00' }]
const at = (jakarta: string) => Date.parse(`${jakarta}+07:00`)

test('the weekday is that of Jakarta', () => {
  expect(weekday(at('2026-11-23T00:00'))).toBe(1)
  expect(weekday(at('2026-11-22T23:59'))).toBe(7)
  expect(weekday(at('1969-12-31T12:00'))).toBe(3)
})

describe('somebody is on duty', () => {
  test.each([
    ['always without shifts', [], '2026-11-22T03:00', true],
    ['from the first minute', office, '2026-11-23T08:00', true],
    ['not before it', office, '2026-11-23T07:59', false],
    ['until the last minute', office, '2026-11-23T16:59', true],
    ['not at the end', office, '2026-11-23T17:00', false],
    ['on no other day', office, '2026-11-22T12:00', false],
    ['over midnight, in the evening', night, '2026-11-20T23:00', true],
    ['over midnight, in the morning', night, '2026-11-21T05:59', true],
    ['over midnight, not beyond', night, '2026-11-21T06:00', false],
    ['over midnight, not on the morning of its day', night, '2026-11-20T05:00', false],
    ['over midnight, from Sunday to Monday', [{ days: [7], from: '22:00', to: '06:00' }], '2026-11-23T01:00', true],
    ['to the end of the day', [{ days: [1], from: '18:00', to: '00:00' }], '2026-11-23T23:59', true],
    ['in any of several', [...night, ...office], '2026-11-23T12:00', true],
  ])('%s', (_, shifts, time, duty) => {
    expect(onShift(shifts, at(time))).toBe(duty)
  })
})
