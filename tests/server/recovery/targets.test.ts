import { describe, expect, test } from 'vitest'
import { dayStart } from '../../../src/machines/calendar.ts'
import { targetShares, type Targets } from '../../../src/machines/collectionGroup.ts'
import { dayOverOf, type Goals, targetsOf } from '../../../src/server/recovery/targets.ts'
import { figureNames, type Figures } from '../../../src/services/recovery.ts'

const none = Object.fromEntries(targetShares.map((name) => [name, 0])) as Omit<Targets, 'from' | 'productivity'>
const from = (day: string, some: Partial<Targets>): Targets => ({ from: day, productivity: 0, ...none, ...some })
const group = (targets: Targets[], more: Partial<Goals> = {}): Goals => ({
  targets,
  days: [1, 2, 3, 4, 5],
  opens: '08:00',
  closes: '18:00',
  ...more,
})
const did = (some: Partial<Figures>) =>
  ({ ...Object.fromEntries(figureNames.map((name) => [name, 0])), ...some }) as Figures

// A Monday.
const day = '2026-03-09'
const on = (first: string, last = first) => ({ from: first, to: last })

describe('a target', () => {
  const goals = new Map([
    ['near', group([from('2026-03-01', { coverage: 9000, rightParty: 4000, productivity: 100 })])],
    [
      'late',
      group([from('2026-03-01', { coverage: 6000 }), from('2026-03-10', { coverage: 8000, promiseRate: 5000 })]),
    ],
    ['free', group([])],
  ])

  test('of several groups counts for what the rate divides by', () => {
    const groups = new Map([
      ['near', did({ opening: 30, attempted: 7, minutes: 60 })],
      ['late', did({ opening: 10, given: 5, taken: 5, minutes: 600 })],
      ['free', did({ opening: 500, minutes: 60 })],
    ])
    expect(targetsOf(goals, groups, on(day))).toEqual({
      // 30 cases at 90 % and 10 at 60 %.
      coverage: 8250,
      rightParty: 4000,
      promiseRate: null,
      keptRate: null,
      cureRate: null,
      rollRate: null,
      productivity: 100,
    })
  })

  test('of groups that did nothing yet is their mean', () => {
    const groups = new Map([
      ['near', did({ complaints: 1 })],
      ['late', did({ complaints: 1 })],
    ])
    expect(targetsOf(goals, groups, on(day)).coverage).toBe(7500)
  })

  test('is that of its day; of several days the mean of those that have one', () => {
    const groups = new Map([['late', did({ opening: 1, reached: 1 })]])
    const coverage = (first: string, last: string) => targetsOf(goals, groups, on(first, last)).coverage
    expect(coverage('2026-02-20', '2026-02-28')).toBeNull()
    expect(coverage('2026-02-28', '2026-03-09')).toBe(6000)
    expect(coverage('2026-03-10', '2026-03-10')).toBe(8000)
    expect(coverage('2026-03-09', '2026-03-10')).toBe(7000)
    expect(targetsOf(goals, groups, on('2026-03-08', '2026-03-10')).promiseRate).toBe(5000)
  })

  test('of nobody is none', () => {
    expect(targetsOf(goals, new Map([['', did({ opening: 4 })]]), on(day)).coverage).toBeNull()
  })
})

describe('the working day', () => {
  const at = (hour: number, of = day) => dayStart(of) + hour * 3_600_000
  const own = group([])
  const early = group([], { opens: '06:00', closes: '10:00' })
  const always = group([], { days: [], opens: '08:00', closes: '20:00' })
  const usual = { weekdays: [1, 2, 3, 4, 5, 6], opens: '09:00', closes: '19:00' }

  test.each([
    ['before it begins', 7, 0],
    ['as it begins', 8, 0],
    ['in its middle', 13, 5000],
    ['when it is over', 18, 10_000],
    ['at night', 23, 10_000],
  ])('%s', (_, hour, over) => {
    expect(dayOverOf([own], usual, at(hour))).toBe(over)
  })

  test('of several groups is from the first opening to the last closing hour', () => {
    expect(dayOverOf([own, early], usual, at(9))).toBe(2500)
    expect(dayOverOf([early, own], usual, at(12))).toBe(5000)
  })

  test('of a group without hours is that of the lender, and of nobody there is none', () => {
    expect(dayOverOf([always], usual, at(14))).toBe(5000)
    expect(dayOverOf([always], undefined, at(14))).toBeNull()
    expect(dayOverOf([], usual, at(14))).toBeNull()
  })

  test('is none on a day on which nobody works', () => {
    const saturday = '2026-03-14'
    expect(dayOverOf([own], usual, at(12, saturday))).toBeNull()
    expect(dayOverOf([own, always], usual, at(14, saturday))).toBe(5000)
  })

  test('may end on the next day', () => {
    const night = group([], { opens: '20:00', closes: '04:00' })
    expect(dayOverOf([night], usual, at(12))).toBe(0)
    expect(dayOverOf([night], usual, at(22))).toBe(2500)
  })
})
