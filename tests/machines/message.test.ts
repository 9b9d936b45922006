import { describe, expect, test } from 'vitest'
import { blank, evolve, type Fact } from '../../src/machines/kernel.ts'
import { type MessageEvent, messageMachine } from '../../src/machines/message.ts'
import { given } from '../kit/given.ts'
import { messageFacts } from './message.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const day = 86_400_000
const event = (type: MessageEvent['type'], more: object = {}): Fact => ({
  by: type === 'messageQueued' ? 'support' : 'SYS',
  at: noon,
  ...messageFacts[type],
  ...more,
  type,
})
const queued = event('messageQueued')
const begun = event('sendingBegan')

test('the provider takes it, and a receipt says that it was delivered', () => {
  const { context } = given(messageMachine, queued, begun, event('messageTaken', { segments: 2 }))
    .when(event('messageDelivered', { at: noon + 1000 }), 'SYS')
    .then('delivered')
  expect(context).toMatchObject({
    sender: 'DanaKilat',
    segments: 2,
    sentAt: noon,
    endedAt: noon + 1000,
    author: 'support',
  })
})

test('a template without an approved version and a sender that is not used are refused', () => {
  given(messageMachine)
    .when(event('messageQueued', { approved: false }), 'message.send')
    .refused('templateApproved')
  given(messageMachine)
    .when(event('messageQueued', { used: false }), 'message.send')
    .refused('senderUsed')
})

test('a text of before there were templates is read as one without a category and a sender', () => {
  const { category: _c, sender: _s, approved: _a, used: _u, ...before } = messageFacts.messageQueued
  const fact = { ...before, type: 'messageQueued', by: 'support', at: noon, text: 'payoutSent', holds: true }
  const { context } = evolve(messageMachine, blank(messageMachine), fact).state
  expect(context.terms).toMatchObject({ text: 'payoutSent', category: null, sender: null, batch: null })
})

test('a message that was not sent says why, and which variables had no value', () => {
  const { context } = given(messageMachine, queued)
    .when(event('messageSkipped', { reason: 'unfilled', missing: ['dueDay'] }), 'SYS')
    .then('skipped')
  expect(context).toMatchObject({ reason: 'unfilled', missing: ['dueDay'] })
})

test('the provider is called again only after it said that it had no room', () => {
  for (const over of [event('answerMissing'), event('messageTaken'), event('messageRefused')])
    given(messageMachine, queued, begun, over).when(begun, 'SYS').refused('notOffered')
  given(messageMachine, queued, begun, event('messagePutOff')).when(begun, 'SYS').then('sending')
})

test('a message that waited for a day is not sent any more', () => {
  given(messageMachine, queued)
    .when(event('messageStale', { at: noon + day, armed: 1 }), 'SYS')
    .then('skipped')
  given(messageMachine, queued)
    .when(event('messageStale', { at: noon + day - 1, armed: 1 }), 'SYS')
    .refused('deadlineAhead')
})

describe('without a receipt for three days it is unknown, and a late receipt still counts', () => {
  test.each(['messageTaken', 'answerMissing'] as const)('after %s', (answered) => {
    const missing = event('receiptMissing', { at: noon + 3 * day, armed: 2 })
    given(messageMachine, queued, begun, event(answered)).when(missing, 'SYS').then('unknown')
    given(messageMachine, queued, begun, event(answered), missing)
      .when(event('messageDelivered', { at: noon + 4 * day }), 'SYS')
      .then('delivered')
  })
})

test('two contradictory receipts lead to one state in either order, and the contradiction is noted once', () => {
  const sent = [queued, begun, event('messageTaken')]
  const no = event('messageContradicted')
  const yes = event('messageContradicted', { word: 'delivered', code: '' })
  given(messageMachine, ...sent, event('messageDelivered'))
    .when(no, 'SYS')
    .then('delivered')
  given(messageMachine, ...sent, event('messageUndelivered'))
    .when(yes, 'SYS')
    .then('delivered')
  given(messageMachine, ...sent, event('messageDelivered'), no)
    .when(no, 'SYS')
    .refused('firstContradiction')
})

test('a lead, who has no order, is sent nothing but marketing', () => {
  const toLead = { orderNo: null, personVersion: 0 }
  given(messageMachine).when(event('messageQueued', toLead), 'message.send').refused('marketingToLeads')
  const { context } = given(messageMachine)
    .when(event('messageQueued', { ...toLead, category: 'marketing' }), 'message.send')
    .then('queued')
  expect(context.terms).toMatchObject({ orderNo: null, person: 'person-1' })
})
