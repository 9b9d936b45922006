import { describe, expect, test } from 'vitest'
import { assign, createMachine, setup } from 'xstate'
import {
  blank,
  brokenRule,
  deadlines,
  effect,
  evolve,
  follow,
  type Fact,
  guardsOf,
  offers,
  onLimit,
  onPayload,
  refusal,
  type Recorded,
  replay,
  type State,
  stateName,
  type TransitionMeta,
} from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { stateAfter as stateOf } from '../kit/stateAfter.ts'

type Ticket = { clerk: string | null; desk: 'open' | 'shut'; due: number }
type TicketEvent = Fact & { until?: number; note?: string; before?: number }
type About = { context: Ticket; event: TicketEvent }

const rules = {
  deskOpen: ({ context }: About) => context.desk === 'open',
  sameClerk: ({ context, event }: About) => context.clerk === event.by,
  soonEnough: onLimit('before', ({ event }: About) => event.at < event.before!),
  noteGiven: onPayload(({ event }: About) => Boolean(event.note)),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

const types = {} as { context: Ticket; events: TicketEvent; transitionMeta: TransitionMeta }

/** A counter ticket: a clerk calls it and serves it before it expires. */
const ticket = setup({
  types,
  guards: guardsOf(rules),
  delays: { due: ({ context }) => context.due },
  actions: { ringBell: effect, printReceipt: effect },
}).createMachine({
  id: 'ticket',
  initial: 'waiting',
  context: { clerk: null, desk: 'open', due: 0 },
  states: {
    waiting: {
      on: {
        shut: { meta: { interface: 'desk.shut' }, actions: assign({ desk: 'shut' }) },
        called: {
          target: 'atDesk',
          guard: 'deskOpen',
          meta: { interface: 'ticket.call' },
          actions: ['ringBell', assign(({ event }) => ({ clerk: event.by, due: event.until! }))],
        },
      },
    },
    atDesk: {
      initial: 'talking',
      on: { ranOut: { target: 'waiting', meta: { after: 'due' }, actions: assign({ clerk: null }) } },
      states: {
        talking: {
          on: {
            remarked: { meta: { interface: 'ticket.remark' }, actions: assign(({ context }) => ({ ...context })) },
            paused: { target: 'paused', guard: 'soonEnough', meta: { interface: 'ticket.pause' } },
            extended: { meta: { interface: 'ticket.extend' }, actions: assign(({ event }) => ({ due: event.until! })) },
            served: {
              target: '#ticket.served',
              guard: all('sameClerk', 'deskOpen', 'noteGiven'),
              meta: { interface: 'ticket.serve', asks: ['note'], tone: 'success' },
              actions: ['printReceipt', 'ringBell'],
            },
          },
        },
        paused: {},
      },
    },
    served: {},
  },
})

const called = { type: 'called', by: 'ani', at: 0, until: 100 }
const remarked = { type: 'remarked', by: 'ani', at: 1 }
const paused = { type: 'paused', by: 'ani', at: 1, before: 10 }
const extended = { type: 'extended', by: 'ani', at: 1, until: 200 }
const ranOut = { type: 'ranOut', by: 'SYS', at: 100, armed: 1 }
const ranOutAgain = { ...ranOut, armed: 3 }
const served = { type: 'served', by: 'ani', at: 2, note: 'paid in full' }
const servedMutely = { ...served, note: '' }
const shut = { type: 'shut', by: 'boss', at: 0 }

const given = (...events: Fact[]) => givenChart(ticket, ...events)
const stateAfter = (...events: Fact[]) => stateOf(ticket, events)
const recorded = (fact: Fact, state: string): Recorded => ({ stream: 'ticket/7', fact, state })
const everything = { id: 'ani', may: () => true }

describe('evolve', () => {
  test('counts versions, leads to the next state and names the effects in order', () => {
    const { state, effects } = evolve(ticket, stateAfter(called), served)
    expect(state).toEqual({
      version: 2,
      value: 'served',
      context: { clerk: 'ani', desk: 'open', due: 100 },
      armed: {},
    })
    expect(effects).toEqual(['printReceipt', 'ringBell'])
  })

  test('does not change the state it was given', () => {
    const before = stateAfter(called)
    const copy = structuredClone(before)
    evolve(ticket, before, extended)
    expect(before).toEqual(copy)
  })

  test('throws for an event that the state does not have', () => {
    expect(() => evolve(ticket, blank(ticket), served)).toThrow('ticket in waiting does not take served')
  })

  test('asks no rule', () => {
    expect(refusal(ticket, stateAfter(called), servedMutely, 'ticket.serve')).toBe('noteGiven')
    expect(evolve(ticket, stateAfter(called), servedMutely).state.value).toBe('served')
  })

  test('an event that stays where it is has no effects of its own', () => {
    const { state, effects } = evolve(ticket, stateAfter(called), remarked)
    expect(stateName(state.value)).toBe('atDesk.talking')
    expect(effects).toEqual([])
  })
})

describe('replay', () => {
  test('no events lead to the blank state', () => {
    expect(stateAfter()).toEqual(blank(ticket))
    expect(blank(ticket)).toMatchObject({ version: 0, value: 'waiting', armed: {} })
  })

  test('is evolve after evolve', () => {
    const first = evolve(ticket, blank(ticket), called).state
    const events = [recorded(called, 'atDesk.talking'), recorded(extended, 'atDesk.talking')]
    expect(replay(ticket, events)).toEqual(evolve(ticket, first, extended).state)
  })

  test('follows what was accepted before there was a rule against it, and says which rule that is', () => {
    const events = [recorded(shut, 'waiting'), recorded(called, 'atDesk.talking'), recorded(servedMutely, 'served')]
    expect(replay(ticket, events)).toMatchObject({ version: 3, value: 'served' })
    const states = [blank(ticket), replay(ticket, events.slice(0, 1)), replay(ticket, events.slice(0, 2))]
    expect(states.map((state, index) => brokenRule(ticket, state, events[index]!.fact))).toEqual([
      undefined,
      'deskOpen',
      'deskOpen',
    ])
  })

  test('a rule that cannot read an event of before it would refuse that event', () => {
    expect(brokenRule(ticket, { ...stateAfter(called), context: null }, served)).toBe('sameClerk')
  })

  test('throws where the chart leads elsewhere than it did, with the stream, the event and both states', () => {
    expect(() => replay(ticket, [recorded(called, 'atDesk.talking'), recorded(served, 'archived')])).toThrow(
      'ticket/7 version 2: served led from atDesk.talking to archived, the chart leads to served',
    )
  })

  test('survives being stored as JSON', () => {
    const stored = JSON.parse(JSON.stringify(stateAfter(called)))
    expect(evolve(ticket, stored, served)).toEqual(evolve(ticket, stateAfter(called), served))
  })

  test('throws at the first event that is not taken', () => {
    expect(() => follow(ticket, stateAfter(called, ranOut), recorded(served, 'served'))).toThrow(
      'ticket/7 version 3: served led from waiting to served, the chart does not take it there',
    )
  })
})

describe('offers', () => {
  test('tell the interface, what the form asks and the tone', () => {
    expect(offers(ticket, stateAfter(called), everything, 1)).toContainEqual({
      event: 'served',
      interface: 'ticket.serve',
      asks: ['note'],
      tone: 'success',
      reason: undefined,
    })
  })

  test('a rule on the context is a reason', () => {
    expect(given().offers('ani')).toEqual({ shut: undefined, called: undefined })
    expect(given(shut).offers('ani')).toEqual({ shut: undefined, called: 'deskOpen' })
  })

  test('a rule on the actor is a reason; a rule on the form is left to it', () => {
    expect(given(called).offers('ani').served).toBeUndefined()
    expect(given(called).offers('bimo').served).toBe('sameClerk')
  })

  test('a rule on a limit is a reason where the limit is known, and left to the server otherwise', () => {
    const pausing = (at: number, before?: number) =>
      given(called).offers('ani', at, before === undefined ? {} : { paused: { before } }).paused
    expect(pausing(10)).toBeUndefined()
    expect(pausing(9, 10)).toBeUndefined()
    expect(pausing(10, 10)).toBe('soonEnough')
    given(called)
      .when({ ...paused, at: 10 }, 'ticket.pause')
      .refused('soonEnough')
  })

  test('leave out what the actor has no right to, and what only the system does', () => {
    const clerk = { id: 'ani', may: (name: string) => name === 'ticket.serve' }
    expect(offers(ticket, stateAfter(called), clerk, 1).map(({ event }) => event)).toEqual(['served'])
    expect(given(called).offers('ani')).not.toHaveProperty('ranOut')
  })
})

describe('refusal', () => {
  test('none for what the chart takes', () => {
    given(called).when(served, 'ticket.serve').then('served')
  })

  test('an event that the state does not have', () => {
    given().when(served, 'ticket.serve').refused('notOffered')
  })

  test('another interface than the one on the transition', () => {
    given(called).when(served, 'ticket.call').refused('notOffered')
    given(called).when(served, 'SYS').refused('notOffered')
    given(called).when(ranOut, 'ticket.serve').refused('notOffered')
  })

  test('the first broken rule, in the order of the chart', () => {
    const mute = { ...served, by: 'bimo', note: '' }
    given(called).when(mute, 'ticket.serve').refused('sameClerk')
    given(called)
      .when({ ...mute, by: 'ani' }, 'ticket.serve')
      .refused('noteGiven')
  })

  test('takes what the state has and no rule is against, event by event and state by state', () => {
    const ways = {
      called: 'ticket.call',
      remarked: 'ticket.remark',
      paused: 'ticket.pause',
      extended: 'ticket.extend',
      served: 'ticket.serve',
      shut: 'desk.shut',
    }
    const evolves = (state: State, event: Fact) => {
      try {
        return evolve(ticket, state, event).state.version === state.version + 1 && !brokenRule(ticket, state, event)
      } catch {
        return false
      }
    }
    const states = [stateAfter(), stateAfter(shut), stateAfter(called), stateAfter(called, paused)]
    const events = [called, remarked, paused, extended, served, { ...served, by: 'bimo' }, servedMutely, shut]
    const pairs = states.flatMap((state) => events.map((event) => ({ state, event })))
    const taken = pairs.filter(
      ({ state, event }) => refusal(ticket, state, event, ways[event.type as keyof typeof ways]) === undefined,
    )
    expect(taken).toEqual(pairs.filter(({ state, event }) => evolves(state, event)))
    expect(taken.length).toBe(7)
  })
})

describe('deadlines', () => {
  test('arm on entering, with the version that armed them', () => {
    expect(deadlines(stateAfter(called))).toEqual([{ event: 'ranOut', at: 100, version: 1 }])
  })

  test('fire at their instant, not before', () => {
    given(called)
      .when({ ...ranOut, at: 99 }, 'SYS')
      .refused('deadlineAhead')
    given(called).when(ranOut, 'SYS').then('waiting')
  })

  test('stay as armed while an event stays and their instant is unchanged', () => {
    expect(deadlines(stateAfter(called, remarked, paused))).toEqual([{ event: 'ranOut', at: 100, version: 1 }])
    given(called, remarked).when(ranOut, 'SYS').then('waiting')
  })

  test('arm anew when their instant moves', () => {
    expect(deadlines(stateAfter(called, extended))).toEqual([{ event: 'ranOut', at: 200, version: 2 }])
    given(called, extended)
      .when({ ...ranOut, at: 200 }, 'SYS')
      .refused('deadlineGone')
  })

  test('arm anew when left and entered again, even for the same instant', () => {
    const again = [called, ranOut, called]
    expect(deadlines(stateAfter(...again))).toEqual([{ event: 'ranOut', at: 100, version: 3 }])
    given(...again)
      .when(ranOut, 'SYS')
      .refused('deadlineGone')
    given(...again)
      .when(ranOutAgain, 'SYS')
      .then('waiting')
  })

  test('go when the state that has them is left', () => {
    expect(deadlines(stateAfter(called, served))).toEqual([])
  })
})

describe('stateName', () => {
  test('is a dotted path, the regions of a parallel chart joined', () => {
    const lamp = createMachine({
      type: 'parallel',
      states: {
        power: { initial: 'off', states: { off: {}, on: {} } },
        colour: { initial: 'warm', states: { warm: { initial: 'red', states: { red: {} } } } },
      },
    })
    expect(stateName(blank(ticket).value)).toBe('waiting')
    expect(stateName(stateAfter(called).value)).toBe('atDesk.talking')
    expect(stateName(blank(lamp).value)).toBe('power.off|colour.warm.red')
  })
})
