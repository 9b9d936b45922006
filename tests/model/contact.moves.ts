import type { Contact, ContactEvent } from '../../src/machines/contact.facts.ts'
import { contactMachine } from '../../src/machines/contact.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { contactFacts } from '../machines/contact.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: ContactEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))
const { rules } = contactFacts.attempted

/** The facts of an attempt on any day, so that a path is not bound to an hour: the unit tests walk the hours. */
const anytime = {
  rules: { ...rules, opens: '00:00', closes: '23:59', weekdays: [1, 2, 3, 4, 5, 6, 7], gap: 0, attempts: 99 },
}
const isReaching = (type: Move['type']) => type === 'attempted' || type === 'holderAttempted'
const isAttempt = (type: Move['type']) => isReaching(type) || type === 'whereaboutsAsked'

const isBarred = (place: unknown) => place === 'noContact' || place === 'liftingContact'

const openIn = ({ attempts }: Pick<Contact, 'attempts'>) =>
  attempts.find(({ attempt, outcome }) => attempt.startsWith('a') && outcome === null)

export const contactModel: Model<Move, Contact> = {
  name: 'contact',
  machine: contactMachine,
  interfaces: interfacesOf(contactMachine),
  moves: [
    ...by('SYS', 'attempted', 'holderAttempted', 'whereaboutsAsked', 'attemptBlocked', 'optedOut'),
    ...by('support', 'outcomeNoted', 'hoursAgreed', 'hoursWithdrawn', 'consentGiven', 'consentWithdrawn'),
    ...by('support', 'relativeConfirmed', 'relativeRefused', 'marketingBarred', 'contactBarred', 'liftProposed'),
    ...by('reviewLead', 'liftConfirmed', 'contactLifted', 'liftRefused'),
  ],
  factOf: ({ type, by: who }, { state: { version, value, context } }, at, id): Fact => ({
    ...contactFacts[type],
    ...(isAttempt(type) && { ...anytime, attempt: `${type === 'whereaboutsAsked' ? 'w' : 'a'}${version}` }),
    ...(type === 'attempted' && isBarred(value) && { purpose: 'service', byLaw: true }),
    ...(type === 'outcomeNoted' && { attempt: openIn(context)?.attempt ?? 'a1' }),
    type,
    by: id(who),
    at,
  }),
  // One attempt at most: each further one is the same.
  happens: ({ state: { context } }, { type }) => !isReaching(type) || context.attempts.length === 0,
  keyOf: (standing) => {
    const { attempts, hours, consents, relatives, covered, lift } = standing.state.context
    return [
      placeOf(standing),
      openIn({ attempts }) !== undefined,
      hours !== null,
      consents[0]?.given,
      relatives[0]?.confirmed,
      lift?.by,
      covered !== null,
    ].join()
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
