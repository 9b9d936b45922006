import { expect, test } from 'vitest'
import { dayStart } from '../../src/machines/calendar.ts'
import { type CollectionGroupEvent, collectionGroupMachine, targetsOn } from '../../src/machines/collectionGroup.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { collectionGroupFacts } from './collectionGroup.events.ts'

const event = (type: CollectionGroupEvent['type'], more: object = {}): Fact => ({
  by: 'lead',
  at: 5,
  ...collectionGroupFacts[type],
  ...more,
  type,
})
const given = (...events: Fact[]) => givenChart(collectionGroupMachine, ...events)

test('a group is open as soon as it is made, and a change says everything anew', () => {
  const made = given().when(event('groupCreated'), 'collectionGroup.create').then('open')
  expect(made.context).toEqual(collectionGroupFacts.groupCreated)
  const changed = given(event('groupCreated')).when(event('groupChanged'), 'collectionGroup.change').then('open')
  expect(changed.context).toEqual(collectionGroupFacts.groupChanged)
})

test('a group works before the due day alone, or after it', () => {
  given()
    .when(event('groupCreated', { stages: ['pre'] }), 'collectionGroup.create')
    .then('open')
  given()
    .when(event('groupCreated', { stages: ['pre', 's1'] }), 'collectionGroup.create')
    .refused('oneKind')
})

test.each([
  ['no stage', { stages: [] }, 'stageNamed'],
  ['no room for a case', { capacity: 0 }, 'roomForOne'],
  ['no hour', { closes: '16:00' }, 'hoursDiffer'],
  ['a commission for own staff', { company: '' }, 'commissionOfAgency'],
  ['more commission than money', { commission: 10_001 }, 'sharesInRange'],
])('a group with %s is refused', (_, flaw, reason) => {
  given().when(event('groupCreated', flaw), 'collectionGroup.create').refused(reason)
})

test('targets are planned ahead, and those of earlier days stay', () => {
  const plan = (from: string, at: string, more: object = {}) =>
    event('targetsPlanned', { from, at: dayStart(at) + 1, ...more })
  // Before there are any, they may begin in the past.
  const first = [event('groupCreated'), plan('2026-01-01', '2026-02-10', { coverage: 5000 })]
  const interfaces = 'collectionGroup.plan'
  given(...first)
    .when(plan('2026-02-10', '2026-02-10'), interfaces)
    .refused('targetsAhead')
  const ahead = plan('2026-02-11', '2026-02-10', { coverage: 6000 })
  const later = plan('2026-03-01', '2026-02-10', { coverage: 7000 })
  const { context } = given(...first, later, ahead)
    .when(plan('2026-04-01', '2026-02-10', { coverage: 8000 }), interfaces)
    .then('open')
  expect(context.targets).toMatchObject([{ from: '2026-01-01' }, { from: '2026-02-11' }, { from: '2026-04-01' }])
  const coverageOn = (day: string) => targetsOn(context.targets, day)?.coverage
  expect(['2025-12-31', '2026-01-01', '2026-02-10', '2026-02-11', '2026-03-01', '2026-04-01'].map(coverageOn)).toEqual([
    undefined,
    5000,
    5000,
    6000,
    6000,
    8000,
  ])
  expect(given(...first, event('groupChanged')).state.context.targets).toMatchObject([
    { from: '2026-01-01', coverage: 5000 },
  ])
})

test.each([
  ['more than all', { coverage: 10_001 }],
  ['less than nothing', { rollRate: -1 }],
  ['half a point', { keptRate: 0.5 }],
  ['a negative amount', { productivity: -1 }],
])('a target of %s is refused', (_, flaw) => {
  given(event('groupCreated')).when(event('targetsPlanned', flaw), 'collectionGroup.plan').refused('targetsInRange')
})

test('a closed group is not changed, and can be opened again', () => {
  const closed = [event('groupCreated'), event('groupClosed')]
  given(...closed)
    .when(event('groupChanged'), 'collectionGroup.change')
    .refused('notOffered')
  const { context } = given(...closed)
    .when(event('groupReopened'), 'collectionGroup.reopen')
    .then('open')
  expect(context).toEqual(collectionGroupFacts.groupCreated)
})
