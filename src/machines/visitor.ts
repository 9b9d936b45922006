import { assign, setup } from 'xstate'
import { addDays, businessDay } from './calendar.ts'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
/** A day on which the device was in an app of the lender, and the channel that brought it. */
type Visit = { app: string; channel: string; day: string; mostLate: number }
export type VisitorEvent = Did<'visited', Visit> | Did<'registered', Visit & { person: string }>

export type Visitor = {
  app: string
  /** The channel that brought it first. */
  channel: string
  /** Each day once, as they were told. */
  days: string[]
  registeredOn: string | null
  /** Everybody who registered on it. */
  people: string[]
  /** The day on which each of them did, in the same order. */
  registeredDays: string[]
}

type About = { context: Visitor; event: Payload<VisitorEvent> }

const rules = {
  dayNew: onPayload(({ context, event }: About) => !context.days.includes(event.day!)),
  dayCome: onPayload(({ event }: About) => event.day! <= businessDay(event.at)),
  toldInTime: onPayload(({ event }: About) => event.day! >= addDays(businessDay(event.at), -event.mostLate!)),
  personNew: onPayload(({ context, event }: About) => !context.people.includes(event.person!)),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

const seen = (context: Visitor, { app, channel, day }: Visit) => ({
  app,
  channel: context.channel || channel,
  days: context.days.includes(day) ? context.days : [...context.days, day],
})

const told = ['dayCome', 'toldInTime'] as const
const registered = { target: 'registered', guard: all(...told), actions: 'register' } as const
const visited = { guard: all('dayNew', ...told), actions: 'see' } as const

/** A device that uses an app of the lender: the days on which it did, and who registered on it. */
export const visitorMachine = setup({
  types: {} as { context: Visitor; events: VisitorEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    see: assign(({ context, event }) => seen(context, event)),
    register: assign(({ context, event }) => {
      const { day, person } = event as Extract<VisitorEvent, { type: 'registered' }>
      return {
        ...seen(context, event),
        registeredOn: context.registeredOn ?? day,
        people: [...context.people, person],
        registeredDays: [...context.registeredDays, day],
      }
    }),
  },
}).createMachine({
  id: 'visitor',
  version: '2',
  initial: 'new',
  context: { app: '', channel: '', days: [], registeredOn: null, people: [], registeredDays: [] },
  states: {
    new: {
      tags: 'way',
      on: { visited: { target: 'visiting', guard: all(...told), actions: 'see' }, registered },
    },

    visiting: {
      tags: 'way',
      on: { visited, registered },
    },

    registered: {
      tags: 'goal',
      on: {
        visited,
        // Somebody else on the same device.
        registered: { guard: all('personNew', ...told), actions: 'register' },
      },
    },
  },
})
