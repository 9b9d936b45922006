import { expect, test } from 'vitest'
import { addDays } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { type VisitorEvent, visitorMachine } from '../../src/machines/visitor.ts'
import { given } from '../kit/given.ts'
import { visitorFacts } from './visitor.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const today = '2026-03-10'
const event = (type: VisitorEvent['type'], more: object = {}): Fact => ({
  by: 'app/demo',
  at: noon,
  ...visitorFacts[type],
  ...more,
  type,
})

test('a device is seen on days, each once, and keeps the channel that brought it first', () => {
  const { context } = given(visitorMachine, event('visited', { day: '2026-03-08' }))
    .when(event('visited', { channel: 'partner' }), 'SYS')
    .then('visiting')
  expect(context).toMatchObject({ app: 'DK', channel: 'organic', days: ['2026-03-08', today], registeredOn: null })
  given(visitorMachine, event('visited')).when(event('visited'), 'SYS').refused('dayNew')
})

test('a registration is a visit, of each person once', () => {
  const { context } = given(visitorMachine, event('visited', { day: '2026-03-09' }))
    .when(event('registered'), 'SYS')
    .then('registered')
  expect(context).toMatchObject({ days: ['2026-03-09', today], registeredOn: today, people: ['person-1'] })
  given(visitorMachine, event('registered')).when(event('registered'), 'SYS').refused('personNew')
  const another = given(visitorMachine, event('registered', { day: '2026-03-09' }))
    .when(event('registered', { person: 'person-2' }), 'SYS')
    .then('registered')
  expect(another.context).toMatchObject({
    registeredOn: '2026-03-09',
    people: ['person-1', 'person-2'],
    registeredDays: ['2026-03-09', today],
  })
  given(visitorMachine, event('registered')).when(event('visited'), 'SYS').refused('dayNew')
})

test.each(['visited', 'registered'] as const)('%s is told on its day or in the 30 days after it', (type) => {
  const told = (day: string) => given(visitorMachine).when(event(type, { day }), 'SYS')
  told(addDays(today, 1)).refused('dayCome')
  told(addDays(today, -31)).refused('toldInTime')
  expect(told(addDays(today, -30)).then(type === 'visited' ? 'visiting' : type).context.days).toHaveLength(1)
})
