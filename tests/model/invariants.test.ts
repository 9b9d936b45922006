import { describe, expect, test } from 'vitest'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { invariants } from './invariants.all.ts'
import { formsOf, rulesOf, toldOf } from './invariants.ts'

test('every lifecycle chart has its words of the business', () => {
  expect(invariants.map(({ chart }) => chart).toSorted()).toEqual(lifecycles.map(({ name }) => name).toSorted())
})

describe.each(invariants)('$chart', (its) => {
  const { machine } = lifecycles.find(({ name }) => name === its.chart)!

  test('its words of the business hold on every way of three people who hold every right', () => {
    const { standings, events, violations } = its.search(machine, 3)
    console.log(`${its.chart}: ${standings} standings, ${events} events`)
    expect(violations.map((one) => toldOf(its.chart, one)).join('\n\n')).toBe('')
  })

  test('each of its rules refused somebody', () => {
    const { refused } = its.search(machine, 1)
    expect(rulesOf(machine).filter((rule) => !refused.has(rule))).toEqual(its.onlyInOldLogs)
  })

  test('its forms ask whom and what the business says', () => {
    expect(formsOf(machine)).toEqual(its.forms)
  })
})
