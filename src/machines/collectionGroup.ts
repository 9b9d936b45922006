import { assign, setup } from 'xstate'
import { businessDay } from './calendar.ts'
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
  /** The share of what is dispatched that it is to recover, in basis points, while its targets say no other. */
  target: number
  /** Its targets, each from its own day on. */
  targets?: Targets[]
}

/** The rates that have a target: shares in basis points. */
export const targetShares = [
  'coverage',
  'rightParty',
  'promiseRate',
  'keptRate',
  'recoveryRate',
  'cureRate',
  'rollRate',
] as const
/** The targets of a group from a day on; of 0 there is none. `productivity` is rupiah an hour at work. */
export type Targets = { from: string; productivity: number } & Record<(typeof targetShares)[number], number>

/** The terms of a group that a lead sets. */
export type Terms = Omit<CollectionGroup, 'targets'>

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type CollectionGroupEvent =
  | Did<'groupCreated' | 'groupChanged', Terms>
  | Did<'targetsPlanned', Targets>
  | Did<'groupClosed' | 'groupReopened'>

type About = { event: Payload<CollectionGroupEvent> }
type Planning = About & { context: CollectionGroup }

/** Which of the two kinds of work a group does. */
export const kindOf = (stages: readonly CollectionStage[]): 'pre' | 'post' => (stages.includes('pre') ? 'pre' : 'post')

/** When the group receives cases. */
export const shiftsOf = ({ days, opens, closes }: Pick<CollectionGroup, 'days' | 'opens' | 'closes'>): Shift[] =>
  days.length > 0 ? [{ days, from: opens, to: closes }] : []

/** The targets in force on a day. */
export const targetsOn = (targets: readonly Targets[] | undefined, day: string): Targets | undefined =>
  targets?.findLast(({ from }) => from <= day)

/** Targets from a day on replace those that begin on that day or later; those of earlier days stay. */
export const followedBy = (targets: readonly Targets[] = [], next: Targets): Targets[] => [
  ...targets.filter(({ from }) => from < next.from),
  next,
]

const isShare = (share: number) => Number.isInteger(share) && share >= 0 && share <= whole

const rules = {
  stageNamed,
  oneKind: onPayload(({ event }: About) => kindOf(event.stages!) === 'post' || event.stages!.length === 1),
  roomForOne,
  hoursDiffer: onPayload(({ event }: About) => event.opens !== event.closes),
  commissionOfAgency: onPayload(({ event }: About) => event.company !== '' || event.commission === 0),
  sharesInRange: onPayload(({ event: { commission, target } }: About) => [commission!, target!].every(isShare)),
  // Targets of days that are over stay as they were. The first targets may begin in the past.
  targetsAhead: onPayload(
    ({ context: { targets }, event }: Planning) => targets === undefined || event.from! > businessDay(event.at),
  ),
  targetsInRange: onPayload(
    ({ event }: About) => targetShares.every((name) => isShare(event[name]!)) && event.productivity! >= 0,
  ),
}

const asks = ['name', 'company', 'stages', 'apps', 'capacity', 'days', 'opens', 'closes', 'commission', 'target']
const of = (command: string) => `collectionGroup.${command}`
const steps = groupSteps(
  { create: of('create'), change: of('change'), close: of('close'), reopen: of('reopen') },
  ['stageNamed', 'oneKind', 'roomForOne', 'hoursDiffer', 'commissionOfAgency', 'sharesInRange'],
  asks,
)
const plan = {
  guard: { type: 'all' as const, params: ['targetsAhead', 'targetsInRange'] as const },
  meta: { interface: of('plan'), asks: ['from', ...targetShares, 'productivity'] },
  actions: 'plan',
} as const
const saved = (group: Terms): Terms => {
  const { name, company, stages, apps, capacity, days, opens, closes, commission, target } = group
  return { name, company, stages, apps, capacity, days, opens, closes, commission, target }
}

const planned = ({ from, coverage, rightParty, promiseRate, keptRate, recoveryRate, ...others }: Targets): Targets => {
  const { cureRate, rollRate, productivity } = others
  return { from, coverage, rightParty, promiseRate, keptRate, recoveryRate, cureRate, rollRate, productivity }
}

/** A group of collectors, own or of an agency, to whom the system gives waiting cases. */
export const collectionGroupMachine = setup({
  types: {} as { context: CollectionGroup; events: CollectionGroupEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    save: assign(({ event }) => saved(event as Fact & Terms)),
    plan: assign(({ context, event }) => ({ targets: followedBy(context.targets, planned(event as Fact & Targets)) })),
  },
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
    open: { tags: 'goal', on: { ...steps.open, targetsPlanned: plan } },
    closed: { on: steps.closed },
  },
})
