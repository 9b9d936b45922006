import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type SmsBatchEvent, smsBatchMachine } from '../../src/machines/smsBatch.ts'
import { given } from '../kit/given.ts'
import { smsBatchFacts } from './smsBatch.events.ts'

const hour = 3_600_000
/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const { startAt } = smsBatchFacts.batchDrafted
const people: Partial<Record<SmsBatchEvent['type'], string>> = {
  batchPlanned: 'SYS',
  audienceCounted: 'SYS',
  batchStarted: 'SYS',
  batchCompleted: 'SYS',
  batchApproved: 'checker',
  batchRefused: 'checker',
}
const event = (type: SmsBatchEvent['type'], more: object = {}): Fact => ({
  by: people[type] ?? 'lead',
  at: noon,
  ...smsBatchFacts[type],
  ...more,
  type,
})
const drafted = event('batchDrafted')
const counted = [drafted, event('audienceCounted')]
const proposed = [...counted, event('batchProposed')]
const approved = [...proposed, event('batchApproved')]
const started = [...approved, event('batchStarted', { at: startAt, armed: 4 })]

test('a batch is counted, proposed, approved by another, starts at its hour and is completed', () => {
  const { context } = given(smsBatchMachine, ...started)
    .when(event('batchCompleted', { at: startAt + hour }), 'SYS')
    .then('completed')
  expect(context).toMatchObject({ approver: 'checker', startedAt: startAt, made: 2, endedAt: startAt + hour })
})

test.each([
  ['a template that nobody approved', { approved: false }, 'templateApproved'],
  ['a sender that is not used', { used: false }, 'senderUsed'],
  ['a text of collection to leads', { app: 'DK' }, 'marketingToLeads'],
  ['a text of service to leads', { app: 'DK', category: 'service' }, 'marketingToLeads'],
  ['an audience of nobody', { rows: 0 }, 'someRows'],
  ['an audience of 300,000', { rows: 300_000 }, 'withinLimit'],
  ['a start in the past', { startAt: noon - 1 }, 'startAhead'],
  ['a start at night', { startAt: startAt + 11 * hour }, 'startOpen'],
  ['a start on a holiday', { holiday: { day: '2026-03-11', name: 'Nyepi', kind: 'national' } }, 'startOpen'],
] as const)('%s is refused', (_what, more, rule) => {
  given(smsBatchMachine).when(event('batchDrafted', more), 'smsBatch.draft').refused(rule)
})

test('a batch to leads names the app that speaks to them, and no other batch does', () => {
  const { context } = given(smsBatchMachine)
    .when(event('batchDrafted', { app: 'DK', category: 'marketing' }), 'smsBatch.draft')
    .then('counting')
  expect(context.terms).toMatchObject({ app: 'DK', category: 'marketing' })
  expect(Object.keys(given(smsBatchMachine, drafted).state.context.terms)).not.toContain('app')
})

test('a batch of a reminder starts when it is counted, without another approval', () => {
  const planned = event('batchPlanned', { at: startAt })
  const { deadlines, state } = given(smsBatchMachine, planned, event('audienceCounted', { at: startAt + 1000 }))
  expect(state.value).toBe('scheduled')
  expect(deadlines).toEqual([{ event: 'batchStarted', at: startAt + 1000, version: 2 }])
  expect(state.context).toMatchObject({ reminder: 'reminder-1', author: 'staff/9', approver: 'staff/10' })
})

test('a service text may start at night', () => {
  given(smsBatchMachine)
    .when(event('batchDrafted', { category: 'service', startAt: startAt + 11 * hour }), 'smsBatch.draft')
    .then('counting')
})

test('a batch that would reach nobody, or whose start has passed, is not proposed', () => {
  const nobody = event('audienceCounted', { sendable: 0 })
  given(smsBatchMachine, drafted, nobody).when(event('batchProposed'), 'smsBatch.propose').refused('someSendable')
  given(smsBatchMachine, ...counted)
    .when(event('batchProposed', { at: startAt + 1 }), 'smsBatch.propose')
    .refused('stillAhead')
})

test('neither who drafted nor who proposed it decides on it', () => {
  for (const by of ['lead', 'other'])
    for (const [type, via] of [
      ['batchApproved', 'smsBatch.approve'],
      ['batchRefused', 'smsBatch.refuse'],
    ] as const)
      given(smsBatchMachine, ...counted, event('batchProposed', { by: 'other' }))
        .when(event(type, { by }), via)
        .refused('notProposer')
})

test('a late approval starts it at once, and not at night', () => {
  const late = event('batchApproved', { at: startAt + hour })
  const { context } = given(smsBatchMachine, ...proposed)
    .when(late, 'smsBatch.approve')
    .then('scheduled')
  expect(context.startDue).toBe(startAt + hour)
  given(smsBatchMachine, ...proposed)
    .when(event('batchApproved', { at: startAt + 11 * hour }), 'smsBatch.approve')
    .refused('startStillOpen')
})

test('a refused batch is a draft again, with the reason', () => {
  const { context } = given(smsBatchMachine, ...proposed)
    .when(event('batchRefused'), 'smsBatch.refuse')
    .then('draft')
  expect(context).toMatchObject({ proposer: null, refused: { by: 'checker', reason: 'Terlalu luas', at: noon } })
  given(smsBatchMachine, ...proposed)
    .when(event('batchRefused', { reason: '' }), 'smsBatch.refuse')
    .refused('reasonGiven')
})

test('it is paused and resumed, and cancelled from every state before its end', () => {
  given(smsBatchMachine, ...started, event('batchPaused'))
    .when(event('batchResumed'), 'smsBatch.resume')
    .then('sending')
  for (const before of [[drafted], counted, proposed, approved, started, [...started, event('batchPaused')]])
    given(smsBatchMachine, ...before)
      .when(event('batchCancelled'), 'smsBatch.cancel')
      .then('cancelled')
})
