import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type VerifyCodeEvent, verifyCodeMachine } from '../../src/machines/verifyCode.ts'
import { given } from '../kit/given.ts'
import { ttl, verifyCodeFacts } from './verifyCode.events.ts'

const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: VerifyCodeEvent['type'], more: object = {}): Fact => ({
  by: 'app/demo',
  at: noon,
  ...verifyCodeFacts[type],
  ...more,
  type,
})
const issued = event('codeIssued', { by: 'telemarketer', mostTries: 3 })
const mistried = event('codeMistried')

test('a seller issues a code for their own lead, and only they void it', () => {
  expect.hasAssertions()
  given(verifyCodeMachine)
    .when(event('codeIssued', { by: 'somebody' }), 'verifyCode.issue')
    .refused('seller')
  const { when } = given(verifyCodeMachine, issued)
  when(event('codeVoided', { by: 'somebody' }), 'verifyCode.issue').refused('issuer')
  when(event('codeVoided', { by: 'telemarketer' }), 'verifyCode.issue').then('voided')
})

test('a code is used once, in time', () => {
  const { when, deadlines } = given(verifyCodeMachine, issued)
  expect(deadlines).toMatchObject([{ event: 'codeExpired', at: noon + ttl }])
  when(event('codeUsed', { at: noon + ttl }), 'SYS').refused('inTime')
  const { context } = when(event('codeUsed', { at: noon + ttl - 1 }), 'SYS').then('used')
  expect(context).toMatchObject({ endedAt: noon + ttl - 1 })
  given(verifyCodeMachine, issued, event('codeUsed')).when(event('codeUsed'), 'SYS').refused('notOffered')
  when(event('codeExpired', { by: 'SYS', at: noon + ttl, armed: 1 }), 'SYS').then('expired')
})

test('the last wrong try voids it', () => {
  const { when } = given(verifyCodeMachine, issued, mistried)
  when(event('codeLocked'), 'SYS').refused('lastTry')
  when(event('codeMistried', { at: noon + ttl }), 'SYS').refused('inTime')
  const last = given(verifyCodeMachine, issued, mistried, mistried)
  last.when(mistried, 'SYS').refused('triesLeft')
  last.when(event('codeLocked', { at: noon + ttl }), 'SYS').refused('inTime')
  expect(last.when(event('codeLocked'), 'SYS').then('voided').context).toMatchObject({ tries: 3, endedAt: noon })
})
