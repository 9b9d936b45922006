import { assign, setup } from 'xstate'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'
import type { Shift } from './shifts.ts'
import { groupSteps, roomForOne, stageNamed } from './staffGroup.ts'

export type Stage = 'first' | 'final'

/** A group's members and work. Without apps it works for all apps, without shifts at any hour. */
export type ReviewGroup = {
  name: string
  apps: string[]
  /** Whether members see only orders of these apps; otherwise the apps limit only what the system assigns. */
  appGrouping: boolean
  stages: Stage[]
  /** A member with fewer claims than this is assigned another order. */
  capacity: number
  shifts: Shift[]
  /** Staff, by their actor ids. */
  members: string[]
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
// Groups older than the limit have none.
type Saved = Omit<ReviewGroup, 'appGrouping'> & Partial<Pick<ReviewGroup, 'appGrouping'>>
export type ReviewGroupEvent = Did<'groupCreated' | 'groupChanged', Saved> | Did<'groupClosed' | 'groupReopened'>

type About = { context: ReviewGroup; event: Payload<ReviewGroupEvent> }

const rules = {
  stageNamed,
  roomForOne,
  limitedToSome: onPayload(({ event }: About) => !event.appGrouping || event.apps!.length > 0),
}

const save = 'reviewers.groupSave'
const steps = groupSteps(
  { create: save, change: save, close: 'reviewers.groupClose', reopen: 'reviewers.groupReopen' },
  ['stageNamed', 'roomForOne', 'limitedToSome'],
)
const saved = ({ name, apps, appGrouping = false, stages, capacity, shifts, members }: Saved) => ({
  name,
  apps,
  appGrouping,
  stages,
  capacity,
  shifts,
  members,
})

/** A group of reviewers, to whom the system assigns waiting orders. */
export const reviewGroupMachine = setup({
  types: {} as { context: ReviewGroup; events: ReviewGroupEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { save: assign(({ event }) => saved(event as Fact & Saved)) },
}).createMachine({
  id: 'reviewGroup',
  version: '2',
  initial: 'new',
  context: { name: '', apps: [], appGrouping: false, stages: [], capacity: 0, shifts: [], members: [] },
  states: {
    new: { tags: 'way', on: steps.new },
    open: { tags: 'goal', on: steps.open },
    closed: { on: steps.closed },
  },
})
