import { assign, setup } from 'xstate'
import type { CollectionStage } from './collectionStages.ts'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'
import type { Shift } from './shifts.ts'
import { groupSteps, roomForOne, stageNamed } from './staffGroup.ts'

/** A whole, in basis points. */
const whole = 10_000

/**
 * A group's work. Without apps it works for all apps, without days at any hour; a member joins it on a record of their
 * own.
 */
export type CollectionGroup = {
  name: string
  /** The agency; empty for the lender's own staff. */
  company: string
  /** `pre` alone, or stages of overdue loans. */
  stages: CollectionStage[]
  apps: string[]
  /** A member with fewer open cases than this is given another. */
  capacity: number
  /** Days of the week (1 is Monday) and the hours 'HH:MM' in Jakarta in which it receives cases. */
  days: number[]
  opens: string
  closes: string
  /** The agency's share of what it recovers, in basis points. */
  commission: number
  /** The share of what is dispatched that it is to recover, in basis points. */
  target: number
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type CollectionGroupEvent =
  | Did<'groupCreated' | 'groupChanged', CollectionGroup>
  | Did<'groupClosed' | 'groupReopened'>

type About = { event: Payload<CollectionGroupEvent> }

/** Which of the two kinds of work a group does. */
export const kindOf = (stages: readonly CollectionStage[]): 'pre' | 'post' => (stages.includes('pre') ? 'pre' : 'post')

/** When the group receives cases. */
export const shiftsOf = ({ days, opens, closes }: Pick<CollectionGroup, 'days' | 'opens' | 'closes'>): Shift[] =>
  days.length > 0 ? [{ days, from: opens, to: closes }] : []

const rules = {
  stageNamed,
  oneKind: onPayload(({ event }: About) => kindOf(event.stages!) === 'post' || event.stages!.length === 1),
  roomForOne,
  hoursDiffer: onPayload(({ event }: About) => event.opens !== event.closes),
  commissionOfAgency: onPayload(({ event }: About) => event.company !== '' || event.commission === 0),
  sharesInRange: onPayload(({ event: { commission, target } }: About) =>
    [commission!, target!].every((share) => Number.isInteger(share) && share >= 0 && share <= whole),
  ),
}

const asks = ['name', 'company', 'stages', 'apps', 'capacity', 'days', 'opens', 'closes', 'commission', 'target']
const of = (command: string) => `collectionGroup.${command}`
const steps = groupSteps(
  { create: of('create'), change: of('change'), close: of('close'), reopen: of('reopen') },
  ['stageNamed', 'oneKind', 'roomForOne', 'hoursDiffer', 'commissionOfAgency', 'sharesInRange'],
  asks,
)
const saved = (group: CollectionGroup): CollectionGroup => {
  const { name, company, stages, apps, capacity, days, opens, closes, commission, target } = group
  return { name, company, stages, apps, capacity, days, opens, closes, commission, target }
}

/** A group of collectors, own or of an agency, to whom the system gives waiting cases. */
export const collectionGroupMachine = setup({
  types: {} as { context: CollectionGroup; events: CollectionGroupEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { save: assign(({ event }) => saved(event as Fact & CollectionGroup)) },
}).createMachine({
  id: 'collectionGroup',
  version: '1',
  initial: 'new',
  context: {
    name: '',
    company: '',
    stages: [],
    apps: [],
    capacity: 0,
    days: [],
    opens: '',
    closes: '',
    commission: 0,
    target: 0,
  },
  states: {
    new: { tags: 'way', on: steps.new },
    open: { tags: 'goal', on: steps.open },
    closed: { on: steps.closed },
  },
})
