import { expect, test } from 'vitest'
import { dayStart } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { type PlacementEvent, placementMachine } from '../../src/machines/placement.ts'
import { given } from '../kit/given.ts'
import { placementFacts } from './placement.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: PlacementEvent['type'], more: object = {}): Fact => ({
  by: 'lead',
  at: noon,
  ...placementFacts[type],
  ...more,
  type,
})
const proposed = event('placementProposed')
const confirmed = event('placementConfirmed', { by: 'checker' })

test('it is proposed by one and confirmed by another, who says what is owed and paid from that day', () => {
  const { when } = given(placementMachine, proposed)
  when(event('placementConfirmed'), 'placement.confirm').refused('notProposer')
  const { context } = when(confirmed, 'placement.confirm').then('placed')
  expect(context).toMatchObject({
    company: 'Agen Penagihan Timur',
    from: '2026-03-10',
    until: '2026-04-10',
    balance: 5_000_000,
    rate: 2000,
    proposer: 'lead',
    checker: 'checker',
  })
})

test.each([
  [{ caseOpen: false }, 'caseOpen'],
  [{ caseHeld: true }, 'notHeld'],
  [{ promiseOpen: true }, 'noPromiseOpen'],
  [{ paymentPending: true }, 'noPaymentPending'],
  [{ groups: 0 }, 'agencyOpen'],
  [{ groups: 2, rate: null }, 'oneRate'],
  [{ until: '2026-03-09' }, 'untilAhead'],
  [{ until: '2026-09-07' }, 'untilNear'],
])('it is not proposed with %j', (more, rule) => {
  given(placementMachine).when(event('placementProposed', more), 'placement.propose').refused(rule)
})

test('what no longer holds when it is confirmed refuses it', () => {
  const { when } = given(placementMachine, proposed)
  const confirm = (more: object) => when(event('placementConfirmed', { by: 'checker', ...more }), 'placement.confirm')
  confirm({ caseOpen: false }).refused('caseOpen')
  confirm({ groups: 0 }).refused('agencyOpen')
  confirm({ rate: null }).refused('oneRate')
  confirm({ at: dayStart('2026-04-11') }).refused('untilAhead')
  expect(confirm({}).then('placed').context).toMatchObject({ checker: 'checker' })
})

test('a refused or withdrawn proposal may be made again', () => {
  const { when } = given(placementMachine, proposed)
  when(event('placementRefused'), 'placement.refuse').refused('notProposer')
  const refused = event('placementRefused', { by: 'checker' })
  const { context } = when(refused, 'placement.refuse').then('unplaced')
  expect(context).toMatchObject({ refusal: { by: 'checker', reason: 'The customer pays' } })
  when(event('placementWithdrawn'), 'placement.withdraw').then('unplaced')
  given(placementMachine, proposed, refused).when(proposed, 'placement.propose').then('proposed')
})

test('it ends after its last day, when the lead recalls it, or with the case; then it may be proposed again', () => {
  const placed = given(placementMachine, proposed, confirmed)
  expect(placed.deadlines).toMatchObject([{ event: 'placementExpired', at: dayStart('2026-04-11') }])
  const over = event('placementExpired', { by: 'SYS', at: dayStart('2026-04-11'), armed: 2 })
  expect(placed.when(over, 'SYS').then('ended').context).toMatchObject({ outcome: 'expired' })
  placed.when(event('placementSettled', { by: 'SYS' }), 'SYS').then('ended')
  given(placementMachine, proposed)
    .when(event('placementSettled', { by: 'SYS' }), 'SYS')
    .then('unplaced')
  const recalled = event('placementRecalled')
  placed.when(recalled, 'placement.recall').then('ended')
  const again = given(placementMachine, proposed, confirmed, recalled)
    .when(proposed, 'placement.propose')
    .then('proposed')
  expect(again.context).toMatchObject({ outcome: null, endedAt: null, from: null })
})

test('it is not recalled while a payment of the order is being booked', () => {
  given(placementMachine, proposed, confirmed)
    .when(event('placementRecalled', { paymentPending: true }), 'placement.recall')
    .refused('noPaymentPending')
})
