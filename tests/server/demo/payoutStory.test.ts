import { expect, test } from 'vitest'
import { payoutStoryOf } from '../../../src/server/demo/payoutStory.ts'
import { randomOf } from '../../../src/server/kit/random.ts'

test('a provider that contradicts itself says of each of its words why', () => {
  const terms = {
    orderNo: 'LK260310000001',
    person: 'person/1',
    personVersion: 1,
    app: 'DK',
    product: 'KILAT',
    amount: 1_410_000,
    amountBy: 'staff/6',
    approvedAt: 0,
    channel: 'samudra',
  }
  const desk = { finance: 'staff/8', checker: 'staff/9' }
  const told = [...payoutStoryOf(terms, 0, desk, { most: 250_000_000, other: 'merapi' }, 'doubted', randomOf('doubt'))]
  expect(told.slice(-2).map(({ event }) => event)).toMatchObject([
    { type: 'payoutFailed', code: 'ACCOUNT_CLOSED' },
    { type: 'payoutContradicted', word: 'succeeded', code: 'PAID' },
  ])
})
