import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { callBackOf, type LeadEvent } from '../../src/machines/lead.facts.ts'
import { leadMachine } from '../../src/machines/lead.ts'
import { given } from '../kit/given.ts'
import { leadFacts } from './lead.events.ts'

const hour = 3_600_000
const day = 24 * hour
/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: LeadEvent['type'], more: object = {}): Fact => ({
  by: 'telemarketer',
  at: noon,
  ...leadFacts[type],
  ...more,
  type,
})
const imported = event('leadImported', { by: 'lead' })
const claimed = event('claimed')
const following = [imported, claimed]
const contacted = [...following, event('contacted')]
const reached = [...contacted, event('outcomeNoted')]
const timer = (type: LeadEvent['type'], at: number, armed: number) => event(type, { by: 'SYS', at, armed })

test('a person is imported once; a repeat is one more request', () => {
  const { context } = given(leadMachine, imported).when(event('requestedAgain'), 'SYS').then('waiting')
  expect(context).toMatchObject({ requests: 2, batch: 'B-2', source: 'partner' })
  given(leadMachine, imported).when(imported, 'SYS').refused('notOffered')
})

test('a seller claims from the pool up to the limit', () => {
  const { context } = given(leadMachine, imported).when(claimed, 'lead.claim').then('following')
  expect(context).toMatchObject({ seller: 'telemarketer', activeAt: noon })
  given(leadMachine, imported)
    .when(event('claimed', { held: 50 }), 'lead.claim')
    .refused('belowLimit')
})

test('only the seller works on the lead', () => {
  expect.hasAssertions()
  const { when } = given(leadMachine, ...contacted)
  const other = { by: 'somebody' }
  when(event('contacted', other), 'lead.contact').refused('seller')
  when(event('outcomeNoted', other), 'lead.noteOutcome').refused('seller')
  when(event('callBackSet', other), 'lead.callBack').refused('seller')
  when(event('finished', other), 'lead.finish').refused('seller')
  when(event('invalidated', other), 'lead.invalidate').refused('seller')
  when(event('released', other), 'lead.release').refused('seller')
})

test('a call-back may come with the outcome of the attempt, unless it was noted', () => {
  const { context } = given(leadMachine, ...contacted)
    .when(event('callBackSet', { outcome: 'reached' }), 'lead.callBack')
    .then('following')
  expect(context).toMatchObject({
    callBack: callBackOf('2026-03-11', '15:00'),
    contact: { attempt: 'attempt-1', outcome: 'reached' },
    reached: { seller: 'telemarketer', at: noon },
  })
  const { when } = given(leadMachine, ...reached)
  when(event('callBackSet', { outcome: 'noAnswer' }), 'lead.callBack').refused('outcomeAwaited')
  when(event('callBackSet'), 'lead.callBack').then('following')
})

test('a call-back is due once, at its time in Jakarta', () => {
  const at = callBackOf('2026-03-11', '15:00')
  expect(new Date(at).toISOString()).toBe('2026-03-11T08:00:00.000Z')
  const set = given(leadMachine, ...contacted, event('callBackSet'))
  expect(set.deadlines).toContainEqual({ event: 'callBackDue', at, version: 4 })
  const { context, deadlines } = set.when(timer('callBackDue', at, 4), 'SYS').then('following')
  expect(context).toMatchObject({ callBack: at, isCallBackDue: true })
  expect(deadlines.map((one) => one.event)).toEqual(['idleNoticed', 'returnedIdle'])
})

test('a call-back is ahead, within the horizon', () => {
  expect.hasAssertions()
  const { when } = given(leadMachine, ...contacted)
  when(event('callBackSet', { day: '2026-03-10', time: '12:00' }), 'lead.callBack').refused('timeAhead')
  when(event('callBackSet', { day: '2026-04-09', time: '12:01' }), 'lead.callBack').refused('withinHorizon')
  when(event('callBackSet', { day: '2026-04-09', time: '12:00' }), 'lead.callBack').then('following')
})

test('an idle lead goes back to the pool, with a notice the day before', () => {
  const { deadlines, when } = given(leadMachine, ...following)
  expect(deadlines).toMatchObject([
    { event: 'idleNoticed', at: noon + 6 * day },
    { event: 'returnedIdle', at: noon + 7 * day },
  ])
  expect(when(timer('idleNoticed', noon + 6 * day, 2), 'SYS').then('following').context).toMatchObject({
    isNoticed: true,
  })
  const { context } = when(timer('returnedIdle', noon + 7 * day, 2), 'SYS').then('waiting')
  expect(context).toMatchObject({ seller: null, formerSeller: 'telemarketer', callBack: null })
})

test('the days without activity count from the call-back', () => {
  const { deadlines } = given(leadMachine, ...contacted, event('callBackSet'))
  expect(deadlines).toMatchObject([
    {},
    { event: 'idleNoticed', at: callBackOf('2026-03-11', '15:00') + 6 * day },
    { event: 'returnedIdle' },
  ])
})

test('a registration counts for the last seller who reached the person within the days of the setting', () => {
  const later = (days: number, more = 0) => event('registered', { by: 'app/demo', at: noon + days * day + more })
  const { when } = given(leadMachine, ...reached)
  expect(when(later(30), 'SYS').then('following').context).toMatchObject({
    registered: { at: noon + 30 * day, seller: 'telemarketer' },
  })
  expect(when(later(30, 1), 'SYS').then('following').context).toMatchObject({ registered: { seller: null } })
  expect(
    given(leadMachine, ...following)
      .when(later(1), 'SYS')
      .then('following').context,
  ).toMatchObject({
    registered: { seller: null },
  })
})

test('an application ends the follow-up, also of a lead that was marked invalid', () => {
  const applied = event('applied', { by: 'app/demo', at: noon + hour })
  const { context } = given(leadMachine, ...reached)
    .when(applied, 'SYS')
    .then('finished')
  expect(context).toMatchObject({ result: 'applied', seller: null, applied: { seller: 'telemarketer' } })
  given(leadMachine, ...following, event('invalidated'))
    .when(applied, 'SYS')
    .then('finished')
  given(leadMachine, imported).when(applied, 'SYS').then('finished')
})

test('a lead ends when the person wants no marketing or is erased, in the pool or with a seller', () => {
  const withdrawn = event('withdrawn')
  for (const before of [[imported], following]) {
    const { context } = given(leadMachine, ...before)
      .when(withdrawn, 'SYS')
      .then('invalid')
    expect(context).toMatchObject({ reason: 'doNotContact', seller: null, endedAt: withdrawn.at })
  }
  given(leadMachine, ...following, event('finished'))
    .when(withdrawn, 'SYS')
    .refused('notOffered')
})

test('an ended lead is reopened into the pool, with what is known of it', () => {
  const { context } = given(leadMachine, ...reached, event('finished'))
    .when(event('reopened', { by: 'lead' }), 'lead.reopen')
    .then('waiting')
  expect(context).toMatchObject({ result: null, endedAt: null, attempts: 1, reached: { seller: 'telemarketer' } })
})
