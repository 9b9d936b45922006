import { expect, test } from 'vitest'
import { type CollectorEvent, collectorMachine } from '../../src/machines/collector.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { collectorFacts } from './collector.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: CollectorEvent['type'], more: object = {}): Fact => ({
  by: 'maker',
  at: noon,
  ...collectorFacts[type],
  ...more,
  type,
})
const given = (...events: Fact[]) => givenChart(collectorMachine, ...events)

test('a collector signs in and out for themselves, and is signed out in the end', () => {
  const { deadlines } = given().when(event('signedIn'), 'collector.signIn').then('atWork')
  expect(deadlines).toEqual([{ event: 'signInExpired', at: noon + 50, version: 1 }])
  given()
    .when(event('signedIn', { by: 'another' }), 'collector.signIn')
    .refused('oneself')
  given(event('signedIn'))
    .when(event('signInExpired', { by: 'SYS', at: noon + 50 }), 'SYS')
    .then('away')
})

test('what a lead sets stays, at work and away', () => {
  const terms = [event('groupJoined'), event('certified'), event('dailyCapSet'), event('weightSet')]
  const { context } = given(...terms)
    .when(event('signedIn'), 'collector.signIn')
    .then('atWork')
  expect(context).toEqual({
    since: noon,
    signInDue: noon + 50,
    weight: 3,
    dailyCap: 40,
    certificate: { number: 'SPPI-7', until: '2027-03-31' },
    group: 'night',
    company: 'An agency',
  })
})

test('a certificate is good on its last day, and is not recorded after it', () => {
  given()
    .when(event('certified', { until: '2026-03-10' }), 'collector.certify')
    .then('away')
  given()
    .when(event('certified', { until: '2026-03-09' }), 'collector.certify')
    .refused('notRunOut')
  given()
    .when(event('certified', { certificate: '' }), 'collector.certify')
    .refused('numbered')
})

test('a collector is in one group at a time', () => {
  given().when(event('groupLeft'), 'collector.leave').refused('inGroup')
  given(event('groupJoined')).when(event('groupJoined'), 'collector.join').refused('otherGroup')
  const { context } = given(event('groupJoined'))
    .when(event('groupJoined', { group: 'day' }), 'collector.join')
    .then('away')
  expect(context).toMatchObject({ group: 'day' })
  expect(given(event('groupJoined'), event('groupLeft')).state.context).toMatchObject({ group: null })
})

test.each([0, 1001, 1.5])('a daily cap of %d is refused', (dailyCap) => {
  given().when(event('dailyCapSet', { dailyCap }), 'collector.setDailyCap').refused('capInRange')
})
