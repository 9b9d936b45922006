import { assign, setup } from 'xstate'
import { type DeadlineFact, type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

/** The largest weight of a reviewer. A reviewer of weight 0 is assigned nothing. */
export const mostWeight = 10

export type Reviewer = { since: number | null; signInDue: number; weight: number }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
/** `reviewer` is the person that the event is about. */
type OfReviewer = { reviewer: string }
export type ReviewerEvent =
  | Did<'signedIn', OfReviewer & { signInTtl: number }>
  | Did<'signedOut', OfReviewer>
  | Did<'sentHome'>
  | Did<'weightSet', { weight: number }>
  | DeadlineFact<'signInExpired'>

type About = { context: Reviewer; event: Payload<ReviewerEvent> }

const rules = {
  oneself: onPayload(({ event }: About) => event.by === event.reviewer),
  weightInRange: onPayload(
    ({ event }: About) => Number.isInteger(event.weight) && event.weight! >= 0 && event.weight! <= mostWeight,
  ),
}

const gone = { since: null }
const weighing = { interface: 'reviewers.setWeight', asks: ['weight'] }
/** Whether a reviewer takes orders now, and the weight of their share. */
export const reviewerMachine = setup({
  types: {} as { context: Reviewer; events: ReviewerEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { signInDue: ({ context }) => context.signInDue },
}).createMachine({
  id: 'reviewer',
  version: '1',
  initial: 'away',
  context: { since: null, signInDue: 0, weight: 1 },
  states: {
    away: {
      tags: 'way',
      on: {
        signedIn: {
          target: 'atWork',
          guard: 'oneself',
          meta: { interface: 'reviewers.signIn' },
          actions: assign(({ event }) => ({ since: event.at, signInDue: event.at + event.signInTtl })),
        },
        weightSet: {
          guard: 'weightInRange',
          meta: weighing,
          actions: assign(({ event }) => ({ weight: event.weight })),
        },
      },
    },
    atWork: {
      tags: 'goal',
      on: {
        signedOut: {
          target: 'away',
          guard: 'oneself',
          meta: { interface: 'reviewers.signOut' },
          actions: assign(gone),
        },
        sentHome: { target: 'away', meta: { interface: 'reviewers.sendHome' }, actions: assign(gone) },
        weightSet: {
          guard: 'weightInRange',
          meta: weighing,
          actions: assign(({ event }) => ({ weight: event.weight })),
        },
        signInExpired: { target: 'away', meta: { after: 'signInDue' }, actions: assign(gone) },
      },
    },
  },
})
