import type { ContactEvent, InForce, Wish } from '../../src/machines/contact.facts.ts'
import { usualRules } from '../../src/machines/contactRules.ts'

/** 10 March 2026, a Tuesday, noon in Jakarta. */
export const noon = Date.UTC(2026, 2, 10, 5)

export const inForce: InForce = {
  rules: { from: '2020-01-01', ...usualRules },
  zone: 'WIB',
  yearKnown: true,
  holiday: null,
}

const call: Wish = {
  attempt: 'a1',
  purpose: 'collection',
  channel: 'phone',
  whom: 'self',
  order: 'LK26031000001',
  overdue: 3,
}

/** The data of each event, without `by` and `at`. */
export const contactFacts = {
  attempted: { ...call, ...inForce },
  holderAttempted: { ...call, attempt: 'h1', ofHolder: true, ...inForce },
  whereaboutsAsked: { ...call, attempt: 'w1', whom: '1/1', ...inForce },
  attemptBlocked: { ...call, attempt: 'b1', ...inForce, rule: 'collectionCap' },
  outcomeNoted: { attempt: 'a1', outcome: 'promised' },
  hoursAgreed: { opens: '20:00', closes: '21:00', days: 'workdays', proof: 'recorded call' },
  hoursWithdrawn: {},
  consentGiven: { purpose: 'marketing', channel: 'sms', proof: 'ticked in the app' },
  consentWithdrawn: { purpose: 'marketing', channel: 'sms' },
  relativeConfirmed: { relative: '1/1', proof: 'recorded call' },
  relativeRefused: { relative: '1/1' },
  optedOut: { way: 'app' },
  marketingBarred: { reason: 'asked on the phone' },
  contactBarred: { reason: 'complaint to the regulator' },
  liftProposed: { reason: 'the customer asks for news' },
  liftConfirmed: {},
  contactLifted: {},
  liftRefused: { reason: 'no written request' },
} as const satisfies Record<ContactEvent['type'], object>
