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
import { businessDay } from './calendar.ts'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

/** The largest daily cap, and that of a collector for whom none was set. */
export const mostDaily = 1000
export const usualDailyCap = 60

/** `until` is the last day. */
type Certificate = { number: string; until: string }

export type Collector = Attendance & {
  /** The most cases that the system gives in a day. */
  dailyCap: number
  certificate: Certificate | null
  group: string | null
  /** The company of the last group joined, '' for the lender's own; null before any. Leaving a group keeps it. */
  company: string | null
}

/** The number of a certificate, and its last day. */
type Certified = { certificate: string; until: string }
type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type CollectorEvent =
  | AttendanceEvent<{ collector: string }>
  | Did<'dailyCapSet', { dailyCap: number }>
  | Did<'certified', Certified>
  | Did<'groupJoined', { group: string; company: string }>
  | Did<'groupLeft'>

type About = { context: Collector; event: Payload<CollectorEvent> }

const rules = {
  oneself: onPayload(({ event }: About) => event.by === event.collector),
  weightInRange,
  capInRange: onPayload(
    ({ event: { dailyCap } }: About) => Number.isInteger(dailyCap) && dailyCap! > 0 && dailyCap! <= mostDaily,
  ),
  numbered: onPayload(({ event }: About) => Boolean(event.certificate)),
  notRunOut: onPayload(({ event }: About) => event.until! >= businessDay(event.at)),
  otherGroup: onPayload(({ context, event }: About) => event.group !== context.group),
  inGroup: ({ context }: About) => context.group !== null,
}

const { away, atWork } = attendanceIn('collector')
/** The transitions of both states, all by a lead: daily cap, certificate and group. */
const terms = {
  dailyCapSet: {
    guard: 'capInRange',
    meta: { interface: 'collector.setDailyCap', asks: ['dailyCap'] },
    actions: 'cap',
  },
  certified: {
    guard: { type: 'all', params: ['numbered', 'notRunOut'] },
    meta: { interface: 'collector.certify', asks: ['certificate', 'until'] },
    actions: 'certify',
  },
  groupJoined: { guard: 'otherGroup', meta: { interface: 'collector.join', asks: ['group'] }, actions: 'join' },
  groupLeft: { guard: 'inGroup', meta: { interface: 'collector.leave', tone: 'danger' }, actions: 'leave' },
} as const

/** Whether a collector takes cases now, for which group, and with which certificate. */
export const collectorMachine = setup({
  types: {} as { context: Collector; events: CollectorEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    come: assign(came),
    go: assign(gone),
    weigh: assign(weighed),
    cap: assign(({ event }) => ({ dailyCap: (event as Did<'dailyCapSet', { dailyCap: number }>).dailyCap })),
    certify: assign(({ event }) => {
      const { certificate: number, until } = event as Fact & Certified
      return { certificate: { number, until } }
    }),
    join: assign(({ event }) => {
      // Events of version 1 name no company.
      const { group, company = null } = event as Fact & { group: string; company?: string }
      return { group, company }
    }),
    leave: assign({ group: null }),
  },
  delays: { signInDue: ({ context }) => context.signInDue },
}).createMachine({
  id: 'collector',
  version: '2',
  initial: 'away',
  context: {
    since: null,
    signInDue: 0,
    weight: 1,
    dailyCap: usualDailyCap,
    certificate: null,
    group: null,
    company: null,
  },
  states: {
    away: { tags: 'way', on: { ...away, ...terms } },
    atWork: { tags: 'goal', on: { ...atWork, ...terms } },
  },
})
