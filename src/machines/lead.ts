import { assign, setup } from 'xstate'
import { effect, guardsOf, type TransitionMeta } from './kernel.ts'
import {
  applied,
  appliedAgain,
  callBackSet,
  claimed,
  contacted,
  ended,
  given,
  type Given,
  type Imported,
  instants,
  type Lead,
  type LeadEvent,
  type Out,
  outcomeNoted,
  registered,
  released,
  reopened,
  requested,
  rules,
  type Stepped,
} from './lead.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const instant =
  (of: (context: Lead) => number) =>
  ({ context }: { context: Lead }) =>
    of(context)

/** The events of an import and of the customer, which every state takes. */
const heard = {
  requestedAgain: { actions: 'request' },
  registered: { actions: 'register' },
} as const
const withdraw = { target: 'invalid', actions: ['setReason', 'end'] } as const
const reopen = { target: 'waiting', meta: { interface: 'lead.reopen' }, actions: 'reopen' } as const

/**
 * A person whom the lender's sellers want as a customer, one stream a person. A seller takes the lead from the pool and
 * has it until it ends or rests too long.
 */
export const leadMachine = setup({
  types: {} as { context: Lead; events: LeadEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    request: assign(({ context, event }) => requested({ context, event: event as Imported })),
    claim: assign(({ context, event }) => claimed({ context, event: event as Out<'claimed'> })),
    give: assign(({ context, event }) => given({ context, event: event as Given })),
    release: assign(({ context }) => released({ context })),
    contact: assign(({ context, event }) => contacted({ context, event: event as Out<'contacted'> })),
    noteOutcome: assign(({ context, event }) => outcomeNoted({ context, event: event as Out<'outcomeNoted'> })),
    callBack: assign(({ context, event }) => callBackSet({ context, event: event as Out<'callBackSet'> })),
    callBackIsDue: assign({ isCallBackDue: true }),
    notice: assign({ isNoticed: true }),
    end: assign(({ context, event }) => ended({ context, event })),
    setResult: assign(({ event }) => ({ result: (event as Out<'finished'>).result })),
    setReason: assign(({ event }) => ({ reason: (event as Out<'invalidated' | 'withdrawn'>).reason })),
    register: assign(({ context, event }) => registered({ context, event: event as Stepped })),
    apply: assign(({ context, event }) => applied({ context, event: event as Stepped })),
    applyAgain: assign(({ context, event }) => appliedAgain({ context, event: event as Stepped })),
    reopen: assign(reopened),
    sampleVisit: effect,
  },
  delays: {
    callBackAt: instant(instants.callBackAt),
    noticeAt: instant(instants.noticeAt),
    idleAt: instant(instants.idleAt),
  },
}).createMachine({
  id: 'lead',
  version: '1',
  initial: 'new',
  context: {
    requests: 0,
    batch: '',
    source: '',
    importedAt: 0,
    seller: null,
    formerSeller: null,
    rules: null,
    activeAt: 0,
    isNoticed: false,
    attempts: 0,
    contact: null,
    reached: null,
    callBack: null,
    isCallBackDue: false,
    registered: null,
    applied: null,
    result: null,
    reason: null,
    endedAt: null,
  },
  states: {
    new: { tags: 'way', on: { leadImported: { target: 'waiting', actions: 'request' } } },

    waiting: {
      tags: 'way',
      on: {
        ...heard,
        claimed: {
          target: 'following',
          guard: 'belowLimit',
          meta: { interface: 'lead.claim', tone: 'success' },
          actions: 'claim',
        },
        assigned: { target: 'following', meta: { interface: 'lead.assign', asks: ['seller'] }, actions: 'give' },
        applied: { target: 'finished', actions: ['apply', 'end'] },
        withdrawn: withdraw,
      },
    },

    following: {
      tags: 'way',
      on: {
        ...heard,
        contacted: {
          guard: 'seller',
          meta: { interface: 'lead.contact', asks: ['channel'] },
          actions: 'contact',
        },
        outcomeNoted: {
          guard: all('seller', 'awaitsOutcome'),
          meta: { interface: 'lead.noteOutcome', asks: ['outcome'] },
          actions: 'noteOutcome',
        },
        callBackSet: {
          guard: all('seller', 'outcomeAwaited', 'timeAhead', 'withinHorizon'),
          meta: { interface: 'lead.callBack', asks: ['time', 'day', 'outcome'] },
          actions: 'callBack',
        },
        callBackDue: { meta: { after: 'callBackAt' }, actions: 'callBackIsDue' },
        finished: {
          target: 'finished',
          guard: 'seller',
          meta: { interface: 'lead.finish', asks: ['result'], tone: 'success' },
          actions: ['setResult', 'end', 'sampleVisit'],
        },
        invalidated: {
          target: 'invalid',
          guard: 'seller',
          meta: { interface: 'lead.invalidate', asks: ['reason'], tone: 'danger' },
          actions: ['setReason', 'end', 'sampleVisit'],
        },
        applied: { target: 'finished', actions: ['apply', 'end', 'sampleVisit'] },
        withdrawn: { ...withdraw, actions: [...withdraw.actions, 'sampleVisit'] },
        released: {
          target: 'waiting',
          guard: 'seller',
          meta: { interface: 'lead.release' },
          actions: 'release',
        },
        reassigned: {
          guard: 'otherSeller',
          meta: { interface: 'lead.reassign', asks: ['seller'] },
          actions: 'give',
        },
        recalled: { target: 'waiting', meta: { interface: 'lead.recall' }, actions: 'release' },
        idleNoticed: { meta: { after: 'noticeAt' }, actions: 'notice' },
        returnedIdle: { target: 'waiting', meta: { after: 'idleAt' }, actions: 'release' },
      },
    },

    finished: {
      tags: 'goal',
      on: { ...heard, applied: { actions: 'applyAgain' }, reopened: reopen },
    },

    invalid: {
      on: { ...heard, applied: { target: 'finished', actions: 'apply' }, reopened: reopen },
    },
  },
})
