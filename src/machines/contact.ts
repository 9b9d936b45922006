import { assign, setup } from 'xstate'
import {
  type Consented,
  type HoursAgreed,
  type OutcomeNoted,
  type RelativeSaid,
  askingWhereabouts,
  type Attempted,
  attempted,
  attempting,
  attemptingAsHolder,
  attemptingUnlessMarketing,
  type Barred,
  type Blocked,
  blocked,
  consented,
  type Contact,
  contactBarred,
  type ContactEvent,
  contactLifted,
  hoursAgreed,
  liftProposed,
  marketingBarred,
  type OptedOut,
  optedOut,
  optedOutBelow,
  outcomeNoted,
  relativeSaid,
  rules,
} from './contact.facts.ts'
import { effect, guardsOf, type TransitionMeta } from './kernel.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

/** Events that every state takes. */
const noted = {
  attemptBlocked: { actions: 'noteBlocked' },
  outcomeNoted: {
    guard: 'noOutcomeYet',
    meta: { interface: 'contact.noteOutcome', asks: ['attempt', 'outcome'] },
    actions: ['noteOutcome', 'tellOutcome'],
  },
  hoursAgreed: {
    guard: all('opensFirst', 'proofGiven'),
    meta: { interface: 'contact.agreeHours', asks: ['opens', 'closes', 'days', 'proof'] },
    actions: 'agreeHours',
  },
  hoursWithdrawn: {
    guard: 'hoursStand',
    meta: { interface: 'contact.agreeHours' },
    actions: 'dropHours',
  },
  consentGiven: {
    guard: all('notGivenYet', 'proofGiven'),
    meta: { interface: 'contact.consent', asks: ['purpose', 'channel', 'proof'] },
    actions: 'consent',
  },
  consentWithdrawn: {
    guard: 'notWithdrawnYet',
    meta: { interface: 'contact.consent', asks: ['purpose', 'channel'] },
    actions: 'dissent',
  },
  relativeConfirmed: {
    guard: 'proofGiven',
    meta: { interface: 'contact.confirmRelative', asks: ['relative', 'proof'] },
    actions: 'relativeAgrees',
  },
  relativeRefused: {
    meta: { interface: 'contact.confirmRelative', asks: ['relative'] },
    actions: 'relativeRefuses',
  },
} as const
const whereaboutsAsked = { guard: all(...askingWhereabouts), actions: ['attempt', 'tellWhereabouts'] } as const
const holderAttempted = { guard: all(...attemptingAsHolder), actions: ['attempt', 'tellAttempt'] } as const
const ofCollectors = { holderAttempted, whereaboutsAsked } as const
const attempts = { attempted: { guard: all(...attempting), actions: 'attempt' }, ...ofCollectors } as const
const unlessMarketing = {
  attempted: { guard: all(...attemptingUnlessMarketing), actions: 'attempt' },
  ...ofCollectors,
} as const
// A message that the law requires reaches also a person who may not be contacted. No other rule limits service messages.
const byLaw = { guard: all('notBarred', 'selfAlone'), actions: 'attempt' } as const
const optOut = { target: 'noMarketing', actions: ['optOut', 'endLead'] } as const
// The word outlives the bar of all contact.
const optOutBelow = { actions: 'optOutBelow' } as const
const barAll = {
  target: 'noContact',
  guard: 'reasonGiven',
  meta: { interface: 'contact.bar', asks: ['reason'], tone: 'danger' },
  actions: ['barAll', 'endLead'],
} as const
const lifted = {
  target: 'reachable',
  guard: 'notProposer',
  meta: { interface: 'contact.confirmLift', tone: 'success' },
  actions: 'lift',
} as const
const keep = {
  guard: all('notProposer', 'reasonGiven'),
  meta: { interface: 'contact.refuseLift', asks: ['reason'], tone: 'danger' },
  actions: 'dropLift',
} as const

/**
 * How a person may be reached, one stream a person: every attempt for whatever purpose stands here before it is made, or
 * stands here as blocked with the rule that forbids it.
 */
export const contactMachine = setup({
  types: {} as { context: Contact; events: ContactEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    attempt: assign(({ context, event }) => attempted({ context, event: event as Attempted })),
    optOut: assign(({ event }) => optedOut({ event: event as OptedOut })),
    noteBlocked: assign(({ event }) => blocked({ event: event as Blocked })),
    noteOutcome: assign(({ context, event }) => outcomeNoted({ context, event: event as OutcomeNoted })),
    agreeHours: assign(({ event }) => hoursAgreed({ event: event as HoursAgreed })),
    dropHours: assign({ hours: null }),
    consent: assign(({ context, event }) => consented(true)({ context, event: event as Consented })),
    dissent: assign(({ context, event }) => consented(false)({ context, event: event as Consented })),
    relativeAgrees: assign(({ context, event }) => relativeSaid(true)({ context, event: event as RelativeSaid })),
    relativeRefuses: assign(({ context, event }) => relativeSaid(false)({ context, event: event as RelativeSaid })),
    optOutBelow: assign(({ event }) => optedOutBelow({ event: event as OptedOut })),
    barMarketing: assign(({ event }) => marketingBarred({ event: event as Barred })),
    barAll: assign(({ context, event }) => contactBarred({ context, event: event as Barred })),
    lift: assign({ barred: null, covered: null, lift: null }),
    dropLift: assign({ lift: null }),
    endLead: effect,
    tellAttempt: effect,
    tellOutcome: effect,
    tellWhereabouts: effect,
  },
}).createMachine({
  id: 'contact',
  version: '2',
  initial: 'reachable',
  context: {
    attempts: [],
    lastAt: 0,
    collectedAt: 0,
    hours: null,
    consents: [],
    relatives: [],
    barred: null,
    covered: null,
    lift: null,
    blocked: null,
  },
  states: {
    reachable: {
      tags: 'goal',
      on: {
        ...noted,
        ...attempts,
        optedOut: optOut,
        marketingBarred: {
          target: 'noMarketing',
          guard: 'reasonGiven',
          meta: { interface: 'contact.bar', asks: ['reason'], tone: 'danger' },
          actions: ['barMarketing', 'endLead'],
        },
        contactBarred: barAll,
      },
    },

    noMarketing: {
      on: {
        ...noted,
        ...unlessMarketing,
        // In the place of a bar by staff: two people who lift that one must see the person's own word.
        optedOut: { actions: 'optOut' },
        contactBarred: barAll,
        liftProposed: {
          target: 'liftingMarketing',
          guard: 'reasonGiven',
          meta: { interface: 'contact.proposeLift', asks: ['reason'] },
          actions: assign(liftProposed),
        },
      },
    },

    liftingMarketing: {
      on: {
        ...noted,
        ...unlessMarketing,
        optedOut: optOut,
        contactBarred: barAll,
        liftConfirmed: lifted,
        liftRefused: { ...keep, target: 'noMarketing' },
      },
    },

    noContact: {
      on: {
        ...noted,
        attempted: byLaw,
        optedOut: optOutBelow,
        liftProposed: {
          target: 'liftingContact',
          guard: 'reasonGiven',
          meta: { interface: 'contact.proposeLift', asks: ['reason'] },
          actions: assign(liftProposed),
        },
      },
    },

    liftingContact: {
      on: {
        ...noted,
        attempted: byLaw,
        optedOut: optOutBelow,
        liftConfirmed: { ...lifted, guard: all('notProposer', 'nothingCovered') },
        contactLifted: {
          target: 'noMarketing',
          guard: all('notProposer', 'marketingCovered'),
          meta: { interface: 'contact.confirmLift', tone: 'success' },
          actions: assign(contactLifted),
        },
        liftRefused: { ...keep, target: 'noContact' },
      },
    },
  },
})
