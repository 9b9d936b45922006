import { assign, setup } from 'xstate'
import {
  type Attendance,
  type AttendanceEvent,
  attendanceIn,
  came,
  gone,
  weighed,
  weightInRange,
} from './attendance.ts'
import { guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

export type Reviewer = Attendance

export type ReviewerEvent = AttendanceEvent<{ reviewer: string }>

type About = { context: Reviewer; event: Payload<ReviewerEvent> }

const rules = { oneself: onPayload(({ event }: About) => event.by === event.reviewer), weightInRange }
const steps = attendanceIn('reviewers')

/** Whether a reviewer takes orders now, and the weight of their share. */
export const reviewerMachine = setup({
  types: {} as { context: Reviewer; events: ReviewerEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { come: assign(came), go: assign(gone), weigh: assign(weighed) },
  delays: { signInDue: ({ context }) => context.signInDue },
}).createMachine({
  id: 'reviewer',
  version: '1',
  initial: 'away',
  context: { since: null, signInDue: 0, weight: 1 },
  states: {
    away: { tags: 'way', on: steps.away },
    atWork: { tags: 'goal', on: steps.atWork },
  },
})
