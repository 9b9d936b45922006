import { expect, test } from 'vitest'
import { type CollectionGroupEvent, collectionGroupMachine } from '../../src/machines/collectionGroup.ts'
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
