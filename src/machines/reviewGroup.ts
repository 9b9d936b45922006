import { assign, setup } from 'xstate'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'
import type { Shift } from './shifts.ts'

export type Stage = 'first' | 'final'

/** Who works in a group and on what. Without apps it works for all of them, without shifts at any hour. */
export type ReviewGroup = {
  name: string
  apps: string[]
  /** Whether its members see orders of these apps alone, and not only are given those. */
  appGrouping: boolean
  stages: Stage[]
  /** The most claims at which a member is given another. */
  capacity: number
  shifts: Shift[]
  /** Staff, as actors are called. */
  members: string[]
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
// Groups of before there was a limit have none.
type Saved = Omit<ReviewGroup, 'appGrouping'> & Partial<Pick<ReviewGroup, 'appGrouping'>>
export type ReviewGroupEvent = Did<'groupCreated' | 'groupChanged', Saved> | Did<'groupClosed' | 'groupReopened'>

type About = { context: ReviewGroup; event: Payload<ReviewGroupEvent> }

const rules = {
  stageNamed: onPayload(({ event }: About) => event.stages!.length > 0),
  roomForOne: onPayload(({ event }: About) => event.capacity! > 0),
  limitedToSome: onPayload(({ event }: About) => !event.appGrouping || event.apps!.length > 0),
}

const meta = { interface: 'reviewers.groupSave' }
const wellFormed = { type: 'all' as const, params: Object.keys(rules) as (keyof typeof rules)[] }
const saved = ({ name, apps, appGrouping = false, stages, capacity, shifts, members }: Saved) => ({
  name,
  apps,
  appGrouping,
  stages,
  capacity,
  shifts,
  members,
})

/** A group of reviewers, to whom the system gives the orders that wait. */
export const reviewGroupMachine = setup({
  types: {} as { context: ReviewGroup; events: ReviewGroupEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
}).createMachine({
  id: 'reviewGroup',
  version: '2',
  initial: 'new',
  context: { name: '', apps: [], appGrouping: false, stages: [], capacity: 0, shifts: [], members: [] },
  states: {
    new: {
      on: {
        groupCreated: { target: 'open', guard: wellFormed, meta, actions: assign(({ event }) => saved(event)) },
      },
    },
    open: {
      on: {
        groupChanged: { guard: wellFormed, meta, actions: assign(({ event }) => saved(event)) },
        groupClosed: { target: 'closed', meta: { interface: 'reviewers.groupClose', tone: 'danger' } },
      },
    },
    closed: {
      on: {
        groupReopened: { target: 'open', meta: { interface: 'reviewers.groupReopen' } },
      },
    },
  },
})
