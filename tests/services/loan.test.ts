import { expect, test } from 'vitest'
import { byStaff, stepsOf } from '../../src/machines/chart.ts'
import { loanMachine } from '../../src/machines/loan.ts'
import * as loan from '../../src/services/loan.ts'

const endpoints = Object.values(loan.commands)
const steps = stepsOf(loanMachine).filter(byStaff)

test('what staff do with a loan has an endpoint each, and no endpoint is of nothing', () => {
  expect(new Set(endpoints.map((endpoint) => endpoint.interface))).toEqual(
    new Set(steps.map(({ meta }) => meta.interface)),
  )
})

test('each takes what its form asks, and no more', () => {
  for (const { meta } of steps) {
    const { body } = endpoints.find((endpoint) => endpoint.interface === meta.interface)!
    expect(Object.keys(body.def.shape)).toEqual(['orderNo', 'version', ...(meta.asks ?? [])])
  }
})

const wrong = (input: object) =>
  loan.record.body
    .safeParse({ orderNo: 'LK261121000001', version: 3, txid: 'va-1', day: '2026-03-10', amount: 1, ...input })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a payment of a whole amount on a day is taken', () => expect(wrong({ amount: 1e12 })).toBeUndefined())

test.each(['2026-02-30', 'today', ''])('no day called %j is taken', (day) => {
  expect(wrong({ day })?.map(([field]) => field)).toEqual(['day'])
})

test.each([
  ['amount', 0, 'positive'],
  ['amount', -5, 'positive'],
  ['amount', 0.5, 'whole'],
  ['amount', 1e12 + 1, 'range'],
  ['txid', '', 'required'],
])('%s %j is refused in words', (field, value, word) => {
  expect(wrong({ [field]: value })).toContainEqual([field, word])
})
