import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type ReviewGroupEvent, reviewGroupMachine } from '../../src/machines/reviewGroup.ts'
import { given as givenChart } from '../kit/given.ts'

const group = {
  name: 'Night',
  apps: ['DK'],
  appGrouping: true,
  stages: ['first'],
  capacity: 3,
  shifts: [],
  members: ['staff/5'],
}
const save = 'reviewers.groupSave'
const event = (type: ReviewGroupEvent['type'], more: object = {}): Fact => ({ type, by: 'lead', at: 5, ...more })
const created = event('groupCreated', group)

const given = (...events: Fact[]) => givenChart(reviewGroupMachine, ...events)

test('a group is open as soon as it is made, with all that was said of it', () => {
  const { context } = given().when(created, save).then('open')
  expect(context).toEqual(group)
})

test.each([
  ['no stage', { stages: [] }, 'stageNamed'],
  ['no room for an order', { capacity: 0 }, 'roomForOne'],
  ['a limit to no app', { apps: [] }, 'limitedToSome'],
])('a group with %s is refused', (_, flaw, reason) => {
  given()
    .when(event('groupCreated', { ...group, ...flaw }), save)
    .refused(reason)
  given(created)
    .when(event('groupChanged', { ...group, ...flaw }), save)
    .refused(reason)
})

test('a change says everything anew', () => {
  const other = {
    name: 'Day',
    apps: [],
    appGrouping: false,
    stages: ['first', 'final'],
    capacity: 9,
    shifts: [],
    members: [],
  }
  const { context } = given(created).when(event('groupChanged', other), save).then('open')
  expect(context).toEqual(other)
})

test('a closed group keeps what it was, is not changed, and can be opened again', () => {
  const closed = [created, event('groupClosed')]
  given(...closed)
    .when(event('groupChanged', group), save)
    .refused('notOffered')
  const { context } = given(...closed)
    .when(event('groupReopened'), 'reviewers.groupReopen')
    .then('open')
  expect(context).toEqual(group)
})

test('a group of before there was a limit has none', () => {
  const { appGrouping: _, ...before } = group
  const { context } = given().when(event('groupCreated', before), save).then('open')
  expect(context).toEqual({ ...group, appGrouping: false })
})
