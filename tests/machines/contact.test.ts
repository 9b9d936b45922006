import { describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { ContactEvent, InForce, Wish } from '../../src/machines/contact.facts.ts'
import { contactMachine } from '../../src/machines/contact.ts'
import { type Zone, zones } from '../../src/machines/contactRules.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given } from '../kit/given.ts'
import { contactFacts, inForce, noon } from './contact.events.ts'

const minute = 60_000
const event = (type: ContactEvent['type'], more: object = {}): Fact => ({
  by: 'collector',
  at: noon,
  ...contactFacts[type],
  ...more,
  type,
})
type More = Partial<Wish & InForce & { at: number }>
const attempt = (more: More = {}) => event('attempted', more)
const sms = (more: More) => attempt({ channel: 'sms', ...more })
const marketing = (more: More) => attempt({ purpose: 'marketing', channel: 'sms', ...more })
const rules = inForce.rules!
const hour = 60 * minute

/** Hours ahead of UTC. */
const ahead: Record<Zone, number> = { WIB: 7, WITA: 8, WIT: 9 }
/** The instant at which clocks of a zone show this. */
const on = (zone: Zone, day: string, time: string) => Date.parse(`${day}T${time}Z`) - ahead[zone] * 60 * minute

describe.each(zones)('for collection and marketing in %s', (zone) => {
  test.each([
    ['07:59:59', 'withinHours'],
    ['08:00:00', undefined],
    ['19:59:59', undefined],
    ['20:00:00', 'withinHours'],
  ])('at %s', (time, why) => {
    const at = on(zone, '2026-03-10', time)
    const consent = event('consentGiven', { at: noon - 86_400_000 })
    for (const one of [attempt({ at, zone }), marketing({ at, zone })]) {
      const step = given(contactMachine, consent).when(one, 'SYS')
      if (why) step.refused(why)
      else step.then('reachable')
    }
    given(contactMachine)
      .when(attempt({ at, zone, purpose: 'service' }), 'SYS')
      .then('reachable')
  })
})

test('a Sunday, a holiday, and joint leave where it counts are closed; service is not', () => {
  const sunday = on('WIB', '2026-03-15', '12:00:00')
  const national = { day: '2026-03-10', kind: 'national', name: 'Nyepi' } as const
  const jointLeave = { ...national, kind: 'jointLeave' } as const
  given(contactMachine)
    .when(attempt({ at: sunday }), 'SYS')
    .refused('notDayOff')
  given(contactMachine)
    .when(attempt({ holiday: national }), 'SYS')
    .refused('notHoliday')
  given(contactMachine)
    .when(attempt({ holiday: jointLeave }), 'SYS')
    .refused('notHoliday')
  given(contactMachine)
    .when(attempt({ holiday: jointLeave, rules: { ...rules, jointLeave: false } }), 'SYS')
    .then('reachable')
  given(contactMachine)
    .when(attempt({ at: sunday, purpose: 'service' }), 'SYS')
    .then('reachable')
})

test('a year without holidays allows no collection, and marketing with consent', () => {
  given(contactMachine)
    .when(attempt({ yearKnown: false }), 'SYS')
    .refused('holidaysKnown')
  given(contactMachine, event('consentGiven'))
    .when(marketing({ yearKnown: false }), 'SYS')
    .then('reachable')
})

test('without rules or a time zone there is no collection', () => {
  given(contactMachine)
    .when(attempt({ rules: null }), 'SYS')
    .refused('rulesInForce')
  given(contactMachine)
    .when(attempt({ zone: null }), 'SYS')
    .refused('zoneKnown')
  given(contactMachine)
    .when(attempt({ rules: null, zone: null, purpose: 'service' }), 'SYS')
    .then('reachable')
})

test('three attempts for collection a day, an hour apart, over all orders and staff', () => {
  const first = attempt()
  given(contactMachine, first)
    .when(attempt({ at: noon + hour - 1, order: 'LK26031000002' }), 'SYS')
    .refused('spaced')
  const three = [first, attempt({ at: noon + hour, order: 'LK26031000002' }), attempt({ at: noon + 2 * hour })]
  given(contactMachine, ...three.slice(0, 2))
    .when({ ...three[2]!, by: 'another' }, 'SYS')
    .then('reachable')
  given(contactMachine, ...three)
    .when(attempt({ at: noon + 3 * hour, order: 'LK26031000003' }), 'SYS')
    .refused('collectionCap')
  given(contactMachine, ...three)
    .when(attempt({ at: on('WIB', '2026-03-11', '08:00:00') }), 'SYS')
    .then('reachable')
})

test('of the three, two are SMS', () => {
  given(contactMachine, sms({}), sms({ at: noon + hour }))
    .when(sms({ at: noon + 2 * hour }), 'SYS')
    .refused('smsCap')
  given(contactMachine, sms({}), sms({ at: noon + hour }))
    .when(attempt({ at: noon + 2 * hour }), 'SYS')
    .then('reachable')
})

test('the day of a cap is the day of the person’s own clock', () => {
  const late = on('WIT', '2026-03-10', '19:30:00')
  const gapless = { ...rules, gap: 0, attempts: 1, closes: '23:59', opens: '00:00' }
  const before = attempt({ at: on('WIT', '2026-03-10', '23:30:00'), zone: 'WIT', rules: gapless })
  const next = on('WIT', '2026-03-11', '00:10:00')
  given(contactMachine, before)
    .when(attempt({ at: next, zone: 'WIT', rules: gapless }), 'SYS')
    .then('reachable')
  // The same instants are one day in Jakarta.
  given(contactMachine, before)
    .when(attempt({ at: next, zone: 'WIB', rules: gapless }), 'SYS')
    .refused('collectionCap')
  expect(late).toBeLessThan(next)
})

test('marketing needs consent to the channel, and has a cap of its own', () => {
  given(contactMachine).when(marketing({}), 'SYS').refused('consentStands')
  given(contactMachine)
    .when(marketing({ rules: { ...rules, consent: false } }), 'SYS')
    .then('reachable')
  const agreed = event('consentGiven')
  given(contactMachine, agreed)
    .when(marketing({ channel: 'whatsapp' }), 'SYS')
    .refused('consentStands')
  const both = event('consentGiven', { also: ['whatsapp'] })
  for (const channel of ['sms', 'whatsapp'] as const)
    given(contactMachine, both).when(marketing({ channel }), 'SYS').then('reachable')
  given(contactMachine, both)
    .when(marketing({ channel: 'phone' }), 'SYS')
    .refused('consentStands')
  given(contactMachine, both).when(both, 'contact.consent').refused('notGivenYet')
  given(contactMachine, agreed).when(both, 'contact.consent').then('reachable')
  given(contactMachine, agreed, event('consentWithdrawn')).when(marketing({}), 'SYS').refused('consentStands')
  given(contactMachine, agreed, marketing({}), marketing({})).when(marketing({}), 'SYS').refused('marketingCap')
  given(contactMachine, agreed, marketing({}), marketing({})).when(attempt(), 'SYS').then('reachable')
})

test('who may not be contacted is still told by service what the law requires, and nothing else', () => {
  const barred = event('contactBarred')
  const lifting = event('liftProposed', { by: 'support' })
  const byLaw = attempt({ purpose: 'service', byLaw: true })
  for (const path of [[barred], [barred, lifting]]) {
    const place = path.length === 1 ? 'noContact' : 'liftingContact'
    given(contactMachine, ...path)
      .when(byLaw, 'SYS')
      .then(place)
    given(contactMachine, ...path)
      .when(attempt({ purpose: 'service' }), 'SYS')
      .refused('notBarred')
    for (const purpose of ['collection', 'marketing'] as const)
      given(contactMachine, ...path)
        .when(attempt({ purpose, byLaw: true }), 'SYS')
        .refused('notBarred')
    given(contactMachine, ...path)
      .when(attempt({ purpose: 'service', byLaw: true, whom: '1/1' }), 'SYS')
      .refused('selfAlone')
  }
})

test('a channel whose consent was withdrawn is not used for collection either', () => {
  const no = event('consentWithdrawn', { purpose: 'collection', channel: 'whatsapp' })
  given(contactMachine, no)
    .when(attempt({ channel: 'whatsapp' }), 'SYS')
    .refused('consentStands')
  given(contactMachine, no).when(attempt(), 'SYS').then('reachable')
})

test('the lender itself collects up to the last day, an agency beyond it', () => {
  given(contactMachine)
    .when(attempt({ overdue: 90 }), 'SYS')
    .then('reachable')
  given(contactMachine)
    .when(attempt({ overdue: 91 }), 'SYS')
    .refused('stillInHouse')
  given(contactMachine)
    .when(attempt({ overdue: 91, agency: true }), 'SYS')
    .then('reachable')
})

test('a collector collects up to the last day of the certificate; without one on record it is not asked', () => {
  const day = businessDay(attempt().at)
  const told = (more: More) => given(contactMachine).when(attempt(more), 'SYS')
  given(contactMachine)
    .when(attempt({ certifiedUntil: addDays(day, -1) }), 'SYS')
    .refused('certified')
  told({ certifiedUntil: day }).then('reachable')
  told({ certifiedUntil: addDays(day, -1), purpose: 'service' }).then('reachable')
})

test.each([
  ['nothingDue', 'somethingDue'],
  ['held', 'notHeld'],
] as const)('for an order of which %s, nothing is collected; service goes on', (rests, rule) => {
  given(contactMachine).when(attempt({ rests }), 'SYS').refused(rule)
  given(contactMachine)
    .when(attempt({ rests, purpose: 'service' }), 'SYS')
    .then('reachable')
})

test('where the rules say so, an agency collects no longer than the lender', () => {
  const theirs = (more: More) => attempt({ agency: true, rules: { ...rules, agencies: false }, ...more })
  const { agencies: _, ...before } = rules
  const told = (more: More) => given(contactMachine).when(theirs(more), 'SYS')
  given(contactMachine)
    .when(theirs({ overdue: 91 }), 'SYS')
    .refused('agencyGoesOn')
  told({ overdue: 90 }).then('reachable')
  told({ overdue: 91, purpose: 'service' }).then('reachable')
  told({ overdue: 91, rules: before }).then('reachable')
})

test('agreed hours open an evening, on Sundays only by consent to every day, and no holiday', () => {
  const evening = on('WIB', '2026-03-10', '20:30:00')
  const sunday = on('WIB', '2026-03-15', '20:30:00')
  const hours = event('hoursAgreed')
  given(contactMachine, hours)
    .when(attempt({ at: evening }), 'SYS')
    .then('reachable')
  given(contactMachine, hours)
    .when(attempt({ at: evening + 30 * minute }), 'SYS')
    .refused('withinHours')
  given(contactMachine, hours)
    .when(attempt({ at: sunday }), 'SYS')
    .refused('notDayOff')
  const everyDay = event('hoursAgreed', { days: 'everyDay' })
  given(contactMachine, everyDay)
    .when(attempt({ at: sunday }), 'SYS')
    .then('reachable')
  given(contactMachine, everyDay)
    .when(attempt({ at: on('WIB', '2026-03-15', '12:00:00') }), 'SYS')
    .refused('withinHours')
  const holiday = { day: '2026-03-10', kind: 'national', name: 'Nyepi' } as const
  given(contactMachine, everyDay)
    .when(attempt({ at: evening, holiday }), 'SYS')
    .refused('notHoliday')
  given(contactMachine, hours, event('hoursWithdrawn'))
    .when(attempt({ at: evening }), 'SYS')
    .refused('withinHours')
})

test('a bar stops marketing or everything, and a second person lifts it', () => {
  const agreed = event('consentGiven')
  const optedOut = event('optedOut', { by: 'SYS' })
  given(contactMachine, agreed, optedOut).when(marketing({}), 'SYS').refused('marketingOpen')
  given(contactMachine, optedOut).when(attempt(), 'SYS').then('noMarketing')
  const barred = event('contactBarred')
  for (const purpose of ['collection', 'marketing', 'service'] as const)
    given(contactMachine, barred).when(attempt({ purpose }), 'SYS').refused('notBarred')
  const proposed = [barred, event('liftProposed')]
  given(contactMachine, ...proposed)
    .when(event('liftConfirmed'), 'contact.confirmLift')
    .refused('notProposer')
  const lifted = event('liftConfirmed', { by: 'second' })
  given(contactMachine, ...proposed)
    .when(lifted, 'contact.confirmLift')
    .then('reachable')
  given(contactMachine, ...proposed, lifted)
    .when(attempt(), 'SYS')
    .then('reachable')
})

test('whoever opts out while a lift is proposed stays opted out', () => {
  const optedOut = event('optedOut', { by: 'SYS' })
  given(contactMachine, optedOut, event('liftProposed')).when(optedOut, 'SYS').then('noMarketing')
  given(contactMachine, event('contactBarred'), event('liftProposed')).when(optedOut, 'SYS').then('liftingContact')
})

test('an emergency contact who agreed is asked for whereabouts, under the caps of collection', () => {
  const ask = event('whereaboutsAsked')
  given(contactMachine).when(ask, 'SYS').refused('relativeAgreed')
  const confirmed = event('relativeConfirmed')
  const { context } = given(contactMachine, confirmed).when(ask, 'SYS').then('reachable')
  expect(context).toMatchObject({ attempts: [{ attempt: 'w1', whom: '1/1' }], collectedAt: noon })
  given(contactMachine, confirmed, event('relativeRefused')).when(ask, 'SYS').refused('relativeAgreed')
  given(contactMachine, confirmed)
    .when(attempt({ whom: '1/1' }), 'SYS')
    .refused('selfAlone')
  given(contactMachine, confirmed)
    .when(event('whereaboutsAsked', { purpose: 'marketing' }), 'SYS')
    .refused('forCollection')
  given(contactMachine, confirmed, attempt()).when(ask, 'SYS').refused('spaced')
})

test('a blocked attempt is no contact: it counts for no cap and no spacing', () => {
  const blocked = event('attemptBlocked')
  const { context } = given(contactMachine, blocked, blocked, blocked).when(attempt(), 'SYS').then('reachable')
  expect(context.attempts).toHaveLength(1)
})

test('an attempt has one outcome', () => {
  const note = event('outcomeNoted')
  const { context } = given(contactMachine, attempt()).when(note, 'contact.noteOutcome').then('reachable')
  expect(context.attempts).toMatchObject([{ attempt: 'a1', outcome: 'promised' }])
  given(contactMachine, attempt(), note).when(note, 'contact.noteOutcome').refused('noOutcomeYet')
})

test.each(['marketingBarred', 'optedOut'] as const)(
  'marketing stays barred after %s when all contact is allowed again',
  (type) => {
    const marketing = event(type, { by: 'support' })
    const bar = event('contactBarred')
    const propose = event('liftProposed')
    for (const log of [
      [marketing, bar, propose],
      ...(type === 'optedOut'
        ? [
            [bar, marketing, propose],
            [bar, propose, marketing],
          ]
        : []),
    ]) {
      given(contactMachine, ...log)
        .when(event('liftConfirmed', { by: 'second' }), 'contact.confirmLift')
        .refused('nothingCovered')
      const { context } = given(contactMachine, ...log)
        .when(event('contactLifted', { by: 'second' }), 'contact.confirmLift')
        .then('noMarketing')
      expect(context).toMatchObject({ barred: { scope: 'marketing' }, covered: null, lift: null })
    }
  },
)

test('without a bar of marketing there is none to keep', () => {
  given(contactMachine, event('contactBarred'), event('liftProposed'))
    .when(event('contactLifted', { by: 'second' }), 'contact.confirmLift')
    .refused('marketingCovered')
})

test('attempts older than two days are not kept', () => {
  const { context } = given(contactMachine, attempt())
    .when(attempt({ attempt: 'a2', at: noon + 48 * 60 * minute }), 'SYS')
    .then('reachable')
  expect(context).toMatchObject({ attempts: [{ attempt: 'a2' }] })
})

/** Every standing in which a person may be reached, with an emergency contact who agreed. */
const reachable = (() => {
  const agreed = event('relativeConfirmed')
  const optedOut = event('optedOut', { by: 'SYS' })
  return {
    reachable: [agreed],
    noMarketing: [agreed, optedOut],
    liftingMarketing: [agreed, optedOut, event('liftProposed')],
  }
})()

describe.each(Object.entries(reachable))('in %s', (place, events) => {
  test.each(['attempted', 'holderAttempted', 'whereaboutsAsked'] as const)(
    'the rules of collection hold when it is %s',
    (type) => {
      const one = (more: More = {}) => event(type, more)
      const refused = (more: More, why: string, ...before: Fact[]) =>
        given(contactMachine, ...events, ...before)
          .when(one(more), 'SYS')
          .refused(why)
      refused({ rules: null }, 'rulesInForce')
      refused({ zone: null }, 'zoneKnown')
      refused({ yearKnown: false }, 'holidaysKnown')
      refused({ at: on('WIB', '2026-03-15', '12:00:00') }, 'notDayOff')
      refused({ holiday: { day: '2026-03-10', kind: 'national', name: 'Nyepi' } }, 'notHoliday')
      refused({ at: on('WIB', '2026-03-10', '20:00:00') }, 'withinHours')
      refused({ certifiedUntil: '2026-03-09' }, 'certified')
      refused({ rests: 'nothingDue' }, 'somethingDue')
      refused({ rests: 'held' }, 'notHeld')
      refused({ overdue: 91 }, 'stillInHouse')
      refused({ overdue: 91, agency: true, rules: { ...rules, agencies: false } }, 'agencyGoesOn')
      const sent = [one({ channel: 'sms' }), one({ channel: 'sms', at: noon + hour })]
      refused({ channel: 'sms', at: noon + 2 * hour }, 'smsCap', ...sent)
      refused({ at: noon + 3 * hour }, 'collectionCap', ...sent, one({ at: noon + 2 * hour }))
      refused({ at: noon + hour - 1 }, 'spaced', one())
      given(contactMachine, ...events)
        .when(one(), 'SYS')
        .then(place)
    },
  )

  test('a channel whose consent was withdrawn is not used', () => {
    const no = event('consentWithdrawn', { purpose: 'collection', channel: 'phone' })
    for (const type of ['attempted', 'holderAttempted'] as const) {
      given(contactMachine, ...events, no)
        .when(event(type), 'SYS')
        .refused('consentStands')
      given(contactMachine, ...events)
        .when(event(type, { whom: '1/1' }), 'SYS')
        .refused('selfAlone')
    }
    for (const type of ['holderAttempted', 'whereaboutsAsked'] as const)
      given(contactMachine, ...events)
        .when(event(type, { purpose: 'service' }), 'SYS')
        .refused('forCollection')
    given(contactMachine, ...events, event('relativeRefused'))
      .when(event('whereaboutsAsked'), 'SYS')
      .refused('relativeAgreed')
  })

  test('marketing goes on only where nothing bars it', () => {
    const log = [...events, event('consentGiven')]
    if (place === 'reachable')
      given(contactMachine, ...log)
        .when(marketing({}), 'SYS')
        .then(place)
    else
      given(contactMachine, ...log)
        .when(marketing({}), 'SYS')
        .refused('marketingOpen')
  })
})
