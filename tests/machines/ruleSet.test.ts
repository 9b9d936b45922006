import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type RuleSetEvent, ruleSetMachine } from '../../src/machines/ruleSet.ts'
import { given as givenChart } from '../kit/given.ts'
import { ruleSetFacts } from './ruleSet.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: RuleSetEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'rina',
  at: 0,
  ...ruleSetFacts[type],
  ...more,
})

const given = (...events: Fact[]) => givenChart(ruleSetMachine, ...events)

const draft = [event('drafted')]
const tested = [...draft, event('tried', { at: 5 })]
const proposed = [...tested, event('publishProposed')]
const published = [...proposed, event('published', { by: 'sari', at: 9 })]

test('a version begins as a draft with the content of another', () => {
  const { context } = given()
    .when(event('drafted', { at: 3 }), 'risk.draft')
    .then('draft')
  expect(context).toMatchObject({ number: 3, base: 'builtin-1', edition: 1, author: 'rina', editor: 'rina' })
})

test('it is proposed only once it was tried', () => {
  given(...draft)
    .when(event('publishProposed'), 'risk.propose')
    .refused('notOffered')
  given(...tested)
    .when(event('publishProposed'), 'risk.propose')
    .then('proposed')
})

test('what it was tried on is kept with who did it and when', () => {
  const { context } = given(...draft)
    .when(event('tried', { by: 'sari', at: 5 }), 'risk.test')
    .then('tested')
  expect(context.tests).toEqual([{ ...ruleSetFacts.tried.test, by: 'sari', at: 5 }])
})

test('a backtest of the system is a test as well', () => {
  given(...draft)
    .when(event('backtested', { by: 'SYS' }), 'SYS')
    .then('tested')
  given(...draft)
    .when(event('backtested'), 'risk.test')
    .refused('notOffered')
})

test('an edit makes it a draft again, without its tests', () => {
  const { context } = given(...tested)
    .when(event('edited', { by: 'sari' }), 'risk.save')
    .then('draft')
  expect(context).toMatchObject({ edition: 2, tests: [], editor: 'sari', title: 'Tighter yet' })
})

test.each(['tried', 'backtested'] as const)('a test of an earlier edition counts no more: %s', (type) => {
  given(...draft, event('edited'))
    .when(event(type), type === 'tried' ? 'risk.test' : 'SYS')
    .refused('thisEdition')
})

describe('it is put in force', () => {
  test('by somebody else, and then the version before it is retired', () => {
    const { context, effects } = given(...proposed)
      .when(event('published', { by: 'sari', at: 9 }), 'risk.publish')
      .then('published')
    expect(context).toMatchObject({ place: 1, publisher: 'sari', publishedAt: 9, replaces: 'builtin-1' })
    expect(effects).toEqual(['retireReplaced'])
  })

  test('never by the proposer', () => {
    given(...proposed)
      .when(event('published'), 'risk.publish')
      .refused('notProposer')
    expect(given(...proposed).offers('rina')).toMatchObject({ published: 'notProposer' })
    expect(given(...proposed).offers('sari')).toMatchObject({ published: undefined })
  })

  test('never by the last editor, who had somebody else propose it', () => {
    given(...tested, event('publishProposed', { by: 'sari' }))
      .when(event('published'), 'risk.publish')
      .refused('notLastEditor')
  })

  test('not when another took the place that it was proposed for', () => {
    given(...proposed)
      .when(event('published', { by: 'sari', replaces: '2' }), 'risk.publish')
      .refused('stillInForce')
  })
})

test('a refused proposal is a draft that has to be tried anew', () => {
  const { context } = given(...proposed)
    .when(event('publishRefused', { by: 'sari' }), 'risk.refuse')
    .then('draft')
  expect(context).toMatchObject({ refusal: 'Too many would be turned away', proposer: null, tests: [] })
  given(...proposed)
    .when(event('publishRefused', { reason: '' }), 'risk.refuse')
    .refused('reasonGiven')
})

test.each([
  ['a draft', draft],
  ['a tested version', tested],
])('%s can be given up for good', (_, events) => {
  given(...events)
    .when(event('discarded'), 'risk.discard')
    .then('discarded')
  expect(given(...events, event('discarded')).offers('rina')).toEqual({})
})

test('what is in force changes no more, until another takes its place', () => {
  expect(given(...published).offers('rina')).toEqual({})
  given(...published)
    .when(event('retired', { by: 'SYS' }), 'SYS')
    .then('retired')
})
