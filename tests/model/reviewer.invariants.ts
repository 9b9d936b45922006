import { demands, type Try } from './invariants.ts'

type Facts = { reviewer: string; signInTtl: number }

type Book = { isHere: boolean; due: number }

const aboutFirst = { reviewer: 'first' }
const weighed = { type: 'weightSet' }
const unequal = (weight: number): Try => ({ ...weighed, weight, wrong: `a share of ${weight} cannot be dealt out` })

export const reviewerInvariants = demands<Book, Facts>({
  chart: 'reviewer',
  empty: { isHere: false, due: 0 },
  forms: {
    signedIn: ['reviewers.signIn'],
    signedOut: ['reviewers.signOut'],
    sentHome: ['reviewers.sendHome'],
    weightSet: ['reviewers.setWeight: weight'],
    signInExpired: ['SYS'],
  },
  tries: () => [
    { type: 'signedIn', ...aboutFirst, signInTtl: 43_200_000 },
    { type: 'signedOut', ...aboutFirst },
    { type: 'sentHome' },
    ...[0, 1, 10].map((weight) => ({ ...weighed, weight })),
    ...[-1, 11, 0.5].map(unequal),
  ],
  after: (book, { event }) =>
    event.type === 'weightSet'
      ? book
      : { isHere: event.type === 'signedIn', due: event.type === 'signedIn' ? event.at + event.signInTtl : 0 },
  wrong: (_, { event: { type, by, reviewer } }) => [
    type === 'signedIn' && by !== reviewer && 'somebody signed in for another',
    type === 'signedOut' && by !== reviewer && 'somebody signed out for another',
  ],
  standing: ({ isHere }, state) => [isHere !== (state === 'atWork') && `who is here is ${state}`],
  asksFor: {},
  // Nobody stays signed in for ever: orders would be dealt to an empty chair.
  waits: ({ due }, state): Record<string, number> => (state === 'atWork' ? { signInExpired: due } : {}),
  ends: [],
})
