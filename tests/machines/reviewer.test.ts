import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type ReviewerEvent, reviewerMachine } from '../../src/machines/reviewer.ts'
import { given as givenChart } from '../kit/given.ts'

const event = (type: ReviewerEvent['type'], more: Partial<Fact> & Record<string, unknown> = {}): Fact => ({
  type,
  by: 'ayu',
  at: 100,
  ...more,
})
const signedIn = event('signedIn', { reviewer: 'ayu', signInTtl: 50 })

const given = (...events: Fact[]) => givenChart(reviewerMachine, ...events)

test('whoever signs in is at work from then on, for at most so long', () => {
  const { context, deadlines } = given().when(signedIn, 'reviewers.signIn').then('atWork')
  expect(context).toMatchObject({ since: 100, weight: 1 })
  expect(deadlines).toEqual([{ event: 'signInExpired', at: 150, version: 1 }])
})

test('nobody signs in or out in the name of another', () => {
  given()
    .when({ ...signedIn, by: 'budi' }, 'reviewers.signIn')
    .refused('oneself')
  given(signedIn)
    .when(event('signedOut', { reviewer: 'ayu', by: 'budi' }), 'reviewers.signOut')
    .refused('oneself')
})

test('nobody signs in twice', () => {
  given(signedIn).when(signedIn, 'reviewers.signIn').refused('notOffered')
})

test.each([
  ['signing out', event('signedOut', { reviewer: 'ayu', at: 120 }), 'reviewers.signOut'],
  ['a lead who signs them out', event('sentHome', { by: 'lead', at: 120 }), 'reviewers.sendHome'],
  ['the time that is up', event('signInExpired', { by: 'SYS', at: 150, armed: 1 }), 'SYS'],
])('%s ends it, and no deadline is left', (_, end, via) => {
  const { context, deadlines } = given(signedIn).when(end, via).then('away')
  expect(context).toMatchObject({ since: null })
  expect(deadlines).toEqual([])
})

test('the timer of an earlier day does not end the next', () => {
  const again = event('signedIn', { reviewer: 'ayu', signInTtl: 50, at: 130 })
  given(signedIn, event('signedOut', { reviewer: 'ayu', at: 120 }), again)
    .when(event('signInExpired', { by: 'SYS', at: 150, armed: 1 }), 'SYS')
    .refused('deadlineGone')
})

test.each([[[]], [[signedIn]]])('a weight can be set at work and away, and signing in leaves it', (before) => {
  const weighed = event('weightSet', { by: 'lead', weight: 3 })
  given(...before)
    .when(weighed, 'reviewers.setWeight')
    .then(before.length > 0 ? 'atWork' : 'away')
  expect(given(...before, weighed).state.context).toMatchObject({ weight: 3 })
  expect(given(weighed, signedIn).state.context).toMatchObject({ weight: 3 })
})

test.each([-1, 11, 1.5, Number.NaN])('a weight of %d is refused', (weight) => {
  given()
    .when(event('weightSet', { by: 'lead', weight }), 'reviewers.setWeight')
    .refused('weightInRange')
})
