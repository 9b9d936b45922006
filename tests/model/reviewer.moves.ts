import { mostWeight } from '../../src/machines/attendance.ts'
import type { Reviewer, ReviewerEvent } from '../../src/machines/reviewer.ts'
import { reviewerMachine } from '../../src/machines/reviewer.ts'
import { usualStaffTimes } from '../../src/machines/staffRules.ts'
import { type IdOf, interfacesOf, type Model, placeOf, type Standing, transitionOf } from './model.ts'

export type Move = { type: ReviewerEvent['type']; by: string }

export const someone = 'reviewer1'
/** A different weight for each version. */
export const weightAt = (version: number) => (version + 3) % (mostWeight + 1)

const factOf = ({ type, by }: Move, { state }: Pick<Standing, 'state'>, at: number, id: IdOf): ReviewerEvent => {
  const stamp = { by: id(by), at }
  switch (type) {
    case 'signedIn':
      return { type, ...stamp, reviewer: id(someone), signInTtl: usualStaffTimes.signInTtl }
    case 'signedOut':
      return { type, ...stamp, reviewer: id(someone) }
    case 'sentHome':
      return { type, ...stamp }
    case 'weightSet':
      return { type, ...stamp, weight: weightAt(state.version) }
    case 'signInExpired':
      return { type, by: 'SYS', at, armed: state.armed[type]?.version ?? 0 }
    default:
      return type satisfies never
  }
}

export const reviewerModel: Model<Move, Reviewer> = {
  name: 'reviewer',
  machine: reviewerMachine,
  interfaces: interfacesOf(reviewerMachine),
  moves: [
    { type: 'signedIn', by: someone },
    { type: 'signedOut', by: someone },
    { type: 'sentHome', by: 'reviewLead' },
    { type: 'weightSet', by: 'reviewLead' },
    { type: 'signInExpired', by: 'SYS' },
  ],
  factOf,
  happens: () => true,
  // An earlier sign-in leaves stale timers, which matter.
  keyOf: (standing) => `${placeOf(standing)} ${standing.armed.length > 1}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
