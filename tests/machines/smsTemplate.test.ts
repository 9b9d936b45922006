import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import {
  type SmsTemplate,
  type SmsTemplateEvent,
  smsTemplateMachine,
  versionInForce,
} from '../../src/machines/smsTemplate.ts'
import { given } from '../kit/given.ts'
import { otherBody, smsTemplateFacts } from './smsTemplate.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: SmsTemplateEvent['type'], more: object = {}): Fact => ({
  by: 'writer',
  at: noon,
  ...smsTemplateFacts[type],
  ...more,
  type,
})
const proposed = [event('templateDrafted'), event('templateProposed', { by: 'lead' })]
const approved = [...proposed, event('templateApproved', { by: 'checker', at: noon + 1 })]

test('what one person wrote and another proposed, a third approves', () => {
  const { context } = given(smsTemplateMachine, ...proposed)
    .when(event('templateApproved', { by: 'checker', at: noon + 1 }), 'smsTemplate.approve')
    .then('approved')
  expect(versionInForce('approved', context)).toEqual({
    ...smsTemplateFacts.templateDrafted,
    number: 1,
    editor: 'writer',
    proposer: 'lead',
    approver: 'checker',
    approvedAt: noon + 1,
  })
})

test.each([
  ['lead', 'notProposer'],
  ['writer', 'notLastEditor'],
])('%s does not approve what they had a hand in', (by, rule) => {
  given(smsTemplateMachine, ...proposed)
    .when(event('templateApproved', { by }), 'smsTemplate.approve')
    .refused(rule)
})

test('a change of an approved template is version 2, and version 1 stays in force until it is approved', () => {
  const revised = [...approved, event('templateRevised')]
  const { context } = given(smsTemplateMachine, ...revised)
    .when(event('templateProposed'), 'smsTemplate.propose')
    .then('revisionProposed')
  expect(context).toMatchObject({ number: 2, content: { body: otherBody } })
  expect(versionInForce('revisionProposed', context)).toMatchObject({
    number: 1,
    body: smsTemplateFacts.templateDrafted.body,
  })

  const after = given(smsTemplateMachine, ...revised, event('templateProposed'))
    .when(event('templateApproved', { by: 'checker' }), 'smsTemplate.approve')
    .then('approved').context
  expect((after as SmsTemplate).approved.map(({ number, body }) => [number, body])).toEqual([
    [1, smsTemplateFacts.templateDrafted.body],
    [2, otherBody],
  ])
})

test('a new version that is given up leaves the approved one as it was', () => {
  const { context } = given(smsTemplateMachine, ...approved, event('templateRevised', { by: 'lead' }))
    .when(event('revisionDropped'), 'smsTemplate.drop')
    .then('approved')
  expect(context).toMatchObject({ content: smsTemplateFacts.templateDrafted, number: 1, editor: 'writer' })
})

test('nothing is in force of a retired template', () => {
  const { context } = given(smsTemplateMachine, ...approved)
    .when(event('templateRetired'), 'smsTemplate.retire')
    .then('retired')
  expect(context.approved).toHaveLength(1)
  expect(versionInForce('retired', context)).toBeUndefined()
})

test('a text that cannot be sent is not written, whatever wrote the form', () => {
  for (const body of ['', '{debt}', 'Yth. {name', 'x'.repeat(1001)])
    given(smsTemplateMachine).when(event('templateDrafted', { body }), 'smsTemplate.draft').refused('bodySound')
})

test('a change that changes nothing is refused', () => {
  given(smsTemplateMachine, event('templateDrafted'))
    .when(event('templateEdited', smsTemplateFacts.templateDrafted), 'smsTemplate.edit')
    .refused('changesSomething')
})
